import * as Y from 'yjs';
import { every } from '../base/clock.ts';
import { MalformedError } from '../base/errors.ts';
import { integerBelow } from '../base/random.ts';
import { Signal } from '../base/signal.ts';
import { isSilence, RefusedError } from '../bus/bus.ts';
import { subjects } from '../bus/subjects.ts';
import { examine } from './examination.ts';
import {
  decodeEditAnswer,
  decodeNews,
  decodeSyncAnswer,
  type EditAnswer,
  encodeEditPart,
  encodeSyncRequest,
  type NewsCount,
  type RefusalCode,
  type SyncAnswer,
} from './frames.ts';
import { joinBytes, partOf, partsOf } from './joined-bytes.ts';
import { LARGEST_DOCUMENT, PART_BYTES } from './limits.ts';
import { type Batch, Outbox, type WrittenEdit } from './outbox.ts';
import { type PresencePorts, Presences, type Writer } from './presences.ts';
import { applyWhole, digestOf, emptyDocument, textOfDocument } from './text-state.ts';

export interface SharedDocumentPorts extends PresencePorts {
  readonly me: Writer;
  /** `read`: what is written here all the same goes nowhere. */
  readonly access: 'write' | 'read';
}

/** `apart`: the keeper does not answer; edits wait. `refused`: what was written here was not taken and never will be: open it anew. */
export type SharingState =
  | { readonly kind: 'opening' | 'live' | 'apart'; readonly waitingEdits: number }
  | { readonly kind: 'refused'; readonly waitingEdits: number; readonly code: RefusalCode; readonly reason: string };

/** What is typed within this goes as one. */
const GATHER_MS = 40;
const ANSWER_MS = 5000;
const COMPARE_EVERY_MS = 5000;
const AGAIN_MS = 500;
/** Later edits wait until one of these is acknowledged. */
const MOST_UNDER_WAY = 16;
const NOTHING = new Uint8Array();
const MOST_PARTS = Math.ceil(LARGEST_DOCUMENT.bytes / PART_BYTES);

/**
 * One node's copy of a document. It is edited here at once, whether or not anybody can be reached; what the keeper took from others is put into it. What was
 * lost on the way, here or there, is found by comparing with the keeper.
 */
export class SharedDocument implements Disposable {
  readonly doc: Y.Doc;
  readonly text: Y.Text;
  readonly presences: Presences;
  readonly changes: Signal<undefined> = new Signal();
  readonly #ports: SharedDocumentPorts;
  readonly #outbox = new Outbox();
  readonly #open: Disposable[];
  #state: 'opening' | 'live' | 'apart' | 'closed' = 'opening';
  #refusal: { readonly code: RefusalCode; readonly reason: string } | undefined;
  #count: NewsCount | undefined;
  #edit = 0;
  #comparing: 'no' | 'yes' | 'again' = 'no';
  #gathering: Disposable | undefined;
  #retry: Disposable | undefined;

