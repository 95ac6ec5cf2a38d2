import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { MouseEventHandler, ReactNode } from 'react';
import classes from './controls.module.css';

export interface TipButtonProps extends ActionIconProps {
  readonly label: string;
  /** The key that does the same, after the label in the hint. */
  readonly keys?: string;
  readonly isPressed?: boolean;
  readonly onClick?: MouseEventHandler<HTMLButtonElement>;
  readonly children: ReactNode;
}

/** A button that is only an icon: its label is its hint and its name for screen readers. */
export function TipButton({ label, keys, isPressed, children, ...rest }: TipButtonProps) {
  const hint =
    keys === undefined ? (
      label
    ) : (
      <>
        {label}
        <kbd className={classes.hintKeys}>{keys}</kbd>
      </>
    );
  return (
    <Tooltip label={hint}>
      <ActionIcon aria-label={label} {...(isPressed !== undefined && { 'aria-pressed': isPressed })} {...rest}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
