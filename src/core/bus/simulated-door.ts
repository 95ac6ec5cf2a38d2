import type { VirtualTime } from '../base/virtual-time.ts';
import { type Backbone, type Bus, type Entry, type Message, RefusedError, type Revision, type SwapResult, type WatchEvent } from './bus.ts';
import { BusMessage } from './bus-message.ts';
import type { SimulatedNode } from './simulated-node.ts';

export type DoorVerdict = { readonly kind: 'allow' } | { readonly kind: 'drop' | 'close'; readonly reason: string };

/** Asked before anything is done for a visitor. */
export interface DoorKeeper {
  mayPublish(from: string, subject: string, payload: Uint8Array): DoorVerdict;
  mayRequest(from: string, subject: string, payload: Uint8Array): DoorVerdict;
  mayReply(from: string, subject: string, payload: Uint8Array): DoorVerdict;
  maySubscribe(from: string, pattern: string): DoorVerdict;
  mayRead(from: string, bucket: string): DoorVerdict;
  maySwap(from: string, bucket: string, key: string, value: Uint8Array | undefined): DoorVerdict;
  mayReplace(
    from: string,
    place: { readonly bucket: string; readonly key: string },
    present: Uint8Array | undefined,
    value: Uint8Array | undefined,
  ): DoorVerdict;
  /** Why it is not let in, nor anything done for it. Asked when it comes. */
  objectionToEntry?(from: string): string | undefined;
  /** Something was not done. */
  refused(from: string, what: string, verdict: Exclude<DoorVerdict, { kind: 'allow' }>): void;
}

export class RefusedAtDoorError extends RefusedError {
  constructor(message: string) {
    super('refused', message);
  }
}

/** A hub does for its visitors what they ask, on a connection of the backbone for each, and as its keeper allows. */
export class SimulatedDoor {
  readonly node: SimulatedNode;
  readonly keeper: DoorKeeper;
  readonly #backbone: Backbone;
  readonly #time: VirtualTime;
  readonly #links = new Map<string, DoorLink>();

  constructor(node: SimulatedNode, time: VirtualTime, keeper: DoorKeeper, backbone: Backbone = node) {
    this.node = node;
    this.keeper = keeper;
    this.#time = time;
    this.#backbone = backbone;
  }

  get isOpen(): boolean {
    return !this.node.crashed;
  }

  get visitors(): string[] {
    return [...this.#links].filter(([, link]) => link.isOpen).map(([visitor]) => visitor);
  }

  /** Whoever comes again ends the link that it had here before. */
  admit(visitor: string, node: SimulatedNode): DoorLink {
    this.#links.get(visitor)?.close();
    const link = new DoorLink(visitor, node, this, this.#time);
    this.#links.set(visitor, link);
    return link;
  }

  connect(visitor: string): Bus {
    return this.#backbone.connect(visitor);
  }

  /** For good: the visitor is told why, and comes to no other door. One that cannot be told finds every door closed. */
  dismiss(visitor: string, reason: string): void {
    this.#links.get(visitor)?.dismiss(reason);
  }

  /** Its process has ended, and so have all links. */
  slam(): void {
    for (const link of this.#links.values()) link.reset();
  }
}

const TRY_AGAIN_MS = 50;
/** A hub closes a link on which nothing came for so long. */
const SILENT_MS = 4500;

/** One link between a visitor and a door: in order and without loss while it lasts. What cannot get through waits. */
export class DoorLink {
  readonly visitor: string;
  readonly door: SimulatedDoor;
  /** The visitor's word that something came; `reset` when the link is known to be dead, `dismissed` when the hub does not want the visitor any more. */
  onWord: () => void = () => {};
  onReset: () => void = () => {};
  onDismissed: (reason: string) => void = () => {};
  readonly #node: SimulatedNode;
  readonly #time: VirtualTime;
  readonly #ways: { readonly up: Way; readonly down: Way };
  #desk: VisitorsDesk | undefined;
  #heardMs: number;
  #state: 'open' | 'closed' = 'open';

  constructor(visitor: string, node: SimulatedNode, door: SimulatedDoor, time: VirtualTime) {
    this.visitor = visitor;
    this.door = door;
    this.#node = node;
    this.#time = time;
    this.#heardMs = time.now;
    const isOpen = () => this.isOpen;
    this.#ways = { up: new Way(node, door.node, time, isOpen), down: new Way(door.node, node, time, isOpen) };
    this.#watchOver();
  }

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  /** From the visitor to the hub's desk. */
  up(what: string, act: (desk: VisitorsDesk) => void): void {
    this.#ways.up.carry(what, () => {
      this.#heardMs = this.#time.now;
      const objection = this.#desk ? undefined : this.door.keeper.objectionToEntry?.(this.visitor);
      if (objection !== undefined) return this.dismiss(objection);
      this.#desk ??= new VisitorsDesk(this);
      act(this.#desk);
    });
  }

  down(what: string, act: () => void): void {
    this.#ways.down.carry(what, () => {
      this.onWord();
      act();
    });
  }

