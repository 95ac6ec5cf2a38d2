import { compose, ORIGIN, type Pose } from '../base/pose.ts';
import { type Ball, type CollisionBody, type CollisionLink, type Lever, posesOf } from './collision-body.ts';
import { allPlaced, type PlacedConvex, placePoint } from './convex.ts';

/** How fast a body moves at most, while it is looked at. */
export interface Pace {
  /** Of its base, m/s and rad/s. */
  readonly baseMPerS: number;
  readonly baseRadPerS: number;
  /** Of each degree of freedom, rad/s or m/s. */
  readonly ratesPerS: readonly number[];
}

/** Where a body is, and how its joints stand. */
export interface Stance {
  readonly pose: Pose;
  readonly values: readonly number[];
}

/** Where a body goes, as a function of time in milliseconds. */
export interface Trajectory {
  readonly body: CollisionBody;
  readonly pace: Pace;
  at(ms: number): Stance;
}

/** A link as a ball, and how fast its pieces go. */
export interface MovingLink extends Ball {
  readonly index: number;
  readonly speeds: readonly number[];
  readonly fastestMPerS: number;
}

/** How fast any point of a body moves at most, m/s. */
export function fastestMPerS(moving: Pick<Trajectory, 'body' | 'pace'>): number {
  const { ratesPerS } = moving.pace;
  // Most of what is around stands.
  if (isNone(moving.pace)) return 0;
  let fastest = 0;
  for (const { leversM } of moving.body.links) for (const levers of leversM) fastest = Math.max(fastest, speedBy(levers, ratesPerS));
  return fastest + baseSpeed(moving);
}

const isNone = ({ baseMPerS, baseRadPerS, ratesPerS }: Pace): boolean =>
  baseMPerS === 0 && baseRadPerS === 0 && ratesPerS.every((rate) => rate === 0);

const baseSpeed = ({ body, pace }: Pick<Trajectory, 'body' | 'pace'>): number => pace.baseMPerS + pace.baseRadPerS * body.reachM;

export function speedBy(levers: readonly Lever[], ratesPerS: readonly number[]): number {
  let speed = 0;
  for (const { dof, leverM } of levers) speed += leverM * Math.abs(ratesPerS[dof] ?? 0);
  return speed;
}

/** Where something goes, for several looks along it: each instant is reckoned once, for all that look at it. The first is looked at by all. */
export class Course implements Trajectory {
  readonly body: CollisionBody;
  readonly pace: Pace;
  readonly #trajectory: Trajectory;
  readonly #frames = new Map<number, readonly Pose[]>();
  /** Of each link. */
  readonly #pieces: (Map<number, readonly PlacedConvex[]> | undefined)[] = [];
  #firstMs: number | undefined;
  #fastestMPerS: number | undefined;
  #speeds: readonly (readonly number[])[] | undefined;
  #links: { readonly ms: number; readonly links: readonly MovingLink[] } | undefined;

  /** What stands is at all instants where it is at one: it may be looked at for as long as it stands. */
  readonly #stands: boolean;

  constructor(trajectory: Trajectory) {
    this.body = trajectory.body;
    this.pace = trajectory.pace;
    this.#trajectory = trajectory;
    this.#stands = isNone(trajectory.pace);
  }

  static of(trajectory: Trajectory): Course {
    return trajectory instanceof Course ? trajectory : new Course(trajectory);
  }

  at(ms: number): Stance {
    return this.#trajectory.at(ms);
  }

  get fastestMPerS(): number {
    this.#fastestMPerS ??= fastestMPerS(this.#trajectory);
    return this.#fastestMPerS;
  }

  /** Those that can touch something, as they are at an instant. */
  linksAt(ms: number): readonly MovingLink[] {
    const key = this.#instantOf(ms);
    if (this.#links?.ms !== key) this.#links = { ms: key, links: this.#linksAt(key) };
    return this.#links.links;
  }

  #linksAt(ms: number): MovingLink[] {
    this.#speeds ??= this.body.links.map((_, index) => this.#speedsOf(index));
    const found: MovingLink[] = [];
    for (let index = 0; index < this.body.links.length; index++) {
      const { convexes, ball } = this.body.links[index] as CollisionLink;
      const speeds = this.#speeds[index] ?? [];
      if (convexes.length === 0) continue;
      const centre = placePoint(this.#frame(index, ms), ball.centre);
      found.push({ index, centre, radiusM: ball.radiusM, speeds, fastestMPerS: Math.max(...speeds) });
    }
    return found;
  }

  /** Of each piece of a link. */
  #speedsOf(link: number): number[] {
    const baseMPerS = baseSpeed(this.#trajectory);
    return (this.body.links[link]?.leversM ?? []).map((levers) => speedBy(levers, this.pace.ratesPerS) + baseMPerS);
  }

  /** Where the pieces of a link are at an instant. */
  piecesAt(link: number, ms: number): readonly PlacedConvex[] {
    const key = this.#instantOf(ms);
    const pieces = this.#pieces[link] ?? new Map<number, readonly PlacedConvex[]>();
    this.#pieces[link] = pieces;
    const known = pieces.get(key);
    if (known) return known;
    const found = allPlaced(this.body.links[link]?.convexes ?? [], this.#frame(link, key));
    pieces.set(key, found);
    return found;
  }

  #instantOf(ms: number): number {
    if (!this.#stands) return ms;
    this.#firstMs ??= ms;
    return this.#firstMs;
  }

  #frame(link: number, ms: number): Pose {
    const known = this.#frames.get(ms);
    if (known) return known[link] ?? ORIGIN;
    const { pose, values } = this.#trajectory.at(ms);
    const found = posesOf(this.body, values).map((each) => compose(pose, each));
    this.#frames.set(ms, found);
    return found[link] ?? ORIGIN;
  }
}
