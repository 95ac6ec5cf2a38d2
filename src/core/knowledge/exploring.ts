import type { Place } from '../maps/maps.ts';
import type { Planner } from '../planners/planner.ts';
import { cellOf } from './cells.ts';
import type { FloorKnowledge } from './floor-knowledge.ts';
import { cellName, type Frontier, lookedInVain, nextFrontier } from './frontier.ts';
import type { Around } from './known-grid.ts';
import { knownMap } from './known-map.ts';

/** A robot that is to see all of a floor, for who decides where it goes: it has no other map than what the robot knows. */
export interface ExploringRobot {
  readonly radiusM: number;
  readonly rangeM: number;
  readonly fieldRad: number;
  /** Where it is now, on its floor. */
  stand(): { readonly at: Place; readonly yawRad: number };
  /** Resolves with what it knows: when that has all it sees from where it stands, or as soon as it has seen a place. */
  known(until: Place | 'settled'): Promise<FloorKnowledge>;
  /** Doors that it saw shut, by their members. */
  readonly shut: ReadonlySet<number>;
  /** Others that stand about now, as far as it sees them. */
  readonly avoid: readonly Around[];
  /** Goes there and turns. False: it did not arrive; it stands somewhere on the way. */
  go(way: readonly Place[], headingRad: number): Promise<boolean>;
}

export interface ExploreOptions {
  readonly planner: Planner;
  readonly seed?: number | undefined;
  /** Says when to stop, though there be more to see. */
  readonly isOver?: (() => boolean) | undefined;
  /** Told of each place that it sets off to. */
  readonly onLeg?: ((frontier: Frontier) => void) | undefined;
}

export interface Exploration {
  /** `complete`: all that can be seen from where the robot can go has been. `stuck`: something was in the way of the rest. `over`: somebody said so. */
  readonly kind: 'complete' | 'over' | 'stuck';
  readonly legs: number;
}

/** More places than this nobody needs for one floor. */
const MOST_LEGS = 5000;
/** So often it tries to get to one place, before it tries another. */
const MOST_TRIES = 3;
/** Somebody in the way may go again. So often it is tried to get anywhere at all, one failure after the other. */
const MOST_FAILURES = 12;

/** Goes to the nearest place from which something new is seen, until there is none. */
export async function explore(robot: ExploringRobot, options: ExploreOptions): Promise<Exploration> {
  const givenUp = new Set<string>();
  await lookRound(robot);
  let known = await robot.known('settled');
  let [legs, failures, unreached] = [0, 0, 0];
  while (legs < MOST_LEGS && !options.isOver?.()) {
    const frontier = nextFrontierOf(robot, known, givenUp);
    if (!frontier) {
      // The last of what it saw may still be on its way.
      known = await robot.known('settled');
      if (nextFrontierOf(robot, known, givenUp)) continue;
      return { kind: unreached === 0 ? 'complete' : 'stuck', legs };
    }
    const way = wayTo(robot, known, frontier, options);
    if (!way) {
      givenUp.add(cellName(frontier.look));
      continue;
    }
    legs++;
    options.onLeg?.(frontier);
    const headingRad = Math.atan2(frontier.look[1] - frontier.stand[1], frontier.look[0] - frontier.stand[0]);
    const hasArrived = await robot.go(way, headingRad);
    known = await robot.known(frontier.look);
    failures = hasArrived ? 0 : failures + 1;
    if (failures >= MOST_FAILURES) return { kind: 'stuck', legs };
    if (known.cells.has(...cellOf(frontier.look))) continue;
    if (!hasArrived && failures % MOST_TRIES !== 0) continue;
    if (!hasArrived) unreached++;
    givenUp.add(cellName(frontier.look));
    if (hasArrived) for (const cell of lookedInVain(known, robot.stand(), robot)) givenUp.add(cell);
  }
  return { kind: 'over', legs };
}

const nextFrontierOf = (robot: ExploringRobot, known: FloorKnowledge, givenUp: ReadonlySet<string>): Frontier | undefined =>
  nextFrontier(known, robot.stand().at, robot.radiusM, { rangeM: robot.rangeM, shut: robot.shut, avoid: robot.avoid, givenUp });

/** Who does not see behind itself turns once, so that it knows where it stands. */
async function lookRound(robot: ExploringRobot): Promise<void> {
  if (robot.fieldRad >= 2 * Math.PI) return;
  const turns = Math.ceil((2 * Math.PI) / robot.fieldRad);
  const { yawRad } = robot.stand();
  for (let turn = 1; turn <= turns; turn++) {
    await robot.known('settled');
    await robot.go([], yawRad + (2 * Math.PI * turn) / turns);
  }
}

/** Through what was seen if that can be; else, as where it stands in something that it has not seen, through all that is not known to be in the way. */
function wayTo(robot: ExploringRobot, known: FloorKnowledge, { stand }: Frontier, options: ExploreOptions): readonly Place[] | undefined {
  for (const unknown of ['forbidden', 'free'] as const) {
    const map = knownMap(known, { unknown, shut: robot.shut, obstacles: robot.avoid.map(octagon) });
    const { at } = robot.stand();
    const answer = options.planner.plan({ map, from: at, to: stand, radiusM: robot.radiusM, seed: options.seed ?? 1 });
    if (answer.kind === 'path') return answer.points.slice(1);
  }
  return undefined;
}

/** Round a disc, to the left. */
function octagon({ at: [x, y], radiusM }: Around): Place[] {
  const outM = radiusM / Math.cos(Math.PI / 8);
  return Array.from({ length: 8 }, (_, i): Place => [x + outM * Math.cos((i * Math.PI) / 4), y + outM * Math.sin((i * Math.PI) / 4)]);
}
