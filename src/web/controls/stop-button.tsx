import { IconHandStop } from '@tabler/icons-react';
import classes from './controls.module.css';

export interface StopButtonProps {
  readonly label: string;
  /** `bar`: every robot, in the corner of each screen. `robot`: this one, in its inspector. */
  readonly look: 'bar' | 'robot';
  readonly onStop: () => void;
}

/** Never hidden, disabled or covered. It acts when it is pressed, not when it is let go. */
export function StopButton({ label, look, onStop }: StopButtonProps) {
  return (
    <button
      type="button"
      className={classes.stop}
      data-look={look}
      aria-label={label}
      title={label}
      onPointerDown={(event) => event.button === 0 && onStop()}
      // A click that no pointer made: Enter, the space bar, a screen reader.
      onClick={(event) => event.detail === 0 && onStop()}
    >
      <IconHandStop size={look === 'bar' ? 20 : 18} aria-hidden />
      Stop
    </button>
  );
}
