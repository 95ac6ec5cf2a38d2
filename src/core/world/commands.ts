import { type Action, type Command, decodeJson, encodeJson, type Reply, replySchema } from '../api/messages.ts';
import { delay } from '../base/clock.ts';
import { randomId } from '../base/random.ts';
import { DisconnectedError, NoRespondersError, TimeoutError } from '../bus/bus.ts';
import { subjects } from '../bus/subjects.ts';
import type { WorldContext } from './context.ts';
import type { Entities } from './entities.ts';
import { type Epoch, NO_EPOCH } from './epoch.ts';
import type { LocalEntity } from './local-entity.ts';
import type { ProxyEntity } from './proxy-entity.ts';
import type { Roster } from './roster.ts';

/** What became of a command. `lost`: nobody can say that it took effect; it will not any more. Never silence. */
export type Outcome =
  | { readonly kind: 'done'; readonly epoch: Epoch; readonly seq: number }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'lost'; readonly reason: string };

export type TakeOver = { readonly kind: 'taken' } | { readonly kind: 'refused'; readonly reason: string } | { readonly kind: 'again' };

/** What asking needs of the participant that asks. */
export interface AskerSurroundings {
  readonly context: WorldContext;
  readonly entities: Entities;
  readonly roster: Roster;
  local(entity: string): LocalEntity | undefined;
  takeOver(entity: string): Promise<TakeOver>;
  looksAt(region: string): boolean;
}

type Attempt =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'refused'; readonly reason: string }
  /** `arrived`: it may have been applied all the same. */
  | { readonly kind: 'again'; readonly arrived: 'no' | 'maybe' };

export interface CommandOptions {
  readonly goodForMs?: number | undefined;
}

/** How long a command may take from the asking to the effect. */
export const COMMAND_MS = 4000;
const ANSWER_MS = 800;
const PAUSE_MS = 60;

/** The asker's side of a command: to the owner if there is one, else by taking the entity over; the effect is waited for. */
export class Commands {
  readonly #around: AskerSurroundings;
  readonly #waiting = new Map<string, Set<() => void>>();
  /** Somebody may come back under the same id: what its namesake asked for must not be taken for what it asks. */
  readonly #life: string;
  #count = 0;

  constructor(around: AskerSurroundings) {
    this.#around = around;
    this.#life = randomId(around.context.random, 6);
  }

