import { catalog, type Model } from '../../core/robots/robots.ts';
import type { Demo } from './demo.ts';
import { emptyRoom } from './empty-room.ts';
import { figure8 } from './figure-8.ts';
import { labFloor } from './lab-floor.ts';
import { labyrinth } from './labyrinth.ts';
import { practiceCell } from './practice-cell.ts';
import { researchBuilding } from './research-building.ts';
import { workcell } from './workcell.ts';

/** The worlds that come with the product. Each is data and habits; life.ts says how the habits are lived. */
export type { Demo, LifePorts } from './demo.ts';

/** What comes with the product: the catalog, and what the buildings of demos are made of. */
export const shippedModels = (): readonly Model[] => [...catalog, ...demos.flatMap(({ models = [] }) => models)];

/** Their meshes, by their hash. */
export const shippedMeshes = (): ReadonlyMap<string, Uint8Array> => new Map(demos.flatMap(({ meshes }) => [...(meshes ?? [])]));

export const demos: readonly Demo[] = [workcell, practiceCell, labFloor, researchBuilding, figure8, labyrinth, emptyRoom];
