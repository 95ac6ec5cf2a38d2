import { levelAt } from '../../core/base/levels.ts';
import type { WorldFloor } from '../../core/world/world.ts';
import { Settable } from '../link/observable.ts';
import type { EntityInfo, Observable, WorldLink } from '../link/world-link.ts';
import type { Scene } from '../scene/scene.ts';

/** A floor by its id, or all of them one above the other. */
export type ChosenFloor = string | 'all';

/** Which floor of a building one looks at: the others are neither heard of nor drawn. */
export class FloorView {
  readonly #link: Pick<WorldLink, 'floors' | 'watch'>;
  readonly #scene: Pick<Scene, 'getView' | 'setView' | 'setFloor'>;
  readonly #chosen = new Settable<ChosenFloor>('all');

  constructor(link: Pick<WorldLink, 'floors' | 'watch'>, scene: Pick<Scene, 'getView' | 'setView' | 'setFloor'>) {
    this.#link = link;
    this.#scene = scene;
  }

  /** From the lowest up; fewer than two: there is nothing to choose. */
  get floors(): Observable<readonly WorldFloor[]> {
    return this.#link.floors;
  }

  get chosen(): Observable<ChosenFloor> {
    return this.#chosen;
  }

  /** The building has other floors: a floor that is gone is left for the lowest. */
  floorsChanged(): void {
    const floors = this.floors.get();
    const isThere = floors.some(({ id }) => id === this.#chosen.get());
    if (floors.length < 2) this.choose('all');
    else if (!isThere) this.choose(lowestOf(floors)?.id ?? 'all');
  }

  /** The camera goes up or down with it. */
  choose(floor: ChosenFloor): void {
    if (floor === this.#chosen.get()) return;
    const riseM = this.#heightOf(floor) - this.#heightOf(this.#chosen.get());
    this.#chosen.set(floor);
    this.#link.watch(floor === 'all' ? 'all' : [floor]);
    const heights = floor === 'all' ? { heights: this.floors.get().map(({ heightM }) => heightM) } : {};
    this.#scene.setFloor({ heightM: this.#heightOf(floor), ceilingM: this.#ceilingOf(floor), ...heights });
    const view = this.#scene.getView();
    const [x, y, z] = view.target;
    if (riseM !== 0) this.#scene.setView({ ...view, target: [x, y, z + riseM] });
  }

  /** Somebody looks at something: its floor is looked at. */
  show({ floor }: EntityInfo): void {
    if (floor !== undefined && this.#chosen.get() !== 'all') this.choose(floor);
  }

  /** What is to be drawn. */
  visible(entities: ReadonlyMap<string, EntityInfo>): ReadonlyMap<string, EntityInfo> {
    const chosen = this.#chosen.get();
    if (chosen === 'all' && [...entities.values()].every(({ isElsewhere }) => !isElsewhere)) return entities;
    const isSeen = ({ floor, isElsewhere }: EntityInfo) => !isElsewhere && (chosen === 'all' || floor === undefined || floor === chosen);
    return new Map([...entities].filter(([, info]) => isSeen(info)));
  }

  /** What is above it begins there; nothing is where all are looked at, and above the highest. */
  #ceilingOf(floor: ChosenFloor): number | undefined {
    const floors = this.floors.get();
    const next = floors[floors.findIndex(({ id }) => id === floor) + 1];
    return floor === 'all' || !next ? undefined : next.heightM - SLAB_M;
  }

  #heightOf(floor: ChosenFloor): number {
    return this.floors.get().find(({ id }) => id === floor)?.heightM ?? 0;
  }
}

/** What a floor is made of hangs so far below it. */
const SLAB_M = 0.05;

const lowestOf = (floors: readonly WorldFloor[]): WorldFloor | undefined => levelAt(floors, Number.NEGATIVE_INFINITY);
