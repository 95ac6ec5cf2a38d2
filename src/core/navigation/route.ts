import type { Elevator, Place, Site } from '../maps/maps.ts';
import type { PlanAnswer } from '../planners/planner.ts';
import { isInShaft, landingBefore } from './landing.ts';
import { nodesPassed } from './nodes-passed.ts';
import type { DriveLeg, Leg, RideLeg, Spot } from './path-messages.ts';

export interface RouteQuery {
  /** Undefined in a world without a building: all is on one floor, without a name. */
  readonly site: Site | undefined;
  readonly start: Spot;
  readonly goal: Spot | { readonly node: string };
  readonly radiusM: number;
  /** The way on one floor, where each shaft is shut (`shaftOutline`). Asked as seldom as can be. */
  plan(floor: string | undefined, from: Place, to: Place): PlanAnswer;
}

export type Route =
  | { readonly kind: 'path'; readonly legs: readonly Leg[]; readonly nodes: readonly string[]; readonly lengthM: number }
  | { readonly kind: 'no path' | 'not found'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string };

/** What ways are compared by, in seconds: how fast a robot drives, how long an elevator lets one wait, board and leave, how fast it goes. */
const DRIVE_M_PER_S = 0.7;
const WAIT_S = 15;
const BOARD_S = 10;
const RIDE_M_PER_S = 0.8;

/** A place that routes lead by: where it begins, where it ends, before the door of an elevator on a floor. */
interface Stop {
  readonly key: string;
  readonly floor: string | undefined;
  readonly at: Place;
  readonly elevator?: Elevator | undefined;
}

interface Step {
  readonly to: Stop;
  readonly before: Step | undefined;
  readonly seconds: number;
  /** Undefined: only the straight line is known, which is never longer. */
  readonly leg: Leg | undefined;
}

/** The quickest way across floors: Dijkstra over stretches, each of which is planned only when nothing cheaper is left to look at. */
export function routeAcross(query: RouteQuery): Route {
  const ends = endsOf(query);
  return ends.kind === 'refused' ? ends : new Search(query, ends.start, ends.goal).run();
}

type Ends = { readonly kind: 'ends'; readonly start: Stop; readonly goal: Stop } | { readonly kind: 'refused'; readonly reason: string };

function endsOf({ site, start, goal, radiusM }: RouteQuery): Ends {
  const begin = spotOf('start', start, site);
  const end = 'node' in goal ? stopOfNode(goal.node, site, radiusM) : spotOf('goal', goal, site);
  if (!end) return { kind: 'refused', reason: `there is no such place in the topological map: ${'node' in goal ? goal.node : ''}` };
  for (const [what, { floor }] of [['start', begin] as const, ['goal', end] as const]) {
    if (!site || site.floors.some(({ id }) => id === floor)) continue;
    const where = floor === undefined ? 'no floor' : `the floor ${floor}`;
    return { kind: 'refused', reason: `the ${what} is on ${where}; there are ${listed(site)}` };
  }
  return { kind: 'ends', start: begin, goal: end };
}

const listed = ({ floors }: Site): string => floors.map(({ id }) => id).join(', ');

/** A building of one floor has no other to mean. */
const spotOf = (key: string, { x, y, floor }: Spot, site: Site | undefined): Stop => ({
  key,
  floor: floor ?? (site?.floors.length === 1 ? site.floors[0]?.id : undefined),
  at: [x, y],
});

/** To an elevator one goes as far as to its door. */
function stopOfNode(id: string, site: Site | undefined, radiusM: number): Stop | undefined {
  const node = site?.topology.nodes.find((known) => known.id === id);
  if (!node) return undefined;
  const { kind, floor, at } = node;
  const elevator = kind === 'elevator' ? site?.elevators.find(({ stops }) => isSamePlace(stops[0]?.at, at)) : undefined;
  return { key: 'goal', floor, at: elevator ? landingBefore(at, elevator.facingRad, radiusM) : at };
}

const isSamePlace = (a: Place | undefined, b: Place): boolean => a !== undefined && Math.hypot(a[0] - b[0], a[1] - b[1]) < 0.01;

class Search {
  readonly #query: RouteQuery;
  readonly #start: Stop;
  readonly #goal: Stop;
  readonly #landings: readonly Stop[];
  readonly #settled = new Set<string>();
  #open: Step[] = [];
  /** Why a stretch could not be planned: the last one is told when there is no way at all. */
  #obstacle: Extract<PlanAnswer, { kind: 'no path' | 'not found' }> | undefined;