  constructor(ports: SharedDocumentPorts) {
    const { world, document, bus, clock, random, me } = ports;
    this.#ports = ports;
    this.doc = emptyDocument(1 + integerBelow(random, 2 ** 32 - 1));
    this.text = textOfDocument(this.doc);
    this.presences = new Presences(this.doc, me, ports);
    this.doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== this && ports.access === 'write') this.#written({ update, kind: 'own', sinceMs: clock.now() });
    });
    this.#open = [
      this.presences,
      bus.subscribe(subjects.documentNews(world, document), ({ payload }) => this.#heard(payload)),
      every(clock, COMPARE_EVERY_MS, () => this.#compare()),
      bus.onStatus(({ kind }) => (kind === 'connected' ? this.#compare() : this.#become('apart'))),
    ];
    this.#compare();
  }

  get state(): SharingState {
    const waitingEdits = this.#outbox.ownEdits;
    if (this.#refusal) return { kind: 'refused', waitingEdits, ...this.#refusal };
    return { kind: this.#state === 'closed' ? 'apart' : this.#state, waitingEdits };
  }

  [Symbol.dispose](): void {
    this.#state = 'closed';
    this.#gathering?.[Symbol.dispose]();
    this.#retry?.[Symbol.dispose]();
    for (const part of this.#open) part[Symbol.dispose]();
    this.doc.destroy();
  }

  #written(edit: WrittenEdit): void {
    this.#outbox.add(edit);
    this.#gathering ??= this.#ports.clock.after(GATHER_MS, () => {
      this.#gathering = undefined;
      this.#send();
    });
    this.changes.emit(undefined);
  }

  #send(): void {
    if (this.#state !== 'live' || this.#refusal || this.#outbox.batchesUnderWay >= MOST_UNDER_WAY) return;
    const batch = this.#outbox.take();
    if (!batch) return;
    this.#deliver(batch).then(
      (answer) => this.#answered(batch, answer),
      (error: unknown) => this.#unanswered(error),
    );
  }

  async #deliver({ update }: Batch): Promise<EditAnswer> {
    const { world, document, bus } = this.#ports;
    const edit = ++this.#edit;
    const parts = partsOf(update);
    let answer: EditAnswer = { kind: 'part' };
    for (let part = 0; part < parts && answer.kind === 'part'; part++) {
      const payload = encodeEditPart({ edit, hand: this.doc.clientID, part, parts, bytes: partOf(update, part) });
      answer = decodeEditAnswer(await bus.request(subjects.documentEdits(world, document), payload, { timeoutMs: ANSWER_MS }));
    }
    return answer;
  }

  #answered(batch: Batch, answer: EditAnswer): void {
    if (this.#state === 'closed') return;
    switch (answer.kind) {
      case 'saved':
        this.#outbox.delivered(batch);
        this.changes.emit(undefined);
        this.#send();
        break;
      case 'part':
      case 'gap':
        this.#outbox.sendAgain();
        this.#again();
        break;
      case 'refused':
        this.#outbox.sendAgain();
        if (answer.code === 'busy') this.#again();
        else this.#refused(answer);
        break;
    }
  }

  #unanswered(error: unknown): void {
    this.#outbox.sendAgain();
    this.#failed(error);
  }

  #failed(error: unknown): void {
    if (this.#state === 'closed') return;
    // Not the keeper but the hub: who may do less than before would only be refused again.
    if (error instanceof RefusedError && error.reason !== 'full') {
      this.#refused({ code: 'not-allowed', reason: error.message });
      return;
    }
    if (!isSilence(error)) this.#ports.report(error);
    this.#become('apart');
    this.#again();
  }

  #refused({ code, reason }: { readonly code: RefusalCode; readonly reason: string }): void {
    this.#refusal = { code, reason };
    this.changes.emit(undefined);
  }

  #again(): void {
    if (this.#state === 'closed') return;
    this.#retry ??= this.#ports.clock.after(AGAIN_MS, () => {
      this.#retry = undefined;
      this.#compare();
    });
  }

  #heard(payload: Uint8Array): void {
    try {
      const { count, update } = decodeNews(payload);
      const isNext = count.life === this.#count?.life && count.number === this.#count.number + 1;
      const isKnown = count.life === this.#count?.life && count.number <= this.#count.number;
      if (isKnown || this.#refusal) return;
      if (isNext && update.length > 0 && this.#apply(update) === 'applied') this.#count = count;
      else this.#compare();
    } catch (error) {
      this.#ports.report(error);
    }
  }

  /** The keeper has looked at it already; it is looked at again, for it came over the bus. */
  #apply(update: Uint8Array): 'applied' | 'gap' | 'no-room' {
    const verdict = examine(this.doc, update, LARGEST_DOCUMENT);
    // With what waits here it may be too large: then that is refused in a moment.
    if (verdict.kind === 'refused' && verdict.code === 'document-too-large' && !this.#outbox.isEmpty) return 'no-room';
    if (verdict.kind === 'refused' && verdict.code === 'another-hand') {
      this.#refused(verdict);
      return 'gap';
    }
    if (verdict.kind === 'refused') throw new MalformedError(`what was told of ${this.#ports.document} is not taken: ${verdict.reason}`);
    return verdict.kind === 'gap' ? 'gap' : applyWhole(this.doc, update, this);
  }

  #compare(): void {
    if (this.#comparing !== 'no') {
      this.#comparing = 'again';
      return;
    }
    if (this.#state === 'closed' || this.#refusal || this.#ports.bus.status.kind !== 'connected') return;
    this.#comparing = 'yes';
    this.#fetch()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        const isAgain = this.#comparing === 'again' && this.#state === 'live';
        this.#comparing = 'no';
        if (isAgain) this.#compare();
      });
  }

  async #fetch(): Promise<void> {
    const parts: Uint8Array[] = [];
    let answer = await this.#ask(0, 0);
    while (answer.kind === 'part' && answer.part < answer.parts - 1 && parts.length < MOST_PARTS) {
      parts.push(answer.bytes);
      answer = await this.#ask(answer.answer, answer.part + 1);
    }
    if (this.#state === 'closed') return;
    switch (answer.kind) {
      case 'refused':
        this.#refused(answer);
        return;
      case 'over':
        this.#again();
        return;
      case 'same':
        this.#count = answer.count;
        break;
      case 'part': {
        // News that came meanwhile are in it, or come once more with the next comparison.
        const outcome = this.#apply(joinBytes([...parts, answer.bytes]));
        if (outcome !== 'applied') this.#again();
        if (outcome === 'gap') return;
        this.#count = answer.count;
        this.#tellWhatIsMissing(answer.vector, answer.digest);
        break;
      }
    }
    this.#become('live');
    this.#send();
  }

  async #ask(answer: number, part: number): Promise<SyncAnswer> {
    const { world, document, bus } = this.#ports;
    // Only what an answer begins with is reckoned from what is held here.
    const held = answer === 0 ? { vector: Y.encodeStateVector(this.doc), digest: digestOf(this.doc) } : { vector: NOTHING, digest: 0 };
    const request = encodeSyncRequest({ ...held, answer, part });
    return decodeSyncAnswer(await bus.request(subjects.documentSync(world, document), request, { timeoutMs: ANSWER_MS }));
  }

  /** A keeper that was killed may have lost what it had told of but not saved: then it is told again, by whoever has it. */
  #tellWhatIsMissing(vector: Uint8Array, digest: number): void {
    if (this.#ports.access === 'read' || !this.#outbox.isEmpty || digestOf(this.doc) === digest) return;
    this.#outbox.add({ update: Y.encodeStateAsUpdate(this.doc, vector), kind: 'told again', sinceMs: this.#ports.clock.now() });
  }

  #become(state: 'live' | 'apart'): void {
    if (this.#state === 'closed' || this.#state === state || (state === 'apart' && this.#state === 'opening')) return;
    this.#state = state;
    this.changes.emit(undefined);
  }
}
