import * as Y from 'yjs';

/** What was written here in one go. */
export interface WrittenEdit {
  readonly update: Uint8Array;
  /** `told again`: of others, for a keeper that has lost it. */
  readonly kind: 'own' | 'told again';
  /** By the clock of who has the outbox. */
  readonly sinceMs: number;
}

/** What is written within it, while nothing can be sent, is one edit: letters are many. */
const ONE_EDIT_MS = 1000;

/** Edits on their way, made one update of. */
export interface Batch {
  readonly update: Uint8Array;
  readonly edits: readonly WrittenEdit[];
}

/** Edits of this node that the keeper has not acknowledged: they wait here, however long it is away. */
export class Outbox {
  /** All of them, in the order of writing. */
  readonly #edits = new Set<WrittenEdit>();
  readonly #underWay = new Set<WrittenEdit>();
  readonly #batches = new Set<Batch>();

  /** How many edits of one's own are not saved yet. */
  get ownEdits(): number {
    return [...this.#edits].filter(({ kind }) => kind === 'own').length;
  }

  get isEmpty(): boolean {
    return this.#edits.size === 0;
  }

  get batchesUnderWay(): number {
    return this.#batches.size;
  }

  add(edit: WrittenEdit): void {
    const last = [...this.#edits].at(-1);
    const isSame = last?.kind === 'own' && edit.kind === 'own' && !this.#underWay.has(last) && edit.sinceMs - last.sinceMs < ONE_EDIT_MS;
    if (isSame) this.#edits.delete(last);
    this.#edits.add(isSame ? { ...last, update: Y.mergeUpdates([last.update, edit.update]) } : edit);
  }

  /** All that waits, as one, from now on under way; undefined when nothing does. */
  take(): Batch | undefined {
    const edits = [...this.#edits].filter((edit) => !this.#underWay.has(edit));
    if (edits.length === 0) return undefined;
    const batch = { edits, update: Y.mergeUpdates(edits.map(({ update }) => update)) };
    for (const edit of edits) this.#underWay.add(edit);
    this.#batches.add(batch);
    return batch;
  }

  delivered(batch: Batch): void {
    this.#batches.delete(batch);
    for (const edit of batch.edits) {
      this.#edits.delete(edit);
      this.#underWay.delete(edit);
    }
  }

  /** One may or may not have arrived. What was sent after it builds on it, so all of it goes again, as one. */
  sendAgain(): void {
    this.#batches.clear();
    this.#underWay.clear();
  }
}
