import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { TipButton } from '../controls/tip-button.tsx';
import { COMMAND } from '../page/keys.ts';
import { useObservable } from '../page/use-observable.ts';
import type { TextSession } from './text-session.ts';

export interface UndoRedoProps {
  readonly session: TextSession;
  readonly undo: string;
  readonly redo: string;
  /** Pressed with the command key. */
  readonly redoKey: 'Y' | 'Shift Z';
}

/** Takes back what this person did to a text, and does it again. */
export function UndoRedo({ session, undo, redo, redoKey }: UndoRedoProps) {
  const history = useObservable(session.history);
  return (
    <>
      <TipButton label={undo} keys={`${COMMAND} Z`} disabled={history === 'none' || history === 'redo'} onClick={() => session.undo()}>
        <IconArrowBackUp size={18} />
      </TipButton>
      <TipButton
        label={redo}
        keys={`${COMMAND} ${redoKey}`}
        disabled={history === 'none' || history === 'undo'}
        onClick={() => session.redo()}
      >
        <IconArrowForwardUp size={18} />
      </TipButton>
    </>
  );
}
