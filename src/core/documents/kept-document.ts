import * as Y from 'yjs';
import type { Clock } from '../base/clock.ts';
import { MalformedError } from '../base/errors.ts';
import type { Rate } from '../base/token-bucket.ts';
import type { Bus } from '../bus/bus.ts';
import { subjects } from '../bus/subjects.ts';
import { Allowances } from './allowances.ts';
import { Answers } from './answers.ts';
import { examine } from './examination.ts';
import { type EditAnswer, type EditPart, encodeNews, type SyncAnswer, type SyncRequest } from './frames.ts';
import { LARGEST_DOCUMENT, LARGEST_EDIT, PART_BYTES } from './limits.ts';
import { Saves } from './saves.ts';
import { applyWhole, digestOf, emptyDocument } from './text-state.ts';
import { Transfers } from './transfers.ts';

export interface KeptDocumentPorts {
  readonly world: string;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Of the keeper: another one after each start. */
  readonly life: number;
  /** Resolves when it is in the Store. */
  save(state: Uint8Array): Promise<void>;
  readonly report: (error: unknown) => void;
}

/** Of each participant: comparisons and rehearsals, with the bytes of the states that are put together for them. */
const WORK: Rate = { messagesPerS: 5, bytesPerS: LARGEST_DOCUMENT.bytes / 12, burstS: 24 };
/** Of each author: hands (as messages) and letters (as bytes) that it brings. As much as one edit may have at once, and so fast later on. */
const GROWTH: Rate = { messagesPerS: LARGEST_EDIT.hands / 100, bytesPerS: LARGEST_EDIT.letters / 100, burstS: 100 };

/** A document at its keeper, who judges each edit, tells all of it, saves it, and only then acknowledges it. */
export class KeptDocument implements AsyncDisposable {
  readonly #id: string;
  readonly #ports: KeptDocumentPorts;
  readonly #doc: Y.Doc = emptyDocument(0);
  readonly #transfers: Transfers;
  /** Whose each hand is: the first who wrote by it since this keeper is here. */
  readonly #owners = new Map<number, string>();
  readonly #answers = new Answers();
  readonly #work: Allowances;
  readonly #growth: Allowances;
  readonly #saves: Saves;
  #lastAnswer = 0;
  #newsNumber = 0;
  /** Undefined: to be reckoned anew. */
  #digest: number | undefined;
  #author = '';
  #isRemoved = false;
  #usedMs: number;

  constructor(id: string, state: Uint8Array | undefined, ports: KeptDocumentPorts) {
    this.#id = id;
    this.#ports = ports;
    this.#usedMs = ports.clock.now();
    this.#transfers = new Transfers(ports.clock);
    this.#work = new Allowances(WORK, ports.clock);
    this.#growth = new Allowances(GROWTH, ports.clock);
    const { clock, report } = ports;
    this.#saves = new Saves(state?.length ?? 0, {
      ...{ clock, report },
      state: () => Y.encodeStateAsUpdate(this.#doc),
      save: (bytes) => ports.save(bytes),
    });
    // What waits in it for ever is let go of: no letter of it was ever seen.
    if (state) applyWhole(this.#doc, state);
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
        return { kind: 'refused', code: 'edit-too-large', reason: `an edit has at most ${LARGEST_EDIT.bytes} bytes` };
      case 'malformed':
        return { kind: 'refused', code: 'malformed', reason: `each part of an edit but the last has ${PART_BYTES} bytes` };
      case 'whole':
        return await this.#take(author, part.hand, receipt.update);
    }
  }

  sync(asker: string, { vector, digest, answer, part }: SyncRequest): SyncAnswer {
    const { clock, life } = this.#ports;
    this.#usedMs = clock.now();
    if (answer !== 0) return this.#answers.part(asker, answer, part);
    // To put together what somebody lacks is work, and so is the digest of what was changed: anybody may ask for it.
    if (this.#work.take(asker, 1, 0) === 'exceeded') return { kind: 'over' };
    this.#digest ??= digestOf(this.#doc);
    const count = { life, number: this.#newsNumber };
    if (digest === this.#digest) return { kind: 'same', count };
    const held = Y.encodeStateVector(this.#doc);
    const number = ++this.#lastAnswer;
    const bytes = this.#since(vector);
    this.#work.charge(asker, bytes.length);
    return this.#answers.begin(asker, { number, bytes, vector: held, digest: this.#digest, count });
  }

  /** Resolves when all of it is saved. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#transfers[Symbol.dispose]();
    await this.#saves.close();
    this.#doc.destroy();
  }

  /** Resolves when all that is changed by now is in the Store. */
  saved(): Promise<void> {
    return this.#saves.whenSaved();
  }

  /** It was removed: nothing of it is saved any more. */
  async discard(): Promise<void> {
    this.#isRemoved = true;
    this.#transfers[Symbol.dispose]();
    await this.#saves.discard();
    this.#doc.destroy();
  }

  async #take(author: string, hand: number, update: Uint8Array): Promise<EditAnswer> {
    const { bytes } = this.#saves;
    if (bytes + update.length > LARGEST_DOCUMENT.bytes) {
      const reason = `with ${update.length} bytes more than its ${bytes} it is too large: at most ${LARGEST_DOCUMENT.bytes}; go on in a copy`;
      return { kind: 'refused', code: 'document-too-large', reason };
    }
    const verdict = examine(this.#doc, update, LARGEST_EDIT, {
      id: author,
      ownerOf: (other) => this.#owners.get(other),
      mayRehearse: () => this.#work.take(author, 1, bytes) === 'kept',
      mayAdd: (hands, letters) => this.#growth.take(author, hands, letters) === 'kept',
    });
    if (verdict.kind !== 'fits') return verdict;
    this.#author = author;
    const before = Y.getState(this.#doc.store, hand);
    const outcome = applyWhole(this.#doc, update);
    // Only who wrote by it has a hand: else whoever names another's first would keep that one from writing.
    if (!this.#owners.has(hand) && Y.getState(this.#doc.store, hand) > before) this.#owners.set(hand, author);
    // Also what was known before: it may be on its way to the Store only now.
    await this.#saves.whenSaved();
    if (this.#isRemoved) return { kind: 'refused', code: 'no-such-document', reason: `the document ${this.#id} was removed` };
    return { kind: outcome === 'gap' ? 'gap' : 'saved' };
  }

  #tell(update: Uint8Array): void {
    const { world, bus, life } = this.#ports;
    this.#saves.changed(update.length);
    this.#digest = undefined;
    this.#newsNumber++;
    const told = update.length <= PART_BYTES ? update : new Uint8Array();
    const count = { life, number: this.#newsNumber };
    bus.publish(subjects.documentNews(world, this.#id), encodeNews({ count, author: this.#author, update: told }));
  }

  #since(vector: Uint8Array): Uint8Array {
    try {
      return Y.encodeStateAsUpdate(this.#doc, vector);
    } catch (cause) {
      throw new MalformedError(`${vector.length} bytes are no state vector`, { cause });
    }
  }
}
