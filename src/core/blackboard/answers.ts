import type { Clock } from '../base/clock.ts';
import { type Age, ageAt, type Hop, type TimeSource } from './age.ts';
import { type Answer, type Found, judge, missing } from './reading.ts';
import type { HeldValue, Variable } from './variable.ts';

export interface AnswerPorts {
  readonly bus: { readonly self: string };
  readonly clock: Clock;
  readonly time: TimeSource;
  /** Whether a participant is in the world now. */
  readonly isHere: (participant: string) => boolean;
}

/** What a variable that was declared is to who reads it: its value with its age and where that is from, or why there is none. */
export class Answers {
  readonly #ports: AnswerPorts;

  constructor(ports: AnswerPorts) {
    this.#ports = ports;
  }

  /** At most `maxAgeMs` old, or as its declaration says. */
  now(variable: Variable, maxAgeMs = variable.declaration.goodForMs): Answer {
    const { name, held } = variable;
    if (!held) return missing(name, `nobody has written ${name}`);
    const { clock, time } = this.#ports;
    const localMs = clock.now();
    const age = ageAt(localMs, time.at(localMs), held.frame.stamp, held.earlierMs, held.anchor);
    return this.#answer(variable, held, age, localMs, maxAgeMs);
  }

  /** What has just become of it, without another look at the clock; undefined where that cannot be said. */
  arrived(variable: Variable): Answer | undefined {
    const { declaration, held } = variable;
    if (held?.anchor === undefined) return undefined;
    const { ageMs, atMs } = held.anchor;
    return this.#answer(variable, held, { kind: 'known', ageMs }, atMs, declaration.goodForMs);
  }

  #answer({ declaration }: Variable, held: HeldValue, age: Age, readAtMs: number, maxAgeMs = Number.POSITIVE_INFINITY): Answer {
    const { bus, isHere } = this.#ports;
    const { writer, frame, earlierMs } = held;
    const shareMs = age.kind === 'known' ? Math.max(0, age.ageMs - earlierMs) : 0;
    const last: Hop = { node: writer, kind: 'participant', shareMs, basis: 'measured' };
    const found: Found = {
      name: declaration.name,
      type: declaration.type,
      unit: declaration.unit,
      writer,
      isWriterHere: writer === bus.self || isHere(writer),
      measuredAtMs: frame.stamp.atMs - earlierMs,
      hops: frame.hops.length === 0 ? [last] : [...frame.hops, last],
      readAtMs,
      value: frame.value,
      age,
    };
    return judge(found, maxAgeMs);
  }
}
