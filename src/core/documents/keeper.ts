import { decodeJson, encodeJson } from '../api/messages.ts';
import { type Clock, every } from '../base/clock.ts';
import { explain, MalformedError } from '../base/errors.ts';
import { integerBelow, type Random } from '../base/random.ts';
import type { Bus, Message } from '../bus/bus.ts';
import { subjects } from '../bus/subjects.ts';
import { NotInStoreError, type Store, StoreLimitError } from '../store/store.ts';
import { Allowances } from './allowances.ts';
import { type DeskAnswer, deskRequestSchema } from './desk.ts';
import {
  decodeEditPart,
  decodeSyncRequest,
  type EditAnswer,
  encodeEditAnswer,
  encodeSyncAnswer,
  type RefusalCode,
  type SyncAnswer,
} from './frames.ts';
import { KeptDocument } from './kept-document.ts';

export interface KeeperPorts {
  readonly world: string;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly random: Random;
  readonly store: Pick<Store, 'documents'>;
  /** In whose name: nothing is written when another hub keeps the world by now. */
  readonly hub: string;
  /** Milliseconds since 1970. */
  readonly wallClockMs: () => number;
  readonly report: (error: unknown) => void;
}

/** Another hub keeps the world by now: edits that are not acknowledged are sent to that one. */
export class NotKeptError extends Error {
  override readonly name = 'NotKeptError';
}

const CLEAR_EVERY_MS = 60_000;
/** What nobody asked for in this time is let go of: editors ask every few seconds. */
const IDLE_MS = 120_000;

/** Of each participant: questions for which the Store is asked. */
const REQUESTS = { messagesPerS: 5, bytesPerS: 0, burstS: 4 };

/** Keeps the documents of a world: the hub that is on duty for it, and no other. */
export class DocumentKeeper implements AsyncDisposable {
  readonly #ports: KeeperPorts;
  readonly #life: number;
  /** Those that are in memory, or on their way to it. */
  readonly #documents = new Map<string, Promise<KeptDocument | undefined>>();
  readonly #requests: Allowances;
  readonly #open: Disposable[];
  /** The answer to who asks which there are, until that changes. */
  #listed: Promise<Uint8Array> | undefined;

