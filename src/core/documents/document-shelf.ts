import { decodeJson, encodeJson } from '../api/messages.ts';
import { type Clock, every } from '../base/clock.ts';
import { Signal } from '../base/signal.ts';
import { isSilence } from '../bus/bus.ts';
import { subjects } from '../bus/subjects.ts';
import { type DeskRequest, type DocumentEntry, deskAnswerSchema, documentListSchema } from './desk.ts';
import type { DocumentBus } from './document-bus.ts';

/** The keeper did not do it: the message says why. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
}

export interface ShelfPorts {
  readonly world: string;
  readonly bus: DocumentBus;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
}

const ANSWER_MS = 5000;
/** News of a change may be lost. */
const LOOK_EVERY_MS = 10_000;
const AGAIN_MS = 1000;

/** Which documents there are in a world, as far as is known here. */
export class DocumentShelf implements Disposable {
  readonly changes: Signal<undefined> = new Signal();
  readonly #ports: ShelfPorts;
  readonly #open: Disposable[];
  #documents: readonly DocumentEntry[] | undefined;
  #looking: 'no' | 'yes' | 'again' = 'no';
  #isClosed = false;
  #retry: Disposable | undefined;

  constructor(ports: ShelfPorts) {
    const { world, bus, clock } = ports;
    this.#ports = ports;
    this.#open = [
      bus.subscribe(subjects.documentListNews(world), () => this.#look()),
      bus.onStatus(({ kind }) => {
        if (kind === 'connected') this.#look();
      }),
      every(clock, LOOK_EVERY_MS, () => this.#look()),
    ];
    this.#look();
  }

  /** Ordered by id; undefined until they have been heard of. */
  get documents(): readonly DocumentEntry[] | undefined {
    return this.#documents;
  }

  /** Rejects with DocumentError when there is one of this id already, or there are too many. */
  make(document: string, name: string): Promise<void> {
    return this.#ask({ kind: 'make', document, name });
  }

  rename(document: string, name: string): Promise<void> {
    return this.#ask({ kind: 'rename', document, name });
  }

  remove(document: string): Promise<void> {
    return this.#ask({ kind: 'remove', document });
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#retry?.[Symbol.dispose]();
    for (const part of this.#open) part[Symbol.dispose]();
  }

  async #ask(request: DeskRequest): Promise<void> {
    const { world, bus } = this.#ports;
    const answer = await bus
      .request(subjects.documentDesk(world), encodeJson(request), { timeoutMs: ANSWER_MS })
      .catch((cause: unknown) => {
        throw new DocumentError('the hub that keeps the documents does not answer; try again', { cause });
      });
    const outcome = decodeJson(deskAnswerSchema, answer);
    if (outcome.kind === 'refused') throw new DocumentError(outcome.reason);
    this.#look();
  }

  #look(): void {
    if (this.#isClosed) return;
    if (this.#looking !== 'no') {
      this.#looking = 'again';
      return;
    }
    this.#looking = 'yes';
    this.#fetch()
      .catch((error: unknown) => {
        if (!isSilence(error)) this.#ports.report(error);
        else if (this.#documents === undefined) this.#lookAgain();
      })
      .finally(() => {
        const isAgain = this.#looking === 'again';
        this.#looking = 'no';
        if (isAgain) this.#look();
      });
  }

  #lookAgain(): void {
    if (this.#isClosed) return;
    this.#retry?.[Symbol.dispose]();
    this.#retry = this.#ports.clock.after(AGAIN_MS, () => this.#look());
  }

  async #fetch(): Promise<void> {
    const { world, bus } = this.#ports;
    const answer = await bus.request(subjects.documentList(world), new Uint8Array(), { timeoutMs: ANSWER_MS });
    this.#documents = decodeJson(documentListSchema, answer).documents;
    this.changes.emit(undefined);
  }
}
