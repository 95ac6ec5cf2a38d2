import type { Demo } from './demo.ts';
import { emptyRoom } from './empty-room.ts';
import { labFloor } from './lab-floor.ts';
import { workcell } from './workcell.ts';

/** The worlds that come with the product. Each is data and habits; life.ts says how the habits are lived. */
export type { Demo, LifePorts } from './demo.ts';

export const demos: readonly Demo[] = [workcell, labFloor, emptyRoom];