  /** The hub takes it for dead, or has another with this visitor. */
  close(): void {
    this.#state = 'closed';
    this.#desk?.[Symbol.dispose]();
    this.#desk = undefined;
  }

  /** The hub ends it, and says so to the visitor. */
  dismiss(reason: string): void {
    const wasOpen = this.isOpen;
    this.close();
    if (wasOpen) this.door.node.carry(this.#node, 'dismissed', () => this.onDismissed(reason));
  }

  /** The visitor takes it for dead. The hub finds out by itself. */
  abandon(): void {
    this.#state = 'closed';
  }

  /** Closed, and the visitor knows at once. */
  reset(): void {
    if (!this.isOpen) return;
    this.close();
    this.#node.run(() => this.onReset());
  }

  /** Who only slept finds out as soon as it wakes. */
  #giveUp(): void {
    const wasOpen = this.isOpen;
    this.close();
    if (wasOpen) this.door.node.carry(this.#node, 'closed', () => this.onReset());
  }

  #watchOver(): void {
    this.#time.at(Math.max(this.#heardMs + SILENT_MS, this.#time.now + 1), () => {
      if (this.#time.now - this.#heardMs >= SILENT_MS) this.door.node.run(() => this.#giveUp());
      else this.#watchOver();
    });
  }
}

/** One direction of a link. */
class Way {
  readonly #from: SimulatedNode;
  readonly #to: SimulatedNode;
  readonly #time: VirtualTime;
  readonly #isOpen: () => boolean;
  readonly #waiting: { readonly what: string; readonly arrive: () => void }[] = [];
  #isTrying = false;

  constructor(from: SimulatedNode, to: SimulatedNode, time: VirtualTime, isOpen: () => boolean) {
    this.#from = from;
    this.#to = to;
    this.#time = time;
    this.#isOpen = isOpen;
  }

  carry(what: string, arrive: () => void): void {
    this.#waiting.push({ what, arrive: () => this.#isOpen() && arrive() });
    if (!this.#isTrying) this.#flow();
  }

  #flow(): void {
    this.#isTrying = false;
    for (let next = this.#waiting[0]; next !== undefined && this.#isOpen(); next = this.#waiting[0]) {
      if (this.#from.carry(this.#to, next.what, next.arrive) === 'blocked') {
        this.#isTrying = true;
        this.#time.at(this.#time.now + TRY_AGAIN_MS, () => this.#flow());
        return;
      }
      this.#waiting.shift();
    }
  }
}

/** What a hub does for one visitor. */
export class VisitorsDesk implements Disposable {
  readonly #link: DoorLink;
  readonly #bus: Bus;
  readonly #open = new Map<number, Disposable>();
  /** What this visitor wrote last: what is read may be older. */
  readonly #written = new Map<string, Entry>();
  /** It has said goodbye: whatever else it says is not heard. */
  #isLeaving = false;

