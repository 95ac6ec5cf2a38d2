/** Sites as they stand in a world: walls, floors, doors and signs, as models and entities. Start reading at building.ts; the rules are in SPEC.md. */
export { type Building, buildingOf, type PlacedDraft } from './building.ts';
export { type Furnished, furnished } from './furnishing.ts';
export { freePlace, type Standing, standsIn } from './in-the-way.ts';
export type { PictureOf } from './signs.ts';
export { type Affected, changeSite, type Inhabitant, type InhabitedWorld, type InTheWay, type SiteOutcome } from './site-change.ts';
export { isOfSite, isSiteModel } from './site-entity.ts';
export { worldFloorsOf } from './world-floors.ts';
