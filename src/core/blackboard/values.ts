import type { Clock } from '../base/clock.ts';
import { hashBytes, hashText } from '../base/hash.ts';
import { certainMs, type Stamp, sumOf, type TimeSource } from './age.ts';
import { type Declaration, objectionToValue } from './declaration.ts';
import { decodeValue, type ValueFrame } from './frame.ts';
import { subjectOf } from './names.ts';
import { type HeldValue, Variable } from './variable.ts';

/** A value came from somebody who may not write it, or of a type that it is not declared as. */
export class IgnoredValueError extends Error {
  override readonly name = 'IgnoredValueError';
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
/** What is held may be a part of something so many times as large; more is let go of. */
const MOST_KEPT_ALIVE = 4;

/** The newest value of each declared variable: what every node mirrors. */
export class Values {
  readonly #byName = new Map<string, Variable>();
  /** The same, by what they are called on the bus: a value that comes costs one look. */
  readonly #bySubject = new Map<string, Variable>();
  readonly #undeclared = new Map<string, Arrival>();
  readonly #world: string;
  readonly #time: TimeSource;
  readonly #clock: Clock;

  constructor({ world, time, clock }: { world: string; time: TimeSource; clock: Clock }) {
    this.#world = world;
    this.#time = time;
    this.#clock = clock;
  }

  get(name: string): Variable | undefined {
    return this.#byName.get(name);
  }

  ofSubject(subject: string): Variable | undefined {
    return this.#bySubject.get(subject);
  }

  declared(): IterableIterator<Variable> {
    return this.#byName.values();
  }

  *held(): Iterable<[string, HeldValue]> {
    for (const { name, held } of this.#byName.values()) if (held) yield [name, held];
  }

  /** `newer`: it is what is held now. Throws MalformedError and IgnoredValueError. */
  take(variable: Variable, arrival: Arrival, localMs: number): 'newer' | 'older' {
    const frame = decodeValue(arrival.bytes);
    const objection = objectionToValue(variable.declaration, arrival.writer, frame.type);
    if (objection !== undefined) throw new IgnoredValueError(objection);
    const now = this.#time.at(localMs);
    if (!isNewer(variable.held, frame.orderMs, arrival.writer, now)) return 'older';
    variable.held = hold(frame, arrival, localMs, now);
    return 'newer';
  }

  /** Nobody has declared it, as far as is known here. Throws MalformedError. */
  await(name: string, arrival: Arrival): void {
    decodeValue(arrival.bytes);
    this.#undeclared.delete(name);
    this.#undeclared.set(name, arrival);
    const [first] = this.#undeclared.keys();
    if (this.#undeclared.size > MOST_UNDECLARED && first !== undefined) this.#undeclared.delete(first);
  }

  /** It was declared, or declared otherwise: what is held, or waited for that, is judged anew. `same`: nothing else is held than before. */
  declare(name: string, declaration: Declaration): { variable: Variable; change: 'newer' | 'gone' | 'same' } {
    const variable = this.#byName.get(name) ?? new Variable(name, subjectOf(this.#world, name), declaration);
    variable.declaration = declaration;
    this.#byName.set(name, variable);
    this.#bySubject.set(variable.subject, variable);
    const { held } = variable;
    if (held && objectionToValue(declaration, held.writer, held.frame.type) !== undefined) {
      variable.held = undefined;
      return { variable, change: 'gone' };
    }
    const waiting = this.#undeclared.get(name);
    this.#undeclared.delete(name);
    const isNewer = waiting !== undefined && this.take(variable, waiting, this.#clock.now()) === 'newer';
    return { variable, change: isNewer ? 'newer' : 'same' };
  }

  /** It is declared no more. Answers what it was. */
  undeclare(name: string): Variable | undefined {
    const variable = this.#byName.get(name);
    if (!variable) return undefined;
    this.#byName.delete(name);
    this.#bySubject.delete(variable.subject);
    return variable;
  }

  /** Of all values that were ordered up to then: nodes that hold the same have the same. */
  digest(upToMs: number): number {
    let digest = 0;
    for (const [name, { frame, bytes }] of this.held()) if (frame.orderMs <= upToMs) digest ^= hashBytes(bytes, hashText(name));
    return digest >>> 0;
  }

  /** What stays must not keep alive the many messages that came with it in one piece; what is soon replaced need not be copied. */
  letGoOfRest(): void {
    for (const variable of this.#byName.values()) {
      const { held } = variable;
      if (!held || held.bytes.buffer.byteLength <= held.bytes.length * MOST_KEPT_ALIVE) continue;
      const bytes = new Uint8Array(held.bytes);
      variable.held = { ...held, bytes, frame: decodeValue(bytes) };
    }
  }
}

function isNewer(held: HeldValue | undefined, orderMs: number, writer: string, now: Stamp): boolean {
  if (isAhead(orderMs, now)) return false;
  if (!held || isAhead(held.frame.orderMs, now)) return true;
  if (orderMs !== held.frame.orderMs) return orderMs > held.frame.orderMs;
  return writer > held.writer;
}

const isAhead = (orderMs: number, { atMs, errorMs }: Stamp): boolean => errorMs !== undefined && orderMs > atMs + errorMs + MOST_AHEAD_MS;

function hold(frame: ValueFrame, { writer, bytes, ageMs, atMs }: Arrival, localMs: number, now: Stamp): HeldValue {
  const earlierMs = sumOf(frame.hops);
  const byStampMs = certainMs(frame.stamp, now);
  if (byStampMs !== undefined) return { writer, frame, bytes, earlierMs, anchor: { atMs: localMs, ageMs: byStampMs + earlierMs } };
  return { writer, frame, bytes, earlierMs, anchor: ageMs === undefined ? undefined : { atMs, ageMs } };
}