  constructor(link: DoorLink) {
    this.#link = link;
    this.#bus = link.door.connect(link.visitor);
  }

  [Symbol.dispose](): void {
    for (const handler of this.#open.values()) handler[Symbol.dispose]();
    this.#open.clear();
    if (!this.#link.door.node.crashed) void this.#bus.drain();
  }

  publish(subject: string, payload: Uint8Array): void {
    if (this.#isLeaving) return;
    if (this.#isAllowed(`publish on ${subject}`, this.#keeper.mayPublish(this.#link.visitor, subject, payload)))
      this.#bus.publish(subject, payload);
  }

  subscribe(number: number, pattern: string, deliver: (message: Message) => void): void {
    if (!this.#isAllowed(`subscribe to ${pattern}`, this.#keeper.maySubscribe(this.#link.visitor, pattern))) return;
    const { visitor } = this.#link;
    const subscription = this.#bus.subscribe(pattern, (message) => {
      const { subject } = message;
      const answer = (bytes: Uint8Array) =>
        this.#link.up(`answer ${subject}`, () => {
          if (this.#isAllowed(`answer on ${subject}`, this.#keeper.mayReply(visitor, subject, bytes))) message.reply(bytes);
        });
      this.#link.down(subject, () => deliver(new BusMessage(subject, message.payload, message.from, answer)));
    });
    this.#open.set(number, subscription);
  }

  watch(number: number, bucket: string, tell: (event: WatchEvent) => void): void {
    if (!this.#isAllowed(`watch ${bucket}`, this.#keeper.mayRead(this.#link.visitor, bucket))) return;
    const watch = this.#bus.bucket(bucket).watch((event) => this.#link.down(`watch ${event.kind}`, () => tell(event)));
    this.#open.set(number, watch);
  }

  end(number: number): void {
    this.#open.get(number)?.[Symbol.dispose]();
    this.#open.delete(number);
  }

  async request(subject: string, payload: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    this.#require(`ask ${subject}`, this.#keeper.mayRequest(this.#link.visitor, subject, payload));
    return await this.#bus.request(subject, payload, { timeoutMs });
  }

  async get(bucket: string, key: string) {
    this.#require(`read ${bucket}`, this.#keeper.mayRead(this.#link.visitor, bucket));
    return await this.#bus.bucket(bucket).get(key);
  }

  async swap(bucket: string, key: string, expected: Revision | undefined, value: Uint8Array | undefined): Promise<SwapResult> {
    const { visitor } = this.#link;
    this.#require(`swap ${bucket} ${key}`, this.#keeper.maySwap(visitor, bucket, key, value));
    const records = this.#bus.bucket(bucket);
    const written = this.#written.get(`${bucket} ${key}`);
    const present = written && written.revision === expected ? written : await records.get(key);
    // What it would replace is not known here: to be judged it must be.
    if (present?.revision !== expected) return { kind: 'conflict' };
    this.#require(`swap ${bucket} ${key}`, this.#keeper.mayReplace(visitor, { bucket, key }, present?.value, value));
    const result = await records.swap(key, expected, value);
    if (result.kind === 'applied' && value) this.#written.set(`${bucket} ${key}`, { key, value, revision: result.revision });
    return result;
  }

  drain(): Promise<void> {
    this.#isLeaving = true;
    return this.#bus.drain();
  }

  get #keeper(): DoorKeeper {
    return this.#link.door.keeper;
  }

  #require(what: string, verdict: DoorVerdict): void {
    if (!this.#isAllowed(what, verdict) && verdict.kind !== 'allow')
      throw new RefusedAtDoorError(`${this.#link.visitor} may not ${what}: ${verdict.reason}`);
  }

  #isAllowed(what: string, verdict: DoorVerdict): boolean {
    if (verdict.kind === 'allow') return true;
    this.#keeper.refused(this.#link.visitor, what, verdict);
    if (verdict.kind === 'close') this.#link.reset();
    return false;
  }
}
