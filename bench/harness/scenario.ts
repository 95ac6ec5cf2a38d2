/** What all systems of a bench have in common: the robots, those who watch them, and how well they must see them. */
import { integerBelow, type Random } from '../../src/core/base/random.ts';
import type { ErrorBound } from './error-log.ts';
import { Fleet, type FleetPlan, type Placement, viewpointAt } from './motion.ts';

export interface Scenario {
  readonly fleet: FleetPlan;
  readonly clients: number;
  readonly tickMs: number;
  readonly bound: ErrorBound;
  /** Undefined: everybody sees everything. */
  readonly sight: Sight | undefined;
}

export interface Sight {
  readonly radiusM: number;
  /** Whoever sees a part of a cell gets all of it, in every system: all send the same robots to the same clients. */
  readonly cellM: number;
}

export interface Timing {
  readonly warmUpMs: number;
  readonly windowMs: number;
}

/** Clients that are measured for latency and errors; the others are there for the load, in a process that waits for the processor. */
export const PROBES = 5;

/** Viewpoints are told to the system this often. */
export const LOOK_EVERY_MS = 500;

/** A robot this far inside the radius must be seen: nearer to the rim it may be just on its way in. */
const RIM_M = 2;

/** Where every robot is at each tick, known before the measurement: no server is charged for simulating. */
export function tracks(plan: FleetPlan, ticks: number, tickMs: number): Float32Array {
  const fleet = new Fleet(plan);
  const found = new Float32Array(ticks * plan.robots * 3);
  let offset = 0;
  for (let tick = 0; tick < ticks; tick++) {
    const ms = tick * tickMs;
    fleet.advanceTo(ms);
    for (let robot = 0; robot < plan.robots; robot++) {
      const { x, y, yawRad } = fleet.at(robot, ms);
      found[offset++] = x;
      found[offset++] = y;
      found[offset++] = yawRad;
    }
  }
  return found;
}

/** Which robots a client must see at a time. */
export function sightOf({ fleet, sight }: Scenario, client: number, ms: number): (robot: { x: number; y: number }) => boolean {
  if (sight === undefined) return () => true;
  const viewpoint = viewpointAt(client, fleet.arenaM, ms);
  return (robot) => Math.hypot(robot.x - viewpoint.x, robot.y - viewpoint.y) < sight.radiusM - RIM_M;
}

/** Some robots, taken at random, that a client must see. */
export function* someInSight(
  scenario: Scenario,
  client: number,
  fleet: Fleet,
  ms: number,
  random: Random,
): Iterable<Placement & { robot: number }> {
  const isInSight = sightOf(scenario, client, ms);
  let found = 0;
  for (let i = 0; i < MOST_TRIES && found < SAMPLES; i++) {
    const robot = integerBelow(random, fleet.size);
    const placement = fleet.at(robot, ms);
    if (!isInSight(placement)) continue;
    found++;
    yield { robot, ...placement };
  }
}

/** Of one client at one time. */
const SAMPLES = 5;
const MOST_TRIES = 200;
