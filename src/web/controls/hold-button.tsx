import { Button } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './controls.module.css';

const HOLD_MS = 600;

/** Acts only after a press of 0.6 s: for what must not happen by accident. */
export function HoldButton({ onHeld, children }: { readonly onHeld: () => void; readonly children: ReactNode }) {
  const [isHeld, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const letGo = () => {
    clearTimeout(timer.current);
    setHeld(false);
  };
  const press = () => {
    letGo();
    setHeld(true);
    timer.current = setTimeout(() => {
      setHeld(false);
      onHeld();
    }, HOLD_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const pressByKey = (event: KeyboardEvent) => {
    if ((event.key === 'Enter' || event.key === ' ') && !event.repeat) press();
  };
  return (
    <Button
      variant="default"
      className={classes.hold}
      data-held={isHeld || undefined}
      onPointerDown={press}
      onPointerUp={letGo}
      onPointerLeave={letGo}
      onPointerCancel={letGo}
      onKeyDown={pressByKey}
      onKeyUp={letGo}
      onBlur={letGo}
      title="Hold for 0.6 s"
    >
      {children}
    </Button>
  );
}
