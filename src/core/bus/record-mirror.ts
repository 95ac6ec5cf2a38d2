import type { Bucket, Revision, WatchEvent } from './bus.ts';

export interface MirroredRecord<T> {
  readonly value: T;
  readonly revision: Revision;
}

const REMEMBERED_REVISIONS = 8;

/** The records of a bucket as the watch tells them: local to read, never ahead of what was decided. */
export class RecordMirror<T> {
  readonly #records = new Map<string, MirroredRecord<T>>();
  readonly #decode: (bytes: Uint8Array, key: string) => T;
  readonly #onChange: (key: string, record: MirroredRecord<T> | undefined) => void;
  readonly #report: (error: unknown) => void;
  readonly #watch: Disposable;
  readonly #listed = new Set<string>();
  readonly #seen = new Map<string, Revision[]>();
  #syncedOnce: () => void = () => {};
  #isSynced = false;
  #relisting = false;

  /** Resolves when all records there were have been seen once. */
  readonly synced: Promise<void> = new Promise((resolve) => {
    this.#syncedOnce = resolve;
  });

  constructor(
    bucket: Bucket,
    options: {
      decode: (bytes: Uint8Array, key: string) => T;
      onChange: (key: string, record: MirroredRecord<T> | undefined) => void;
      report: (error: unknown) => void;
    },
  ) {
    this.#decode = options.decode;
    this.#onChange = options.onChange;
    this.#report = options.report;
    this.#watch = bucket.watch((event) => this.#receive(event));
  }

  get isSynced(): boolean {
    return this.#isSynced;
  }

  get(key: string): MirroredRecord<T> | undefined {
    return this.#records.get(key);
  }

  /** Whether the watch has shown this revision, lately: a record that differs from it now is then later, not earlier. */
  hasSeen(key: string, revision: Revision): boolean {
    return this.#seen.get(key)?.includes(revision) ?? false;
  }

  entries(): IterableIterator<[string, MirroredRecord<T>]> {
    return this.#records.entries();
  }

  /** The connection was lost: the watch will list everything again, and what it does not list is gone. */
  expectRelisting(): void {
    this.#relisting = true;
    this.#listed.clear();
  }

  [Symbol.dispose](): void {
    this.#watch[Symbol.dispose]();
  }

  #receive(event: WatchEvent): void {
    switch (event.kind) {
      case 'value':
        if (this.#relisting) this.#listed.add(event.entry.key);
        this.#set(event.entry.key, event.entry.value, event.entry.revision);
        break;
      case 'deleted':
        this.#seen.delete(event.key);
        if (this.#records.delete(event.key)) this.#onChange(event.key, undefined);
        break;
      case 'synced':
        if (this.#relisting) this.#dropUnlisted();
        this.#isSynced = true;
        this.#syncedOnce();
        break;
    }
  }

  #set(key: string, bytes: Uint8Array, revision: Revision): void {
    // Also of one that was replaced: a list by a server that is behind tells of it again. No record has a revision twice.
    if (this.hasSeen(key, revision)) return;
    this.#seen.set(key, [...(this.#seen.get(key) ?? []).slice(1 - REMEMBERED_REVISIONS), revision]);
    try {
      const record = { value: this.#decode(bytes, key), revision };
      this.#records.set(key, record);
      this.#onChange(key, record);
    } catch (error) {
      this.#report(error);
    }
  }

  #dropUnlisted(): void {
    this.#relisting = false;
    for (const key of [...this.#records.keys()]) {
      if (this.#listed.has(key)) continue;
      this.#records.delete(key);
      this.#onChange(key, undefined);
    }
    this.#listed.clear();
  }
}
