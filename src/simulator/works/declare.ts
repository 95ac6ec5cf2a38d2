import type { Blackboard } from '../../core/blackboard/blackboard.ts';
import { COPY, METERS } from './board-watch.ts';

/** Whoever is first: what was declared so already is not written again. */
export async function declare(board: Blackboard): Promise<void> {
  await board.ready;
  for (const name of [...METERS, COPY]) if (!board.declaration(name)) await board.declare(name, { type: 'number' });
}
