/** A simulation host: some participants in one process that own all robots, and say where they are at each tick. */
import { planarPose, planarTwist } from '../../src/core/base/pose.ts';
import type { EntityView, Participant, Threshold } from '../../src/core/world/world.ts';
import { Fleet } from '../harness/motion.ts';
import { everyTick, monotonicMs, runInBefore, serveRole } from '../harness/role.ts';
import type { Scenario } from '../harness/scenario.ts';
import { join, robotId } from './joining.ts';
import { Tap } from './tapped-socket.ts';

/** `apart`: each owner has a tick of its own, as on a machine of its own; `together`: all in one go, as one host of them all. */
export type Ticks = 'together' | 'apart';

/** What one participant owns at most, if not told. */
const ROBOTS_PER_OWNER = 400;
const INSERTED_AT_ONCE = 50;
/** While running in, every so manieth robot is told of at a time, whatever proxies know. */
const RUN_IN_SHARE = 4;
const ALWAYS: Threshold = { lengthM: -1, angleRad: -1, value: -1 };

const tap = new Tap();
let scenario: Scenario;
let fleet: Fleet;
let owners: Participant[] = [];
let views: EntityView[] = [];
let missedTicks = 0;
let isHeld = false;
let robotsPerOwner = ROBOTS_PER_OWNER;
/** When each state of each robot was handed over to be sent: sequence numbers and times, in pairs. */
let sentMs: number[][] = [];

async function insert(from: number, to: number): Promise<EntityView[]> {
  const owner = ownerOf(from);
  const inserted: EntityView[] = [];
  for (let first = from; first < to; first += INSERTED_AT_ONCE) {
    const indices = Array.from({ length: Math.min(INSERTED_AT_ONCE, to - first) }, (_, i) => first + i);
    const some = await Promise.all(
      indices.map((index) => {
        const { x, y, yawRad } = fleet.at(index, 0);
        const initial = { pose: planarPose(x, y, yawRad), values: [] };
        return owner.insert({ name: `Robot ${index}`, model: 'pioneer-3-dx', kind: 'dynamic', dofs: [], initial }, robotId(index));
      }),
    );
    inserted.push(...some);
  }
  return inserted;
}

const ownerOf = (index: number): Participant => owners[Math.floor(index / robotsPerOwner)] as Participant;

/** Of the robots from `from` up to `to`. */
function tick(startMs: number, threshold: Threshold, from: number, to: number): void {
  fleet.advanceTo(monotonicMs() - startMs);
  const published: number[] = [];
  for (let index = from; index < to; index++) {
    const view = views[index] as EntityView;
    const before = view.seq;
    const { x, y, yawRad, forwardMPerS, turnRadPerS } = fleet.at(index, monotonicMs() - startMs);
    ownerOf(index).observe(view.id, { pose: planarPose(x, y, yawRad), twist: planarTwist(forwardMPerS, turnRadPerS) }, threshold);
    if (view.seq !== before) published.push(index, view.seq);
  }
  // All of a tick goes out as one message, right after this.
  const nowMs = monotonicMs();
  for (let i = 0; i < published.length; i += 2) sentMs[published[i] as number]?.push(published[i + 1] as number, nowMs);
}

/** Says where some robots are although all know it. */
function runIn(number: number): void {
  for (let index = number % RUN_IN_SHARE; index < views.length; index += RUN_IN_SHARE) {
    const { x, y, yawRad, forwardMPerS, turnRadPerS } = fleet.at(index, 0);
    const observation = { pose: planarPose(x, y, yawRad), twist: planarTwist(forwardMPerS, turnRadPerS) };
    ownerOf(index).observe(robotId(index), observation, ALWAYS);
  }
}

const handlers = {
  /** Owners take turns at the hubs of `urls`. */
  async join(options: { urls: readonly string[]; scenario: Scenario; robotsPerOwner?: number }): Promise<void> {
    scenario = options.scenario;
    fleet = new Fleet(scenario.fleet);
    sentMs = Array.from({ length: fleet.size }, () => []);
    robotsPerOwner = options.robotsPerOwner ?? ROBOTS_PER_OWNER;
    const { urls } = options;
    const count = Math.ceil(fleet.size / robotsPerOwner);
    owners = await Promise.all(Array.from({ length: count }, (_, i) => join(urls[i % urls.length] ?? '', `owner ${i}`, tap.socketOf(i))));
    // An owner looks at nothing but its own robots.
    await Promise.all(owners.map((owner) => owner.look([])));
    const inserted = await Promise.all(owners.map((_, i) => insert(i * robotsPerOwner, Math.min(fleet.size, (i + 1) * robotsPerOwner))));
    views = inserted.flat();
  },
  begin({ startMs, threshold, ticks = 'together' }: { startMs: number; threshold: Threshold; ticks?: Ticks }): void {
    tap.begin(startMs, scenario.tickMs);
    runInBefore(startMs, scenario.tickMs, runIn);
    const robotsOfTick = ticks === 'together' ? fleet.size : robotsPerOwner;
    for (let from = 0; from < fleet.size; from += robotsOfTick) {
      const firstMs = startMs + (from / fleet.size) * scenario.tickMs;
      everyTick(firstMs, scenario.tickMs, (number) => {
        if (isHeld) return;
        // The next one is due already: this one says nothing that it would not say better.
        if (monotonicMs() >= firstMs + (number + 1) * scenario.tickMs) missedTicks++;
        else tick(startMs, threshold, from, Math.min(fleet.size, from + robotsOfTick));
      });
    }
  },
  /** They say nothing more, until they go on. */
  hold(): void {
    isHeld = true;
  },
  goOn(): void {
    isHeld = false;
  },
  report: (): { sentMs: Float64Array[]; sentBytes: number[]; states: number; missedTicks: number } => ({
    sentMs: sentMs.map((times) => Float64Array.from(times)),
    sentBytes: Array.from(tap.sent, (bytes) => bytes ?? 0),
    missedTicks,
    states: sentMs.reduce((sum, times) => sum + times.length / 2, 0),
  }),
};
export type Owners = typeof handlers;

serveRole(handlers);
