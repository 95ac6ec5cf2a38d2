import { yawOf } from '../base/pose.ts';
import { between } from '../base/random.ts';
import type { Place } from '../maps/maps.ts';
import type { EntityView } from '../world/world.ts';
import { placesAside } from './aside.ts';
import { type Base, slowed } from './base.ts';
import { BUMP_M, EndedError, type Errand } from './errand.ts';
import { follow, turnBetween } from './following.ts';
import { type Avoided, MOST_AVOIDED, type PathAnswer, type PathFound } from './path-messages.ts';
import { distanceTo } from './polyline.ts';
import { NO_HURRY, type RightOfWay } from './right-of-way.ts';
import { endOf, passingM, standing, timedWay } from './timed-way.ts';
import { avoided, type Body, bodiesAround, discAt, firstMet, isForGood, isInWish, moverOf, standingMover, wayOf } from './traffic.ts';
import type { Claim } from './ways.ts';

/** Where one drive leads. */
export interface Target {
  readonly at: Place;
  readonly headingRad?: number | undefined;
  /** It stays there. */
  readonly isLast: boolean;
  /** From where the robot stands it first goes straight there: out of a cabin, which no planner knows. */
  readonly through?: Place | undefined;
}

export type Driven = { readonly kind: 'arrived' } | { readonly kind: 'blocked'; readonly reason: string };

/** What a journey shows of a drive. */
export interface DriveNews {
  readonly state: 'driving' | 'waiting';
  readonly points: readonly Place[];
  readonly reason?: string | undefined;
}

export interface DriveOptions {
  readonly planner?: string | undefined;
  readonly seed: number;
  readonly knownBy?: string | undefined;
  readonly tell: (news: DriveNews) => void;
}

interface Way {
  readonly answer: PathAnswer;
  /** As it may go there. */
  readonly base: Base;
}

interface Course {
  readonly points: readonly Place[];
  readonly base: Base;
}

const THERE_M = 0.01;
const THERE_RAD = 0.02;
/** A robot is planned for as a little larger than it is: walls are not to be brushed along. */
const BERTH_M = 0.03;
/** Where that leaves no way, or it stands too near to a wall already. With less its owner's guard, which keeps away from walls itself, cuts it short. */
const LEAST_BERTH_M = 0.02;
/** Beside a door there may be no room but for who goes slowly. */
const CAREFUL = { speedMPerS: 0.25, turnRadPerS: 0.5 };
const CREEPING = { speedMPerS: 0.1, turnRadPerS: 0.2 };
/** So often a way is planned anew because it leads by another door's edge. */
const MOST_ROUNDS = 4;
const LEEWAY_M = 0.01;
/** After it ran into something. */
const BACK_M = 0.15;
/** A word to the owner takes about so long. */
const UNTIL_IT_STARTS_MS = 60;
/** Who waits looks again after about so long. */
const [SHORTEST_WAIT_MS, LONGEST_WAIT_MS] = [200, 500];
/** While it drives it looks so far ahead for what nobody has claimed. */
const AHEAD_MS = 2500;
/** At every so-manyth look. */
const LOOKS_AHEAD = 2;
/** Cut short more often than this it gives up; and where nothing has led there for so long, in world time. */
const MOST_CONTACTS = 12;
const NO_WAY_MS = 20_000;
const NO_TURN_MS = 300_000;
/** Farther than this many times the straight line is no place aside. */
const LONGEST_ASIDE = 3;
/** Who finds no place from which it could go on later takes any, sooner or later. */
const DESPERATE = 0.05;

/** Drives one robot on one floor, among others who do the same. */
export class Driving {
  readonly #errand: Errand;
  readonly #right: RightOfWay;
  readonly #options: DriveOptions;
  readonly #answers = new Map<string, PathAnswer>();
  #contacts = 0;
  #berthM = BERTH_M;
  /** Where it is to get to when it has made way. */
  #target: Target | undefined;

