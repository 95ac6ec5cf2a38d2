import { chance, integerBelow } from '../base/random.ts';
import type { Entry, Revision, SwapResult, WatchEvent } from './bus.ts';
import type { RecordBucket, RecordChange, Records } from './records.ts';
import type { Simulation } from './simulated-links.ts';

const SERVERS = 3;
/** A watch whose server died hears nothing for so long before it is sure of that. */
const SILENT_MS = 1600;
/** Then it tries so often to be listed again: servers without a leader list nothing. */
const TRY_AGAIN_MS = 200;

/** One change that somebody wants to make. A repetition has the same id, and so is made once. */
export interface Write {
  readonly id: number;
  readonly bucket: string;
  readonly key: string;
  readonly expected: Revision | undefined;
  readonly value: Uint8Array | undefined;
}

/** The leader has it, and as far as it knows no other server does. */
interface Proposal extends Write {
  answer: (result: SwapResult) => void;
}

/** A change that a majority has, and when it had it. */
interface Committed {
  readonly atMs: number;
  readonly sequence: number;
  readonly change: RecordChange;
}

/**
 * Three servers that keep the records, as NATS does. The leader decides on a swap, but that counts, and is told to anybody, only once another
 * server has it too: what the leader alone had when it died was never written. Who asks meanwhile is told of a conflict with it all the same.
 * While a leader is chosen nothing is written. Watches are read from any server, which may be behind.
 */
export class SimulatedCluster {
  readonly #simulation: Simulation;
  readonly #records: Records;
  readonly #history = new Map<string, Committed[]>();
  readonly #readings = new Map<string, ClusterReading>();
  readonly #proposals = new Map<string, Proposal>();
  readonly #decided = new Map<number, SwapResult>();
  #leader = 0;
  #dead: number | undefined;
  #electedMs = 0;

  constructor(simulation: Simulation, records: Records) {
    this.#simulation = simulation;
    this.#records = records;
  }

  get hasLeader(): boolean {
    return this.#simulation.time.now >= this.#electedMs;
  }

  /** How far a server is behind the leader. */
  lagMs(server: number): number {
    return server === this.#leader ? 0 : this.#simulation.faults.serverLagMs;
  }

