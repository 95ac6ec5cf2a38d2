import { expect, onTestFinished } from 'vitest';
import { seededRandom } from '../base/random.ts';
import { VirtualTime } from '../base/virtual-time.ts';
import { RECORDS, SimulatedNetwork } from '../bus/simulated.ts';
import type { SimulatedNode } from '../bus/simulated-node.ts';
import type { DocumentDraft, DocumentRecord, DocumentRecords } from '../store/store.ts';
import { NotInStoreError, StoreError } from '../store/store.ts';
import { DocumentKeeper } from './keeper.ts';
import { SharedDocument, type SharedDocumentPorts } from './shared-document.ts';

export const WORLD = 'site';
export const PLAN = 'plan';
export const HUB = 'hub-a';

/** The Store's documents as a contract has them, in the memory of a test: it outlives the keepers. */
export class DocumentsInMemory implements DocumentRecords {
  readonly records = new Map<string, DocumentRecord & { readonly state: Uint8Array }>();
  /** Saves fail while it is so. */
  health: 'well' | 'full' = 'well';
  /** What a save or a removal waits for before it is done. */
  pace: (() => Promise<void>) | undefined;
  saves = 0;
  reads = 0;

  async all(): Promise<DocumentRecord[]> {
    this.reads++;
    return [...this.records.values()].map(({ state: _, ...record }) => record);
  }

  async create(draft: DocumentDraft, state: Uint8Array = new Uint8Array()): Promise<'created' | 'exists'> {
    if (this.records.has(draft.id)) return 'exists';
    this.records.set(draft.id, { ...draft, changedAtMs: draft.createdAtMs, sizeBytes: state.length, state });
    return 'created';
  }

  async rename(_world: string, document: string, name: string): Promise<void> {
    this.records.set(document, { ...this.#present(document), name });
  }

  async remove(_world: string, document: string): Promise<void> {
    if (this.pace) await this.pace();
    this.records.delete(document);
  }

  async state(_world: string, document: string): Promise<Uint8Array | undefined> {
    this.reads++;
    return this.records.get(document)?.state;
  }

  async save(_world: string, document: string, state: Uint8Array, atMs: number, keeper: string): Promise<'saved' | 'not-kept'> {
    if (this.pace) await this.pace();
    if (this.health === 'full') throw new StoreError('the disk is full');
    if (keeper !== HUB) return 'not-kept';
    this.saves++;
    this.records.set(document, { ...this.#present(document), state, sizeBytes: state.length, changedAtMs: atMs });
    return 'saved';
  }

  #present(document: string): DocumentRecord & { readonly state: Uint8Array } {
    const record = this.records.get(document);
    if (!record) throw new NotInStoreError('document', document);
    return record;
  }
}

/** A keeper and editors on a simulated network, in virtual time. */
export class DocumentStage {
  readonly time = new VirtualTime();
  readonly random;
  readonly network: SimulatedNetwork;
  readonly documents = new DocumentsInMemory();
  readonly reported: unknown[] = [];
  keeper: DocumentKeeper | undefined;

  constructor(seed: number) {
    this.random = seededRandom(seed);
    this.network = new SimulatedNetwork({ time: this.time, random: this.random, report: this.report });
  }

  /** With a keeper and one document. An error that anybody reports fails the test, unless it is taken out of `reported`. */
  static async inTest(seed = 1): Promise<DocumentStage> {
    const stage = new DocumentStage(seed);
    onTestFinished(() => expect(stage.reported).toEqual([]));
    await stage.documents.create({ world: WORLD, id: PLAN, name: 'Plan', createdBy: 'ann', createdAtMs: 1 });
    stage.startKeeper();
    return stage;
  }

  readonly report = (error: unknown): void => void this.reported.push(error);

  /** On the node `hub-a`: a new process there, if the last one has crashed. */
  startKeeper(): DocumentKeeper {
    const node = this.network.node(HUB);
    this.keeper = new DocumentKeeper({
      ...{ world: WORLD, bus: node.connect(), clock: node.clock, random: this.random, hub: HUB },
      store: { documents: this.documents },
      wallClockMs: () => Math.round(this.time.now),
      report: this.report,
    });
    return this.keeper;
  }

  /** From now on the Store takes so long for what it is to write. */
  slowDown(delayMs: number): void {
    this.documents.pace = () => new Promise((resolve) => void this.time.at(this.time.now + delayMs, resolve));
  }

  /** The next keeper knows only what is in the Store. */
  killKeeper(): void {
    this.network.node(HUB).crash();
    this.keeper = undefined;
  }

  open(id: string, ports: Partial<SharedDocumentPorts> = {}): SharedDocument {
    const node = this.network.node(id);
    return new SharedDocument({
      ...{ world: WORLD, document: PLAN, bus: node.connect(), clock: node.clock, random: this.random },
      ...{ report: this.report, me: { name: id, colour: 3 }, access: 'write' },
      ...ports,
    });
  }

  /** Nothing gets to a node or from it, and after a while it notices. */
  cutOff(id: string, others: readonly string[]): void {
    for (const other of [RECORDS, HUB, ...others]) {
      this.network.block(id, other);
      this.network.block(other, id);
    }
  }

  nodeOf(id: string): SimulatedNode {
    return this.network.node(id);
  }

  run(durationMs: number): Promise<void> {
    return this.time.run(this.time.now + durationMs);
  }
}
