import { hashBytes } from '../core/base/hash.ts';
import type { Bucket, Bus, Entry, SwapResult, WatchEvent } from '../core/bus/bus.ts';
import type { RecordKeeping } from '../core/bus/simulated-records.ts';
import { judge, type Sight, type Swap } from './register.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** A swap as it was called, and what became of it. */
interface Called {
  readonly by: string;
  readonly called: number;
  readonly expected: string | undefined;
  /** Hash of what it writes; undefined: it deletes. */
  readonly value: number | undefined;
  answered: number;
  result: SwapResult | undefined;
}

/** All that is known of one record. */
interface History {
  readonly swaps: Called[];
  /** By revision: the hash of the value that it was first seen with, and when. */
  readonly seen: Map<string, { readonly value: number; readonly at: number }>;
  /** By watch: the revisions that it told of, in its order. */
  readonly told: Map<Watch, string[]>;
}

interface Watch {
  readonly by: string;
}

/** Writes down each swap of a record, and what watches and reads told of it: together they must be a register that is changed by compare-and-swap (B18, B24). */
export class RecordWatch {
  readonly #records: RecordKeeping;
  readonly #histories = new Map<string, History>();
  #events = 0;
  swaps = 0;

  constructor(records: RecordKeeping) {
    this.#records = records;
  }

  /** The bucket, with us looking on. */
  tap({ self: by }: Pick<Bus, 'self'>, name: string, bucket: Bucket): Bucket {
    return {
      get: (key) => {
        const answer = bucket.get(key);
        answer.then(
          (entry) => entry && this.#saw(name, entry),
          () => undefined,
        );
        return answer;
      },
      swap: (key, expected, value) => {
        const { swaps } = this.#historyOf(name, key);
        const call: Called = {
          ...{ by, called: ++this.#events, expected, value: value && hashBytes(value) },
          ...{ answered: NEVER, result: undefined },
        };
        swaps.push(call);
        const answer = bucket.swap(key, expected, value);
        const settle = (result: SwapResult | undefined) => {
          call.answered = ++this.#events;
          call.result = result;
        };
        // What was refused may have been refused on the way back.
        answer.then(settle, () => settle(undefined));
        return answer;
      },
      watch: (handler) => {
        const watch = { by };
        return bucket.watch((event) => {
          this.#told(name, watch, event);
          handler(event);
        });
      },
    };
  }

  /** What is wrong, one sentence for each record that is no register. */
  *complaints(): Generator<{ readonly rule: string; readonly what: string }> {
    for (const [record, history] of this.#histories) {
      this.swaps += history.swaps.length;
      const sights = [...history.seen].map(([seen, { at }]) => ({ seen, at }));
      const conflicts = this.#records === 'one server' ? 'prove' : 'may be spurious';
      const judged = judge(swapsOf(history), { sights, conflicts });
      if (judged.kind === 'violated') {
        yield { rule: 'B18', what: `${record}: ${wordsOf(judged.stuck)}, when it was ${judged.present ?? 'none'}` };
        continue;
      }
      const revisions = judged.order.flatMap(({ outcome }) => (outcome.kind === 'conflict' ? [] : (outcome.revision ?? [])));
      yield* this.#complaintsOfWatches(record, history, new Map(revisions.map((revision, index) => [revision, index])));
    }
  }

  *#complaintsOfWatches(record: string, { told }: History, order: ReadonlyMap<string, number>): Generator<{ rule: string; what: string }> {
    // A server that is behind lists what is old.
    if (this.#records !== 'one server') return;
    for (const [{ by }, revisions] of told) {
      const places = revisions.flatMap((revision) => order.get(revision) ?? []);
      if (places.some((place, index) => place < (places[index - 1] ?? 0))) yield { rule: 'B24', what: `${by} saw ${record} go back` };
    }
  }

  #told(name: string, watch: Watch, event: WatchEvent): void {
    if (event.kind === 'synced') return;
    const { key, revision } = event.kind === 'value' ? event.entry : event;
    const { told } = this.#historyOf(name, key);
    const revisions = told.get(watch) ?? [];
    told.set(watch, revisions);
    revisions.push(revision);
    if (event.kind === 'value') this.#saw(name, event.entry);
  }

  #saw(name: string, { key, value, revision }: Entry): void {
    const { seen } = this.#historyOf(name, key);
    if (!seen.has(revision)) seen.set(revision, { value: hashBytes(value), at: ++this.#events });
  }

  #historyOf(name: string, key: string): History {
    const record = `${name} ${key}`;
    const known = this.#histories.get(record);
    if (known) return known;
    const history: History = { swaps: [], seen: new Map(), told: new Map() };
    this.#histories.set(record, history);
    return history;
  }
}

/** An answer that was lost may have been of what somebody saw under a revision that no other swap was given. */
function swapsOf({ swaps, seen }: History): Swap[] {
  const given = new Set(swaps.flatMap(({ result }) => (result?.kind === 'applied' ? [result.revision as string] : [])));
  const unclaimed = [...seen].filter(([revision]) => !given.has(revision));
  return swaps.flatMap(({ by, called, expected, value, answered, result }, index): Swap[] => {
    const base = { by, called, expected };
    if (result?.kind === 'conflict') return [{ ...base, answered, outcome: result }];
    if (result?.kind === 'applied')
      return [{ ...base, answered, outcome: { kind: 'applied', revision: value === undefined ? undefined : result.revision } }];
    const candidates = unclaimed.filter(([, sight]) => sight.value === value && sight.at > called).map(([revision]) => revision);
    if (value !== undefined && candidates.length === 0) candidates.push(`lost ${index}`);
    const revisions = value === undefined ? [undefined] : candidates;
    return revisions.map((revision) => ({ ...base, answered: NEVER, outcome: { kind: 'unknown', revision } }));
  });
}

const wordsOf = (stuck: Swap | Sight): string =>
  'seen' in stuck ? `somebody saw ${stuck.seen}` : `${stuck.by} replaced ${stuck.expected ?? 'none'} and was told ${stuck.outcome.kind}`;
