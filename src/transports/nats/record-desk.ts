import { explain, MalformedError, MisuseError } from '../../core/base/errors.ts';
import { type Bucket, type Entry, isSilence, type Revision } from '../../core/bus/bus.ts';
import { requireBucketName, requireKey, requireSwap } from '../../core/bus/limits.ts';
import { OpenHandlers, type Report } from '../../core/bus/listeners.ts';
import type { Gatekeeper } from '../socket/gatekeeper.ts';
import { type DeskAnswer, type DeskQuestion, decodeQuestion, encodeAnswer, pageOf } from './desk-words.ts';
import type { NatsRecords } from './nats-records.ts';
import type { NatsMessage, NatsWire } from './nats-wire.ts';
import { digestOf } from './record-digest.ts';

/** Who may read and change what: the same that a door asks. */
export type DeskRights = Pick<Gatekeeper, 'mayRead' | 'maySwap' | 'mayReplace'>;

interface DeskOptions {
  readonly wire: NatsWire;
  readonly records: NatsRecords;
  readonly world: string;
  readonly rights: DeskRights;
  readonly report: Report;
}

/**
 * Where participants that are on the bus themselves read and change the records of a world. They are given no right to the record store:
 * its servers send an answer wherever the asker says, as if they had written it themselves, and do not know whose a record is.
 */
export class RecordDesk implements Disposable {
  readonly #options: DeskOptions;
  readonly #attending: Disposable;
  readonly #open = new OpenHandlers();
  /** From the first question on, as long as the desk is there: of a world there are three. */
  readonly #followed = new Map<string, Promise<void>>();

  constructor(options: DeskOptions) {
    this.#options = options;
    this.#attending = options.wire.attendDesk(options.world, (message) => void this.#serve(message));
  }

  [Symbol.dispose](): void {
    this.#attending[Symbol.dispose]();
    this.#open[Symbol.dispose]();
  }

  async #serve(message: NatsMessage): Promise<void> {
    message.answer(encodeAnswer(await this.#answer(message)));
  }

  async #answer({ from, payload }: NatsMessage): Promise<DeskAnswer> {
    try {
      const question = decodeQuestion(payload);
      requireBucketName(question.bucket);
      const verdict = this.#options.rights.mayRead(from, question.bucket);
      return verdict.kind === 'allow' ? await this.#decide(from, question) : { type: 'refused', reason: verdict.reason };
    } catch (error) {
      const reason = explain(error);
      if (error instanceof MalformedError || error instanceof MisuseError) return { type: 'refused', reason };
      if (!isSilence(error)) this.#options.report(error);
      return { type: 'failed', reason };
    }
  }

  async #decide(from: string, question: DeskQuestion): Promise<DeskAnswer> {
    switch (question.type) {
      case 'get':
        requireKey(question.key);
        return { type: 'got', entry: await this.#bucket(question.bucket).get(question.key) };
      case 'swap':
        return this.#swap(from, question);
      case 'list':
        return this.#withAll(question.bucket, (records) => ({
          type: 'page',
          life: this.#options.records.life,
          ...pageOf(records, question.after),
        }));
      case 'compare':
        return this.#withAll(question.bucket, (records) => {
          const digest = digestOf([...records.values()].map(({ key, revision }) => [key, revision]));
          return { type: 'compared', outcome: digest === question.digest ? 'same' : 'different' };
        });
    }
  }

  /** Judged as at a door: what is wanted, and then what it would replace. Any other revision meets a conflict. */
  async #swap(from: string, { bucket: name, key, expected, value }: Extract<DeskQuestion, { type: 'swap' }>): Promise<DeskAnswer> {
    const { rights } = this.#options;
    requireSwap(key, expected, value);
    const wish = rights.maySwap(from, name, key, value);
    if (wish.kind !== 'allow') return { type: 'refused', reason: wish.reason };
    const bucket = this.#bucket(name);
    const present = await bucket.get(key);
    if (present?.revision === expected) {
      const succession = rights.mayReplace(from, { bucket: name, key }, present?.value, value);
      if (succession.kind !== 'allow') return { type: 'refused', reason: succession.reason };
    }
    const result = await bucket.swap(key, expected as Revision | undefined, value?.slice());
    switch (result.kind) {
      case 'applied':
        return { type: 'swapped', result: 'applied', detail: result.revision };
      case 'conflict':
        return { type: 'swapped', result: 'conflict', detail: '' };
      case 'unknown':
        return { type: 'swapped', result: 'unknown', detail: result.reason };
    }
  }

  #bucket(name: string): Bucket {
    return this.#options.records.bucket(name, { handlers: this.#open, requireOpen: () => undefined });
  }

  async #withAll(bucket: string, answer: (records: ReadonlyMap<string, Entry>) => DeskAnswer): Promise<DeskAnswer> {
    await (this.#followed.get(bucket) ?? this.#follow(bucket));
    const records = this.#options.records.copyOf(bucket);
    return records ? answer(records) : { type: 'failed', reason: `the hub is just listing ${bucket} itself` };
  }

  /** Resolves when it was listed for the first time. */
  #follow(bucket: string): Promise<void> {
    const listed = new Promise<void>((resolve) => {
      this.#bucket(bucket).watch(({ kind }) => {
        if (kind === 'synced') resolve();
      });
    });
    this.#followed.set(bucket, listed);
    return listed;
  }
}
