import { Chip, type Mood } from '../controls/chip.tsx';
import type { LinkStatus, WorldLink } from '../link/world-link.ts';
import { useObservable } from '../page/use-observable.ts';

const STATUS: Record<LinkStatus['kind'], { readonly mood: Mood; readonly word: string }> = {
  joining: { mood: 'warn', word: 'Joining' },
  open: { mood: 'ok', word: 'Live' },
  lost: { mood: 'warn', word: 'Offline' },
  refused: { mood: 'bad', word: 'Refused' },
};

/** Whether what is shown of a world is so now. */
export function StatusChip({ link }: { readonly link: WorldLink }) {
  const { mood, word } = STATUS[useObservable(link.status).kind];
  const isPaused = useObservable(link.time)?.rate === 0;
  return isPaused && mood === 'ok' ? <Chip mood="plain">Paused</Chip> : <Chip mood={mood}>{word}</Chip>;
}
