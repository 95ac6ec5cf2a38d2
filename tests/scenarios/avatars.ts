/** Avatars are the heaviest states that anybody may send: large ones show what a hub does with a reader that does not keep up. */

import { subjects } from '../../src/core/bus/subjects.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { systemRandom } from '../../src/platform/system-random.ts';
import { connectSocketBus, type SocketBus } from '../../src/transports/socket/client.ts';
import { hello, RawClient } from '../../src/transports/socket/door-harness.contract.ts';

const WORLD = 'demo';
const PERIOD_MS = 20;
export const AVATAR_BYTES = 24_000;

/** Sends its avatar fifty times a second, 1.2 MB/s in all; each begins with its number. */
export class AvatarSender implements AsyncDisposable {
  readonly #bus: SocketBus;
  readonly #timer: NodeJS.Timeout;
  #sent = 0;

  private constructor(bus: SocketBus) {
    this.#bus = bus;
    const subject = subjects.avatar(WORLD, bus.self);
    this.#timer = setInterval(() => {
      const avatar = new Uint8Array(AVATAR_BYTES);
      new DataView(avatar.buffer).setUint32(0, ++this.#sent);
      bus.publish(subject, avatar);
    }, PERIOD_MS);
  }

  static async join(url: string, name: string, report: (error: unknown) => void): Promise<AvatarSender> {
    return new AvatarSender(await connectSocketBus({ url, world: WORLD, name, clock: systemClock, random: systemRandom, report }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#bus.drain();
  }
}

/** Reads all avatars. It can stop reading without falling silent: a page that hangs. */
export class AvatarReader implements Disposable {
  readonly id: string;
  readonly #client: RawClient;
  readonly #pinging: NodeJS.Timeout;

  private constructor(id: string, client: RawClient) {
    this.id = id;
    this.#client = client;
    this.#pinging = setInterval(() => client.send({ type: 'ping', stamp: 1, seen: client.of('pong').at(-1)?.mark ?? 0 }), 500);
  }

  static async join(url: string, name: string): Promise<AvatarReader> {
    const client = await RawClient.open(url);
    client.send(hello(name, { world: WORLD }));
    const { id } = await client.expect('welcome');
    client.send({ type: 'subscribe', subscription: 1, pattern: subjects.avatar(WORLD, '*') });
    return new AvatarReader(id, client);
  }

  get closed(): RawClient['closed'] {
    return this.#client.closed;
  }

  /** How many avatars it has read. */
  get count(): number {
    return this.#client.of('aliased').length;
  }

  /** The number of the newest avatar it has read, by sender. A sender goes by the same key at all readers. */
  get newest(): ReadonlyMap<number, number> {
    return new Map(
      this.#client.of('aliased').map(({ number, payload }) => [number, new DataView(payload.buffer, payload.byteOffset).getUint32(0)]),
    );
  }

  stall(): void {
    this.#client.stream.pause();
  }

  resume(): void {
    this.#client.stream.resume();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#pinging);
    this.#client[Symbol.dispose]();
  }
}
