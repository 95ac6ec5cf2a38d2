import type { HubCard } from '../../../core/api/hubs.ts';

/** Of a figure: as it should be, much, or so much that people notice. */
export type Level = 'fine' | 'warn' | 'bad';

/** Shares of a core, and milliseconds. */
const CPU = { warn: 0.7, bad: 0.9 };
const LOOP_DELAY_MS = { warn: 100, bad: 400 };

const levelOf = (value: number, { warn, bad }: { readonly warn: number; readonly bad: number }): Level =>
  value >= bad ? 'bad' : value >= warn ? 'warn' : 'fine';

/** How much a hub has to do, by figure. One that is full lets nobody in any more. */
export const levelsOf = ({
  participants,
  room,
  cpuShare,
  figures,
}: Pick<HubCard, 'participants' | 'room' | 'cpuShare'> & { readonly figures?: { readonly loopMostMs: number } | undefined }): {
  readonly participants: Level;
  readonly cpu: Level;
  readonly loop: Level;
} => ({
  participants: participants >= room ? 'bad' : 'fine',
  cpu: levelOf(cpuShare, CPU),
  loop: levelOf(figures?.loopMostMs ?? 0, LOOP_DELAY_MS),
});
