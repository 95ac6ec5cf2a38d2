import { check } from '../../core/api/messages.ts';
import type { VirtualTime } from '../../core/base/virtual-time.ts';
import { savedEntitySchema } from '../../core/store/schemas.ts';
import type { EntityChange, SavedEntity, Store, WorldRecords } from '../../core/store/store.ts';
import type { Witness } from '../witness.ts';

/** A change of a world that was asked of the Store. */
interface Attempt {
  readonly change: EntityChange;
  readonly calledMs: number;
  /** By which all that were acknowledged are in one order. Undefined: nobody was told whether it was done. */
  revision: number | undefined;
  outcome: 'under way' | 'acknowledged' | 'refused' | 'unknown';
}

/** What was asked and never answered may have been done so long afterwards. */
const LATE_MS = 5000;

/** Knows what the Store has acknowledged (D1, D13): that is there, whatever crashes. What it has not may be there or not. */
export class StoreWatch {
  readonly #time: VirtualTime;
  readonly #witness: Witness;
  readonly #attempts = new Map<string, Attempt[]>();
  readonly #incarnations = new Map<string, number>();
  acknowledged = 0;

  constructor(time: VirtualTime, witness: Witness) {
    this.#time = time;
    this.#witness = witness;
  }

  /** The Store, with us looking on. */
  tap(store: Store): Store {
    return new Proxy(store, {
      get: (target, name) => (name === 'worlds' ? this.#tapped(target.worlds) : Reflect.get(target, name)),
    });
  }

  /** It was so from the beginning. */
  began(world: string, entities: readonly SavedEntity[]): void {
    this.#attemptsOf(world).push({ change: { put: entities }, calledMs: this.#time.now, revision: 0, outcome: 'acknowledged' });
  }

  /** All that a world's entity may be in the Store: by its id; undefined: it is not there. */
  mayBe(world: string): Map<string, (SavedEntity | undefined)[]> {
    const attempts = this.#attemptsOf(world);
    const ids = new Set(attempts.flatMap(({ change: { put = [], remove = [] } }) => [...put.map(({ id }) => id), ...remove]));
    return new Map(
      [...ids].map((id) => {
        const about = attempts.filter(({ change: { put = [], remove = [] } }) => remove.includes(id) || put.some((each) => each.id === id));
        const known = about.filter(({ revision }) => revision !== undefined).sort((a, b) => (b.revision ?? 0) - (a.revision ?? 0));
        const [last] = known;
        const isOpen = ({ outcome, calledMs }: Attempt) =>
          (outcome === 'unknown' || outcome === 'under way') && calledMs > (last?.calledMs ?? 0) - LATE_MS;
        const possible = [...(last ? [last] : []), ...about.filter(isOpen)];
        const contents = possible.map(({ change: { put = [] } }) => put.find((each) => each.id === id));
        return [id, last ? contents : [undefined, ...contents]];
      }),
    );
  }

  /** What the Store answers is what was acknowledged, or may have been done besides. */
  check(world: string, entities: readonly SavedEntity[], who: string): void {
    const there = new Map(entities.map((entity) => [entity.id, textOf(entity)]));
    const known = this.mayBe(world);
    for (const [id, contents] of known) {
      const found = there.get(id);
      const allowed = contents.map((content) => content && textOf(content));
      if (!allowed.includes(found))
        this.#witness.violate('D1', `${who} finds ${found ?? 'nothing'} as ${id} of ${world}, but ${allowed.join(' or ')} was saved`);
    }
    for (const id of there.keys()) if (!known.has(id)) this.#witness.violate('D1', `${who} finds ${id} in ${world}, which nobody saved`);
  }

  #tapped(worlds: WorldRecords): WorldRecords {
    const change = (world: string, asked: EntityChange, atMs: number, keeper: string) => {
      const attempt: Attempt = { change: asked, calledMs: this.#time.now, revision: undefined, outcome: 'under way' };
      this.#attemptsOf(world).push(attempt);
      const answer = worlds.change(world, asked, atMs, keeper);
      answer.then(
        (revision) => {
          attempt.revision = revision;
          attempt.outcome = revision === undefined ? 'refused' : 'acknowledged';
          this.acknowledged++;
        },
        () => {
          attempt.outcome = 'unknown';
        },
      );
      return answer;
    };
    const entities = (world: string) => {
      const answer = worlds.entities(world);
      answer.then(
        (found) => this.check(world, found, 'a hub'),
        () => undefined,
      );
      return answer;
    };
    const start = (world: string, atMs: number) => {
      const answer = worlds.start(world, atMs);
      answer.then(
        (incarnation) => this.#started(world, incarnation),
        () => undefined,
      );
      return answer;
    };
    const tapped: Partial<Record<PropertyKey, unknown>> = { change, entities, start };
    return new Proxy(worlds, { get: (target, name) => tapped[name] ?? Reflect.get(target, name) });
  }

  #started(world: string, incarnation: number): void {
    const before = this.#incarnations.get(world) ?? 0;
    if (incarnation <= before) this.#witness.violate('D13', `${world} began as incarnation ${incarnation} after ${before}`);
    this.#incarnations.set(world, Math.max(before, incarnation));
  }

  #attemptsOf(world: string): Attempt[] {
    const known = this.#attempts.get(world) ?? [];
    this.#attempts.set(world, known);
    return known;
  }
}

/** The same for the same entity, whatever the order of its fields. */
const textOf = (entity: SavedEntity): string => JSON.stringify(check(savedEntitySchema, entity));
