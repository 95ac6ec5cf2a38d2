import { z } from 'zod';
import { decodeJson, encodeJson } from '../api/messages.ts';
import { type Clock, every } from '../base/clock.ts';
import { isId } from '../base/ids.ts';
import type { Attention } from '../blackboard/blackboard.ts';
import type { Bus } from '../bus/bus.ts';
import { subjects } from '../bus/subjects.ts';
import { KNOWLEDGE } from '../knowledge/knowledge.ts';

/** The first segment of the names of all that sensors say. */
export const SENSORS = 'sensors';

/** Somebody listens to sensors of a robot; of all, where none is named. */
export interface SensorWish {
  readonly entity: string | undefined;
  /** Ids of mounts. `*` for whatever it has; `knowledge` for what it has seen so far, which `*` does not mean. */
  readonly mounts: readonly string[];
}

export const SAY_EVERY_MS = 2000;
/** So long somebody who has read a sensor is taken to listen to it. */
const READ_FOR_MS = 5000;
const ANY = '*';
/** A node that listens to more robots by name is told no more of the rest: a pattern does for all. */
const MOST_ROBOTS = 256;
const MOST_MOUNTS = 64;

const wordSchema = z.object({
  mounts: z
    .array(z.string().refine((mount) => mount === ANY || isId(mount), 'must be the id of a mount, or *'))
    .min(1)
    .max(MOST_MOUNTS),
});

/** Throws MalformedError. */
export const decodeWish = (payload: Uint8Array, entity: string | undefined): SensorWish => ({ entity, ...decodeJson(wordSchema, payload) });

export interface SensorWishPorts {
  readonly bus: Bus;
  readonly clock: Clock;
  /** Owners at this very node. */
  readonly onWish?: (wish: SensorWish) => void;
}

/** Says which sensors this node listens to, as long as it does. */
export class SensorWishes implements Attention {
  readonly #world: string;
  readonly #ports: SensorWishPorts;
  /** How often each pattern is bound. */
  readonly #bound = new Map<string, number>();
  /** When each was read last. */
  readonly #reads = new Map<string, number>();
  #saying: Disposable | undefined;
  #soon: Disposable | undefined;

  constructor(world: string, ports: SensorWishPorts) {
    this.#world = world;
    this.#ports = ports;
  }

  bound(pattern: string): Disposable {
    if (!isOfSensors(pattern)) return { [Symbol.dispose]: () => {} };
    this.#bound.set(pattern, (this.#bound.get(pattern) ?? 0) + 1);
    this.#saySoon();
    let isBound = true;
    return {
      [Symbol.dispose]: () => {
        if (isBound) this.#unbind(pattern);
        isBound = false;
      },
    };
  }

  read(name: string): void {
    if (!isOfSensors(name)) return;
    if (!this.#reads.has(name)) this.#saySoon();
    this.#reads.set(name, this.#ports.clock.now());
  }

  [Symbol.dispose](): void {
    this.#bound.clear();
    this.#reads.clear();
    this.#endIfNone();
  }

  #unbind(pattern: string): void {
    const left = (this.#bound.get(pattern) ?? 1) - 1;
    if (left > 0) this.#bound.set(pattern, left);
    else this.#bound.delete(pattern);
    this.#endIfNone();
  }

  /** What is bound in one go is said in one go. */
  #saySoon(): void {
    const { clock } = this.#ports;
    this.#saying ??= every(clock, SAY_EVERY_MS, () => this.#say());
    this.#soon ??= clock.after(0, () => {
      this.#soon = undefined;
      this.#say();
    });
  }

  #endIfNone(): void {
    if (this.#bound.size + this.#reads.size > 0) return;
    this.#saying?.[Symbol.dispose]();
    this.#soon?.[Symbol.dispose]();
    this.#saying = undefined;
    this.#soon = undefined;
  }

  #say(): void {
    const { bus, clock, onWish } = this.#ports;
    const nowMs = clock.now();
    for (const [name, readMs] of this.#reads) if (nowMs - readMs > READ_FOR_MS) this.#reads.delete(name);
    this.#endIfNone();
    for (const wish of this.#wishes()) {
      const { entity, mounts } = wish;
      if (bus.status.kind === 'connected')
        bus.publish(
          entity === undefined ? subjects.sensingAll(this.#world) : subjects.sensing(this.#world, entity),
          encodeJson({ mounts }),
        );
      onWish?.(wish);
    }
  }

  *#wishes(): Iterable<SensorWish> {
    const byRobot = new Map<string, Set<string>>();
    for (const pattern of [...this.#bound.keys(), ...this.#reads.keys()]) {
      const [first, robot = ANY, mount = ANY] = pattern.split('/');
      const wanted = first === KNOWLEDGE ? KNOWLEDGE : isId(mount) ? mount : ANY;
      const key = isId(robot) ? robot : ANY;
      const mounts = byRobot.get(key) ?? new Set();
      if (byRobot.size < MOST_ROBOTS || byRobot.has(key)) byRobot.set(key, mounts.add(wanted));
    }
    for (const [robot, mounts] of byRobot) {
      const known = mounts.has(KNOWLEDGE) ? [KNOWLEDGE] : [];
      const named = mounts.has(ANY) || mounts.size > MOST_MOUNTS ? [ANY, ...known] : [...mounts];
      yield { entity: robot === ANY ? undefined : robot, mounts: named };
    }
  }
}

/** Below `sensors` or `knowledge`, by name: who binds to everything there is does not ask for it to be measured. */
export const isOfSensors = (pattern: string): boolean => pattern.startsWith(`${SENSORS}/`) || pattern.startsWith(`${KNOWLEDGE}/`);

export const isWished = ({ mounts }: SensorWish, mount: string): boolean => mounts.includes(ANY) || mounts.includes(mount);