  /** Not answered while there is no leader, or when it dies before another server has the change. */
  propose(write: Write, answer: (result: SwapResult) => void): void {
    const { time, faults } = this.#simulation;
    if (!this.hasLeader) return;
    const known = this.#decided.get(write.id);
    const place = `${write.bucket}/${write.key}`;
    const other = this.#proposals.get(place);
    const isFirst = !other && this.#records.bucket(write.bucket).get(write.key)?.revision === write.expected;
    if (known) answer(known);
    else if (other?.id === write.id) other.answer = answer;
    else if (!isFirst) answer({ kind: 'conflict' });
    else {
      const proposal: Proposal = { ...write, answer };
      this.#proposals.set(place, proposal);
      time.at(time.now + faults.replicationMs, () => this.hasLeader && this.#commit(proposal));
    }
  }

  /** The leader dies. Of what it alone had some reached another server just in time; nobody is told of that before the next leader writes again. */
  loseLeader(electionMs: number): void {
    const { time, random, counts } = this.#simulation;
    if (!this.hasLeader) return;
    counts.leadersLost++;
    this.#dead = this.#leader;
    this.#leader = (this.#leader + 1 + integerBelow(random, SERVERS - 1)) % SERVERS;
    this.#electedMs = time.now + electionMs;
    for (const place of [...this.#proposals.keys()]) {
      if (chance(random, 0.5)) continue;
      this.#proposals.delete(place);
      counts.writesUndone++;
    }
    time.at(this.#electedMs, () => this.hasLeader && this.elect());
    for (const reading of this.#readings.values()) reading.serverDied(this.#dead);
  }

  /** The servers agree on a leader now, and the one that died is back. */
  elect(): void {
    if (this.#dead === undefined) return;
    this.#electedMs = this.#simulation.time.now;
    this.#dead = undefined;
    for (const proposal of [...this.#proposals.values()]) this.#commit({ ...proposal, answer: () => undefined });
  }

  /** All records, `synced`, changes; and all again after its server died. Those of one place share what they are told. */
  follow(place: string, bucket: string, tell: (event: WatchEvent) => void): Disposable {
    const key = `${place} ${bucket}`;
    const reading = this.#readings.get(key) ?? new ClusterReading(this.#simulation, this, bucket);
    this.#readings.set(key, reading);
    return reading.follow(tell, () => this.#readings.get(key) === reading && this.#readings.delete(key));
  }

  /** As some server has it. */
  read(bucket: string, key: string): Entry | undefined {
    const sinceMs = this.#simulation.time.now - this.lagMs(this.someServer());
    const newest = this.history(bucket).findLast(({ atMs, change }) => atMs <= sinceMs && keyOf(change) === key);
    return newest?.change.kind === 'value' ? newest.change.entry : undefined;
  }

  /** A server that runs. */
  someServer(): number {
    const servers = Array.from({ length: SERVERS }, (_, server) => server).filter((server) => server !== this.#dead);
    return servers[integerBelow(this.#simulation.random, servers.length)] ?? this.#leader;
  }

  bucket(name: string): RecordBucket {
    if (!this.#history.has(name)) {
      const history: Committed[] = [];
      this.#history.set(name, history);
      this.#records.bucket(name).onChange((change) => {
        const committed = { atMs: this.#simulation.time.now, sequence: history.length + 1, change };
        history.push(committed);
        for (const reading of this.#readings.values()) if (reading.bucket === name) reading.committed(committed);
      });
    }
    return this.#records.bucket(name);
  }

  history(name: string): readonly Committed[] {
    this.bucket(name);
    return this.#history.get(name) ?? [];
  }

  #commit(proposal: Proposal): void {
    const { bucket, key, expected, value, id, answer } = proposal;
    const place = `${bucket}/${key}`;
    if (this.#proposals.get(place)?.id !== id) return;
    this.#proposals.delete(place);
    const result = this.bucket(bucket).swap(key, expected, value);
    this.#decided.set(id, result);
    answer(result);
  }
}

const keyOf = (change: RecordChange): string => (change.kind === 'value' ? change.entry.key : change.key);

/** What one place is told of a bucket: a list by one server, and what follows it. */
class ClusterReading {
  readonly bucket: string;
  readonly #simulation: Simulation;
  readonly #cluster: SimulatedCluster;
  readonly #followers = new Set<(event: WatchEvent) => void>();
  /** Of each key the newest change that was told, in this list. */
  #told = new Map<string, Committed>();
  #server: number | undefined;
  #lists = 0;

  constructor(simulation: Simulation, cluster: SimulatedCluster, bucket: string) {
    this.bucket = bucket;
    this.#simulation = simulation;
    this.#cluster = cluster;
    this.#list();
  }

  /** What was told to the others first, then what they are told. */
  follow(tell: (event: WatchEvent) => void, onIdle: () => void): Disposable {
    for (const { change } of this.#told.values()) if (change.kind === 'value') tell(change);
    tell({ kind: 'synced' });
    this.#followers.add(tell);
    return {
      [Symbol.dispose]: () => {
        if (this.#followers.delete(tell) && this.#followers.size === 0) onIdle();
      },
    };
  }

  serverDied(server: number): void {
    if (this.#server !== server) return;
    this.#server = undefined;
    this.#listLater(SILENT_MS);
  }

  /** Told at once by whoever wrote it down, which may be lost, and by the server that is read when that has it. */
  committed(committed: Committed): void {
    const { time, random, faults } = this.#simulation;
    if (faults.newsLoss === 0 || !chance(random, faults.newsLoss)) this.#pass(committed);
    this.#passLater(committed, time.now);
  }

  #passLater(committed: Committed, nowMs: number): void {
    const { time } = this.#simulation;
    const [server, lists] = [this.#server, this.#lists];
    if (server === undefined) return;
    const lagMs = this.#cluster.lagMs(server);
    time.at(Math.max(nowMs, committed.atMs + lagMs), () => this.#server === server && this.#lists === lists && this.#pass(committed));
  }

  #pass(committed: Committed): void {
    const { sequence, change } = committed;
    const key = keyOf(change);
    if (sequence <= (this.#told.get(key)?.sequence ?? 0)) return;
    this.#told.set(key, committed);
    this.#tell(change);
  }

  #tell(event: WatchEvent): void {
    for (const follower of this.#followers) follower(event);
  }

  #listLater(delayMs: number): void {
    const { time } = this.#simulation;
    time.at(time.now + delayMs, () => {
      if (this.#server !== undefined || this.#followers.size === 0) return;
      if (this.#cluster.hasLeader) this.#list();
      else this.#listLater(TRY_AGAIN_MS);
    });
  }

  /** As that server has it: it may lack what was told before by another. */
  #list(): void {
    const { time, counts } = this.#simulation;
    if (this.#lists++ > 0) counts.relistings++;
    const server = this.#cluster.someServer();
    this.#server = server;
    const sinceMs = time.now - this.#cluster.lagMs(server);
    const before = this.#told;
    this.#told = new Map();
    const newest = new Map<string, Committed>();
    const later: Committed[] = [];
    for (const committed of this.#cluster.history(this.bucket)) {
      if (committed.atMs > sinceMs) later.push(committed);
      else newest.set(keyOf(committed.change), committed);
    }
    // A mark of what was deleted is told only to who knew it.
    for (const [key, committed] of newest) if (committed.change.kind === 'value' || before.has(key)) this.#pass(committed);
    this.#tell({ kind: 'synced' });
    for (const committed of later) this.#passLater(committed, time.now);
  }
}
