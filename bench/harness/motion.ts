/** How the robots of a bench move: seeded and in small fixed steps, so that every process knows where each robot truly is at any time. */
import { between, chance, type Random, seededRandom } from '../../src/core/base/random.ts';

/** `driven`: somebody chooses another speed and turn every second or three. `wandering`: legs of some seconds, straight or on an arc, with pauses. */
export type Temper = 'driven' | 'wandering';

export interface FleetPlan {
  readonly seed: number;
  readonly robots: number;
  /** Robots keep to a square of this size around the origin. */
  readonly arenaM: number;
  readonly temper: Temper;
}

export interface Placement {
  readonly x: number;
  readonly y: number;
  readonly yawRad: number;
  readonly forwardMPerS: number;
  readonly turnRadPerS: number;
}

const STEP_S = 0.01;
const STEP_MS = STEP_S * 1000;

interface Habit {
  readonly legS: readonly [number, number];
  readonly forwardMPerS: readonly [number, number];
  readonly turnRadPerS: number;
  readonly standing: number;
  readonly straight: number;
  readonly speedUpMPerS2: number;
  readonly turnUpRadPerS2: number;
}

const HABITS: { readonly [T in Temper]: Habit } = {
  driven: {
    legS: [1, 3],
    forwardMPerS: [0.2, 1],
    turnRadPerS: 0.8,
    standing: 0,
    straight: 0,
    speedUpMPerS2: 0.5,
    turnUpRadPerS2: 1,
  },
  wandering: {
    legS: [3, 9],
    forwardMPerS: [0.3, 1],
    turnRadPerS: 0.5,
    standing: 0.15,
    straight: 0.6,
    speedUpMPerS2: 0.5,
    turnUpRadPerS2: 1,
  },
};

class Robot {
  readonly #random: Random;
  readonly #habit: Habit;
  readonly #halfM: number;
  x: number;
  y: number;
  yawRad: number;
  forwardMPerS = 0;
  turnRadPerS = 0;
  #wantedForward = 0;
  #wantedTurn = 0;
  #legLeftS = 0;

  constructor(random: Random, { arenaM, temper }: FleetPlan) {
    this.#random = random;
    this.#habit = HABITS[temper];
    this.#halfM = arenaM / 2;
    this.x = between(random, -this.#halfM, this.#halfM);
    this.y = between(random, -this.#halfM, this.#halfM);
    this.yawRad = between(random, -Math.PI, Math.PI);
    this.#chooseLeg();
    this.forwardMPerS = this.#wantedForward;
  }

  step(): void {
    this.#legLeftS -= STEP_S;
    if (this.#legLeftS <= 0) this.#chooseLeg();
    const isOutside = Math.max(Math.abs(this.x), Math.abs(this.y)) > this.#halfM;
    const wantedTurn = isOutside ? this.#turnToCentre() : this.#wantedTurn;
    this.forwardMPerS = approach(this.forwardMPerS, this.#wantedForward, this.#habit.speedUpMPerS2 * STEP_S);
    this.turnRadPerS = approach(this.turnRadPerS, wantedTurn, this.#habit.turnUpRadPerS2 * STEP_S);
    this.x += Math.cos(this.yawRad) * this.forwardMPerS * STEP_S;
    this.y += Math.sin(this.yawRad) * this.forwardMPerS * STEP_S;
    this.yawRad += this.turnRadPerS * STEP_S;
  }

  #chooseLeg(): void {
    const { legS, forwardMPerS, turnRadPerS, standing, straight } = this.#habit;
    this.#legLeftS = between(this.#random, ...legS);
    const stands = chance(this.#random, standing);
    this.#wantedForward = stands ? 0 : between(this.#random, ...forwardMPerS);
    this.#wantedTurn = stands || chance(this.#random, straight) ? 0 : between(this.#random, -turnRadPerS, turnRadPerS);
  }

  #turnToCentre(): number {
    const off = angleOf(Math.atan2(-this.y, -this.x) - this.yawRad);
    return Math.max(-0.8, Math.min(0.8, off));
  }
}

const approach = (from: number, to: number, most: number): number => from + Math.max(-most, Math.min(most, to - from));

/** The same angle in (-pi, pi]. */
export const angleOf = (rad: number): number => Math.atan2(Math.sin(rad), Math.cos(rad));

/** All robots of a bench at a time that only goes on. Times are milliseconds since the bench's start. */
export class Fleet {
  readonly #robots: readonly Robot[];
  #steps = 0;

  constructor(plan: FleetPlan) {
    this.#robots = Array.from({ length: plan.robots }, (_, i) => new Robot(seededRandom(plan.seed * 1_000_003 + i * 7919), plan));
  }

  get size(): number {
    return this.#robots.length;
  }

  get timeMs(): number {
    return this.#steps * STEP_MS;
  }

  advanceTo(ms: number): void {
    while ((this.#steps + 1) * STEP_MS <= ms) {
      for (const robot of this.#robots) robot.step();
      this.#steps++;
    }
  }

  /** Where a robot is at `ms`, which is within a step of where the fleet was advanced to. */
  at(robot: number, ms: number): Placement {
    const { x, y, yawRad, forwardMPerS, turnRadPerS } = this.#robots[robot] as Robot;
    const seconds = (ms - this.#steps * STEP_MS) / 1000;
    return {
      x: x + Math.cos(yawRad) * forwardMPerS * seconds,
      y: y + Math.sin(yawRad) * forwardMPerS * seconds,
      yawRad: yawRad + turnRadPerS * seconds,
      forwardMPerS,
      turnRadPerS,
    };
  }
}

/** The people of a bench: each looks around a point that moves slowly on a circle of its own. */
export function viewpointAt(client: number, arenaM: number, ms: number): { x: number; y: number } {
  const random = seededRandom(client * 104_729 + 17);
  const radiusM = between(random, 5, 15);
  const roomM = arenaM / 2 - radiusM;
  const [x, y] = [between(random, -roomM, roomM), between(random, -roomM, roomM)];
  const angle = between(random, 0, 2 * Math.PI) + (VIEWPOINT_M_PER_S / radiusM) * (ms / 1000);
  return { x: x + radiusM * Math.cos(angle), y: y + radiusM * Math.sin(angle) };
}

const VIEWPOINT_M_PER_S = 1;
