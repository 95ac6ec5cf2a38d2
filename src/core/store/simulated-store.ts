import { MisuseError } from '../base/errors.ts';
import { between, chance, type Random } from '../base/random.ts';
import type { VirtualTime } from '../base/virtual-time.ts';
import { memoryStore } from './memory/memory-store.ts';
import { type Store, StoreError } from './store.ts';

/** A process that calls the Store. What it is answered is told when it runs, and never when it has crashed. */
export interface StoreCaller {
  readonly id: string;
  run(action: () => void): void;
}

export interface StoreFaults {
  /** One way, and until a change is on the disk. */
  latencyMs: { readonly min: number; readonly max: number };
  commitMs: { readonly min: number; readonly max: number };
}

export interface StoreCounts {
  crashes: number;
  /** Calls that a crash took before they were on the disk, and those whose answer it took. */
  undone: number;
  answersLost: number;
}

type Perform = (store: Store) => Promise<unknown>;

interface Call {
  readonly caller: StoreCaller;
  readonly kind: 'read' | 'write';
  readonly perform: Perform;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A caller that is cut off gives up then: it never knows whether the call was done. */
const GIVE_UP_MS = 2000;
const READS: ReadonlySet<string> = new Set([
  'all',
  'get',
  'entities',
  'using',
  'picture',
  'mesh',
  'preferences',
  'roles',
  'recent',
  'content',
  'state',
  'read',
]);

/**
 * A Store as a server of its own, in virtual time. It does one call after the other; what it does is on its disk before it is answered. When it crashes it loses what
 * was not on the disk yet, and who waits for it is told that the database is gone: what was asked of it may have been done.
 */
export class SimulatedStore {
  readonly faults: StoreFaults = { latencyMs: { min: 1, max: 3 }, commitMs: { min: 1, max: 5 } };
  readonly counts: StoreCounts = { crashes: 0, undone: 0, answersLost: 0 };
  readonly #time: VirtualTime;
  readonly #random: Random;
  /** What survives a crash, in its order. */
  readonly #disk: Perform[] = [];
  readonly #waiting: Call[] = [];
  readonly #blocked = new Map<string, number>();
  #mind: Store = memoryStore();
  #life = 0;
  #downUntilMs = 0;
  #isBusy = false;

  constructor(time: VirtualTime, random: Random) {
    this.#time = time;
    this.#random = random;
  }

  get isUp(): boolean {
    return this.#time.now >= this.#downUntilMs;
  }

  /** It is gone at once, and there again after a while with what was on its disk. */
  crash(downMs: number): void {
    this.counts.crashes++;
    this.#life++;
    this.#downUntilMs = Math.max(this.#downUntilMs, this.#time.now + downMs);
    this.counts.undone += this.#waiting.length;
    for (const call of this.#waiting.splice(0)) this.#answer(call, () => call.reject(gone()));
    this.#isBusy = false;
    this.#mind = memoryStore();
    // Each is done before its promise is there; what it answers was told long ago.
    for (const perform of this.#disk) perform(this.#mind).catch(() => undefined);
  }

  /** Faults have ended. */
  recover(): void {
    this.#downUntilMs = this.#time.now;
    this.#blocked.clear();
  }

  /** For so long nothing gets there from this caller, nor back. */
  cutOff(caller: string, durationMs: number): void {
    this.#blocked.set(caller, this.#time.now + durationMs);
  }

  /** As one process reaches it. Disposing ends this connection alone. */
  connect(caller: StoreCaller): Store {
    let state: 'open' | 'closed' = 'open';
    const underWay = new Set<Promise<unknown>>();
    const call = (name: string, perform: Perform): Promise<unknown> => {
      if (state === 'closed') return Promise.reject(new StoreError('this connection to the database is closed'));
      const answer = new Promise((resolve, reject) =>
        this.#send({ caller, kind: READS.has(name) ? 'read' : 'write', perform, resolve, reject }),
      );
      underWay.add(answer);
      const settle = () => void underWay.delete(answer);
      answer.then(settle, settle);
      return answer;
    };
    const close = async () => {
      state = 'closed';
      await Promise.allSettled(underWay);
    };
    return new Proxy(this.#mind, {
      get: (_, records) => (records === Symbol.asyncDispose ? close : this.#recordsOf(records as RecordsName, call)),
    });
  }

  #recordsOf<Name extends RecordsName>(records: Name, call: (name: string, perform: Perform) => Promise<unknown>): Store[Name] {
    const perform =
      (name: string, args: readonly unknown[]): Perform =>
      async (store) => {
        const method: unknown = Reflect.get(store[records], name);
        if (typeof method !== 'function') throw new MisuseError(`a store has no ${records}.${name}`);
        return method.apply(store[records], args);
      };
    return new Proxy(this.#mind[records], {
      get:
        (_, name) =>
        (...args: unknown[]) =>
          call(String(name), perform(String(name), args)),
    });
  }

  #send(call: Call): void {
    if (this.#isBlocked(call.caller)) {
      this.#time.at(this.#time.now + GIVE_UP_MS, () => call.caller.run(() => call.reject(gone())));
      return;
    }
    this.#time.at(this.#time.now + this.#latencyMs(), () => {
      if (!this.isUp) this.#answer(call, () => call.reject(gone()));
      else {
        this.#waiting.push(call);
        this.#begin();
      }
    });
  }

  /** One after the other: nobody is shown what is not on the disk yet. */
  #begin(): void {
    const [call] = this.#waiting;
    if (!call || this.#isBusy) return;
    this.#isBusy = true;
    const life = this.#life;
    const { kind, perform } = call;
    const { resolve, reject } = call;
    const done = perform(this.#mind).then(
      (value) => () => resolve(value),
      (error) => () => reject(error),
    );
    const { min, max } = this.faults.commitMs;
    this.#time.at(this.#time.now + (kind === 'write' ? between(this.#random, min, max) : 0), () => {
      if (life !== this.#life) return;
      if (kind === 'write') this.#disk.push(perform);
      this.#waiting.shift();
      this.#isBusy = false;
      this.#reply(call, done);
      this.#begin();
    });
  }

  /** What was done is told, unless the Store dies over it. */
  #reply(call: Call, done: Promise<() => void>): void {
    const life = this.#life;
    void done.then((tell) =>
      this.#answer(call, () => {
        if (life === this.#life || chance(this.#random, 0.5)) return tell();
        this.counts.answersLost++;
        call.reject(gone());
      }),
    );
  }

  #answer(call: Call, settle: () => void): void {
    const isLost = this.#isBlocked(call.caller);
    if (isLost) this.counts.answersLost++;
    const arrive = isLost ? () => call.reject(gone()) : settle;
    this.#time.at(this.#time.now + (isLost ? GIVE_UP_MS : this.#latencyMs()), () => call.caller.run(arrive));
  }

  #isBlocked({ id }: StoreCaller): boolean {
    return (this.#blocked.get(id) ?? 0) > this.#time.now;
  }

  #latencyMs(): number {
    const { min, max } = this.faults.latencyMs;
    return between(this.#random, min, max);
  }
}

type RecordsName = Exclude<keyof Store, typeof Symbol.asyncDispose>;

const gone = (): StoreError => new StoreError('the database is gone');
