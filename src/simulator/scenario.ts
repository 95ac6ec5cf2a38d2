import { hashNumber } from '../core/base/hash.ts';
import { angleBetween, distance } from '../core/base/pose.ts';
import { seededRandom } from '../core/base/random.ts';
import { VirtualTime } from '../core/base/virtual-time.ts';
import { SimulatedNetwork } from '../core/bus/simulated.ts';
import { faultsInjected } from '../core/bus/simulated-faults.ts';
import { Host } from '../core/host/host.ts';
import type { Engine } from '../core/physics/physics.ts';
import { loadEngine } from '../dynamics/dynamics.ts';
import { type Actor, Cast, type JoinedActor } from './cast.ts';
import { ControlWatch } from './control-watch.ts';
import { GripWatch } from './grip-watch.ts';
import { HandOvers } from './hand-overs.ts';
import { Handling } from './handling.ts';
import { HubSite, INSERT_MS, WORK_MS } from './hub-site.ts';
import { PushWatch } from './push-watch.ts';
import { Pushing } from './pushing.ts';
import { RecordWatch } from './record-watch.ts';
import { Weather } from './weather.ts';
import { type Violation, Witness } from './witness.ts';
import { Workload } from './workload.ts';
import { Works } from './works/works.ts';
import { NO_WORKS, type WorksCounts } from './works-counts.ts';
import { models } from './workshop.ts';
import { yardModels } from './yard.ts';

export interface SeedReport extends WorksCounts {
  readonly seed: number;
  readonly violations: readonly Violation[];
  /** Single misfortunes: crashes, pauses, cuts, stalls, clocks set. What befell single messages is not counted. */
  readonly faults: number;
  readonly messagesHit: number;
  readonly takeOvers: number;
  readonly epochs: number;
  readonly commands: number;
  readonly done: number;
  readonly lateJoins: number;
  /** Parts that came to be in a gripper, and that were let go. */
  readonly grasps: number;
  readonly releases: number;
  /** In peace: two grippers closed on one part. */
  readonly races: number;
  /** Boxes that stood and were pushed. */
  readonly pushes: number;
  /** Where there are hubs: leaders of the records that died, what only they had, lists that watches got again, visitors that went to another hub, and what doors refused. */
  readonly leadersLost: number;
  readonly writesUndone: number;
  readonly relistings: number;
  readonly moves: number;
  readonly refusals: number;
  readonly revocations: number;
  /** Robots that changed hands while they were stopped, leased, and had something in their gripper. */
  readonly stoppedHandOvers: number;
  readonly leasedHandOvers: number;
  readonly grippingHandOvers: number;
  readonly leasesGranted: number;
  readonly leasesReleased: number;
  readonly leasesForced: number;
  /** Of the states everybody holds at the end: the same seed gives the same hash. */
  readonly stateHash: number;
}

/**
 * Of so many seeds one has a workshop (two arms, a table and parts), one has a yard (two carts and boxes), and one has hubs: people come through
 * their doors, and three servers keep the records. And one has works: programs, tasks, values, a Store that crashes, and a second world. Those are slower.
 */
export const PLACES_EVERY = 10;
export type Place = 'workshop' | 'yard' | 'hubs' | 'works';
/** The first seed that has it. */
export const PLACES: Readonly<Record<Place, number>> = { workshop: 10, yard: 5, hubs: 3, works: 7 };

/** Which seeds are meant: all from one on, or of every ten the one that has the place. */
export function rangeOf(place: Place | undefined, from: number): { from: number; step: number } {
  if (place === undefined) return { from, step: 1 };
  const first = PLACES[place];
  return { from: first + PLACES_EVERY * Math.max(0, Math.ceil((from - first) / PLACES_EVERY)), step: PLACES_EVERY };
}

export const placeOf = (seed: number): Place | undefined =>
  (Object.keys(PLACES) as Place[]).find((place) => (seed - PLACES[place]) % PLACES_EVERY === 0);