  /** A newer state of the entity was accepted. */
  seen(entity: string): void {
    for (const wake of [...(this.#waiting.get(entity) ?? [])]) wake();
  }

  /** `goodForMs`: for so long it may be carried out; an owner that gets it later refuses it. */
  async ask(entity: string, action: Action, { goodForMs }: CommandOptions = {}): Promise<Outcome> {
    try {
      return await this.#pursue(entity, action, goodForMs);
    } catch (error) {
      if (error instanceof DisconnectedError) return { kind: 'lost', reason: `this participant has left: ${error.message}` };
      throw error;
    }
  }

  async #pursue(entity: string, action: Action, goodForMs: number | undefined): Promise<Outcome> {
    const { context, entities } = this.#around;
    const id = `${context.bus.self}.${this.#life}${++this.#count}`;
    // Who says for how long means it: what our own clock may be off is taken away, as the owner adds what its own may be.
    const expiresAt = context.shared.now() + (goodForMs === undefined ? COMMAND_MS : goodForMs - context.shared.errorMs());
    // The asker's patience is counted on its own clock: shared time may be set while it waits.
    const askedMs = context.clock.now();
    const untilMs = askedMs + (goodForMs ?? COMMAND_MS);
    /** The epoch whose owner may have applied it already. Another epoch's owner must never get it too. */
    let sentIn: Epoch | undefined;
    while (context.clock.now() < untilMs) {
      const proxy = entities.get(entity);
      if (!proxy) return { kind: 'refused', reason: `there is no entity ${entity}` };
      const epoch = this.#recordedEpoch(proxy);
      if (sentIn !== undefined && (epoch > sentIn || !this.#isOwnerLive(proxy))) return this.#settle(proxy, id, sentIn);
      const command: Command = { id, epoch, expiresAt, action };
      const attempt = await this.#within(untilMs - context.clock.now(), this.#attempt(proxy, command));
      if (attempt.kind === 'refused') return attempt;
      if (attempt.kind === 'reply' && attempt.reply.kind === 'refused') return attempt.reply;
      if (attempt.kind === 'reply' && attempt.reply.kind === 'applied') return this.#effect(proxy, id, attempt.reply, askedMs + COMMAND_MS);
      if (attempt.kind === 'again' && attempt.arrived === 'maybe') sentIn ??= epoch;
      await delay(context.clock, PAUSE_MS);
    }
    return { kind: 'lost', reason: `no owner answered within ${untilMs - askedMs} ms` };
  }

  /** Records out of reach must not keep the asker waiting: what is not decided by the deadline is decided without it. */
  #within(leftMs: number, attempt: Promise<Attempt>): Promise<Attempt> {
    return new Promise((resolve, reject) => {
      const timer = this.#around.context.clock.after(leftMs, () => resolve({ kind: 'again', arrived: 'maybe' }));
      attempt.then(resolve, reject).finally(() => timer[Symbol.dispose]());
    });
  }

  #recordedEpoch(proxy: ProxyEntity): Epoch {
    return Math.max(proxy.epoch, proxy.record?.epoch ?? NO_EPOCH) as Epoch;
  }

  #isOwnerLive(proxy: ProxyEntity): boolean {
    return proxy.owner !== undefined && (proxy.owner === this.#around.context.bus.self || this.#around.roster.isLive(proxy.owner));
  }

  async #attempt(proxy: ProxyEntity, command: Command): Promise<Attempt> {
    const { context } = this.#around;
    const local = this.#around.local(proxy.id);
    if (local) return { kind: 'reply', reply: await local.apply(context.bus.self, { ...command, epoch: local.epoch }) };
    if (this.#isOwnerLive(proxy)) return this.#send(proxy.id, command);
    const taken = await this.#around.takeOver(proxy.id);
    return taken.kind === 'refused' ? taken : { kind: 'again', arrived: 'no' };
  }

  async #send(entity: string, command: Command): Promise<Attempt> {
    const { bus, world } = this.#around.context;
    try {
      const answer = await bus.request(subjects.command(world, entity), encodeJson(command), { timeoutMs: ANSWER_MS });
      return { kind: 'reply', reply: decodeJson(replySchema, answer) };
    } catch (error) {
      if (error instanceof NoRespondersError) return { kind: 'again', arrived: 'no' };
      if (error instanceof TimeoutError || error instanceof DisconnectedError) return { kind: 'again', arrived: 'maybe' };
      throw error;
    }
  }

  /** An acknowledgement is not the effect: that is done when the state that holds it has arrived here. */
  async #effect(proxy: ProxyEntity, id: string, applied: Extract<Reply, { kind: 'applied' }>, untilMs: number): Promise<Outcome> {
    const { context } = this.#around;
    const epoch = applied.epoch as Epoch;
    for (;;) {
      if (proxy.epoch > epoch) return this.#settle(proxy, id, epoch);
      const isSeen = proxy.epoch === epoch && proxy.seq >= applied.seq;
      if (isSeen || !this.#around.looksAt(applied.region)) return { kind: 'done', epoch, seq: applied.seq };
      const leftMs = untilMs - context.clock.now();
      if (leftMs <= 0) return { kind: 'lost', reason: 'it was acknowledged, but its owner went before anybody saw the effect' };
      await this.#nextState(proxy.id, leftMs);
    }
  }

  /** Its owner changed or went while it was under way: the states tell whether it came through. */
  #settle(proxy: ProxyEntity, id: string, sentIn: Epoch): Outcome {
    if (proxy.sealed?.state.recent.includes(id)) return { kind: 'done', epoch: proxy.epoch, seq: proxy.seq };
    return { kind: 'lost', reason: `its owner (epoch ${sentIn}) went before the effect was seen; look, then ask again` };
  }

  #nextState(entity: string, atMostMs: number): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(entity) ?? new Set();
      this.#waiting.set(entity, waiting);
      const wake = () => {
        timer[Symbol.dispose]();
        waiting.delete(wake);
        resolve();
      };
      const timer = this.#around.context.clock.after(atMostMs, wake);
      waiting.add(wake);
    });
  }
}
