/** `manyhands gateway`: wires a gateway to the world that it serves, and runs it until it is told to end. */
import { ChannelError } from '../../channels/channel.ts';
import { GATEWAYS } from '../../gateways/catalog.ts';
import type { GatewayEvent, Newcomer, Seat } from '../../gateways/gateway.ts';
import { normaliseUrl } from '../../library/hub-url.ts';
import { DisconnectedError, explain, joinWorld, MisuseError, RefusedError, type World } from '../../library/manyhands.ts';
import { homeOf } from '../../library/session.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { systemRandom } from '../../platform/system-random.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';

export interface LineOptions {
  readonly url: string;
  readonly world: string | undefined;
  /** Of those who come without a token from where the gateway trusts. */
  readonly link: string | undefined;
  readonly format: 'human' | 'json';
  readonly listen: { readonly host: string; readonly port: number } | undefined;
  readonly serial: { readonly path: string; readonly baudRate: number } | undefined;
  readonly linkDelayMs: number | undefined;
  readonly mostGuests: number | undefined;
}

/** Where a gateway leads. */
interface Destination {
  /** Without a join link. */
  readonly url: string;
  readonly world: string | undefined;
  readonly link: string | undefined;
}

const LOOPBACK = /^(127\.|::1$|localhost$)/;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (text: string): void => void process.stderr.write(`manyhands: ${text}\n`);

export async function runLineGateway(options: LineOptions): Promise<ExitCode> {
  const destination = destinationOf(options);
  const { listen, serial, format, linkDelayMs, mostGuests } = options;
  const tell = (event: GatewayEvent) => print(format === 'json' ? JSON.stringify(event) : sentenceOf(event));
  const enter = (newcomer: Newcomer) => seatIn(destination, newcomer);
  const gateway = await GATEWAYS.line.make(
    { clock: systemClock, random: systemRandom, enter, tell, isRefusal },
    {
      ...(listen && { listen }),
      ...(serial && { serial }),
      ...(linkDelayMs !== undefined && { linkDelayMs }),
      ...(mostGuests !== undefined && { limits: { guests: mostGuests } }),
    },
  );
  try {
    await homeOf(destination.url, undefined);
    const places = await gateway.start();
    if (format === 'json') print(JSON.stringify({ event: 'listening', hub: destination.url, world: destination.world ?? null, places }));
    else for (const line of welcome(places, destination, options)) print(line);
  } catch (error) {
    await gateway.stop();
    if (!(error instanceof ChannelError || error instanceof DisconnectedError)) throw error;
    complain(explain(error));
    return error instanceof ChannelError ? EXIT.failure : EXIT.notJoined;
  }
  if (listen && !LOOPBACK.test(listen.host)) for (const line of exposed(listen.host)) complain(line);
  await toldToEnd();
  await gateway.stop();
  return EXIT.ok;
}

function destinationOf({ url, world, link }: LineOptions): Destination {
  const address = normaliseUrl(url, world);
  if (address.kind === 'wrong') throw new MisuseError(address.reason);
  return { url: address.hub, world: address.worldIs === 'named' ? address.world : undefined, link: link ?? address.link };
}

/** As a participant of its own, by the library, like any other program. */
async function seatIn({ url, world, link }: Destination, { token, name, signal, onError }: Newcomer): Promise<Seat> {
  const shown = token ?? link;
  const options = { name, signal, onError, ...(world !== undefined && { world }), ...(shown !== undefined && { link: shown }) };
  return readySeat(await joinWorld(url, options), signal);
}

const isRefusal = (error: unknown): boolean => error instanceof RefusedError;

/** With all that is on the blackboard; it leaves again should nobody wait for it any more. */
async function readySeat(seat: World, signal: AbortSignal): Promise<World> {
  try {
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    await Promise.race([seat.board.ready, aborted]);
    signal.throwIfAborted();
    return seat;
  } catch (error) {
    await seat.leave();
    throw error;
  }
}

function toldToEnd(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
    // Whoever read our output has gone (`| head`): so do we.
    process.stdout.on('error', () => resolve());
  });
}

function welcome(places: readonly string[], { url, world, link }: Destination, { listen }: LineOptions): string[] {
  const port = listen && places.at(-1)?.split(':').at(-1);
  const host = listen && LOOPBACK.test(listen.host) ? listen.host : '127.0.0.1';
  const comes =
    link === undefined ? 'as anyone on this machine, or with the token of a join link in place of the -' : 'by the link that was given';
  const trial = [
    `Try it:  nc ${host} ${port}`,
    `  hello - me          ${comes}`,
    '  declare lab/lamp boolean',
    '  set lab/lamp true',
    '  bind lab/**         and change it elsewhere: bin/manyhands board set lab/lamp false',
    '  bye',
  ];
  return [
    `Serving ${world === undefined ? `the worlds of ${url} that join links open` : `world ${world} of ${url}`} in lines, at ${places.join(' and ')}.`,
    ...(listen ? trial : ['The first line a device sends is: hello TOKEN NAME']),
    'Ctrl-C ends it, and whoever is in the world by it leaves.',
  ];
}

const exposed = (host: string): string[] => [
  `warning: with ${host} this gateway is open to the network, not only to this machine. Lines are not encrypted: whoever is on the way can read`,
  'tokens and values, and change them. Use it in networks you trust, or through a tunnel (ssh, WireGuard), and give devices join links of their own.',
];

function sentenceOf(event: GatewayEvent): string {
  switch (event.event) {
    case 'came':
      return `${event.id} came to world ${event.world} from ${event.place}`;
    case 'went':
      return `${event.id} at ${event.place} left: ${event.reason}`;
    case 'turned-away':
      return `somebody at ${event.place} was not let in: ${event.reason}`;
    case 'place-lost':
      return `${event.place}: ${event.reason}`;
    case 'place-found':
      return `${event.place} is there again`;
    case 'failed':
      return `${event.place}: something failed: ${event.reason}`;
  }
}