const recordsOf = (place: Place | undefined) => (place === 'hubs' ? 'three servers' : 'one server');
const WORK_EVERY_MS = 1500;
const PARTICIPANTS = 5;
const ENTITIES = 3;
/** Faults until here; then I3 gives everybody 3 s to agree; then it works in peace; then it rests. Milliseconds. */
const CHAOS_MS = 45_000;
const SETTLED_MS = CHAOS_MS + 3000;
const QUIET_MS = 57_000;
const END_MS = 60_000;
/** Faults and work from here, unless there are doors to open first. */
const FROM_MS = 3000;
const HOLD_SAMPLE_MS = 100;
const SAMPLE_MS = 200;
/** Longer than a word takes on the way in peace. */
const LATENCY_MS = 60;
/** What was published or recorded less than this ago need not have arrived everywhere. */
const UNDER_WAY_MS = 200;

/** One seed: 60 simulated seconds of the real core under faults, watched. */
export async function runSeed(seed: number, trace?: (line: string) => void): Promise<SeedReport> {
  const time = new VirtualTime();
  const random = seededRandom(seed);
  const place = placeOf(seed);
  const records = recordsOf(place);
  const recordWatch = new RecordWatch(records);
  const witness = new Witness(time, recordWatch);
  const report = (error: unknown) =>
    witness.violate('error', `a handler threw ${error instanceof Error ? (error.stack ?? error.message) : error}`);
  const network = new SimulatedNetwork({ time, random, report, records, ...(trace && { trace }) });
  // Before virtual time begins: while it runs nothing outside of it can be awaited.
  const engine = place === 'yard' ? await loadEngine() : undefined;
  using cast = new Cast(network, time, random, witness, equipmentOf(place, engine, report));
  const grips = new GripWatch(time, cast, witness);
  const controlWatch = new ControlWatch(time, cast, witness, SETTLED_MS);
  const handOvers = new HandOvers(random, cast, witness, (robot) => grips.heldBy(robot).size > 0);
  const workload = new Workload(time, random, cast, witness, { chaosMs: CHAOS_MS - 3000, controlWatch, handOvers });
  const pushes = new PushWatch(time, cast, witness);
  const handling = place === 'workshop' ? new Handling(time, random, cast, witness, { watch: grips, handOvers }) : undefined;
  const pushing = place === 'yard' ? new Pushing(time, random, cast, witness, pushes) : undefined;
  const site = place === 'hubs' ? new HubSite(network, time, random, cast, witness) : undefined;
  const works = place === 'works' ? new Works({ network, time, random, cast, witness, recordWatch }) : undefined;
  const work = handling ?? pushing ?? works;
  const entities = () => [...workload.entities, ...(work?.entities ?? [])];
  cast.seatSpectator();
  works?.open(FROM_MS, END_MS);
  populate(cast, time, { site, works }, workload, (actors) => work?.insertBy(actors));
  workload.admitMischief(network);
  const weather = new Weather(network, time, random, cast, CHAOS_MS, site?.trouble ?? works?.trouble);
  begin(site ? WORK_MS : FROM_MS, weather, workload, work);
  watchAlong(time, cast, witness, { workload, entities, pushing, pushes });
  time.at(SETTLED_MS, () => {
    checkAgreement(cast, entities(), witness, { nowMs: time.now, later: (look) => void time.at(time.now + LATENCY_MS, look) });
    if (site) checkAdopted(cast, entities(), witness);
    workload.callOwners();
  });
  time.at(END_MS, () => {
    checkAgreement(cast, entities(), witness, { nowMs: time.now, later: (look) => look() });
    workload.checkStops();
    work?.checkRest();
  });
  await time.run(END_MS);
  const stateHash = hashOf(cast, entities(), seed);
  await works?.finish();
  for (const { rule, what } of recordWatch.complaints()) witness.violate(rule, what);
  return {
    seed,
    violations: witness.violations,
    faults: weather.strikes,
    messagesHit: faultsInjected(network.counts) - weather.strikes,
    takeOvers: witness.takeOvers,
    epochs: witness.epochs,
    commands: workload.commands,
    done: workload.done,
    lateJoins: cast.lateJoins,
    grasps: grips.grasps,
    releases: handling?.releases ?? 0,
    races: handling?.races ?? 0,
    pushes: pushes.pushes,
    ...whatHubsMet(network, site),
    ...whatControlMet(handOvers, controlWatch),
    swapsChecked: recordWatch.swaps,
    ...(works?.counts ?? NO_WORKS),
    stateHash,
  };
}

