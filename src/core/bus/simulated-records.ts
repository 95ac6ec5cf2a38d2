import { explain } from '../base/errors.ts';
import { chance } from '../base/random.ts';
import type { Bucket, Entry, Revision, SwapResult, WatchEvent } from './bus.ts';
import { DisconnectedError, TimeoutError } from './bus.ts';
import type { ConnectionStatus } from './connection-status.ts';
import { requireKey, requireSwap } from './limits.ts';
import type { PendingCalls } from './pending-calls.ts';
import { Records } from './records.ts';
import { SimulatedCluster } from './simulated-cluster.ts';
import type { SimulatedLinks, Simulation } from './simulated-links.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** The place where the records are kept, as the links know it. No id looks like this, so no node can have it. */
export const RECORDS = 'RECORDS';

const CALL_TIMEOUT_MS = 2000;
/** On three servers a swap is repeated, as the same one, until it is answered or the time is over. */
const SWAP_MS = 10_000;
const ATTEMPT_MS = 1500;

/** `three servers`: as NATS keeps them, see SimulatedCluster. */
export type RecordKeeping = 'one server' | 'three servers';

/** Whoever calls the records: one connection of one node. */
export interface RecordsClient {
  readonly place: string;
  readonly process: SimulatedProcess;
  readonly calls: PendingCalls;
  readonly status: ConnectionStatus;
  watch(bucketName: string, handler: (event: WatchEvent) => void): Disposable;
}

/** The key-value service: a place of its own that links can lose, and that can be slow or answer what is old. */
export class SimulatedRecords {
  readonly #simulation: Simulation;
  readonly #links: SimulatedLinks;
  readonly #records: Records;
  readonly #replaced = new Map<string, { readonly entry: Entry | undefined; readonly timeMs: number }>();
  readonly #cluster: SimulatedCluster | undefined;
  #writesStalledUntilMs = 0;
  #writes = 0;

  constructor(simulation: Simulation, links: SimulatedLinks, keptBy: RecordKeeping) {
    this.#simulation = simulation;
    this.#links = links;
    this.#records = new Records(simulation.report);
    if (keptBy === 'three servers') this.#cluster = new SimulatedCluster(simulation, this.#records);
  }

  /** Undefined unless there are three servers. */
  get cluster(): SimulatedCluster | undefined {
    return this.#cluster;
  }

  /** All records, `synced`, changes, as they are told to who is at `place`. */
  follow(place: string, name: string, tell: (event: WatchEvent) => void): Disposable {
    if (this.#cluster) return this.#cluster.follow(place, name, tell);
    const bucket = this.#records.bucket(name);
    for (const entry of bucket.entries()) tell({ kind: 'value', entry });
    tell({ kind: 'synced' });
    return bucket.onChange(tell);
  }

  /** Swaps that arrive from now on are decided at `untilMs`, even if their callers no longer wait. */
  stallWrites(untilMs: number): void {
    this.#writesStalledUntilMs = Math.max(this.#writesStalledUntilMs, untilMs);
  }

  get(client: RecordsClient, name: string, key: string): Promise<Entry | undefined> {
    const what = `get ${name} ${key}`;
    return this.#call(client, what, (answer) => answer(this.#read(name, key)));
  }

  swap(
    client: RecordsClient,
    name: string,
    key: string,
    expected: Revision | undefined,
    value: Uint8Array | undefined,
  ): Promise<SwapResult> {
    const what = `swap ${name} ${key}`;
    const { time, random, faults, counts, trace } = this.#simulation;
    const write = { id: ++this.#writes, bucket: name, key, expected, value };
    return this.#call(client, what, (answer) => {
      const decided = (result: SwapResult) => {
        trace?.(`${time.now} ${RECORDS} ${what} ${result.kind}`);
        if (faults.swapReplyLoss > 0 && chance(random, faults.swapReplyLoss)) counts.swapRepliesLost++;
        else answer(result);
      };
      time.at(this.#writesStalledUntilMs, () => {
        if (this.#cluster) this.#cluster.propose(write, decided);
        else decided(this.#write(name, key, expected, value));
      });
    });
  }

  /** `serve` runs at the records, if the call gets there; its answer settles the promise, if that gets back in time. */
  #call<T>(client: RecordsClient, what: string, serve: (answer: (value: T) => void) => void): Promise<T> {
    const { place, process, calls } = client;
    const isRepeated = this.#cluster !== undefined && what.startsWith('swap');
    const call = calls.open<T>(what, isRepeated ? SWAP_MS : CALL_TIMEOUT_MS);
    if (process.crashed) return call.answer;
    const attempt = () => {
      if (call.isSettled) return;
      if (isRepeated) process.clock.after(ATTEMPT_MS, attempt);
      this.#links.carry(place, RECORDS, what, () => {
        serve((value) => {
          this.#links.carry(RECORDS, place, what, () => process.run(() => call.resolve(value)));
        });
      });
    };
    attempt();
    return call.answer;
  }

  #read(name: string, key: string): Entry | undefined {
    if (this.#cluster) return this.#cluster.read(name, key);
    const { time, random, faults, counts } = this.#simulation;
    const replaced = faults.staleReads > 0 && chance(random, faults.staleReads) ? this.#replaced.get(`${name}/${key}`) : undefined;
    if (replaced === undefined || time.now - replaced.timeMs > faults.staleMs) return this.#records.bucket(name).get(key);
    counts.staleReads++;
    return replaced.entry;
  }

  #write(name: string, key: string, expected: Revision | undefined, value: Uint8Array | undefined): SwapResult {
    const bucket = this.#records.bucket(name);
    const entry = bucket.get(key);
    const result = bucket.swap(key, expected, value);
    if (result.kind === 'applied') this.#replaced.set(`${name}/${key}`, { entry, timeMs: this.#simulation.time.now });
    return result;
  }
}

export class SimulatedBucket implements Bucket {
  readonly #name: string;
  readonly #client: RecordsClient;
  readonly #records: SimulatedRecords;

  constructor(name: string, client: RecordsClient, records: SimulatedRecords) {
    this.#name = name;
    this.#client = client;
    this.#records = records;
  }

  async get(key: string): Promise<Entry | undefined> {
    this.#client.status.requireConnected();
    return this.#records.get(this.#client, this.#name, requireKey(key));
  }

  async swap(key: string, expected: Revision | undefined, value: Uint8Array | undefined): Promise<SwapResult> {
    this.#client.status.requireOpen();
    requireSwap(key, expected, value);
    try {
      this.#client.status.requireConnected();
      return await this.#records.swap(this.#client, this.#name, key, expected, value);
    } catch (error) {
      if (error instanceof TimeoutError || error instanceof DisconnectedError) return { kind: 'unknown', reason: explain(error) };
      throw error;
    }
  }

  watch(handler: (event: WatchEvent) => void): Disposable {
    this.#client.status.requireOpen();
    return this.#client.watch(this.#name, handler);
  }
}
