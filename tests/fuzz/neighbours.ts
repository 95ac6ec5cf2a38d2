import { delay } from '../../src/core/base/clock.ts';
import { explain } from '../../src/core/base/errors.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { systemRandom } from '../../src/platform/system-random.ts';
import { connectSocketBus, type SocketBus } from '../../src/transports/socket/client.ts';
import { percentile } from '../processes/statistics.ts';

const PERIOD_MS = 10;
/** Much for a round trip, even on a busy machine: the times themselves are reported, not judged. */
const PATIENCE_MS = 3000;

/** Two well-behaved participants: one speaks and asks, the other must hear every word in order and answer. */
export class Neighbours implements AsyncDisposable {
  readonly problems: string[] = [];
  readonly #ann: SocketBus;
  readonly #ben: SocketBus;
  #said = 0;
  #heard = 0;

  private constructor(ann: SocketBus, ben: SocketBus) {
    this.#ann = ann;
    this.#ben = ben;
    for (const bus of [ann, ben]) bus.onStatus(({ kind }) => kind === 'closed' || this.problems.push(`${bus.self} came to be ${kind}`));
    ben.subscribe('v1.w.f0.st.neighbour', ({ payload }) => this.#hear(new DataView(payload.buffer, payload.byteOffset).getUint32(0)));
    ben.subscribe('v1.w.cmd.neighbour', (message) => message.reply(message.payload));
  }

  static async move(url: string): Promise<Neighbours> {
    const report = (error: unknown) => void neighbours.problems.push(explain(error));
    const join = (name: string) => connectSocketBus({ url, world: 'w', name, clock: systemClock, random: systemRandom, report });
    const neighbours: Neighbours = new Neighbours(await join('neighbour-ann'), await join('neighbour-ben'));
    await delay(systemClock, 100);
    return neighbours;
  }

  /** Lives for so long; answers the p99 of its round trips. */
  async live(seconds: number): Promise<number> {
    const tripsMs: number[] = [];
    for (const endMs = systemClock.now() + seconds * 1000; systemClock.now() < endMs; await delay(systemClock, PERIOD_MS)) {
      const payload = new Uint8Array(4);
      new DataView(payload.buffer).setUint32(0, this.#said++);
      this.#ann.publish('v1.w.f0.st.neighbour', payload);
      const startMs = systemClock.now();
      const answer = await this.#ask(payload);
      tripsMs.push(systemClock.now() - startMs);
      if (answer !== payload.join()) this.problems.push(`asked ${payload.join()}, was answered ${answer}`);
    }
    if (this.#heard !== this.#said) this.problems.push(`heard ${this.#heard} of ${this.#said} states`);
    return percentile(tripsMs, 0.99);
  }

  async #ask(payload: Uint8Array): Promise<string> {
    try {
      return (await this.#ann.request('v1.w.cmd.neighbour', payload, { timeoutMs: PATIENCE_MS })).join();
    } catch (error) {
      return explain(error);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#ann.drain(), this.#ben.drain()]);
  }

  #hear(number: number): void {
    if (number !== this.#heard) this.problems.push(`heard state ${number}, expected ${this.#heard}`);
    this.#heard = number + 1;
  }
}
