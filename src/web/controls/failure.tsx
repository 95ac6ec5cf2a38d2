import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './controls.module.css';

/** What went wrong, beside what was pressed. Nothing when nothing did. */
export function Failure({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className={classes.failure} role="alert">
      <IconAlertTriangle size={16} aria-hidden />
      <span>{text}</span>
    </p>
  );
}
