import { Signal } from '../base/signal.ts';
import type { Place } from '../maps/maps.ts';
import { Driving } from './driving.ts';
import { EndedError, type Errand } from './errand.ts';
import type { PathAnswer, PathFound, RideLeg, Spot } from './path-messages.ts';
import { distanceTo, lengthOf } from './polyline.ts';
import { Riding } from './riding.ts';
import { RightOfWay } from './right-of-way.ts';

/** Where a robot is sent: a place on a floor (left out: where it is), turned so if a heading is given; or a place of the topological map. */
export type Goal = (Spot & { readonly headingRad?: number | undefined }) | { readonly node: string };

export interface JourneyOptions {
  /** By its name; left out: the usual one of who plans here. */
  readonly planner?: string | undefined;
  readonly seed?: number | undefined;
  /** Plan on what this robot knows of the building. */
  readonly knownBy?: string | undefined;
  /** Ask for what the planner built, to draw it. */
  readonly withRoadmap?: boolean | undefined;
  /** At most so fast; left out: a calm share of what its model can do. */
  readonly speedMPerS?: number | undefined;
  /** For a program of the robot, at who owns it: it goes on whoever has the lease, for control was asked when the program was started. */
  readonly isOfWork?: boolean | undefined;
}

export type JourneyState =
  | 'planning'
  /** For others to pass, or for its turn at an elevator. */
  | 'waiting'
  | 'driving'
  /** Before the door of an elevator. */
  | 'calling'
  | 'boarding'
  | 'riding'
  | 'arrived'
  | 'failed'
  | 'cancelled';

export interface JourneyProgress {
  readonly state: JourneyState;
  /** Why it waits or has ended. */
  readonly reason: string | undefined;
  /** The whole way, as it was last planned; undefined before that. */
  readonly route: PathFound | undefined;
  /** Index of the leg that it is on. */
  readonly leg: number;
  /** What is left to drive on this floor, from where it is now. */
  readonly points: readonly Place[];
  readonly floor: string | undefined;
  /** Of all that is left to drive. */
  readonly remainingM: number;
  /** How often the way was planned anew because something was in it. */
  readonly replans: number;
}

const ENDED: ReadonlySet<JourneyState> = new Set(['arrived', 'failed', 'cancelled']);
const MOST_REPLANS = 6;
/** Where nobody answers, or there is no way, it is asked again after so long. */
const ASK_AGAIN_MS = 3000;

/** Takes one robot to a goal: asks for the way, drives, rides, replans, gives way. It runs at who asked for it, and under its rights. */
export class Journey {
  readonly robot: string;
  readonly goal: Goal;
  /** Something of its progress is different. */
  readonly changes: Signal<JourneyProgress> = new Signal();
  /** Resolves when it has ended, however; never rejects. */
  readonly ended: Promise<JourneyProgress>;
  readonly #errand: Errand;
  readonly #right: RightOfWay;
  readonly #options: JourneyOptions;
  #riding: Riding | undefined;
  #progress: JourneyProgress;

  /** `after`: it begins when that has ended. */
  constructor(
    errand: Errand,
    goal: Goal,
    options: JourneyOptions,
    { report, after }: { readonly report: (error: unknown) => void; readonly after?: Promise<unknown> | undefined },
  ) {
    this.robot = errand.robot;
    this.goal = goal;
    this.#errand = errand;
    this.#options = options;
    this.#right = new RightOfWay(errand);
    const nothing = { reason: undefined, route: undefined, leg: 0, points: [], remainingM: 0, replans: 0 };
    this.#progress = { state: 'planning', floor: errand.floor, ...nothing };
    errand.upkeep = () => this.#keepUp();
    this.ended = this.#run(report, after);
  }

  /** As it is now: what is left of the way begins where the robot is. */
  get progress(): JourneyProgress {
    const { points, state } = this.#progress;
    if (state !== 'driving' || points.length === 0) return this.#progress;
    const left = pointsLeft(points, this.#errand.ports.world.entity(this.robot)?.posture.pose);
    return { ...this.#progress, points: left, remainingM: this.#remainingM(left) };
  }

  get hasEnded(): boolean {
    return ENDED.has(this.#progress.state);
  }

  /** Ends it: the robot stands. Resolves when it does. */
  cancel(reason = 'cancelled'): Promise<JourneyProgress> {
    this.#errand.cancel(reason);
    return this.ended;
  }

  async #run(report: (error: unknown) => void, after: Promise<unknown> | undefined): Promise<JourneyProgress> {
    try {
      await after;
      await this.#travel();
      this.#tell({ state: 'arrived', reason: undefined, points: [], remainingM: 0 });
    } catch (error) {
      const isKnown = error instanceof EndedError;
      if (!isKnown) report(error);
      const kind = isKnown ? error.kind : 'failed';
      const reason = error instanceof Error ? error.message : String(error);
      if (this.#progress.state === 'driving' && (kind === 'cancelled' || !isKnown)) await this.#quietly({ kind: 'halt' }, report);
      this.#tell({ state: kind, reason, points: [], remainingM: 0 });
    } finally {
      await this.#right.leave().catch(report);
      await this.#riding?.giveBack().catch(report);
    }
    return this.#progress;
  }

  async #quietly(action: Parameters<Errand['move']>[0], report: (error: unknown) => void): Promise<void> {
    await this.#errand.move(action).catch(report);
  }

  async #travel(): Promise<void> {
    let failures = 0;
    this.#errand.check();
    await this.#right.stand();
    for (;;) {
      this.#errand.check();
      const route = await this.#plan();
      if (route.kind !== 'path') {
        if (route.kind === 'refused' || ++failures > MOST_REPLANS) throw new EndedError('failed', route.reason);
        await this.#wait(ASK_AGAIN_MS, route.reason);
        continue;
      }
      this.#tell({ route, leg: 0, remainingM: route.lengthM });
      const blocked = await this.#follow(route);
      if (blocked === undefined) return;
      if (++failures > MOST_REPLANS) throw new EndedError('failed', blocked);
      this.#tell({ state: 'planning', reason: blocked, replans: this.#progress.replans + 1 });
    }
  }

  #plan(): Promise<PathAnswer> {
    const { base, here, floor, ports } = this.#errand;
    const { planner, seed, knownBy, withRoadmap } = this.#options;
    const onFloor = floor !== undefined ? { floor } : {};
    const goal =
      'node' in this.goal
        ? this.goal
        : { x: this.goal.x, y: this.goal.y, ...(this.goal.floor !== undefined ? { floor: this.goal.floor } : onFloor) };
    return ports.paths.ask({
      ...{ start: { x: here[0], y: here[1], ...onFloor }, goal, radiusM: base.radiusM, seed: seed ?? 1 },
      ...(planner !== undefined && { planner }),
      ...(knownBy !== undefined && { knownBy }),
      ...(withRoadmap && { withRoadmap }),
    });
  }