  constructor(errand: Errand, right: RightOfWay, options: DriveOptions) {
    this.#errand = errand;
    this.#right = right;
    this.#options = options;
  }

  /** Resolves when it stands there, or when that cannot be. */
  async to(target: Target): Promise<Driven> {
    this.#right.stay = target.isLast ? target.at : undefined;
    let lastWayMs = this.#errand.nowMs;
    let lastTurnMs = lastWayMs;
    for (;;) {
      await this.#errand.look();
      if (this.#errand.isPaused) continue;
      if (this.#isThere(target)) return { kind: 'arrived' };
      const bodies = this.#bodies();
      const { answer: own, base } = await this.#plan(target, bodies);
      if (own.kind === 'path' && (await this.#goSomehow({ points: pointsOf(own, target), base }, target, bodies))) {
        lastTurnMs = lastWayMs = this.#errand.nowMs;
        this.#berthM = BERTH_M;
        continue;
      }
      const wished = own.kind === 'path' ? own : (await this.#plan(target, bodies.filter(isForGood))).answer;
      if (wished.kind !== 'path' && this.#berthM === BERTH_M) this.#berthM = LEAST_BERTH_M;
      if (wished.kind === 'path') lastWayMs = this.#errand.nowMs;
      else if (this.#errand.nowMs - lastWayMs > NO_WAY_MS) return { kind: 'blocked', reason: wished.reason };
      if (this.#errand.nowMs - lastTurnMs > NO_TURN_MS) return { kind: 'blocked', reason: 'the others do not let it by' };
      const points = wished.kind === 'path' ? pointsOf(wished, target) : [];
      this.#options.tell({ state: 'waiting', points, reason: wished.kind === 'path' ? undefined : wished.reason });
      this.#target = target;
      if (!(await this.#makeWay(bodies))) await this.#right.wish(wished.kind === 'path' ? [this.#errand.here, ...points] : []);
      await this.#pause();
    }
  }

  /** Waits for something else than the way, and makes way for all meanwhile. `kept`: a line that somebody without a claim may come along. */
  async waitUntil(isOver: () => boolean, kept: () => readonly Place[] = () => []): Promise<void> {
    while (!isOver()) {
      if (this.#right.own?.urgency !== NO_HURRY) await this.#right.stand(NO_HURRY);
      if (!this.#errand.isPaused && !(await this.#makeWay(this.#bodies()))) await this.clear(kept());
      await this.#pause();
    }
  }

  #bodies(): Body[] {
    const { ports, view } = this.#errand;
    return bodiesAround(ports.world, ports.models, view, this.#right.others);
  }

  async #pause(): Promise<void> {
    const untilMs = this.#errand.ports.clock.now() + between(this.#errand.ports.random, SHORTEST_WAIT_MS, LONGEST_WAIT_MS);
    do await this.#errand.look();
    while (this.#errand.ports.clock.now() < untilMs);
  }

  #isThere({ at, headingRad }: Target): boolean {
    const { pose } = this.#errand.view.posture;
    const isTurned = headingRad === undefined || Math.abs(turnBetween(yawOf(pose), headingRad)) < THERE_RAD;
    return isTurned && Math.hypot(pose.x - at[0], pose.y - at[1]) < THERE_M;
  }

  #plan({ at, through }: Pick<Target, 'at' | 'through'>, bodies: readonly Body[]): Promise<Way> {
    return this.#way(through ?? this.#errand.here, at, bodies);
  }

  /** With room to pass doors; where there is none, slowly. */
  async #way(from: Place, to: Place, bodies: readonly Body[]): Promise<Way> {
    const { base, view, floor } = this.#errand;
    const posts = this.#errand.posts.at(view.posture.pose.z);
    let first: Way | undefined;
    for (const pace of [base, slowed(base, CAREFUL), slowed(base, CREEPING)]) {
      const planned = { mover: standingMover(pace, from), radiusM: base.radiusM + this.#berthM, from, floor };
      const avoid = [...avoided(bodies, planned), ...this.#errand.bumps.map((bump) => discAt(bump, BUMP_M, planned))];
      const roomM = passingM(standingMover(pace, from), 0) - base.radiusM;
      // Beside a door it may not even set off at that pace.
      if (pace.speedMPerS > CREEPING.speedMPerS && posts.some((post) => distanceTo(post, [from]) < base.radiusM + roomM - LEEWAY_M))
        continue;
      const beside = new Set<Place>();
      for (let rounds = 0; rounds < MOST_ROUNDS; rounds++) {
        const answer = await this.#ask(from, to, [...avoid, ...[...beside].map((post) => discAt(post, roomM, planned))]);
        first ??= { answer, base: pace };
        if (answer.kind !== 'path') break;
        const line = [from, ...pointsOf(answer, { at: to })];
        const isBrushed = (post: Place) =>
          distanceTo(post, line) < base.radiusM + roomM - LEEWAY_M && distanceTo(post, [from]) > base.radiusM + roomM;
        const brushed = posts.filter((post) => !beside.has(post) && isBrushed(post));
        if (brushed.length === 0) return { answer, base: pace };
        for (const post of brushed) beside.add(post);
      }
    }
    return { answer: first?.answer ?? NOT_ASKED, base: slowed(base, CREEPING) };
  }

  /** The same is not asked twice. */
  async #ask(from: Place, to: Place, avoid: readonly Avoided[]): Promise<PathAnswer> {
    const { ports, base, floor } = this.#errand;
    const { planner, seed, knownBy } = this.#options;
    const spot = ([x, y]: Place) => ({ x: round(x), y: round(y), ...(floor !== undefined && { floor }) });
    const request = {
      ...{ start: spot(from), goal: spot(to), radiusM: base.radiusM + this.#berthM, seed },
      avoid: nearest(avoid, from).map((disc) => ({ ...disc, x: round(disc.x), y: round(disc.y), radiusM: round(disc.radiusM) })),
      ...(planner !== undefined && { planner }),
      ...(knownBy !== undefined && { knownBy }),
    };
    const key = JSON.stringify(request);
    const known = this.#answers.get(key);
    if (known) return known;
    const answer = onOneFloor(await ports.paths.ask(request));
    this.#errand.check();
    const [oldest] = this.#answers.keys();
    if (this.#answers.size >= 32 && oldest !== undefined) this.#answers.delete(oldest);
    // Chance may have it otherwise next time, and a host may be there.
    if (answer.kind === 'path' || answer.kind === 'no path') this.#answers.set(key, answer);
    return answer;
  }

  /** By somebody who stands there it may be too narrow but for who goes slowly. */
  async #goSomehow(course: Course, target: Target, bodies: readonly Body[]): Promise<boolean> {
    const { points, base } = course;
    const { view, here, nowMs } = this.#errand;
    const way = timedWay(nowMs, here, follow(view.posture.pose, points, base, target));
    const met = firstMet(bodies, moverOf(base, way), nowMs, { slackMs: this.#right.slackMs })?.body;
    const isNarrow = met?.way.length === 1 && (met.claim?.way.length ?? 1) === 1;
    return this.#go(isNarrow ? { points, base: slowed(base, CAREFUL) } : course, target, bodies);
  }

  /** Sets off, if the way is clear now and to its end; resolves when it stands again. False: it has not set off. */
  async #go({ points, base }: Course, { headingRad, isLast }: Target, bodies: readonly Body[], { aside = false } = {}): Promise<boolean> {
    const { view, nowMs, here, ports } = this.#errand;
    const knots = follow(view.posture.pose, points, base, { headingRad });
    const startMs = nowMs + UNTIL_IT_STARTS_MS * Math.max(1, ports.world.time.rate);
    const way = timedWay(startMs, here, knots);
    if (firstMet(bodies, moverOf(base, way), startMs, { slackMs: this.#right.slackMs })) return false;
    if (!(await this.#right.take(way, { isLast, aside, base }))) return false;
    this.#errand.check();
    this.#options.tell({ state: 'driving', points: [here, ...points] });
    const outcome = await this.#errand.move({ kind: 'follow', knots: [...knots] });
    this.#errand.check();
    if (outcome.kind === 'done') await this.#underWay(knots.at(-1)?.pose ?? view.posture.pose, outcome.epoch, base);
    else if (++this.#contacts > MOST_CONTACTS) throw new EndedError('failed', outcome.reason);
    await this.#right.stand();
    if (aside) this.#options.tell({ state: 'waiting', points: [], reason: 'it has made way' });
    return outcome.kind === 'done';
  }

  /** Until it stands: at the end, or where something came in its way. */
  async #underWay(end: { readonly x: number; readonly y: number }, epoch: number, base: Base): Promise<void> {
    for (let looks = 0; ; looks++) {
      const { view, nowMs } = this.#errand;
      const isAsSent = Math.hypot(endOfMotion(view).x - end.x, endOfMotion(view).y - end.y) < THERE_M;
      if (!isAsSent && !view.contact && view.epoch === epoch) throw new EndedError('failed', 'somebody else moved it');
      if (view.endsAtMs <= nowMs) {
        if (isAsSent) return;
        if (++this.#contacts > MOST_CONTACTS) throw new EndedError('failed', whatIsInTheWay(view));
        return this.#bumped(view);
      }
      const mover = moverOf(base, wayOf(view, nowMs));
      const isDue = looks % LOOKS_AHEAD === 0 && !this.#errand.isPaused;
      if (isDue && firstMet(this.#bodies(), mover, nowMs, { slackMs: 0, untilMs: nowMs + AHEAD_MS })) {
        await this.#errand.move({ kind: 'halt' });
        await this.#right.stand();
        return this.#pause();
      }
      await this.#errand.look();
    }
  }

  /** Whether it can still get to where it goes from there, when all others have got to where they go. */
  async #leadsOn(place: Place, bodies: readonly Body[]): Promise<boolean> {
    if (!this.#target) return true;
    const settled = bodies.flatMap((body) => {
      if (!body.claim) return [body];
      return body.claim.stay ? [{ ...body, way: standing(body.claim.stay), claim: undefined }] : [];
    });
    const others = settled.filter(({ way }) => distanceTo(endOf(way), [place]) > 0);
    return (await this.#way(place, this.#target.at, others)).answer.kind === 'path';
  }

  /** What is no robot, and was not planned round, is from now on. So near to it there may be no room to turn: it goes back a little, the way it came. */
  async #bumped({ contact, posture: { pose } }: EntityView): Promise<void> {
    if (contact && !this.#bodies().some(({ id }) => id === contact.with)) this.#errand.bump([contact.x, contact.y]);
    const { base } = this.#errand;
    const yaw = yawOf(pose);
    const back = { ...pose, x: pose.x - BACK_M * Math.cos(yaw), y: pose.y - BACK_M * Math.sin(yaw) };
    const knots = [{ afterMs: Math.ceil((1000 * BACK_M) / Math.min(base.speedMPerS, CAREFUL.speedMPerS)), pose: back }];
    const nowMs = this.#errand.nowMs;
    if (!(await this.#right.take(timedWay(nowMs, [pose.x, pose.y], knots), { isLast: false, aside: true, base }))) return;
    const { kind } = await this.#errand.move({ kind: 'follow', knots });
    while (kind === 'done' && this.#errand.view.endsAtMs > this.#errand.nowMs) await this.#errand.look();
  }

  /** Goes out of the way of who has no claim: who comes along a line. */
  async clear(line: readonly Place[]): Promise<void> {
    const { base, here } = this.#errand;
    const wish: Claim = {
      ...{
        robot: '',
        holder: '',
        rank: 0,
        urgency: -1,
        goodUntilMs: 0,
        radiusM: base.radiusM,
        speedMPerS: base.fastestMPerS,
        wishedSinceMs: 0,
      },
      ...{ way: standing(here), isLast: false, wish: line },
    };
    if (isInWish(here, base.radiusM, wish)) await this.#makeWay(this.#bodies(), [wish]);
  }

  /** Goes out of the way of who is more urgent. False: nobody is, or there is nowhere to go. */
  async #makeWay(bodies: readonly Body[], pushers: readonly Claim[] = this.#right.pushers()): Promise<boolean> {
    const [first] = pushers.toSorted((a, b) => a.urgency - b.urgency);
    if (!first) return false;
    const { ports, base, here, nowMs } = this.#errand;
    const mover = standingMover(base, here);
    // Not into the way of who is more urgent still; who is less so than the first has to wait for that one anyway.
    const urgent = [...pushers, ...this.#right.others].filter((claim) => claim.urgency <= first.urgency);
    const others = this.#right.others.filter((claim) => claim.urgency > first.urgency);
    const posts = this.#errand.posts.at(this.#errand.view.posture.pose.z);
    const places = placesAside(here, mover, { bodies, pushers: urgent, others }, { nowMs, random: ports.random }).filter((place) =>
      posts.every((post) => distanceTo(post, [place]) > passingM(mover, 0)),
    );
    // To be shut in later is better than to be in the way for ever.
    const isChoosy = ports.random.next() > DESPERATE;
    for (const place of places) {
      const { answer, base: pace } = await this.#way(here, place, bodies);
      if (answer.kind !== 'path' || answer.lengthM > LONGEST_ASIDE * (1 + Math.hypot(place[0] - here[0], place[1] - here[1]))) continue;
      if (isChoosy && !(await this.#leadsOn(place, bodies))) continue;
      if (await this.#go({ points: pointsOf(answer, { at: place }), base: pace }, { at: place, isLast: false }, bodies, { aside: true }))
        return true;
    }
    // Those who shut it in have to make way first.
    const free = placesAside(
      here,
      mover,
      { bodies: bodies.filter(isForGood), pushers: urgent, others: [] },
      { nowMs, random: ports.random },
    );
    for (const place of free) {
      const { answer } = await this.#way(here, place, bodies.filter(isForGood));
      if (answer.kind === 'path') return this.#right.wish([here, ...pointsOf(answer, { at: place })], { pusher: first });
    }
    return false;
  }
}

const NOT_ASKED: PathAnswer = { kind: 'refused', reason: 'nobody was asked' };

/** No more than can be asked about. */
const nearest = (avoid: readonly Avoided[], [x, y]: Place): readonly Avoided[] => {
  const awayM = (disc: Avoided) => Math.hypot(disc.x - x, disc.y - y);
  return avoid.length <= MOST_AVOIDED ? avoid : avoid.toSorted((a, b) => awayM(a) - awayM(b)).slice(0, MOST_AVOIDED);
};

/** To the millimetre: what differs by less is the same question. */
const round = (metres: number): number => Math.round(metres * 1000) / 1000;

/** A way by other floors is another journey. */
const onOneFloor = (answer: PathAnswer): PathAnswer =>
  answer.kind === 'path' && answer.legs.some(({ kind }) => kind === 'ride')
    ? { kind: 'no path', reason: 'there is no way on this floor', planner: answer.planner, ms: answer.ms }
    : answer;

/** Of a way on one floor, after where it begins, and exactly to where it ends. */
function pointsOf(answer: PathFound, { at, through }: Pick<Target, 'at' | 'through'>): Place[] {
  const points = answer.legs.flatMap((leg) => (leg.kind === 'drive' ? leg.points : [])).slice(1, -1);
  return [...(through ? [through] : []), ...points, at];
}

function endOfMotion(view: EntityView): { readonly x: number; readonly y: number } {
  const { base, pose } = view.postureNow;
  return base.kind === 'path' ? (base.knots.at(-1)?.pose ?? pose) : pose;
}

const whatIsInTheWay = ({ contact }: EntityView): string => (contact ? `${contact.with} is in its way` : 'it does not get on');
