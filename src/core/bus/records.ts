import type { Entry, Revision, SwapResult } from './bus.ts';
import { Listeners, type Report } from './listeners.ts';

/** The buckets of a bus that keeps them in memory. */
export class Records {
  readonly #report: Report;
  readonly #life: string;
  readonly #buckets = new Map<string, RecordBucket>();

  /** `life`: begins every revision, so that none of these records is taken for one of an earlier life that a participant remembers. */
  constructor(report: Report, life = '') {
    this.#report = report;
    this.#life = life;
  }

  bucket(name: string): RecordBucket {
    const known = this.#buckets.get(name);
    if (known !== undefined) return known;
    const bucket = new RecordBucket(this.#report, this.#life);
    this.#buckets.set(name, bucket);
    return bucket;
  }
}

export type RecordChange =
  | { readonly kind: 'value'; readonly entry: Entry }
  | { readonly kind: 'deleted'; readonly key: string; readonly revision: Revision };

export class RecordBucket {
  readonly #entries = new Map<string, Entry>();
  readonly #listeners: Listeners<RecordChange>;
  readonly #life: string;
  #changes = 0;

  constructor(report: Report, life: string) {
    this.#listeners = new Listeners(report);
    this.#life = life;
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key);
  }

  entries(): Entry[] {
    return [...this.#entries.values()];
  }

  /** Decides at once: never `unknown`. */
  swap(key: string, expected: Revision | undefined, value: Uint8Array | undefined): SwapResult {
    if (this.#entries.get(key)?.revision !== expected) return { kind: 'conflict' };
    // Counted for the whole bucket, so that a record deleted and made again never has a revision it had before.
    const revision = `${this.#life}${++this.#changes}` as Revision;
    if (value === undefined) {
      this.#entries.delete(key);
      this.#listeners.tell({ kind: 'deleted', key, revision });
    } else {
      const entry = { key, value, revision };
      this.#entries.set(key, entry);
      this.#listeners.tell({ kind: 'value', entry });
    }
    return { kind: 'applied', revision };
  }

  /** Called inside the swap. */
  onChange(handler: (change: RecordChange) => void): Disposable {
    return this.#listeners.add(handler);
  }
}
