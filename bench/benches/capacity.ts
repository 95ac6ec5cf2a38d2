/** What one person and one state cost a hub on this machine, one after the other; and whether these constants foretell what a hub takes that has more of everything. */
import { THRESHOLD } from '../../src/core/world/dead-reckoning.ts';
import { PrivateNats } from '../../src/transports/nats/private-nats.contract.ts';
import { SENT } from '../../src/transports/socket/close-reason.ts';
import { PrivatePostgres } from '../../tests/processes/private-postgres.ts';
import type { Bench } from '../harness/bench.ts';
import { prioritise, type Role, startRole } from '../harness/conductor.ts';
import { startSoon } from '../harness/measurement.ts';
import { cpuMsOf } from '../harness/other-process.ts';
import { monotonicMs, pause } from '../harness/role.ts';
import type { Scenario } from '../harness/scenario.ts';
import { median } from '../harness/statistics.ts';
import type { HubServer, Passed } from '../ours/hub-server.ts';
import type { Owners } from '../ours/owners.ts';
import type { Watchers } from '../ours/watchers.ts';
import { type Costs, cpuOf, type HubLoad, peopleFor } from '../scale/cost-model.ts';
import { outlookOf, type Size, siteOf } from '../scale/outlook.ts';
import { trafficOf } from '../scale/traffic-model.ts';

const PEOPLE = 60;
const ROBOTS = 1000;
const scenario: Scenario = {
  fleet: { seed: 7, robots: ROBOTS, arenaM: 200, temper: 'driven' },
  clients: 2 * PEOPLE,
  tickMs: 50,
  bound: { lengthM: 0.05, angleRad: 0.05 },
  sight: { radiusM: 25, cellM: 16 },
};
const ROBOTS_PER_OWNER = 50;
const OWNERS = ROBOTS / ROBOTS_PER_OWNER;
/** Entities that stand, to see what one takes of memory. */
const STANDING = 2000;
const PEOPLE_OF_MEMORY = 50;
const SETTLE_MS = 3000;
/** So long that what a hub's collector of garbage takes now and then is in all windows alike. */
const WINDOW_MS = 15_000;
/** What each is told of the others; the model has it for itself. */
const BEATS = trafficOf({ ...siteOf({ participants: OWNERS + PEOPLE, entities: ROBOTS, hubs: 2 }), owners: OWNERS });
/** What the model may be off by, either way. */
const GATE = 1.25;

/** For how many people there is room is said for these. */
const STATES_SEEN_PER_S = [0, 20, 100] as const;
/** Those of docs/scale.md. */
const SIZES: readonly Size[] = [
  { participants: 30, entities: 100, hubs: 1 },
  { participants: 100, entities: 1000, hubs: 1 },
  { participants: 300, entities: 3000, hubs: 3 },
  { participants: 1000, entities: 10_000, hubs: 10 },
  { participants: 10_000, entities: 1_000_000, hubs: 100 },
];

interface Window {
  readonly cpuMsPerS: number;
  readonly perS: Passed;
  readonly bytesOutPerS: number;
}

/** The second hub has nobody at its door: all it does is to hear. */
interface Phase {
  readonly one: Window;
  readonly two: Window;
  readonly natsMsPerS: number;
}

interface Found {
  readonly costs: Costs;
  readonly bytesPerPerson: number;
  readonly bytesPerState: number;
  readonly natsUsPerState: number;
  readonly foretold: number;
  readonly measured: number;
}

