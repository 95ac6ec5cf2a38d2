import { decodeJson, encodeJson } from '../api/messages.ts';
import { type Clock, every } from '../base/clock.ts';
import { explain, MalformedError } from '../base/errors.ts';
import type { Bus, Message } from '../bus/bus.ts';
import { subjects } from '../bus/subjects.ts';
import { encodeAnswer, type PathAnswer, type PathHostWord, type PathRequest, pathRequestSchema } from './path-messages.ts';

export interface PathHostPorts {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
  /** What can be asked for by name; may change while it serves. */
  planners(): PathHostWord['planners'];
  plan(request: PathRequest): Promise<PathAnswer>;
}

/** It says that it is there so often; askers forget who was not heard for three times as long. */
export const ANNOUNCE_MS = 2000;
/** More than these do not wait: whoever asks then is told, and goes to another host. */
const MOST_WAITING = 32;

/** Serves getPath in one world, under the id of its bus. */
export class PathHost implements Disposable {
  readonly #ports: PathHostPorts;
  readonly #world: string;
  readonly #open: readonly Disposable[];
  #waiting = 0;

  constructor(world: string, ports: PathHostPorts) {
    this.#ports = ports;
    this.#world = world;
    const { bus, clock } = ports;
    this.#open = [
      bus.subscribe(subjects.paths(world, bus.self), (message) => void this.#serve(message).catch(ports.report)),
      bus.subscribe(subjects.pathHosts(world), (message) => message.reply(encodeJson(this.#word()))),
      every(clock, ANNOUNCE_MS, () => this.#announce()),
    ];
    this.#announce();
  }

  [Symbol.dispose](): void {
    for (const part of this.#open) part[Symbol.dispose]();
  }

  #word(): PathHostWord {
    return { host: this.#ports.bus.self, planners: this.#ports.planners(), waiting: this.#waiting };
  }

  #announce(): void {
    const { bus } = this.#ports;
    if (bus.status.kind === 'connected') bus.publish(subjects.pathHost(this.#world, bus.self), encodeJson(this.#word()));
  }

  async #serve(message: Message): Promise<void> {
    if (this.#waiting >= MOST_WAITING) {
      message.reply(encodeAnswer({ kind: 'refused', reason: `${MOST_WAITING} ask already; try again, or ask another host` }));
      return;
    }
    this.#waiting++;
    try {
      message.reply(encodeAnswer(await this.#ports.plan(decodeJson(pathRequestSchema, message.payload))));
    } catch (error) {
      // Who asked waits for an answer, whatever went wrong here.
      message.reply(encodeAnswer({ kind: 'refused', reason: explain(error).slice(0, 500) }));
      if (!(error instanceof MalformedError)) throw error;
    } finally {
      this.#waiting--;
    }
  }
}
