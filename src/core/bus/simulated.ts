import type { Random } from '../base/random.ts';
import type { VirtualTime } from '../base/virtual-time.ts';
import type { Report } from './listeners.ts';
import type { SimulatedParts } from './simulated-bus.ts';
import { type MessageFaults, type NetworkCounts, noCounts, noFaults } from './simulated-faults.ts';
import { SimulatedLinks } from './simulated-links.ts';
import { SimulatedNode } from './simulated-node.ts';
import type { ClockError } from './simulated-process.ts';
import { RECORDS, type RecordKeeping, SimulatedRecords } from './simulated-records.ts';
import { Subscriptions } from './subscriptions.ts';

export { RECORDS } from './simulated-records.ts';

export interface SimulatedPorts {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly report: Report;
  /** Gets a line for each message, fault and decision: the same lines for the same seed. */
  readonly trace?: (line: string) => void;
  /** `one server` unless told. */
  readonly records?: RecordKeeping;
}

/**
 * Nodes, the links between them and the records, in virtual time. All that can go wrong is asked for: change `faults`,
 * block and stall links, crash and pause nodes. Everything follows from the seed of `random`.
 */
export class SimulatedNetwork {
  readonly faults: MessageFaults = noFaults();
  readonly counts: NetworkCounts = noCounts();
  readonly #parts: SimulatedParts;
  readonly #nodes = new Map<string, SimulatedNode>();

  constructor({ time, random, report, trace, records = 'one server' }: SimulatedPorts) {
    const simulation = { time, random, report, trace, faults: this.faults, counts: this.counts };
    const links = new SimulatedLinks(simulation);
    this.#parts = { simulation, links, records: new SimulatedRecords(simulation, links, records), subscriptions: new Subscriptions() };
  }

  /** The node with this id. If there is none, or it has crashed, a new process starts there, with the given clock. */
  node(id: string, clockError: ClockError = {}): SimulatedNode {
    const known = this.#nodes.get(id);
    if (known !== undefined && !known.crashed) return known;
    const node = new SimulatedNode(id, this.#parts, clockError);
    this.#nodes.set(id, node);
    return node;
  }

  /** Nothing more gets from one place to the other; what is under way still arrives. A node cut from RECORDS for 2 s loses its connection. */
  block(from: string, to: string): void {
    if (this.#parts.links.isBlocked(from, to)) return;
    this.counts.blocks++;
    this.#trace(`${from} > ${to} blocked`);
    this.#parts.links.block(from, to);
    this.#uplinkChanged(from, to);
  }

  unblock(from: string, to: string): void {
    if (!this.#parts.links.isBlocked(from, to)) return;
    this.#trace(`${from} > ${to} unblocked`);
    this.#parts.links.unblock(from, to);
    this.#uplinkChanged(from, to);
  }

  unblockAll(): void {
    for (const { from, to } of this.#parts.links.blocks()) this.unblock(from, to);
  }

  /** What one place sends to the other waits, then arrives in a burst, in order. */
  stall(from: string, to: string, durationMs: number): void {
    this.counts.stalls++;
    this.#trace(`${from} > ${to} stalled for ${durationMs} ms`);
    this.#parts.links.stall(from, to, this.#parts.simulation.time.now + durationMs);
  }

  /** Swaps wait, as while NATS elects a leader: after 2 s they are `unknown` to their callers and yet happen later. Reads and watches go on. */
  stallRecords(durationMs: number): void {
    this.counts.recordStalls++;
    this.#trace(`${RECORDS} stalled for ${durationMs} ms`);
    this.#parts.records.stallWrites(this.#parts.simulation.time.now + durationMs);
  }

  /** Of the three servers that keep the records the leader dies: for so long they write nothing, and what it alone had is gone. */
  loseRecordsLeader(electionMs: number): void {
    this.#trace(`${RECORDS} lose their leader for ${electionMs} ms`);
    this.#parts.records.cluster?.loseLeader(electionMs);
  }

  /** The servers of the records are all there again, and agree. */
  electRecordsLeader(): void {
    this.#parts.records.cluster?.elect();
  }

  #uplinkChanged(from: string, to: string): void {
    if (to === RECORDS) this.#nodes.get(from)?.uplinkChanged();
    if (from === RECORDS) this.#nodes.get(to)?.uplinkChanged();
  }

  #trace(what: string): void {
    const { time, trace } = this.#parts.simulation;
    trace?.(`${time.now} ${what}`);
  }
}