/** All the time, whatever goes wrong. */
function watchAlong(
  time: VirtualTime,
  cast: Cast,
  witness: Witness,
  {
    workload,
    entities,
    pushing,
    pushes,
  }: { workload: Workload; entities: () => readonly string[]; pushing: Pushing | undefined; pushes: PushWatch },
): void {
  for (let t = FROM_MS; t < END_MS; t += HOLD_SAMPLE_MS) {
    time.at(t, () => {
      watchHolds(cast, workload, witness);
      if (pushing) pushes.checkDepth(t > SETTLED_MS + 500 ? 'in peace' : 'under faults');
    });
  }
  for (let t = FROM_MS; t < END_MS; t += SAMPLE_MS) {
    time.at(t, () => {
      sample(cast, entities(), witness);
      if (t <= SETTLED_MS + 500) return;
      checkNearness(cast, workload.entities, JOINTED, witness);
      checkNearness(cast, pushing?.entities ?? [], PUSHED, witness);
    });
  }
}

/** Faults, and people who work all the same. */
function begin(fromMs: number, weather: Weather, workload: Workload, work: Handling | Pushing | Works | undefined): void {
  weather.begin(fromMs);
  workload.begin(fromMs, CHAOS_MS, 700);
  work?.begin(fromMs, CHAOS_MS, WORK_EVERY_MS);
  // I3 speaks of what faults leave behind, so nobody asks for anything new while it is being mended.
  workload.begin(SETTLED_MS + 1, QUIET_MS, 900);
  work?.finale(SETTLED_MS + 1);
}

function whatControlMet(
  { stopped, leased, gripping }: HandOvers,
  { granted, released, forced }: ControlWatch,
): Pick<SeedReport, 'stoppedHandOvers' | 'leasedHandOvers' | 'grippingHandOvers' | 'leasesGranted' | 'leasesReleased' | 'leasesForced'> {
  return {
    stoppedHandOvers: stopped,
    leasedHandOvers: leased,
    grippingHandOvers: gripping,
    leasesGranted: granted,
    leasesReleased: released,
    leasesForced: forced,
  };
}

function whatHubsMet(
  { counts }: SimulatedNetwork,
  site: HubSite | undefined,
): Pick<SeedReport, 'leadersLost' | 'writesUndone' | 'relistings' | 'moves' | 'refusals' | 'revocations'> {
  const { leadersLost, writesUndone, relistings } = counts;
  return {
    leadersLost,
    writesUndone,
    relistings,
    moves: site?.moves ?? 0,
    refusals: site?.refusals ?? 0,
    revocations: site?.revocations ?? 0,
  };
}

/** Everybody comes, and brings something. */
function populate(
  cast: Cast,
  time: VirtualTime,
  { site, works }: { readonly site: HubSite | undefined; readonly works: Works | undefined },
  workload: Workload,
  insertMore: (actors: readonly Actor[]) => void,
): void {
  site?.open(CHAOS_MS);
  if (!site && !works) for (let i = 0; i < PARTICIPANTS; i++) time.at(i * 50, () => void cast.enter());
  time.at(site ? INSERT_MS : 1500, () => {
    const actors = site?.bringers ?? cast.actors;
    for (const [i, actor] of actors.slice(0, ENTITIES).entries()) workload.insertBy(actor, site && i > 0 ? 'working' : 'idle');
    insertMore(actors);
  });
}

