import { FloorKnowledge } from './floor-knowledge.ts';

/** A floor as somebody knows it. `edition`: of which plan of it. */
export interface KnownFloor {
  readonly floor: string;
  readonly edition: number;
  readonly known: FloorKnowledge;
}

/** What a robot, or a team, knows of a building: floor by floor. Merging is commutative, associative and idempotent, as it is of floors. */
export class Knowledge {
  readonly #floors = new Map<string, KnownFloor>();

  /** By their ids. */
  get floors(): KnownFloor[] {
    return [...this.#floors].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, floor]) => floor);
  }

  /** What is known of one plan of a floor; nothing, if it was never seen. */
  of(floor: string, edition: number): FloorKnowledge | undefined {
    return this.#floors.get(keyOf(floor, edition))?.known;
  }

  /** The same, to be added to. */
  begin(floor: string, edition: number): FloorKnowledge {
    const key = keyOf(floor, edition);
    const before = this.#floors.get(key);
    if (before) return before.known;
    const known = new FloorKnowledge();
    this.#floors.set(key, { floor, edition, known });
    return known;
  }

  /** Other plans of a floor than this one: it was rebuilt, and what was seen of it before is of no use. */
  forgetOthers(floor: string, edition: number): void {
    for (const [key, other] of this.#floors) if (other.floor === floor && other.edition !== edition) this.#floors.delete(key);
  }

  /** Takes up what another knows. Says whether some of it was new. */
  merge(other: Knowledge): boolean {
    let isNew = false;
    for (const { floor, edition, known } of other.floors) {
      if (!known.isEmpty) isNew = this.begin(floor, edition).merge(known) || isNew;
    }
    return isNew;
  }

  copy(): Knowledge {
    const copy = new Knowledge();
    copy.merge(this);
    return copy;
  }
}

const keyOf = (floor: string, edition: number): string => `${floor} ${edition}`;
