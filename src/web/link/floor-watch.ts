import { levelAt } from '../../core/base/levels.ts';
import type { EntityView, Participant, WorldFloor } from '../../core/world/world.ts';
import type { WatchedFloors } from './world-link.ts';

/** Which floors the page watches; undefined until it has said so. */
export interface Watched {
  floors: WatchedFloors | undefined;
}

type Looks = Parameters<Participant['look']>[0];

/** Where to look for these floors, and for those where something of ours is, or where robots that were sent from here come by: what they may meet must be known here. */
export function looksAt(
  floors: readonly WorldFloor[],
  { floors: watched }: Watched,
  mineM: readonly number[],
  visited: readonly string[] = [],
): Looks | 'all' {
  if (floors.length < 2 || watched === 'all') return 'all';
  const lowest = levelAt(floors, Number.NEGATIVE_INFINITY);
  const known = new Set(watched?.filter((id) => floors.some((floor) => floor.id === id)));
  const wanted = new Set([...(known.size > 0 ? known : [lowest?.id]), ...visited, ...mineM.map((heightM) => levelAt(floors, heightM)?.id)]);
  const seen = floors.filter(({ id }) => wanted.has(id));
  return seen.length === floors.length ? 'all' : seen.map(({ id, x, y, radiusM }) => ({ floor: id, x, y, radiusM }));
}

/** Keeps a participant looking at what its page watches. */
export class FloorWatch {
  readonly #participant: Participant;
  readonly #watched: Watched;
  readonly #report: (error: unknown) => void;
  #looks: string | undefined;

  constructor(participant: Participant, watched: Watched, report: (error: unknown) => void) {
    this.#participant = participant;
    this.#watched = watched;
    this.#report = report;
  }

  /** `mine`: what this page owns. `visited`: where robots come by that it sent. */
  look(mine: readonly EntityView[], visited: readonly string[]): void {
    const { floors } = this.#participant;
    const mineM = floors.length < 2 ? [] : mine.map(({ posture }) => posture.pose.z);
    const looks = looksAt(floors, this.#watched, mineM, visited);
    const key = JSON.stringify(looks);
    if (key === this.#looks) return;
    this.#looks = key;
    const looking = looks === 'all' ? this.#participant.lookAtAll() : this.#participant.look(looks);
    looking.catch(this.#report);
  }
}