/** What looks after the bodies of a seed in each process, if it has any. */
function equipmentOf(
  place: Place | undefined,
  engine: Engine | undefined,
  report: (error: unknown) => void,
): ((actor: JoinedActor) => Disposable) | undefined {
  const ports = ({ node }: JoinedActor) => ({ clock: node.clock, latencyMs: () => LATENCY_MS, report });
  if (place === 'workshop') return (actor) => new Host(actor.participant, { ...ports(actor), models });
  if (!engine) return undefined;
  return (actor) => new Host(actor.participant, { ...ports(actor), models: yardModels, engine: () => Promise.resolve(engine) });
}

function watchHolds(cast: Cast, workload: Workload, witness: Witness): void {
  for (const entity of workload.entities) witness.checkHold(entity, (author, generation) => cast.worldMsOf(author, entity, generation));
}

function sample(cast: Cast, entities: readonly string[], witness: Witness): void {
  const excess = clockExcesses(cast);
  const isRight = (id: string | undefined) => id !== undefined && (excess.get(id) ?? 0) <= 0;
  for (const entity of entities) {
    cast.checkStandstill(entity, witness);
    for (const { participant } of cast.joined) {
      witness.checkReset(participant, entity);
      const isKnown = excess.has(participant.id) && isRight(participant.id);
      if (isKnown && isRight(participant.entity(entity)?.owner)) witness.checkAge(participant, entity);
    }
  }
  // A clock that leapt is wrong until its owner has noticed; apart from that the bound must hold.
  if (cast.areClocksCalm()) checkClocks(excess, witness);
}

/** How far each participant's shared clock is from its leader's beyond the error it admits, where there is a leader. */
function clockExcesses(cast: Cast): Map<string, number> {
  const times = new Map(cast.joined.map(({ id, participant }) => [id, participant.time]));
  const excesses = new Map<string, number>();
  for (const [id, time] of times) {
    const leader = times.get(time.leader ?? '');
    if (!leader || leader.leaderTerm !== time.leaderTerm || time.clockErrorMs === Number.POSITIVE_INFINITY) continue;
    excesses.set(id, Math.abs(time.sharedMs - leader.sharedMs) - time.clockErrorMs);
  }
  return excesses;
}

function checkClocks(excesses: ReadonlyMap<string, number>, witness: Witness): void {
  for (const [id, excessMs] of excesses) {
    if (excessMs > 0.5) witness.violate('I7', `the clock of ${id} is ${excessMs.toFixed(1)} ms further off than it says`);
  }
}

/** An instant, and how to look again when all have been told of what was recorded before it. */
interface LookAt {
  readonly nowMs: number;
  later(look: () => void): void;
}

