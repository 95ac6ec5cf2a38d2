import type { Clock } from '../base/clock.ts';
import { hashBytes, hashText } from '../base/hash.ts';
import { type Anchor, ageOfStamp, sumOf, type TimeSource } from './age.ts';
import { type Declaration, objectionToValue } from './declaration.ts';
import { decodeValue, type ValueFrame } from './frame.ts';

/** A value came from somebody who may not write it, or of a type that it is not declared as. */
export class IgnoredValueError extends Error {
  override readonly name = 'IgnoredValueError';
}

/** The newest value of a variable, as its writer made it. */
export interface HeldValue {
  readonly writer: string;
  readonly frame: ValueFrame;
  readonly bytes: Uint8Array;
  readonly earlierMs: number;
  readonly anchor: Anchor | undefined;
}

/** How a value came to be here. `ageMs`: how old it is for certain, by whoever told of it; undefined when its own stamp must tell. */
export interface Arrival {
  readonly writer: string;
  readonly bytes: Uint8Array;
  readonly ageMs: number | undefined;
  /** On the local clock. */
  readonly atMs: number;
}

/** A value can be faster than the record that declares it: of so many variables one waits. */
const MOST_UNDECLARED = 256;
/** An order that lies further ahead than clocks can differ is of a clock that leapt. */
const MOST_AHEAD_MS = 1000;

/** The newest value of each variable: what every node mirrors. */
export class Values {
  readonly #held = new Map<string, HeldValue>();
  readonly #undeclared = new Map<string, Arrival>();
  readonly #time: TimeSource;
  readonly #clock: Clock;
  readonly #declaration: (name: string) => Declaration | undefined;

  constructor(ports: { time: TimeSource; clock: Clock }, declaration: (name: string) => Declaration | undefined) {
    this.#time = ports.time;
    this.#clock = ports.clock;
    this.#declaration = declaration;
  }

  get(name: string): HeldValue | undefined {
    return this.#held.get(name);
  }

  entries(): IterableIterator<[string, HeldValue]> {
    return this.#held.entries();
  }

  /** `newer`: it is what is held now. Throws MalformedError and IgnoredValueError. */
  take(name: string, arrival: Arrival): 'newer' | 'older' | 'undeclared' {
    const frame = decodeValue(arrival.bytes);
    const declaration = this.#declaration(name);
    if (!declaration) return this.#await(name, arrival);
    const objection = objectionToValue(declaration, arrival.writer, frame.type);
    if (objection !== undefined) throw new IgnoredValueError(objection);
    if (!this.#isNewer(name, frame.orderMs, arrival.writer)) return 'older';
    this.#held.set(name, this.#hold(frame, arrival));
    return 'newer';
  }

  /** It was declared, or declared otherwise, or is no more: what is held is judged anew. */
  declarationChanged(name: string): 'newer' | 'gone' | 'same' {
    const declaration = this.#declaration(name);
    const held = this.#held.get(name);
    const waiting = this.#undeclared.get(name);
    if (!declaration || (held && objectionToValue(declaration, held.writer, held.frame.type) !== undefined)) {
      return this.#held.delete(name) ? 'gone' : 'same';
    }
    this.#undeclared.delete(name);
    return waiting && this.take(name, waiting) === 'newer' ? 'newer' : 'same';
  }

  /** Of all values that were ordered up to then: nodes that hold the same have the same. */
  digest(upToMs: number): number {
    let digest = 0;
    for (const [name, { frame, bytes }] of this.#held) if (frame.orderMs <= upToMs) digest ^= hashBytes(bytes, hashText(name));
    return digest >>> 0;
  }

  #await(name: string, arrival: Arrival): 'undeclared' {
    this.#undeclared.delete(name);
    this.#undeclared.set(name, arrival);
    const [first] = this.#undeclared.keys();
    if (this.#undeclared.size > MOST_UNDECLARED && first !== undefined) this.#undeclared.delete(first);
    return 'undeclared';
  }

  #isNewer(name: string, orderMs: number, writer: string): boolean {
    if (this.#isAhead(orderMs)) return false;
    const held = this.#held.get(name);
    if (!held || this.#isAhead(held.frame.orderMs)) return true;
    if (orderMs !== held.frame.orderMs) return orderMs > held.frame.orderMs;
    return writer > held.writer;
  }

  #isAhead(orderMs: number): boolean {
    const errorMs = this.#time.errorMs();
    return errorMs !== undefined && orderMs > this.#time.nowMs() + errorMs + MOST_AHEAD_MS;
  }

  #hold(frame: ValueFrame, { writer, bytes, ageMs, atMs }: Arrival): HeldValue {
    const earlierMs = sumOf(frame.hops);
    const byStamp = ageOfStamp(frame.stamp, this.#time);
    const told = ageMs === undefined ? undefined : { atMs, ageMs };
    const anchor = byStamp.kind === 'known' ? { atMs: this.#clock.now(), ageMs: byStamp.ageMs + earlierMs } : told;
    return { writer, frame, bytes, earlierMs, anchor };
  }
}