export const capacity: Bench = async ({ runs, timing, rigour, say, show }) => {
  await using nats = await PrivateNats.start({ servers: 1 });
  for (const { process: server } of nats.processes) if (server.pid !== undefined) prioritise(server.pid, 'normal');
  await using postgres = await PrivatePostgres.start();
  const found: Found[] = [];
  for (let run = 1; run <= runs; run++) {
    const shared = { bus: `nats://${nats.addresses.join(',')}/costs-${run}`, db: await postgres.emptyDatabase() };
    const windowMs = rigour === 'quick' ? timing.windowMs : WINDOW_MS;
    found.push(await measureCosts(shared, nats.processes[0]?.process.pid, windowMs));
    say(`run ${run}: ${JSON.stringify(rounded(found.at(-1)?.costs ?? {}))}`);
  }
  const memory = await measureMemory({ bus: `nats://${nats.addresses.join(',')}/memory`, db: await postgres.emptyDatabase() });
  const middle = (of: (one: Found) => number) => median(found.map(of));
  const costs = Object.fromEntries(
    Object.keys(found[0]?.costs ?? {}).map((key) => [key, middle(({ costs: one }) => one[key as keyof Costs])]),
  ) as unknown as Costs;
  show(rounded({ ...costs }));
  show(
    rounded({
      bytesPerPersonPerS: middle(({ bytesPerPerson }) => bytesPerPerson),
      bytesPerState: middle(({ bytesPerState }) => bytesPerState),
      natsUsPerState: middle(({ natsUsPerState }) => natsUsPerState),
      ...memory,
    }),
  );
  for (const statesSeenPerS of STATES_SEEN_PER_S)
    show({ statesSeenPerS, peopleOneHubCarries: peopleFor(costs, statesSeenPerS, 2 * statesSeenPerS) });
  const machine = {
    costs,
    bytesPerState: middle(({ bytesPerState }) => bytesPerState),
    bytesPerPersonPerS: middle(({ bytesPerPerson }) => bytesPerPerson),
  };
  for (const size of SIZES) {
    const { hubCpuMsPerS, bytesToEachPerS, messagesOnBusPerS } = outlookOf(siteOf(size), machine);
    show({ ...size, ...rounded({ percentOfCorePerHub: hubCpuMsPerS / 10, bytesToEachPerS, messagesOnBusPerS }) });
  }
  const metric = `CPU of a hub with ${PEOPLE} people and ${ROBOTS} robots, ms/s`;
  return [
    {
      ...{ bench: 'capacity', metric, peerName: 'the model', gate: GATE, floor: 1 / GATE },
      ours: found.map(({ measured }) => measured),
      peer: found.map(({ foretold }) => foretold),
    },
  ];
};

async function measureCosts(shared: Shared, natsPid: number | undefined, windowMs: number): Promise<Found> {
  await using one = startRole<HubServer>('ours/hub-server.ts');
  await using two = startRole<HubServer>('ours/hub-server.ts');
  await using owners = startRole<Owners>('ours/owners.ts');
  await using first = startRole<Watchers>('ours/watchers.ts', { priority: 'background' });
  await using second = startRole<Watchers>('ours/watchers.ts', { priority: 'background' });
  const { url } = await one.ask('listen', { ...shared, name: 'one' });
  await two.ask('listen', { ...shared, name: 'two' });
  // So that nobody is sent to the other hub, whatever the numbers are.
  const urls = [`${url}${SENT}`];
  const phase = async (): Promise<Phase> => {
    // What those who left leave behind is taken away before the window, not some time in it.
    await Promise.all([one.ask('memory'), two.ask('memory')]);
    await pause(SETTLE_MS);
    const natsMs = cpuMsOf(natsPid) ?? Number.NaN;
    const [ofOne, ofTwo] = await Promise.all([windowOf(one, windowMs), windowOf(two, windowMs)]);
    return { one: ofOne, two: ofTwo, natsMsPerS: (((cpuMsOf(natsPid) ?? Number.NaN) - natsMs) * 1000) / windowMs };
  };
  await owners.ask('join', { urls, scenario, robotsPerOwner: ROBOTS_PER_OWNER });
  await first.ask('join', { urls, scenario, from: 0, to: PEOPLE, measured: 'no' });
  await second.ask('join', { urls, scenario, from: PEOPLE, to: 2 * PEOPLE, measured: 'no' });
  const startMs = startSoon();
  await Promise.all([
    owners.ask('begin', { startMs, threshold: THRESHOLD, ticks: 'apart' }),
    first.ask('begin', { startMs, measured: 'no' }),
    second.ask('begin', { startMs, measured: 'no' }),
  ]);
  // From the most to the least, so that all code has been compiled before it is measured.
  await pause(startMs - monotonicMs() + windowMs);
  const crowded = await phase();
  await second.ask('leave');
  const shown = await phase();
  await owners.ask('hold');
  const watched = await phase();
  await first.ask('leave');
  const standing = await phase();
  await owners.ask('goOn');
  return foundIn({ driving: await phase(), standing, watched, shown, crowded });
}

