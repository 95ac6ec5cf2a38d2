import type { Clock } from '../base/clock.ts';
import { every } from '../base/clock.ts';
import { explain } from '../base/errors.ts';
import { requireId } from '../base/ids.ts';
import { between, pick, type Random } from '../base/random.ts';
import { type Bucket, type Bus, type BusStatus, DisconnectedError, type Message, TimeoutError, type WatchEvent } from './bus.ts';
import { ConnectionStatus } from './connection-status.ts';
import { requireBucketName, requireKey, requirePattern, requirePayload, requireSubject, requireSwap, requireTimeout } from './limits.ts';
import { Listener, type Report } from './listeners.ts';
import { PendingCalls } from './pending-calls.ts';
import type { DoorLink, SimulatedDoor, VisitorsDesk } from './simulated-door.ts';
import type { SimulatedNode } from './simulated-node.ts';

export interface VisitOptions {
  readonly node: SimulatedNode;
  readonly random: Random;
  readonly report: Report;
  /** Those that it may try. */
  readonly doors: () => readonly SimulatedDoor[];
}

/** After so many looks without a word from the door that is taken for dead. */
const LOOK_MS = 1000;
const LOOKS = 3;
const PAUSE_MS = { least: 100, most: 600 };
const RECORD_MS = 10_000;
const GOODBYE_MS = 500;

interface Standing {
  readonly restore: (desk: VisitorsDesk) => void;
  readonly listener: Disposable;
}

/** A connection through the door of a hub, like the one of a page. When the door is lost it goes to another, as who it was. */
export class SimulatedVisit implements Bus {
  readonly self: string;
  readonly #options: VisitOptions;
  readonly #status: ConnectionStatus;
  readonly #calls: PendingCalls;
  readonly #standing = new Map<number, Standing>();
  #link: DoorLink;
  readonly #vigil: Disposable;
  #silentLooks = 0;
  #made = 0;
  #draining: Promise<void> | undefined;

  /** At one of the doors, at once. */
  constructor(self: string, options: VisitOptions) {
    this.self = requireId(self, 'self');
    this.#options = options;
    this.#status = new ConnectionStatus({ kind: 'connected' }, options.report);
    this.#calls = new PendingCalls(this.#clock);
    this.#link = this.#enter(pick(options.random, options.doors()));
    this.#vigil = every(this.#clock, LOOK_MS, () => this.#look());
  }

  get status(): BusStatus {
    return this.#status.current;
  }

  /** Where it is, or was last. */
  get door(): SimulatedDoor {
    return this.#link.door;
  }

  onStatus(handler: (status: BusStatus) => void): Disposable {
    return this.#status.onChange(handler);
  }

  publish(subject: string, payload: Uint8Array): void {
    this.#status.requireOpen();
    requireSubject(subject);
    requirePayload(payload);
    if (this.#isConnected) this.#link.up(subject, (desk) => desk.publish(subject, payload));
  }

  subscribe(pattern: string, handler: (message: Message) => void): Disposable {
    this.#status.requireOpen();
    requirePattern(pattern);
    const listener = new Listener(handler, this.#options.report);
    return this.#stand(listener, (number) => (desk) => desk.subscribe(number, pattern, (message) => listener.tell(message)));
  }

  async request(subject: string, payload: Uint8Array, { timeoutMs }: { timeoutMs: number }): Promise<Uint8Array> {
    this.#status.requireConnected();
    requireSubject(subject);
    requirePayload(payload);
    requireTimeout(timeoutMs);
    return await this.#ask(subject, timeoutMs, (desk) => desk.request(subject, payload, timeoutMs));
  }

  bucket(name: string): Bucket {
    this.#status.requireOpen();
    requireBucketName(name);
    return {
      get: async (key) => {
        this.#status.requireConnected();
        requireKey(key);
        return await this.#ask(`get ${name} ${key}`, RECORD_MS, (desk) => desk.get(name, key));
      },
      swap: async (key, expected, value) => {
        this.#status.requireOpen();
        requireSwap(key, expected, value);
        try {
          this.#status.requireConnected();
          return await this.#ask(`swap ${name} ${key}`, RECORD_MS, (desk) => desk.swap(name, key, expected, value));
        } catch (error) {
          if (error instanceof TimeoutError || error instanceof DisconnectedError) return { kind: 'unknown', reason: explain(error) };
          throw error;
        }
      },
      watch: (handler) => this.#watch(name, handler),
    };
  }

  drain(): Promise<void> {
    this.#draining ??= this.#leave();
    return this.#draining;
  }

  get #clock(): Clock {
    return this.#options.node.clock;
  }

  get #isConnected(): boolean {
    return this.status.kind === 'connected';
  }

