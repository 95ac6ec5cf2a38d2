import type { SharingState } from '../../core/documents/documents.ts';
import { Chip, type Mood } from '../controls/chip.tsx';
import { useObservable } from '../page/use-observable.ts';
import type { TextSession } from './text-session.ts';

const edits = (count: number): string => (count === 1 ? '1 edit waits' : `${count} edits wait`);

function sharingWords(state: SharingState, access: 'write' | 'read'): { readonly mood: Mood; readonly words: string } {
  switch (state.kind) {
    case 'opening':
      return { mood: 'plain', words: 'Opening' };
    case 'live':
      if (access === 'read') return { mood: 'plain', words: 'Only to be read' };
      return state.waitingEdits === 0 ? { mood: 'ok', words: 'Saved' } : { mood: 'plain', words: 'Saving' };
    case 'apart':
      return { mood: 'warn', words: state.waitingEdits === 0 ? 'Offline' : `Offline, ${edits(state.waitingEdits)}` };
    case 'refused':
      return { mood: 'bad', words: 'Refused' };
  }
}

/** Whether what was written is saved. */
export function SharingChip({ session }: { readonly session: TextSession }) {
  const { mood, words } = sharingWords(useObservable(session.sharing), session.access);
  return (
    <span role="status">
      <Chip mood={mood}>{words}</Chip>
    </span>
  );
}