/** Each constant is what changed, divided by what was added; for what goes out, from the least to the most at once. Half of the people show whether that holds. */
function foundIn(phases: Readonly<Record<'driving' | 'standing' | 'watched' | 'shown' | 'crowded', Phase>>): Found {
  const { driving, standing, watched, shown, crowded } = phases;
  const statesPerS = driving.one.perS.statesIn - standing.one.perS.statesIn;
  const inUs = (1000 * (driving.one.cpuMsPerS - standing.one.cpuMsPerS)) / statesPerS;
  const withoutOut: Costs = {
    idleMsPerS: standing.one.cpuMsPerS - (standing.one.perS.statesIn * inUs) / 1000,
    personMsPerS: (watched.one.cpuMsPerS - standing.one.cpuMsPerS) / PEOPLE,
    stateInUs: inUs,
    stateHeardUs: (1000 * (driving.two.cpuMsPerS - standing.two.cpuMsPerS)) / statesPerS,
    stateOutUs: 0,
  };
  // What comes into sight is sent to whoever looks around, whether it moves or not: that belongs to the person.
  const load = ({ one: { perS } }: Phase, people: number): HubLoad => ({
    people,
    statesInPerS: perS.statesIn,
    statesHeardPerS: 0,
    statesOutPerS: perS.statesOut - (people / PEOPLE) * watched.one.perS.statesOut,
  });
  const most = load(crowded, 2 * PEOPLE);
  const costs = { ...withoutOut, stateOutUs: (1000 * (crowded.one.cpuMsPerS - cpuOf(withoutOut, most))) / most.statesOutPerS };
  const shownPerS = shown.one.perS.statesOut - watched.one.perS.statesOut;
  return {
    costs,
    bytesPerPerson: (watched.one.bytesOutPerS - standing.one.bytesOutPerS) / PEOPLE - BEATS.beatBytesToEach,
    bytesPerState: (shown.one.perS.stateBytesOut - watched.one.perS.stateBytesOut) / shownPerS,
    natsUsPerState: (1000 * (driving.natsMsPerS - standing.natsMsPerS)) / statesPerS,
    foretold: cpuOf(costs, load(shown, PEOPLE)),
    measured: shown.one.cpuMsPerS,
  };
}

async function windowOf(hub: Role<HubServer>, windowMs: number): Promise<Window> {
  const read = async () => ({ ...(await hub.ask('meter')), passed: await hub.ask('passed'), atMs: monotonicMs() });
  const before = await read();
  await pause(windowMs);
  const after = await read();
  const perS = (of: (reading: typeof before) => number) => ((of(after) - of(before)) * 1000) / (after.atMs - before.atMs);
  const passed = Object.keys(before.passed).map((key) => [key, perS((reading) => reading.passed[key as keyof Passed])]);
  return {
    cpuMsPerS: perS(({ cpuMs }) => cpuMs),
    bytesOutPerS: perS(({ bytesOut }) => bytesOut),
    perS: Object.fromEntries(passed) as unknown as Passed,
  };
}

interface Shared {
  readonly bus: string;
  readonly db: string;
}

/** What an entity that stands takes at a hub and at a participant that sees it, and what a person takes at a hub. */
async function measureMemory(shared: Shared): Promise<Readonly<Record<string, number>>> {
  const plan = { ...scenario, fleet: { ...scenario.fleet, robots: STANDING }, sight: undefined };
  await using hub = startRole<HubServer>('ours/hub-server.ts');
  await using owners = startRole<Owners>('ours/owners.ts');
  await using person = startRole<Watchers>('ours/watchers.ts');
  await using others = startRole<Watchers>('ours/watchers.ts');
  const { url } = await hub.ask('listen', { ...shared, name: 'one' });
  await person.ask('join', { urls: [url], scenario: plan, from: 0, to: 1, measured: 'no' });
  await pause(SETTLE_MS);
  const before = { hub: await hub.ask('memory'), person: await person.ask('memory') };
  await owners.ask('join', { urls: [url], scenario: plan });
  await pause(SETTLE_MS);
  const full = { hub: await hub.ask('memory'), person: await person.ask('memory') };
  await others.ask('join', { urls: [url], scenario: plan, from: 1, to: 1 + PEOPLE_OF_MEMORY, measured: 'no' });
  await pause(SETTLE_MS);
  const crowded = await hub.ask('memory');
  return {
    hubBytesPerEntity: (full.hub.heapBytes - before.hub.heapBytes) / STANDING,
    participantBytesPerEntity: (full.person.heapBytes - before.person.heapBytes) / STANDING,
    hubBytesPerPerson: (crowded.heapBytes - full.hub.heapBytes) / PEOPLE_OF_MEMORY,
    hubResidentBytes: before.hub.residentBytes,
  };
}

const rounded = (figures: object): Record<string, number> =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number((value as number).toPrecision(3))]));
