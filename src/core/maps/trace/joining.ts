import { distanceM, lengthM, type Place, type Segment } from '../plan/segment.ts';

/** Walls of one piece, of lines that were cut where others branch off, and without the hooks that thinning leaves at their ends. */
export function joinedWalls(walls: readonly Segment[], { slackM, hookM }: { slackM: number; hookM: number }): Segment[] {
  const joints = new Joints(walls);
  // Only what is a hook before any is removed: otherwise short walls in a row would go one after the other.
  const hooks = walls.filter((wall) => lengthM(wall) <= hookM && joints.isHook(wall));
  for (const hook of hooks) if (joints.isHook(hook)) joints.remove(hook);
  const open = [...joints.walls];
  for (let wall = open.pop(); wall; wall = open.pop()) {
    if (!joints.walls.has(wall)) continue;
    const whole = joints.join(wall, slackM / 3);
    if (whole) open.push(whole);
  }
  return [...joints.walls];
}

/** Which walls end where. */
class Joints {
  readonly walls = new Set<Segment>();
  readonly #byEnd = new Map<string, Set<Segment>>();

  constructor(walls: readonly Segment[]) {
    for (const wall of walls) this.#put(wall);
  }

  /** Hangs on others by one end only. */
  isHook({ from, to }: Segment): boolean {
    return this.#at(from).size > 1 !== this.#at(to).size > 1;
  }

  remove(wall: Segment): void {
    this.walls.delete(wall);
    for (const end of [wall.from, wall.to]) this.#at(end).delete(wall);
  }

  /** Makes one wall of this and one that goes straight on from it, if there is one: the joint may be off the whole by so much. */
  join(wall: Segment, slackM: number): Segment | undefined {
    for (const end of [wall.from, wall.to]) {
      const start = end === wall.from ? wall.to : wall.from;
      for (const other of this.#at(end)) {
        if (other === wall) continue;
        const whole: Segment = { from: start, to: keyOf(other.from) === keyOf(end) ? other.to : other.from };
        if (distanceM(end, whole) > slackM || lengthM(whole) < Math.max(lengthM(wall), lengthM(other))) continue;
        this.remove(wall);
        this.remove(other);
        this.#put(whole);
        return whole;
      }
    }
    return undefined;
  }

  #put(wall: Segment): void {
    this.walls.add(wall);
    for (const end of [wall.from, wall.to]) this.#at(end).add(wall);
  }

  #at(end: Place): Set<Segment> {
    const there = this.#byEnd.get(keyOf(end)) ?? new Set();
    this.#byEnd.set(keyOf(end), there);
    return there;
  }
}

const keyOf = ([x, y]: Place): string => `${x},${y}`;
