import * as Y from 'yjs';
import { type Clock, delay } from '../base/clock.ts';
import { MalformedError } from '../base/errors.ts';
import type { Bus } from '../bus/bus.ts';
import { subjects } from '../bus/subjects.ts';
import { examine } from './examination.ts';
import { type EditAnswer, type EditPart, encodeNews, type SyncAnswer, type SyncRequest } from './frames.ts';
import { partOf, partsOf } from './joined-bytes.ts';
import { LARGEST_EDIT_BYTES, PART_BYTES } from './limits.ts';
import { digestOf, emptyDocument } from './text-state.ts';
import { Transfers } from './transfers.ts';

export interface KeptDocumentPorts {
  readonly world: string;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Of the keeper: another one after each start. */
  readonly life: number;
  /** Resolves when it is in the Store. */
  save(state: Uint8Array): Promise<void>;
}

/** What is typed within it is saved at once: a commit for each letter would hold up all else. */
const SAVE_AFTER_MS = 200;
/** Answers that somebody fetches part by part. */
const MOST_ANSWERS = 8;

interface KeptAnswer {
  readonly bytes: Uint8Array;
  readonly vector: Uint8Array;
  readonly digest: number;
  readonly number: number;
}

/** A document at its keeper, who judges each edit, tells all of it, saves it, and only then acknowledges it. */
export class KeptDocument implements AsyncDisposable {
  readonly #id: string;
  readonly #ports: KeptDocumentPorts;
  readonly #doc: Y.Doc = emptyDocument(0);
  readonly #transfers: Transfers;
  /** Whose each hand is: the first who wrote by it since this keeper is here. */
  readonly #owners = new Map<number, string>();
  readonly #answers = new Map<number, KeptAnswer>();
  #lastAnswer = 0;
  #newsNumber = 0;
  #author = '';
  #state: 'saved' | 'changed' = 'saved';
  #saving: Promise<void> = Promise.resolve();
  #nextSave: Promise<void> | undefined;
  #usedMs: number;

  constructor(id: string, state: Uint8Array | undefined, ports: KeptDocumentPorts) {
    this.#id = id;
    this.#ports = ports;
    this.#usedMs = ports.clock.now();
    this.#transfers = new Transfers(ports.clock);
    if (state) Y.applyUpdate(this.#doc, state);
    this.#doc.on('update', (update) => this.#tell(update));
  }

  get idleMs(): number {
    return this.#ports.clock.now() - this.#usedMs;
  }

  /** Resolves when what it changes is in the Store; rejects when that failed, and may be asked again. */
  async edit(author: string, part: EditPart): Promise<EditAnswer> {
    this.#usedMs = this.#ports.clock.now();
    const receipt = this.#transfers.take(author, part);
    switch (receipt.kind) {
      case 'part':
      case 'gap':
        return { kind: receipt.kind };
      case 'busy':
        return { kind: 'refused', code: 'busy', reason: 'too many send large edits at the moment: try again' };
      case 'too-large':
        return { kind: 'refused', code: 'edit-too-large', reason: `an edit has at most ${LARGEST_EDIT_BYTES} bytes` };
      case 'whole':
        return await this.#take(author, part.hand, receipt.update);
    }
  }

  sync({ vector, digest, answer, part }: SyncRequest): SyncAnswer {
    this.#usedMs = this.#ports.clock.now();
    const kept = answer === 0 ? this.#newAnswer(vector, digest) : this.#answers.get(answer);
    if (kept === 'same') return { kind: 'same', count: { life: this.#ports.life, number: this.#newsNumber } };
    const number = answer === 0 ? this.#lastAnswer : answer;
    if (!kept || part >= partsOf(kept.bytes)) return { kind: 'over' };
    const parts = partsOf(kept.bytes);
    if (part === parts - 1) this.#answers.delete(number);
    const count = { life: this.#ports.life, number: kept.number };
    return { kind: 'part', answer: number, part, parts, bytes: partOf(kept.bytes, part), vector: kept.vector, digest: kept.digest, count };
  }

  /** Resolves when all of it is saved. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#state === 'changed') await this.#saved();
    await this.#saving;
    this.#doc.destroy();
  }

  async #take(author: string, hand: number, update: Uint8Array): Promise<EditAnswer> {
    const verdict = examine(this.#doc, update, { id: author, ownerOf: (other) => this.#owners.get(other) });
    if (verdict.kind !== 'fits') return verdict;
    this.#author = author;
    Y.applyUpdate(this.#doc, update);
    if (!this.#owners.has(hand) && Y.getState(this.#doc.store, hand) > 0) this.#owners.set(hand, author);
    if (this.#state === 'changed') await this.#saved();
    return { kind: 'saved' };
  }

  #tell(update: Uint8Array): void {
    const { world, bus, life } = this.#ports;
    this.#state = 'changed';
    this.#newsNumber++;
    const told = update.length <= PART_BYTES ? update : new Uint8Array();
    const count = { life, number: this.#newsNumber };
    bus.publish(subjects.documentNews(world, this.#id), encodeNews({ count, author: this.#author, update: told }));
  }

  /** Resolves when all that is changed by now is in the Store. */
  #saved(): Promise<void> {
    this.#nextSave ??= Promise.all([this.#saving, delay(this.#ports.clock, SAVE_AFTER_MS)]).then(() => this.#save());
    return this.#nextSave;
  }

  #save(): Promise<void> {
    this.#nextSave = undefined;
    this.#state = 'saved';
    const saving = this.#ports.save(Y.encodeStateAsUpdate(this.#doc)).catch((error: unknown) => {
      this.#state = 'changed';
      throw error;
    });
    // Whoever waits for this one hears of its failure; the next one only waits for its end.
    this.#saving = saving.catch(() => {});
    return saving;
  }

  #newAnswer(theirs: Uint8Array, theirDigest: number): KeptAnswer | 'same' {
    const digest = digestOf(this.#doc);
    const vector = Y.encodeStateVector(this.#doc);
    if (digest === theirDigest) return 'same';
    const kept = { bytes: this.#since(theirs), vector, digest, number: this.#newsNumber };
    this.#answers.set(++this.#lastAnswer, kept);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MOST_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
    return kept;
  }

  #since(vector: Uint8Array): Uint8Array {
    try {
      return Y.encodeStateAsUpdate(this.#doc, vector);
    } catch (cause) {
      throw new MalformedError(`${vector.length} bytes are no state vector`, { cause });
    }
  }
}
