import { afterAll, beforeAll } from 'vitest';
import { delay } from '../../core/base/clock.ts';
import { type BusHarness, busContract, type LosableBusHarness, reconnectContract } from '../../core/bus/bus.contract.ts';
import type { Bus } from '../../core/bus/bus.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { Relay } from '../relay.contract.ts';
import { ALLOW } from '../socket/gatekeeper.ts';
import { connectDirectly } from './direct.ts';
import { NatsBackbone, type NatsOptions } from './nats.ts';
import { PrivateNats } from './private-nats.contract.ts';

let alone: PrivateNats;
let cluster: PrivateNats;
beforeAll(async () => {
  [alone, cluster] = await Promise.all([PrivateNats.start({ servers: 1 }), PrivateNats.start({ servers: 3 })]);
}, 60_000);
afterAll(async () => {
  await Promise.all([alone[Symbol.asyncDispose](), cluster[Symbol.asyncDispose]()]);
});

/** All tests use one space, for to make the records of one takes a cluster half a second. */
const SPACE = 'test';
let harnesses = 0;

/** The same bus, with buckets of its own. */
const withOwnBuckets = (bus: Bus, prefix: string): Bus =>
  new Proxy(bus, {
    get(target, property) {
      if (property === 'bucket') return (name: string) => target.bucket(`${prefix}.${name}`);
      const member: unknown = Reflect.get(target, property, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });

const optionsFor = (label: string, servers: readonly string[], reported: unknown[]) => ({
  servers,
  space: SPACE,
  label,
  clock: systemClock,
  defer: queueMicrotask,
  // Quicker, so that a cut is noticed after less than a second.
  pingPeriodMs: 300,
  swapMs: 2500,
  report: (error: unknown) => void reported.push(error),
});

busContract('NATS, a connection each', () => harnessOf(() => alone));
busContract('NATS, one connection for all', () => sharedHarness(() => alone));
busContract('NATS, a connection each to a server each of a cluster', () => harnessOf(() => cluster));
busContract('NATS, each by itself, with records at the desk of two hubs', () => directHarness(() => alone));
reconnectContract('NATS', () => harnessOf(() => alone));
reconnectContract('NATS, each by itself, with records at the desk of two hubs', () => directHarness(() => alone));

/** Each bus on a connection of its own, through a relay that can be cut. */
function harnessOf(nats: () => PrivateNats): Promise<LosableBusHarness> {
  const backbones: NatsBackbone[] = [];
  return relayedHarness(
    nats,
    async (options) => {
      const backbone = await NatsBackbone.connect(options);
      backbones.push(backbone);
      return backbone.connect(options.label);
    },
    () => Promise.all(backbones.map((backbone) => backbone[Symbol.asyncDispose]())),
  );
}

/** Each as a participant that may do no more than `participantSubjects` says: two hubs keep the records for it. */
async function directHarness(nats: () => PrivateNats): Promise<LosableBusHarness> {
  const buses: Bus[] = [];
  const hubs = await Promise.all(['hub-1', 'hub-2'].map((hub) => NatsBackbone.connect(optionsFor(hub, nats().addresses, []))));
  const anything = { mayRead: () => ALLOW, maySwap: () => ALLOW, mayReplace: () => ALLOW };
  const desks = hubs.map((hub) => hub.serveRecords('lab', anything));
  return await relayedHarness(
    nats,
    async (options) => {
      const bus = await connectDirectly({ ...options, world: 'lab', participant: options.label });
      buses.push(bus);
      return bus;
    },
    async () => {
      await Promise.all(buses.map((bus) => bus.drain()));
      for (const desk of desks) desk[Symbol.dispose]();
      await Promise.all(hubs.map((hub) => hub[Symbol.asyncDispose]()));
    },
  );
}

async function relayedHarness(
  nats: () => PrivateNats,
  join: (options: NatsOptions) => Promise<Bus>,
  end: () => Promise<unknown>,
): Promise<LosableBusHarness> {
  const prefix = `test-${++harnesses}`;
  const reported: unknown[] = [];
  const relays = new Map<Bus, Relay>();
  const { ports } = nats();
  return {
    async connect(self) {
      const relay = await Relay.open(ports[relays.size % ports.length] ?? 0);
      const bus = withOwnBuckets(await join(optionsFor(self, [`127.0.0.1:${relay.port}`], reported)), prefix);
      relays.set(bus, relay);
      return bus;
    },
    settle: () => settle([...relays.keys()]),
    async cut(bus) {
      const relay = relays.get(bus);
      relay?.cut();
      return { restore: async () => relay?.restore() };
    },
    reported,
    async [Symbol.asyncDispose]() {
      await end();
      for (const relay of relays.values()) await relay[Symbol.asyncDispose]();
    },
  };
}

/** All on one connection, as those at a hub's door are. */
async function sharedHarness(nats: () => PrivateNats): Promise<BusHarness> {
  const reported: unknown[] = [];
  const prefix = `test-${++harnesses}`;
  const backbone = await NatsBackbone.connect(optionsFor('hub', nats().addresses, reported));
  const buses: Bus[] = [];
  return {
    async connect(self) {
      const bus = withOwnBuckets(backbone.connect(self), prefix);
      buses.push(bus);
      return bus;
    },
    settle: () => settle(buses),
    reported,
    [Symbol.asyncDispose]: () => backbone[Symbol.asyncDispose](),
  };
}

/** Two round trips of each: what was under way has arrived then, but for what the servers of a cluster tell each other. */
async function settle(buses: readonly Bus[]): Promise<void> {
  for (let round = 0; round < 2; round++) {
    const trips = buses.filter(({ status }) => status.kind === 'connected').map((bus) => bus.bucket('settling').get('nothing'));
    await Promise.allSettled(trips);
  }
  await delay(systemClock, 2);
}
