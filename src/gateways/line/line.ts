/** The line gateway: a world for whatever can send a line of text, over TCP or a serial line. `gateways/SPEC.md` has the rules, `protocols/line` the words. */
import { type Channel, ChannelError } from '../../channels/channel.ts';
import { type SerialAddress, serialChannel } from '../../channels/serial.ts';
import { listenTcp, type TcpListener, type TcpVisit } from '../../channels/tcp.ts';
import { delay } from '../../core/base/clock.ts';
import { explain, MisuseError } from '../../core/base/errors.ts';
import { TokenBucket } from '../../core/base/token-bucket.ts';
import type { Gateway, GatewayPorts, Guest } from '../gateway.ts';
import { LINK_DELAY_MS, type LineGatewayOptions, type LineLimits, lineLimits } from './limits.ts';
import { Wakefulness } from './residence.ts';
import { LineSession } from './session.ts';

const LOOPBACK = /^(::ffff:)?127\.|^::1$/;

export class LineGateway implements Gateway {
  readonly #ports: GatewayPorts;
  readonly #options: LineGatewayOptions;
  readonly #limits: LineLimits;
  readonly #wakefulness: Wakefulness;
  readonly #hellos: TokenBucket;
  readonly #running = new Map<LineSession, Promise<void>>();
  #listener: TcpListener | undefined;
  #wire: Promise<void> | undefined;
  #isStopped = false;

  constructor(ports: GatewayPorts, options: LineGatewayOptions) {
    if (!options.listen && !options.serial) throw new MisuseError('a line gateway serves somewhere: give listen, serial, or both');
    this.#ports = ports;
    this.#options = options;
    this.#limits = { ...lineLimits, ...options.limits };
    this.#wakefulness = new Wakefulness(ports.clock);
    this.#hellos = new TokenBucket(this.#limits.hellos, ports.clock.now());
  }

  get guests(): readonly Guest[] {
    return [...this.#running.keys()].flatMap(({ guest, place }) => (guest ? [{ id: guest.id, place }] : []));
  }

  async start(): Promise<readonly string[]> {
    const { listen, serial } = this.#options;
    const places: string[] = [];
    try {
      if (serial) {
        const channel = serialChannel(serial);
        await channel.open();
        this.#wire = this.#tendWire(serial, channel);
        places.push(serial.path);
      }
      if (listen) {
        this.#listener = await listenTcp(listen, (visit) => this.#receive(visit));
        places.push(`${listen.host}:${this.#listener.address.port}`);
      }
    } catch (error) {
      await this.stop();
      throw error;
    }
    return places;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wakefulness[Symbol.dispose]();
    // It is closed only when all who came by it have gone.
    const closing = this.#listener?.close();
    for (const session of this.#running.keys()) session.end('the gateway ends');
    await Promise.all([...this.#running.values(), closing, this.#wire]);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  #receive({ channel, host }: TcpVisit): void {
    const strangers = [...this.#running.keys()].filter(({ isStranger }) => isStranger);
    if (strangers.length >= this.#limits.strangers) strangers[0]?.end('others wait, too: say hello at once');
    void this.#serve(channel, { kind: 'connection', isTrusted: LOOPBACK.test(host) });
  }

  /** Whoever can touch the wire is trusted as whoever runs the gateway says. */
  async #tendWire(address: SerialAddress, first: Channel): Promise<void> {
    const { clock, tell } = this.#ports;
    let channel: Channel | undefined = first;
    while (!this.#isStopped) {
      if (channel) {
        await this.#serve(channel, { kind: 'wire', isTrusted: true });
        if (this.#isStopped) return;
        tell({ event: 'place-lost', place: address.path, reason: 'the line is gone; it is looked for again' });
      }
      await delay(clock, this.#limits.reopenMs);
      channel = this.#isStopped ? undefined : await this.#reopened(address);
      if (channel) tell({ event: 'place-found', place: address.path });
    }
    await channel?.close();
  }

  async #reopened(address: SerialAddress): Promise<Channel | undefined> {
    const channel = serialChannel(address);
    try {
      await channel.open();
      return channel;
    } catch (error) {
      if (error instanceof ChannelError) return undefined;
      throw error;
    }
  }

  async #serve(channel: Channel, manners: { readonly kind: 'connection' | 'wire'; readonly isTrusted: boolean }): Promise<void> {
    const { linkDelayMs = LINK_DELAY_MS } = this.#options;
    const session = new LineSession({
      ...this.#ports,
      ...manners,
      ...{ channel, linkDelayMs, limits: this.#limits, wakefulness: this.#wakefulness },
      objectionToGuest: () => this.#objectionToGuest(),
    });
    const running = session.run().catch((error: unknown) => {
      this.#ports.tell({ event: 'failed', place: session.place, reason: explain(error) });
    });
    this.#running.set(session, running);
    await running;
    this.#running.delete(session);
  }

  #objectionToGuest(): string | undefined {
    const { guests } = this.#limits;
    const here = [...this.#running.keys()].filter(({ hasGuest }) => hasGuest).length;
    if (here >= guests) return `${guests} guests are here already, and no more may be`;
    const kept = this.#hellos.takeIfKept(1, 0, this.#ports.clock.now()) === 'kept';
    return kept ? undefined : 'too many say hello at once: wait a second';
  }
}