/** I3: one owner, the one in the record; one state, the same everywhere. */
function checkAgreement(cast: Cast, entities: readonly string[], witness: Witness, { nowMs, later }: LookAt): void {
  for (const entity of entities) {
    const views = cast.joined.flatMap(({ participant }) => {
      const view = participant.entity(entity);
      return view ? [{ id: participant.id, view }] : [];
    });
    if (views.length === 0) continue;
    if (views.length !== cast.joined.length) witness.violate('I3', `${entity} is known to ${views.length} of ${cast.joined.length}`);
    const owners = views.filter(({ view }) => view.isMine).map(({ id }) => id);
    const recorded = new Set(views.map(({ view }) => view.owner));
    if (owners.length > 1) witness.violate('I3', `${entity} has the owners ${owners.join(', ')}`);
    const isHandedOver = () => witness.recordedMs(entity) > nowMs - UNDER_WAY_MS;
    // The witness is told of a record as late as anybody: others may know of a hand-over that it hears of only after this look.
    const checkRecorded = () => {
      if (!isHandedOver()) witness.violate('I3', `${entity} is recorded as owned by ${[...recorded].join(', ')}`);
    };
    if (recorded.size !== 1) later(checkRecorded);
    const [owner] = recorded;
    // A viewer that has the id of a former owner is none.
    const isThere = cast.joined.some(({ id, mayAct }) => id === owner && mayAct);
    const isUnderWay = witness.publishedMs(entity) > nowMs - UNDER_WAY_MS;
    // Who hands it over says a last word, holds it no more, and only then writes.
    const isGivenAway = owners.length === 0 && isUnderWay;
    if (isThere && owners[0] !== owner && !isHandedOver() && !isGivenAway)
      witness.violate('I3', `${entity} is recorded as owned by ${owner}, but held by ${owners[0] ?? 'nobody'}`);
    const states = new Set(views.map(({ view }) => view.stateHash));
    if (states.size !== 1 && !isUnderWay) {
      witness.violate('I3', `${entity} differs: ${views.map(({ id, view }) => `${id} ${view.epoch % 2 ** 20}/${view.seq}`).join(', ')}`);
    }
  }
}

/** What has work to do, and whose owner has gone, was adopted by a resident. */
function checkAdopted(cast: Cast, entities: readonly string[], witness: Witness): void {
  for (const entity of entities) {
    const views = cast.joined.map(({ participant }) => participant.entity(entity));
    if (views.some((view) => view?.isWorking) && !views.some((view) => view?.isMine))
      witness.violate('W32', `${entity} has work to do, and nobody has adopted it`);
  }
}

interface Fastest {
  readonly mPerS: number;
  readonly radPerS: number;
}
const JOINTED: Fastest = { mPerS: 0.8, radPerS: 0.4 };
const PUSHED: Fastest = { mPerS: 1.2, radPerS: 4 };

/** I7: in peace, where a proxy is and where the owner has it differ by no more than what speed, latency and clocks allow. */
function checkNearness(cast: Cast, entities: readonly string[], fastest: Fastest, witness: Witness): void {
  const latencyMs = 70;
  for (const entity of entities) {
    const owner = cast.joined.find(({ participant }) => participant.entity(entity)?.isMine);
    const truth = owner?.participant.entity(entity)?.posture;
    if (!owner || !truth) continue;
    for (const { participant } of cast.joined) {
      const view = participant.entity(entity);
      if (!view?.isLive || view.stateHash !== owner.participant.entity(entity)?.stateHash) continue;
      const clocksMs = participant.time.clockErrorMs + owner.participant.time.clockErrorMs + 2;
      const allowedMs = clocksMs + latencyMs;
      const rate = Math.max(1, participant.time.rate, owner.participant.time.rate);
      const off = distance(truth.pose, view.posture.pose);
      const turned = angleBetween(truth.pose, view.posture.pose);
      const values = Math.max(0, ...truth.values.map((value, i) => Math.abs(value - (view.posture.values[i] ?? 0))));
      if (off > 0.02 + (fastest.mPerS * rate * allowedMs) / 1000)
        witness.violate('I7', `${participant.id} has ${entity} ${off.toFixed(3)} m off its owner's`);
      if (turned > 0.02 + (fastest.radPerS * rate * allowedMs) / 1000)
        witness.violate('I7', `${participant.id} has ${entity} turned ${turned.toFixed(3)} rad off its owner's`);
      if (values > 0.01 + (4 * rate * allowedMs) / 1000)
        witness.violate('I7', `${participant.id} has a joint of ${entity} ${values.toFixed(3)} rad off its owner's`);
    }
  }
}

function hashOf(cast: Cast, entities: readonly string[], seed: number): number {
  let hash = hashNumber(seed, 1);
  for (const { participant } of cast.joined) {
    for (const entity of entities) hash = hashNumber(participant.entity(entity)?.stateHash ?? 0, hash);
  }
  return hash;
}