  #watch(bucket: string, handler: (event: WatchEvent) => void): Disposable {
    this.#status.requireOpen();
    const listener = new Listener(handler, this.#options.report);
    return this.#stand(listener, (number) => (desk) => desk.watch(number, bucket, (event) => listener.tell(event)));
  }

  /** It holds at every door. */
  #stand(listener: Disposable, restoreOf: (number: number) => (desk: VisitorsDesk) => void): Disposable {
    const number = ++this.#made;
    const restore = restoreOf(number);
    this.#standing.set(number, { restore, listener });
    if (this.#isConnected) this.#link.up('stand', restore);
    return {
      [Symbol.dispose]: () => {
        listener[Symbol.dispose]();
        if (this.#standing.delete(number) && this.#isConnected) this.#link.up('end', (desk) => desk.end(number));
      },
    };
  }

  #ask<T>(what: string, timeoutMs: number, serve: (desk: VisitorsDesk) => Promise<T>): Promise<T> {
    const call = this.#calls.open<T>(what, timeoutMs);
    const link = this.#link;
    link.up(what, (desk) => {
      serve(desk).then(
        (value) => link.down(what, () => call.resolve(value)),
        (error: Error) => link.down(what, () => call.reject(error)),
      );
    });
    return call.answer;
  }

  #enter(door: SimulatedDoor): DoorLink {
    const link = door.admit(this.self, this.#options.node);
    link.onWord = () => {
      this.#silentLooks = 0;
    };
    link.onReset = () => this.#lost(link, 'the door was closed');
    link.onDismissed = (reason) => this.#dismissed(link, reason);
    return link;
  }

  #look(): void {
    if (this.#isConnected && ++this.#silentLooks > LOOKS) this.#lost(this.#link, `no word for ${LOOKS} looks`);
    else if (this.#isConnected) this.#link.up('ping', () => this.#link.down('pong', () => undefined));
  }

  #lost(link: DoorLink, reason: string): void {
    if (link !== this.#link || !this.#isConnected) return;
    link.abandon();
    this.#calls.rejectAll(new DisconnectedError(`${this.self} lost its door while it waited for an answer: ${reason}`));
    this.#status.change({ kind: 'reconnecting', attempt: 1, reason });
    this.#tryAgain();
  }

  /** A hub does not want us any more: there is no use in trying others. */
  #dismissed(link: DoorLink, reason: string): void {
    if (link !== this.#link || this.status.kind === 'closed') return;
    this.#end(reason);
  }

  #tryAgain(): void {
    const { random, doors } = this.#options;
    this.#clock.after(between(random, PAUSE_MS.least, PAUSE_MS.most), () => {
      if (this.status.kind !== 'reconnecting') return;
      const open = doors().filter(({ isOpen }) => isOpen);
      if (open.length === 0) return this.#tryAgain();
      this.#greet(this.#enter(pick(random, open)));
    });
  }

  /** It is there when the door has answered; a door that does not is given up. */
  #greet(link: DoorLink): void {
    this.#link = link;
    const patience = this.#clock.after(LOOK_MS, () => {
      link.abandon();
      this.#tryAgain();
    });
    link.up('hello', () =>
      link.down('welcome', () => {
        patience[Symbol.dispose]();
        if (this.status.kind !== 'reconnecting') return;
        this.#silentLooks = 0;
        for (const { restore } of this.#standing.values()) link.up('stand', restore);
        this.#status.change({ kind: 'connected' });
      }),
    );
  }

  /** Nothing comes or goes any more. */
  #end(reason: string): void {
    this.#vigil[Symbol.dispose]();
    for (const { listener } of this.#standing.values()) listener[Symbol.dispose]();
    this.#standing.clear();
    this.#calls.rejectAll(new DisconnectedError(`${this.self} closed its connection while it waited for an answer`));
    if (this.status.kind !== 'closed') this.#status.change({ kind: 'closed', reason });
  }

  #leave(): Promise<void> {
    return new Promise((resolve) => {
      const link = this.#link;
      const closed = () => {
        patience[Symbol.dispose]();
        this.#end('drained');
        link.abandon();
        resolve();
      };
      const patience = this.#clock.after(this.#isConnected ? GOODBYE_MS : 0, closed);
      if (this.#isConnected) link.up('goodbye', (desk) => void desk.drain().then(() => link.down('goodbye', closed)));
    });
  }
}
