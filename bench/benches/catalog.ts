/** All benches, loaded when they are asked for. */
import type { Bench, Figure } from '../harness/bench.ts';
import { type ExperimentFigure, experimentPicture } from '../pictures/experiment-picture.ts';

export const catalog: Readonly<Record<string, () => Promise<Bench>>> = {
  replicate: async () => (await import('./replicate.ts')).replicate,
  interest: async () => (await import('./interest.ts')).interest,
  bytes: async () => (await import('./bytes.ts')).bytes,
  command: async () => (await import('./command.ts')).command,
  bus: async () => (await import('./bus.ts')).bus,
  hubs: async () => (await import('./hubs.ts')).hubs,
  scale: async () => (await import('./scale.ts')).scale,
  capacity: async () => (await import('./capacity.ts')).capacity,
  experiment: async () => (await import('./experiment.ts')).experiment,
  board: async () => (await import('./board.ts')).board,
  physics: async () => (await import('./physics.ts')).physics,
  page: async () => (await import('./page.ts')).page,
  laser: async () => (await import('./laser.ts')).laser,
  maps: async () => (await import('./maps.ts')).maps,
  planners: async () => (await import('./planners.ts')).planners,
  programs: async () => (await import('./programs.ts')).programs,
  'board-page': async () => (await import('./board-page.ts')).boardPage,
};

/** What a bench found, as a plot. */
export const pictures: Readonly<Record<string, (figures: readonly Figure[]) => string>> = {
  experiment: (figures) => experimentPicture(figures as unknown as readonly ExperimentFigure[]),
};