  /** Leg by leg to the goal (undefined), or to where it has to be planned anew (why). */
  async #follow({ legs }: PathFound): Promise<string | undefined> {
    let through: Place | undefined;
    for (const [index, leg] of legs.entries()) {
      this.#tell({ leg: index, points: [] });
      const driving = this.#driving();
      if (leg.kind === 'ride') {
        through = (await this.#ride(leg, driving)).landing;
        continue;
      }
      const next = legs[index + 1];
      if (next?.kind === 'ride') {
        const out = through && (await driving.to({ at: through, isLast: false, through }));
        if (out?.kind === 'blocked') return out.reason;
        through = undefined;
      }
      const at = next?.kind === 'ride' ? (await this.#getInLine(next, driving)).landing : (leg.points.at(-1) ?? this.#errand.here);
      const headingRad = next || 'node' in this.goal ? undefined : this.goal.headingRad;
      const driven = await driving.to({ at, headingRad, isLast: !next, through });
      if (driven.kind === 'blocked') return driven.reason;
      through = undefined;
    }
    return undefined;
  }

  #driving(): Driving {
    const { planner, seed, knownBy } = this.#options;
    return new Driving(this.#errand, this.#right, {
      ...{ planner, knownBy, seed: seed ?? 1 },
      tell: ({ state, points, reason }) => this.#tell({ state, points, reason, remainingM: this.#remainingM(points) }),
    });
  }

  async #ride(leg: RideLeg, driving: Driving): Promise<Riding> {
    const riding = await this.#getInLine(leg, driving);
    await riding.ride(driving);
    return riding;
  }

  /** Who is in the cabin has it already. */
  async #getInLine(leg: RideLeg, driving: Driving): Promise<Riding> {
    if (this.#riding?.isFor(leg)) return this.#riding;
    await this.#riding?.giveBack();
    const riding = new Riding(this.#errand, this.#right, leg, (state) => this.#tell({ state, reason: undefined, points: [] }));
    this.#riding = riding;
    this.#tell({ state: 'waiting', reason: `for ${leg.elevator}` });
    await riding.getInLine(driving);
    return riding;
  }

  /** What is held is renewed while it is needed, and given back as soon as it is not. */
  async #keepUp(): Promise<void> {
    await this.#right.renew();
    await this.#riding?.renew();
    if (!this.#riding?.isOver) return;
    await this.#riding.giveBack();
    this.#riding = undefined;
  }

  async #wait(ms: number, reason: string): Promise<void> {
    this.#tell({ state: 'waiting', reason });
    const untilMs = this.#errand.nowMs + ms;
    while (this.#errand.nowMs < untilMs) await this.#errand.look();
  }

  #remainingM(points: readonly Place[]): number {
    const later = this.#progress.route?.legs.slice(this.#progress.leg + 1) ?? [];
    return lengthOf(points) + later.reduce((sum, leg) => sum + (leg.kind === 'drive' ? leg.lengthM : 0), 0);
  }

  #tell(news: Partial<JourneyProgress>): void {
    const { floor } = this.#errand.ports.world.entity(this.robot) ?? {};
    this.#progress = { ...this.#progress, floor, ...news };
    this.changes.emit(this.#progress);
  }
}

/** From where it is on a way. */
function pointsLeft(points: readonly Place[], here: { readonly x: number; readonly y: number } | undefined): Place[] {
  if (!here) return [...points];
  const at: Place = [here.x, here.y];
  const offM = points.slice(1).map((to, index) => distanceTo(at, [points[index] ?? to, to]));
  const leastM = Math.min(...offM);
  // The last stretch that is as near as any: a way may come by the same place twice.
  const stretch = offM.findLastIndex((metres) => metres <= leastM + 1e-3);
  return [at, ...points.slice(stretch + 1)];
}
