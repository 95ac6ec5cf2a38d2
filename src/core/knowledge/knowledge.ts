/** What robots see of a building, and what they know of it. Start reading at vision.ts (what is seen) and floor-knowledge.ts (what is kept of it); the rules are in SPEC.md. */

export { CELL_M, type Cells, cellOf, middleOfCell } from './cells.ts';
export { decodeKnowledge, encodeKnowledge } from './codec.ts';
export { type Exploration, type ExploreOptions, type ExploringRobot, explore } from './exploring.ts';
export { editionOf, FloorKnowledge, type KnownOpening, type KnownStretches, type KnownWall, segmentsOf } from './floor-knowledge.ts';
export { FloorPlans, type SiteShelf, type SiteText, type VisibleFloor } from './floor-plans.ts';
export { type Frontier, type FrontierOptions, nextFrontier } from './frontier.ts';
export type { Around } from './known-grid.ts';
export { type KnownMapOptions, knownMap, knownPlan } from './known-map.ts';
export { fromParts, KNOWLEDGE, KNOWLEDGE_CONTENT, knowerOf, knowledgeName, partsOf } from './parts.ts';
export { Scenery } from './scenery.ts';
export type { Eye, SeenStretch, Sight } from './sight.ts';
export { type LookOptions, look } from './vision.ts';
export { Knowledge, type KnownFloor } from './whole-knowledge.ts';