  constructor(query: RouteQuery, start: Stop, goal: Stop) {
    const { site, radiusM } = query;
    this.#query = query;
    this.#start = start;
    this.#goal = goal;
    this.#landings = (site?.elevators ?? []).flatMap((elevator) =>
      elevator.stops.map(({ floor, at }) => ({
        ...{ key: `${elevator.id} ${floor}`, floor, elevator },
        at: landingBefore(at, elevator.facingRad, radiusM),
      })),
    );
  }

  run(): Route {
    this.#settled.add(this.#start.key);
    this.#goOn(this.#start, undefined);
    for (;;) {
      const step = this.#cheapest();
      if (!step) return this.#nowhere();
      if (this.#settled.has(step.to.key)) continue;
      if (!step.leg) {
        this.#measure(step);
        continue;
      }
      if (step.to === this.#goal) return this.#found(step);
      this.#settled.add(step.to.key);
      this.#goOn(step.to, step);
    }
  }

  #cheapest(): Step | undefined {
    const least = this.#open.reduce<Step | undefined>((best, step) => (best && best.seconds <= step.seconds ? best : step), undefined);
    this.#open = this.#open.filter((step) => step !== least);
    return least;
  }

  /** All that can be reached next from a place. */
  #goOn(from: Stop, before: Step | undefined): void {
    const seconds = before?.seconds ?? 0;
    const cabin = before ? undefined : this.#query.site?.elevators.find((elevator) => isInShaft(from.at, elevator));
    const elevator = cabin ?? from.elevator;
    for (const to of elevator ? this.#landings.filter((landing) => landing.elevator === elevator) : []) {
      if (to.floor === from.floor && !cabin) continue;
      const leg = this.#ride(elevator as Elevator, from, to);
      this.#open.push({
        to,
        before,
        leg,
        seconds: seconds + (cabin ? BOARD_S / 2 : WAIT_S + BOARD_S) + this.#heightM(from, to) / RIDE_M_PER_S,
      });
    }
    if (cabin) return;
    for (const to of [this.#goal, ...this.#landings]) {
      if (to.floor !== from.floor || to.elevator === (from.elevator ?? null)) continue;
      const straightM = Math.hypot(to.at[0] - from.at[0], to.at[1] - from.at[1]);
      this.#open.push({ to, before, leg: undefined, seconds: seconds + straightM / DRIVE_M_PER_S });
    }
  }

  #ride({ id, stops }: Elevator, from: Stop, to: Stop): RideLeg {
    const at = stops[0]?.at ?? to.at;
    return { kind: 'ride', elevator: id, at, from: from.floor ?? '', to: to.floor ?? '' };
  }

  #heightM(from: Stop, to: Stop): number {
    const heightM = (floor: string | undefined) => this.#query.site?.floors.find(({ id }) => id === floor)?.heightM ?? 0;
    return Math.abs(heightM(to.floor) - heightM(from.floor));
  }

  /** Plans a stretch whose straight line was the cheapest left. */
  #measure({ to, before }: Step): void {
    const from = before?.to ?? this.#start;
    const answer = this.#query.plan(to.floor, from.at, to.at);
    if (answer.kind !== 'path') {
      // What is proven for the goal says more than what is not for an elevator.
      if (!this.#obstacle || to === this.#goal) this.#obstacle = answer;
      return;
    }
    const leg: DriveLeg = { kind: 'drive', floor: to.floor, points: answer.points, lengthM: answer.lengthM };
    this.#open.push({ to, before, leg, seconds: (before?.seconds ?? 0) + answer.lengthM / DRIVE_M_PER_S });
  }

  #nowhere(): Route {
    if (this.#obstacle) return { kind: this.#obstacle.kind, reason: this.#obstacle.reason };
    return { kind: 'no path', reason: `no elevator goes from ${this.#start.floor} to ${this.#goal.floor}` };
  }

  #found(last: Step): Route {
    const legs: Leg[] = [];
    for (let step: Step | undefined = last; step?.leg; step = step.before) legs.unshift(step.leg);
    const lengthM = legs.reduce((sum, leg) => sum + (leg.kind === 'drive' ? leg.lengthM : 0), 0);
    const { site } = this.#query;
    return { kind: 'path', legs, lengthM, nodes: site ? nodesOf(site, legs) : [] };
  }
}

function nodesOf(site: Site, legs: readonly Leg[]): string[] {
  const nodes = legs.flatMap((leg) => {
    if (leg.kind === 'drive') return nodesPassed(site, leg.floor, leg.points);
    return [leg.from, leg.to].flatMap((floor) => {
      const stop = site.topology.nodes.find((node) => node.kind === 'elevator' && node.floor === floor && isSamePlace(node.at, leg.at));
      return stop ? [stop.id] : [];
    });
  });
  return nodes.filter((node, index) => node !== nodes[index - 1]);
}
