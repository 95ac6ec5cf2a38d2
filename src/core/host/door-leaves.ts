import { isOfSite } from '../buildings/buildings.ts';
import type { VisibleFloor } from '../knowledge/knowledge.ts';
import type { EntityView, Participant } from '../world/world.ts';

/** A leaf that is open by less hides what is behind it: a slit shows nothing that anybody would know. */
const SHUT_RAD = 0.1;
/** A door's entity stands where its map says, but for rounding. */
const SAME_M = 0.005;

/** Whether something is the leaf of a door. */
export const isLeaf = ({ id, description }: Pick<EntityView, 'id' | 'description'>): boolean =>
  description.dofs[0]?.name === 'Door' && isOfSite(id);

/** Whether something is a door's leaf, and shut. */
export const isShutLeaf = (view: EntityView): boolean => isLeaf(view) && (view.posture.values[0] ?? 0) < SHUT_RAD;

/** Which doors of floors are shut, by the leaves that stand in the world. */
export class DoorLeaves {
  readonly #world: Participant;
  /** By floor, the entity of each door, by its place among the openings. */
  readonly #leaves = new Map<VisibleFloor, ReadonlyMap<number, string>>();

  constructor(world: Participant) {
    this.#world = world;
  }

  /** Places among the openings of the plan. */
  shut(floor: VisibleFloor): ReadonlySet<number> {
    const shut = new Set<number>();
    for (const [opening, id] of this.#leavesOf(floor)) {
      const view = this.#world.entity(id);
      if (view && isShutLeaf(view)) shut.add(opening);
    }
    return shut;
  }

  /** Doors come one after the other into a world that is being built: they are looked for again. */
  refresh(): void {
    this.#leaves.clear();
  }

  #leavesOf(floor: VisibleFloor): ReadonlyMap<number, string> {
    const leaves = this.#leaves.get(floor) ?? this.#find(floor);
    this.#leaves.set(floor, leaves);
    return leaves;
  }

  #find({ plan, heightM }: VisibleFloor): ReadonlyMap<number, string> {
    const placeName = (x: number, y: number) => `${Math.round(x / SAME_M)} ${Math.round(y / SAME_M)}`;
    const openings = new Map(plan.openings.map(({ from }, index) => [placeName(from[0], from[1]), index]));
    const leaves = new Map<number, string>();
    for (const view of this.#world.entities) {
      const { id, description } = view;
      const { x, y, z } = description.initial.pose;
      if (!isLeaf(view) || Math.abs(z - heightM) > SAME_M) continue;
      const opening = openings.get(placeName(x, y));
      if (opening !== undefined) leaves.set(opening, id);
    }
    return leaves;
  }
}
