import type { Place, Segment } from '../maps/maps.ts';

/** What a planner plans on: one floor, of the site or as one robot knows it. Metres. */
export interface PlanningMap {
  /** Thin walls: as thick as `wallThicknessM`, their line in the middle. */
  readonly walls: readonly Segment[];
  readonly wallThicknessM: number;
  /** Whatever else stands there: furniture, other robots. Simple polygons, counterclockwise. */
  readonly obstacles: readonly (readonly Place[])[];
  /** Nobody plans outside of it: lower left and upper right corner. */
  readonly bounds: readonly [Place, Place];
}

export interface PlanQuery {
  readonly map: PlanningMap;
  readonly from: Place;
  readonly to: Place;
  /** The robot is planned for as a disc: so it may turn wherever it is. */
  readonly radiusM: number;
  /** Same seed, same roadmap. */
  readonly seed: number;
  /** What a sampling planner may spend before it says that it found nothing; each has its own usual number. */
  readonly mostSamples?: number | undefined;
}

/** What a planner built on the way: to be drawn, and to be compared. Edges are indices of nodes. */
export interface Roadmap {
  readonly nodes: readonly Place[];
  readonly edges: readonly (readonly [number, number])[];
}

export type PlanAnswer =
  | { readonly kind: 'path'; readonly points: readonly Place[]; readonly lengthM: number; readonly roadmap: Roadmap }
  /** Proven: whatever is tried, nothing of that size gets there. */
  | { readonly kind: 'no path'; readonly reason: string; readonly roadmap: Roadmap }
  /** Not proven: there may be one. */
  | { readonly kind: 'not found'; readonly reason: string; readonly roadmap: Roadmap };

/** How a way is found. To add one: a file with a planner, and a line in catalog.ts; or, without rebuilding, a module that a hub loads by name. */
export interface Planner {
  readonly name: string;
  /** One line for people. */
  readonly summary: string;
  plan(query: PlanQuery): PlanAnswer;
}
