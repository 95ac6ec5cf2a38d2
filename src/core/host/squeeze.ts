import { distanceBetween, GROUND } from '../physics/physics.ts';
import type { Contact } from '../world/world.ts';
import type { Neighbourhood } from './neighbourhood.ts';
import { endMsOf } from './pace.ts';
import type { Simulation, Touching } from './simulation.ts';

/** A robot stops before what it pushes is deeper in anything: that does not give way. */
const DEEPEST_M = 0.003;
/** What is deeper in already was put there, and may get out whichever way. */
const PUT_INTO_M = 0.006;

interface Touch extends Touching {
  readonly part: string;
}

/** Watches a simulation for a robot that squeezes parts against something. */
export class Squeeze {
  readonly #simulation: Simulation;
  readonly #near: Neighbourhood;
  /** Parts that the robots may touch. */
  readonly #parts: readonly string[];
  readonly #robots: ReadonlySet<string>;
  readonly #startMs: number;
  /** Until then nothing was squeezed. */
  #clearMs: number;
  /** The instant of the last look. */
  #lookedMs: number;
  found: { readonly robot: string; readonly part: string; readonly contact: Contact } | undefined;

  constructor(simulation: Simulation, near: Neighbourhood, parts: Iterable<string>, robots: ReadonlySet<string>) {
    this.#simulation = simulation;
    this.#near = near;
    this.#parts = [...parts];
    this.#robots = robots;
    // Not where the simulation is: what it has foreseen to be deep in something was not put there.
    this.#startMs = Math.min(simulation.headMs, near.worldMs);
    this.#lookedMs = Math.max(near.worldMs, simulation.headMs);
    this.#clearMs = this.#lookedMs;
  }

  /** After each step: whether a robot must stop. */
  look(): boolean {
    for (const part of this.#robots.size === 0 ? [] : this.#parts) {
      const touches = this.#simulation.touchesOf(part);
      const robots = touches.filter((touch) => this.#robots.has(touch.with));
      const pressed = robots.length === 0 ? [] : island(this.#simulation, part, touches);
      const deep = pressed.find((touch) => touch.depthM > DEEPEST_M && touch.with !== GROUND && !this.#isComingOut(touch));
      const robot = deep && this.#whoPresses(robots, part);
      if (robot === undefined || !deep) continue;
      const [x, y, z] = deep.at;
      const behind = pressed.find(({ with: other }) => this.#isBehind(other, robot))?.with;
      this.found = { robot, part, contact: { with: behind ?? part, x, y, z, atMs: Math.floor(this.#clearMs) } };
      return true;
    }
    // How deep two are in each other is what it was when the step began: a robot at 1.2 m/s is 12 mm farther by its end.
    this.#clearMs = this.#lookedMs;
    this.#lookedMs = Math.max(this.#near.worldMs, this.#simulation.headMs);
    return false;
  }

  /** Of several that touch a part, the one that is deepest in it and goes on: rather one that was not stopped before already. */
  #whoPresses(robots: readonly Touching[], part: string): string | undefined {
    const pressing = [...robots]
      .sort((a, b) => b.depthM - a.depthM)
      .flatMap(({ with: robot }) => this.#near.get(robot) ?? [])
      .filter((robot) => this.#near.speedOf(robot) > 0 && !this.#isLeaving(robot.id, part));
    const goesOn = pressing.find(({ parent, motion }) => parent !== undefined || endMsOf(motion) > Math.floor(this.#clearMs));
    return (goesOn ?? pressing[0])?.id;
  }

  /** It holds what is pushed: not the floor, on which all stand, and not another part. */
  #isBehind(other: string, robot: string): boolean {
    return other !== GROUND && other !== robot && this.#near.get(other)?.body.model.kind !== 'part';
  }

  /** It goes away from where the part was. */
  #isLeaving(robot: string, part: string): boolean {
    const { headMs } = this.#simulation;
    const there = this.#simulation.bodyAt(part, this.#startMs);
    const awayM = (ms: number) => {
      const body = this.#simulation.bodyAt(robot, ms);
      return body && there ? (distanceBetween(body, there, 1) ?? 1) : 0;
    };
    return awayM(headMs) > awayM(this.#startMs);
  }

  /** Both reckoned alike: the engine does not look anew at how deep two are that hardly move, and a robot that creeps would press ever on. */
  #isComingOut({ part, with: other }: Touch): boolean {
    const atStartM = this.#depthM(part, other, this.#startMs);
    return atStartM > PUT_INTO_M || this.#depthM(part, other, this.#simulation.headMs) <= atStartM;
  }

  #depthM(part: string, other: string, worldMs: number): number {
    const [one, another] = [this.#simulation.bodyAt(part, worldMs), this.#simulation.bodyAt(other, worldMs)];
    return one && another ? -(distanceBetween(one, another, 0) ?? 0) : 0;
  }
}

/** What a free part touches, and what all the free parts touch that it touches, directly or through others. */
export function island(simulation: Simulation, part: string, own: readonly Touching[] = simulation.touchesOf(part)): Touch[] {
  const touches: Touch[] = [];
  const seen = new Set([part]);
  for (const next of seen) {
    for (const touch of next === part ? own : simulation.touchesOf(next)) {
      touches.push({ ...touch, part: next });
      if (simulation.kindOf(touch.with) === 'free') seen.add(touch.with);
    }
  }
  return touches;
}
