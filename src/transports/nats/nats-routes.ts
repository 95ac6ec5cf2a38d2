import type { Message } from '../../core/bus/bus.ts';
import type { Listener, Report } from '../../core/bus/listeners.ts';
import { covers } from '../../core/bus/subjects.ts';
import { Subscriptions } from '../../core/bus/subscriptions.ts';

/** One who listens here. */
interface Hearer {
  readonly pattern: string;
  readonly listener: Listener<Message>;
  /** What brings it what it wants to hear. */
  at: Source;
}

/** What the servers were asked for. */
interface Source {
  readonly pattern: string;
  listening: Disposable | undefined;
  /** Those who want all of it. Replaced at each change, never changed: a handler may subscribe while it is told something. */
  whole: readonly Hearer[];
  /** Those who want a part of it. */
  readonly parts: Set<Hearer>;
  readonly partsBySubject: Subscriptions<Hearer>;
}

/** Asks the servers for a pattern; `deliver` is told what comes. */
export type Ask = (pattern: string, deliver: (message: Message) => void) => Disposable;

/** Who listens to what in this process. Each pattern is asked for once, however many listen; a part of what comes anyway is not asked for, since the servers would send it twice. */
export class NatsRoutes {
  readonly #ask: Ask;
  readonly #report: Report;
  readonly #sources = new Map<string, Source>();

  constructor(ask: Ask, report: Report) {
    this.#ask = ask;
    this.#report = report;
  }

  add(pattern: string, listener: Listener<Message>): Disposable {
    const hearer: Hearer = { pattern, listener, at: this.#sourceFor(pattern) };
    join(hearer);
    return { [Symbol.dispose]: () => this.#leave(hearer) };
  }

  #sourceFor(pattern: string): Source {
    const same = this.#sources.get(pattern);
    if (same) return same;
    for (const source of this.#sources.values()) if (covers(source.pattern, pattern)) return source;
    const source: Source = { pattern, listening: undefined, whole: [], parts: new Set(), partsBySubject: new Subscriptions() };
    source.listening = this.#ask(pattern, (message) => this.#deliver(source, message));
    this.#sources.set(pattern, source);
    return source;
  }

  #leave(hearer: Hearer): void {
    const { at: source } = hearer;
    part(hearer);
    if (source.whole.length > 0 || this.#sources.get(source.pattern) !== source) return;
    // Nobody wants all of it: those who want a part get that and no more. What comes in between is lost, not told twice.
    this.#sources.delete(source.pattern);
    source.listening?.[Symbol.dispose]();
    for (const left of [...source.parts]) {
      part(left);
      left.at = this.#sourceFor(left.pattern);
      join(left);
    }
  }

  #deliver({ whole, parts, partsBySubject }: Source, message: Message): void {
    for (const { listener } of whole) listener.tell(message);
    if (parts.size === 0) return;
    try {
      for (const { listener } of partsBySubject.matching(message.subject)) listener.tell(message);
    } catch (error) {
      // Somebody else on these servers uses subjects that are none of ours.
      this.#report(error);
    }
  }
}

function join(hearer: Hearer): void {
  const { at: source, pattern } = hearer;
  if (source.pattern === pattern) source.whole = [...source.whole, hearer];
  else {
    source.parts.add(hearer);
    source.partsBySubject.add(hearer);
  }
}

function part(hearer: Hearer): void {
  const { at: source } = hearer;
  source.whole = source.whole.filter((other) => other !== hearer);
  if (source.parts.delete(hearer)) source.partsBySubject.delete(hearer);
}
