/** One participant that owns a floor of robots and parts, in a process of its own, with the host and the engine it would have in a hub. */
import type { Bus } from '../../src/core/bus/bus.ts';
import { EmbeddedBackbone } from '../../src/core/bus/embedded.ts';
import { Host } from '../../src/core/host/host.ts';
import { catalog, draftOf } from '../../src/core/robots/robots.ts';
import { Participant } from '../../src/core/world/world.ts';
import { loadEngine } from '../../src/dynamics/dynamics.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { systemRandom } from '../../src/platform/system-random.ts';
import { pause, serveRole } from '../harness/role.ts';
import type { Timing } from '../harness/scenario.ts';
import { parts, type Worker, workers } from './physics-floor.ts';
import { meteredClock as clock, meter, metered, type TickTimes } from './tick-meter.ts';

const WORLD = 'floor';
/** What was thrown, pushed or carried comes to rest by then. */
const REST_WITHIN_MS = 60_000;

let messages = 0;
let beats = 0;

/** That somebody is there, and what a keeper holds of each region: said again and again, whatever becomes of bodies. */
const isBeat = (subject: string): boolean => subject.split('.')[2] === 'hb' || subject.split('.')[3] === 'inv';

/** The same bus, with a count of what is published. */
const counted = (bus: Bus): Bus =>
  new Proxy(bus, {
    get(target, property) {
      const member = Reflect.get(target, property, target);
      if (property !== 'publish') return typeof member === 'function' ? member.bind(target) : member;
      return (subject: string, payload: Uint8Array) => {
        messages++;
        if (isBeat(subject)) beats++;
        target.publish(subject, payload);
      };
    },
  });

interface Working extends TickTimes {
  readonly statesPerS: number;
}

interface Floor {
  readonly owner: Participant;
  readonly host: Host;
}

let floor: Floor | undefined;
const driving = new Set<Disposable>();

function opened(): Floor {
  if (!floor) throw new TypeError('ask to open first');
  return floor;
}

/** Whatever goes wrong inside must end the bench: a broken world is a fast one. */
const fail = (error: unknown): never => {
  console.error(error);
  process.exit(1);
};

/** What was put down, pushed or carried has come to rest, for longer than between two ticks. */
async function allAtRest(host: Host): Promise<void> {
  const deadlineMs = systemClock.now() + REST_WITHIN_MS;
  for (let looks = 0; looks < 5; looks = host.isAsleep ? looks + 1 : 0) {
    if (systemClock.now() > deadlineMs) throw new Error(`something still moves ${REST_WITHIN_MS / 1000} s after all were stopped`);
    await pause(200);
  }
}

function keepBusy(owner: Participant, worker: Worker, turn: number): void {
  void owner.command(worker.id, worker.task(turn)).catch(fail);
  if (worker.everyMs === Number.POSITIVE_INFINITY) return;
  const next = clock.after(worker.everyMs, () => {
    driving.delete(next);
    keepBusy(owner, worker, turn + 1);
  });
  driving.add(next);
}

const handlers = {
  async open(): Promise<void> {
    const backbone = new EmbeddedBackbone({ clock, defer: (action) => void setImmediate(() => metered(action)), report: fail });
    const owner = await Participant.join({
      bus: counted(backbone.connect('owner')),
      clock,
      random: systemRandom,
      report: fail,
      world: WORLD,
      name: 'Owner',
      isKeeper: true,
      founder: { incarnation: 1, cellM: 16 },
    });
    const models = new Map(catalog.map((model) => [model.id, model]));
    for (const { id, model, pose } of [...workers, ...parts]) await owner.insert(draftOf(model, { pose, name: id }), id);
    const host = new Host(owner, { clock, models: (id) => models.get(id), latencyMs: () => 0, report: fail, engine: loadEngine });
    floor = { owner, host };
    await allAtRest(host);
  },

  /** All work; answers what a tick takes and costs, and how many states were said. */
  async work({ warmUpMs, windowMs }: Timing): Promise<Working> {
    const { owner } = opened();
    for (const [index, worker] of workers.entries()) {
      const start = clock.after((index * 997) % 10_000, () => {
        driving.delete(start);
        keepBusy(owner, worker, 0);
      });
      driving.add(start);
    }
    // Until the last of them has begun, and what they do is compiled.
    await pause(10_000 + warmUpMs);
    meter.from();
    const saidBefore = messages - beats;
    await pause(windowMs);
    const statesPerS = ((messages - beats - saidBefore) * 1000) / windowMs;
    return { ...meter.times(), statesPerS };
  },

  /** All stop, and when everything has come to rest it is measured what that costs. */
  async rest({ windowMs }: { windowMs: number }): Promise<{ cpuMs: number; messages: number; beats: number }> {
    const { owner, host } = opened();
    for (const timer of driving) timer[Symbol.dispose]();
    driving.clear();
    await Promise.all(workers.map(({ id }) => owner.command(id, { kind: 'halt' })));
    await allAtRest(host);
    // The beats that say what changed last are over, and the engine has tidied up its memory after all that work.
    await pause(12_000);
    const before = { cpu: process.cpuUsage(), messages, beats };
    await pause(windowMs);
    const { user, system } = process.cpuUsage(before.cpu);
    return { cpuMs: (user + system) / 1000, messages: messages - before.messages, beats: beats - before.beats };
  },
};
export type PhysicsOwner = typeof handlers;

serveRole(handlers);
