/**
 * Whether a history of compare-and-swaps on one record can have happened in some order that respects real time (linearizability): each takes effect at one
 * instant between its call and its answer. The search is exact, as in the checkers of Wing and Gong and of Knossos, and remembers what it has tried.
 */

/** What a record is before it is made and after it is deleted. */
export const ABSENT = undefined;

export interface Swap {
  readonly by: string;
  /** Positions in the order of all that happened, so that two events never have the same. An answer that never came is at infinity. */
  readonly called: number;
  readonly answered: number;
  /** The revision that it was to replace. */
  readonly expected: string | typeof ABSENT;
  /** `unknown`: it may have taken effect, at any time after its call. `revision` undefined: it deletes. */
  readonly outcome: { readonly kind: 'applied' | 'unknown'; readonly revision: string | typeof ABSENT } | { readonly kind: 'conflict' };
}

export type Judgement =
  | { readonly kind: 'linearizable'; readonly order: readonly Swap[] }
  /** `stuck`: the first swap, or sight, that fits nowhere behind the longest order that was found. `present`: the revision at that point. */
  | { readonly kind: 'violated'; readonly stuck: Swap | Sight; readonly present: string | typeof ABSENT };

/** Somebody saw a revision: it was there before that. */
export interface Sight {
  readonly seen: string;
  /** As `answered`. */
  readonly at: number;
}

export interface Evidence {
  readonly sights?: readonly Sight[];
  /** `may be spurious`: a conflict proves nothing, as where a leader dies with what it told others of. */
  readonly conflicts?: 'prove' | 'may be spurious';
}

export function judge(swaps: readonly Swap[], evidence: Evidence = {}): Judgement {
  return new Search(swaps, evidence).run();
}

/** A point of the search: which swaps have taken effect, and what the record is then. */
interface Point {
  readonly present: string | typeof ABSENT;
  readonly done: ReadonlySet<number>;
  readonly order: readonly number[];
  /** All that it has been. */
  readonly been: ReadonlySet<string | typeof ABSENT>;
}

class Search {
  readonly #swaps: readonly Swap[];
  readonly #sights: readonly Sight[];
  readonly #areConflictsProof: boolean;
  readonly #tried = new Set<string>();
  #longest: Point = { present: ABSENT, done: new Set(), order: [], been: new Set() };

  constructor(swaps: readonly Swap[], { sights = [], conflicts = 'prove' }: Evidence) {
    this.#swaps = [...swaps].sort((a, b) => a.called - b.called);
    this.#sights = sights;
    this.#areConflictsProof = conflicts === 'prove';
  }

  run(): Judgement {
    const waiting: Point[] = [this.#longest];
    for (let point = waiting.pop(); point !== undefined; point = waiting.pop()) {
      const settled = this.#settleConflicts(point);
      const key = keyOf(settled);
      if (this.#tried.has(key)) continue;
      this.#tried.add(key);
      if (settled.done.size > this.#longest.done.size) this.#longest = settled;
      if (this.#firstOwed(settled) === undefined) return { kind: 'linearizable', order: settled.order.map((index) => this.#at(index)) };
      // The one that answered first is tried first: it is the likeliest.
      const next = this.#writes(settled).sort((a, b) => this.#at(b).answered - this.#at(a).answered);
      for (const index of next) waiting.push(this.#apply(settled, index));
    }
    const stuck = this.#firstOwed(this.#longest);
    if (stuck === undefined) throw new Error('a search that has an order did not end with it');
    return { kind: 'violated', stuck, present: this.#longest.present };
  }

  /** A conflict changes nothing: where it fits it may as well be at once. */
  #settleConflicts(point: Point): Point {
    const deadline = this.#deadline(point);
    const done = new Set(point.done);
    for (const [index, { called, expected, outcome }] of this.#swaps.entries()) {
      if (called > deadline) break;
      if (outcome.kind === 'conflict' && (!this.#areConflictsProof || expected !== point.present)) done.add(index);
    }
    return done.size === point.done.size ? point : this.#settleConflicts({ ...point, done });
  }

  /** What may take effect next. */
  #writes(point: Point): number[] {
    const deadline = this.#deadline(point);
    return [...this.#swaps.keys()].filter((index) => {
      const { called, expected, outcome } = this.#at(index);
      return outcome.kind !== 'conflict' && called <= deadline && expected === point.present && !point.done.has(index);
    });
  }

  /** Nothing that was called later than the first answer still owed can come before it. */
  #deadline(point: Point): number {
    const first = this.#firstOwed(point);
    return first === undefined ? Number.POSITIVE_INFINITY : endOf(first);
  }

  /** What must still take effect, meet its conflict, or have been there: the one whose time ends first. */
  #firstOwed({ done, been }: Point): Swap | Sight | undefined {
    let first: Swap | Sight | undefined;
    const note = (owed: Swap | Sight) => {
      if (first === undefined || endOf(owed) < endOf(first)) first = owed;
    };
    for (const [index, swap] of this.#swaps.entries()) if (swap.outcome.kind !== 'unknown' && !done.has(index)) note(swap);
    for (const sight of this.#sights) if (!been.has(sight.seen)) note(sight);
    return first;
  }

  #apply({ done, order, been }: Point, index: number): Point {
    const { outcome } = this.#at(index);
    const present = outcome.kind === 'conflict' ? ABSENT : outcome.revision;
    return { present, done: new Set(done).add(index), order: [...order, index], been: new Set(been).add(present) };
  }

  #at(index: number): Swap {
    return this.#swaps[index] as Swap;
  }
}

const endOf = (owed: Swap | Sight): number => ('seen' in owed ? owed.at : owed.answered);

/** Most of what is done is all up to some swap. */
function keyOf({ done, present }: Point): string {
  let first = 0;
  while (done.has(first)) first++;
  const more = [...done].filter((index) => index > first).sort((a, b) => a - b);
  return `${first} ${more.join()} ${present ?? ''}`;
}
