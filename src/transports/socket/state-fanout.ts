import type { Bus, Message } from '../../core/bus/bus.ts';
import { encodeFrame, joinFrames } from '../../core/bus/frames.ts';
import { laneOf } from '../../core/bus/subjects.ts';
import { Subscriptions } from '../../core/bus/subscriptions.ts';
import { type Alias, Aliases } from './aliases.ts';
import { Audience, type SharedPattern, type Subscriber } from './audience.ts';
import type { Traffic } from './traffic.ts';

/** Subjects whose audience is remembered. Beyond it all are forgotten and found again as they come. */
const MAX_ROUTES = 20_000;
/** Patterns without subscribers are kept until a sweep, for people look back and forth; beyond so many they are not. */
const MAX_LINGERING = 4096;

interface Route {
  readonly lane: 'state' | 'video';
  readonly audience: Audience;
  /** As the answer of `Subscriptions.matching`, which is another list as soon as a pattern comes or goes. */
  readonly patterns: readonly SharedPattern[];
  /** The last author's, who is mostly the next one's too. */
  alias: Alias | undefined;
}

/**
 * Carries state and video from the backbone to all at the door: one subscription of the door's own for each pattern, one frame for each set of readers and
 * turn. Nothing is encoded or looked up for a single reader.
 */
export class StateFanout {
  readonly #bus: Bus;
  readonly #traffic: Traffic;
  readonly #touch: () => void;
  readonly #patterns = new Subscriptions<SharedPattern>();
  readonly #byPattern = new Map<string, SharedPattern>();
  readonly #routes = new Map<string, Route>();
  readonly #audiences = new Map<string, Audience>();
  readonly #aliases: Aliases;
  readonly #pending = new Set<Audience>();

  /** `bus`: the door's own connection. `numbers`: so many subjects can have one at once. `touch` is called when there is something to flush. */
  constructor(bus: Bus, traffic: Traffic, numbers: number, touch: () => void) {
    this.#aliases = new Aliases(numbers);
    this.#bus = bus;
    this.#traffic = traffic;
    this.#touch = touch;
  }

  /** Answers how many bytes the subscriber was told at once. */
  subscribe(pattern: string, subscriber: Subscriber): number {
    this.flush();
    const shared = this.#byPattern.get(pattern) ?? this.#open(pattern);
    shared.members.add(subscriber);
    shared.use = 'used';
    for (const audience of shared.audiences) audience.membersChanged();
    return this.#tellAliases(pattern, subscriber);
  }

  unsubscribe(pattern: string, subscriber: Subscriber): void {
    const shared = this.#byPattern.get(pattern);
    if (shared === undefined) return;
    shared.members.delete(subscriber);
    for (const audience of shared.audiences) audience.membersChanged();
    if (shared.members.size === 0 && this.#byPattern.size > MAX_LINGERING) this.#close(shared);
  }

  /** Hands the frames of this turn to their readers. */
  flush(): void {
    for (const audience of this.#pending) audience.flush(this.#countStates);
    this.#pending.clear();
  }

  /** Forgets what was not used since the last sweep. */
  sweep(): void {
    this.#aliases.releaseUnused();
    this.#routes.clear();
    for (const shared of this.#byPattern.values()) {
      if (shared.members.size > 0) continue;
      if (shared.use === 'unused') this.#close(shared);
      shared.use = 'unused';
    }
  }

  #open(pattern: string): SharedPattern {
    const source = this.#bus.subscribe(pattern, (message) => this.#take(shared, message));
    const shared: SharedPattern = { pattern, members: new Set(), audiences: new Set(), source, use: 'used' };
    this.#patterns.add(shared);
    this.#byPattern.set(pattern, shared);
    return shared;
  }

  #close(shared: SharedPattern): void {
    shared.source[Symbol.dispose]();
    this.#patterns.delete(shared);
    this.#byPattern.delete(shared.pattern);
    for (const audience of shared.audiences) {
      audience.flush(this.#countStates);
      this.#audiences.delete(keyOf(audience.patterns));
      for (const pattern of audience.patterns) pattern.audiences.delete(audience);
    }
  }

  #tellAliases(pattern: string, subscriber: Subscriber): number {
    const announcements = Array.from(this.#aliases.matching(pattern), ({ announcement }) => announcement);
    if (announcements.length === 0) return 0;
    const frame = joinFrames(announcements);
    subscriber.deliverStates(frame);
    return frame.length;
  }

  /** Several patterns may match: the first of them carries the message, the others' copies are dropped. */
  #take(pattern: SharedPattern, message: Message): void {
    const route = this.#route(message.subject);
    if (route.patterns[0] !== pattern || route.audience.members.length === 0) return;
    if (route.lane === 'video') this.#show(route.audience, message);
    else this.#append(route, message);
  }

  #append(route: Route, { subject, from, payload }: Message): void {
    let { alias } = route;
    if (alias === undefined || alias.from !== from || alias.use === 'released') {
      alias = this.#aliases.find(subject, from) ?? this.#announce(route.audience, subject, from);
      route.alias = alias;
    }
    alias.use = 'used';
    route.audience.append(alias, payload);
    this.#await(route.audience);
  }

  #announce(audience: Audience, subject: string, from: string): Alias {
    if (this.#aliases.isFull) {
      // Frames that use the number in its old meaning must go before the one that gives it another.
      this.flush();
      this.#aliases.releaseOldest();
    }
    const alias = this.#aliases.add(subject, from);
    audience.announce(alias);
    return alias;
  }

  #await(audience: Audience): void {
    if (this.#pending.size === 0) this.#touch();
    this.#pending.add(audience);
  }

  #show(audience: Audience, { subject, from, payload }: Message): void {
    const frame = encodeFrame({ type: 'publish', subject, from, payload });
    for (const member of audience.members) {
      if (member.id === from) continue;
      member.deliverVideo(frame);
      this.#traffic.sent('video', 1, frame.length);
    }
  }

  #route(subject: string): Route {
    const patterns = this.#patterns.matching(subject);
    const known = this.#routes.get(subject);
    if (known !== undefined && known.patterns === patterns) return known;
    const key = keyOf(patterns);
    const audience = this.#audiences.get(key) ?? new Audience(patterns);
    this.#audiences.set(key, audience);
    const route: Route = { lane: laneOf(subject) === 'video' ? 'video' : 'state', audience, patterns, alias: undefined };
    if (this.#routes.size >= MAX_ROUTES) this.#routes.clear();
    this.#routes.set(subject, route);
    return route;
  }

  readonly #countStates = (records: number, bytes: number): void => this.#traffic.sent('state', records, bytes);
}

const keyOf = (patterns: readonly SharedPattern[]): string => patterns.map(({ pattern }) => pattern).join(' ');
