import { encodeJson, LONGEST_REASON } from '../api/messages.ts';
import { MisuseError } from '../base/errors.ts';
import { randomId } from '../base/random.ts';
import { wellFormed } from '../base/well-formed.ts';
import { DisconnectedError } from '../bus/bus.ts';
import { subjects } from '../bus/subjects.ts';
import type { AskerSurroundings } from './commands.ts';
import type { ProxyEntity } from './proxy-entity.ts';

interface PendingStop {
  readonly entity: string;
  readonly id: string;
  readonly reason: string;
  readonly done: () => void;
  readonly failed: (error: Error) => void;
  isTaking: boolean;
}

/** Stops that do not show yet. Each is repeated every tick until its owner's state says that it is latched and recorded. */
export class Stops {
  readonly #around: AskerSurroundings;
  readonly #pending = new Map<string, PendingStop>();
  readonly #life: string;
  #count = 0;

  constructor(around: AskerSurroundings) {
    this.#around = around;
    this.#life = randomId(around.context.random, 6);
  }

  /** Resolves with the stop's id once it is latched where no crash can lose it. Rejects if there is nothing to stop, or if we leave before. */
  stop(entity: string, reason: string): Promise<string> {
    const id = `${this.#around.context.bus.self}.${this.#life}s${++this.#count}`;
    return new Promise((resolve, failed) => {
      // Too long a reason, or one that no record could keep, must not keep a robot from stopping.
      const stop = { entity, id, reason: wellFormed(reason, LONGEST_REASON), done: () => resolve(id), failed, isTaking: false };
      this.#pending.set(id, stop);
      this.#repeat(stop);
    });
  }

  /** Stops nobody has confirmed yet. */
  get pending(): number {
    return this.#pending.size;
  }

  tick(): void {
    for (const stop of this.#pending.values()) this.#repeat(stop);
  }

  [Symbol.dispose](): void {
    for (const stop of this.#pending.values()) stop.failed(new DisconnectedError(`left before the stop of ${stop.entity} was confirmed`));
    this.#pending.clear();
  }

  #repeat(stop: PendingStop): void {
    const { context, entities, roster } = this.#around;
    const proxy = entities.get(stop.entity);
    if (!proxy || isLatched(proxy, stop.id)) {
      this.#pending.delete(stop.id);
      if (proxy) stop.done();
      else stop.failed(new MisuseError(`there is no entity ${stop.entity} to stop`));
      return;
    }
    const local = this.#around.local(stop.entity);
    if (local) local.stop(context.bus.self, stop.id, stop.reason);
    else context.bus.publish(subjects.urgent(context.world, stop.entity), encodeJson({ kind: 'stop', id: stop.id, reason: stop.reason }));
    if (!local && !(proxy.owner !== undefined && roster.isLive(proxy.owner))) void this.#take(stop);
  }

  /** Nobody owns it: whoever stops it is the next mover. */
  async #take(stop: PendingStop): Promise<void> {
    if (stop.isTaking) return;
    stop.isTaking = true;
    await this.#around.takeOver(stop.entity).catch(this.#around.context.report);
    stop.isTaking = false;
  }
}

/** The owner has this very stop, and its latch is in the record; or it had, and was re-armed since. */
function isLatched(proxy: ProxyEntity, id: string): boolean {
  const state = proxy.sealed?.state;
  if (!state) return false;
  const { stop } = state.control;
  const isKnown = stop?.id === id || state.recent.includes(id);
  return isKnown && (stop === undefined || stop.recorded);
}