  constructor(ports: KeeperPorts) {
    const { world, bus, clock, random, report } = ports;
    this.#ports = ports;
    this.#requests = new Allowances(REQUESTS, clock);
    this.#life = 1 + integerBelow(random, 2 ** 31);
    const answering = (subject: string, answer: (message: Message) => Promise<Uint8Array>): Disposable =>
      bus.subscribe(subject, (message) => void answer(message).then((bytes) => message.reply(bytes), report));
    this.#open = [
      answering(subjects.documentEdits(world, '*'), (message) => this.#edit(message)),
      answering(subjects.documentSync(world, '*'), (message) => this.#sync(message)),
      answering(subjects.documentList(world), () => this.#list()),
      answering(subjects.documentDesk(world), (message) => this.#atDesk(message)),
      every(clock, CLEAR_EVERY_MS, () => void this.#letGoOfIdle()),
    ];
  }

  /** Resolves when all is saved. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const part of this.#open) part[Symbol.dispose]();
    const closing = await Promise.allSettled([...this.#documents.keys()].map((id) => this.#close(id)));
    for (const result of closing) if (result.status === 'rejected' && !isHandedOver(result.reason)) throw result.reason;
  }

  async #edit({ subject, from, payload }: Message): Promise<Uint8Array> {
    const part = decodeEditPart(payload);
    if (!this.#mayOpen(idIn(subject), from)) return encodeEditAnswer(TOO_OFTEN);
    const document = await this.#document(idIn(subject));
    const answer: EditAnswer = document ? await document.edit(from, part) : missing(subject);
    return encodeEditAnswer(answer);
  }

  async #sync({ subject, from, payload }: Message): Promise<Uint8Array> {
    const request = decodeSyncRequest(payload);
    if (!this.#mayOpen(idIn(subject), from)) return encodeSyncAnswer({ kind: 'over' });
    const document = await this.#document(idIn(subject));
    const answer: SyncAnswer = document ? document.sync(from, request) : missing(subject);
    return encodeSyncAnswer(answer);
  }

  /** What is in memory costs nothing; what is not is asked of the Store, also when there is no such document. */
  #mayOpen(id: string, participant: string): boolean {
    return this.#documents.has(id) || this.#requests.take(participant, 1, 0) === 'kept';
  }

  #list(): Promise<Uint8Array> {
    if (this.#listed) return this.#listed;
    const listing = this.#readList();
    this.#listed = listing;
    listing.catch(() => this.#changeList());
    return listing;
  }

  async #readList(): Promise<Uint8Array> {
    const records = await this.#ports.store.documents.all(this.#ports.world);
    const documents = records.map(({ id, name, createdBy, changedAtMs }) => ({ id, name, createdBy, changedAtMs }));
    return encodeJson({ documents });
  }

  #changeList(): void {
    this.#listed = undefined;
  }

  async #atDesk({ from, payload }: Message): Promise<Uint8Array> {
    const { world, bus } = this.#ports;
    const answer = await this.#carryOut(from, payload).catch((error: unknown): DeskAnswer => {
      const isRefusal = error instanceof StoreLimitError || error instanceof NotInStoreError || error instanceof MalformedError;
      if (isRefusal) return { kind: 'refused', reason: explain(error) };
      throw error;
    });
    this.#changeList();
    if (answer.kind === 'done') bus.publish(subjects.documentListNews(world), new Uint8Array());
    return encodeJson(answer);
  }

  async #carryOut(by: string, payload: Uint8Array): Promise<DeskAnswer> {
    if (this.#requests.take(by, 1, 0) === 'exceeded') return TOO_OFTEN;
    const request = decodeJson(deskRequestSchema, payload);
    const { world, store, wallClockMs } = this.#ports;
    const { documents } = store;
    switch (request.kind) {
      case 'make': {
        const draft = { world, id: request.document, name: request.name, createdBy: by, createdAtMs: wallClockMs() };
        if ((await documents.create(draft)) === 'created') return { kind: 'done' };
        // Asked again because the answer was lost, perhaps.
        const present = (await documents.all(world)).find(({ id }) => id === request.document);
        const isTheSame = present?.createdBy === by && present.name === request.name;
        return isTheSame ? { kind: 'done' } : { kind: 'refused', reason: `there is a document ${request.document} already` };
      }
      case 'rename':
        await documents.rename(world, request.document, request.name);
        return { kind: 'done' };
      case 'remove':
        // First there: what is let go of here would be read again by the next who asks.
        await documents.remove(world, request.document);
        await this.#discard(request.document);
        return { kind: 'done' };
    }
  }

  #document(id: string): Promise<KeptDocument | undefined> {
    const known = this.#documents.get(id);
    if (known) return known;
    const loading = this.#load(id);
    this.#documents.set(id, loading);
    const forget = () => {
      if (this.#documents.get(id) === loading) this.#documents.delete(id);
    };
    // What is not there may be made in the next moment.
    loading.then((document) => document ?? forget(), forget);
    return loading;
  }

  async #load(id: string): Promise<KeptDocument | undefined> {
    const { world, bus, clock, store, hub, wallClockMs, report } = this.#ports;
    const state = await store.documents.state(world, id);
    if (!state) return undefined;
    const save = async (bytes: Uint8Array): Promise<void> => {
      const outcome = await store.documents.save(world, id, bytes, wallClockMs(), hub);
      if (outcome !== 'saved') throw new NotKeptError(`another hub keeps ${world} by now, with its document ${id}`);
      // When it was changed is told with it.
      this.#changeList();
    };
    return new KeptDocument(id, state.length > 0 ? state : undefined, { world, bus, clock, life: this.#life, save, report });
  }

  async #letGoOfIdle(): Promise<void> {
    for (const [id, loading] of [...this.#documents]) await this.#letGoIfIdle(id, loading).catch(this.#ports.report);
  }

  async #letGoIfIdle(id: string, loading: Promise<KeptDocument | undefined>): Promise<void> {
    const document = await loading;
    if (!document || document.idleMs <= IDLE_MS) return;
    // Who asks meanwhile still finds it: read anew from the Store it would lack what is being saved.
    await document.saved();
    if (document.idleMs > IDLE_MS && this.#documents.get(id) === loading) await this.#close(id);
  }

  async #close(id: string): Promise<void> {
    const loading = this.#documents.get(id);
    this.#documents.delete(id);
    await (await loading)?.[Symbol.asyncDispose]();
  }

  async #discard(id: string): Promise<void> {
    const loading = this.#documents.get(id);
    this.#documents.delete(id);
    await (await loading)?.discard();
  }
}

/** Another keeps it by now, or it was removed: there is nothing left to save, and who wrote it sends it to that one. */
const isHandedOver = (error: unknown): boolean => error instanceof NotKeptError || error instanceof NotInStoreError;

/** The fourth word of `v1.<world>.doc.<document>.edit`. */
const idIn = (subject: string): string => subject.split('.')[3] ?? '';

const TOO_OFTEN = { kind: 'refused', code: 'busy', reason: 'too much is asked for at once: try again' } as const;

const missing = (subject: string): { readonly kind: 'refused'; readonly code: RefusalCode; readonly reason: string } => ({
  kind: 'refused',
  code: 'no-such-document',
  reason: `there is no document ${idIn(subject)} in this world`,
});
