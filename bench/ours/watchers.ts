/** Several participants in one process that watch the robots. What they know is compared with the truth at that very instant. */
import { yawOf } from '../../src/core/base/pose.ts';
import { seededRandom } from '../../src/core/base/random.ts';
import type { Participant } from '../../src/core/world/world.ts';
import { ErrorLog, type ErrorSummary } from '../harness/error-log.ts';
import { memory } from '../harness/memory.ts';
import { angleOf, Fleet, viewpointAt } from '../harness/motion.ts';
import { everyTick, monotonicMs, serveRole } from '../harness/role.ts';
import { LOOK_EVERY_MS, type Scenario, someInSight } from '../harness/scenario.ts';
import type { Batch } from '../peers/raw-messages.ts';
import { indexOf, join, robotId } from './joining.ts';
import { Tap } from './tapped-socket.ts';

/** Not a multiple of the tick: errors are seen at all ages of a state. */
const COMPARE_EVERY_MS = 37;
const SNAPSHOT_RIM_M = 10;
const JOINING_AT_ONCE = 10;

const tap = new Tap();
const errors = new ErrorLog();
const random = seededRandom(13);
const watchers = new Map<number, Participant>();
const viewpoints = new Map<number, { x: number; y: number }>();
const looking: Disposable[] = [];
let scenario: Scenario;
let fleet: Fleet;
/** Robot, sequence number and time of each state that was accepted, in threes. */
let acceptedMs: number[] = [];

async function lookAround(client: number, watcher: Participant, ms: number): Promise<void> {
  if (scenario.sight === undefined) return;
  const viewpoint = viewpointAt(client, scenario.fleet.arenaM, ms);
  viewpoints.set(client, viewpoint);
  await watcher.look([{ floor: 'f0', ...viewpoint, radiusM: scenario.sight.radiusM }]);
}

/** A robot that came into sight just now is known from a snapshot: its state was sent long before. */
function isWellInSight(client: number, robot: number): boolean {
  if (scenario.sight === undefined) return true;
  const viewpoint = viewpoints.get(client);
  const { x, y } = fleet.at(robot, fleet.timeMs);
  return viewpoint !== undefined && Math.hypot(x - viewpoint.x, y - viewpoint.y) < scenario.sight.radiusM - SNAPSHOT_RIM_M;
}

function compare(startMs: number): void {
  for (const [client, watcher] of watchers) {
    const ms = monotonicMs() - startMs;
    fleet.advanceTo(ms);
    for (const { robot } of someInSight(scenario, client, fleet, ms, random)) {
      const view = watcher.entity(robotId(robot));
      const pose = view?.posture.pose;
      const truth = fleet.at(robot, monotonicMs() - startMs);
      if (view === undefined || pose === undefined || view.isElsewhere) errors.addMissing();
      else errors.add(Math.hypot(pose.x - truth.x, pose.y - truth.y), angleOf(yawOf(pose) - truth.yawRad));
    }
  }
}

async function enter(url: string, client: number, measured: 'yes' | 'no'): Promise<void> {
  const watcher = await join(url, `watcher ${client}`, tap.socketOf(client));
  watchers.set(client, watcher);
  await lookAround(client, watcher, 0);
  if (measured === 'no') return;
  const views = new Map(watcher.entities.map((view) => [view.id, view]));
  watcher.changes.on(({ entity }) => {
    const view = views.get(entity);
    if (view && isWellInSight(client, indexOf(entity))) acceptedMs.push(indexOf(entity), view.seq, monotonicMs());
  });
}

const handlers = {
  /** Clients take turns at the hubs of `urls`. */
  async join(options: { urls: readonly string[]; scenario: Scenario; from: number; to: number; measured: 'yes' | 'no' }): Promise<void> {
    const { urls, measured } = options;
    scenario = options.scenario;
    fleet = new Fleet(scenario.fleet);
    const clients = Array.from({ length: options.to - options.from }, (_, i) => options.from + i);
    while (clients.length > 0) {
      await Promise.all(clients.splice(0, JOINING_AT_ONCE).map((client) => enter(urls[client % urls.length] ?? '', client, measured)));
    }
  },
  begin({ startMs, measured }: { startMs: number; measured: 'yes' | 'no' }): void {
    tap.begin(startMs, scenario.tickMs);
    if (measured === 'yes') everyTick(startMs, COMPARE_EVERY_MS, () => compare(startMs));
    if (scenario.sight === undefined) return;
    for (const [client, watcher] of watchers) {
      // Not all at the same time: neither do people.
      const offsetMs = (client * LOOK_EVERY_MS) / scenario.clients;
      looking.push(
        everyTick(startMs + offsetMs, LOOK_EVERY_MS, (tick) => void lookAround(client, watcher, tick * LOOK_EVERY_MS + offsetMs)),
      );
    }
  },
  async leave(): Promise<void> {
    for (const timer of looking.splice(0)) timer[Symbol.dispose]();
    await Promise.all([...watchers.values()].map((watcher) => watcher.leave()));
    watchers.clear();
  },
  clear(): void {
    errors.clear();
    acceptedMs = [];
  },
  memory,
  report: (): { errors: ErrorSummary; acceptedMs: Float64Array; received: readonly Batch[]; clockErrorMs: number } => ({
    errors: errors.summary(),
    acceptedMs: Float64Array.from(acceptedMs),
    received: tap.received,
    clockErrorMs: Math.max(...[...watchers.values()].map(({ time }) => time.clockErrorMs)),
  }),
};
export type Watchers = typeof handlers;

serveRole(handlers);
