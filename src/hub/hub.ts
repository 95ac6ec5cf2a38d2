import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { MisuseError } from '../core/base/errors.ts';
import { EmbeddedBackbone } from '../core/bus/embedded.ts';
import { systemClock } from '../platform/system-clock.ts';
import { systemRandom } from '../platform/system-random.ts';
import { Door } from '../transports/socket/door.ts';
import { populate } from './demo.ts';
import { HubGatekeeper } from './gatekeeper.ts';
import { type HubReport, makeHttp } from './http.ts';
import { VouchedBackbone } from './vouched-backbone.ts';
import { Worlds } from './worlds.ts';

export interface HubOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Opened at once; others are when somebody joins them. */
  readonly world: string;
  /** `demo` fills that world with things that live. */
  readonly content: 'demo' | 'nothing';
  readonly allowedOrigins: readonly string[];
  readonly log: Logger;
}

export interface Hub {
  /** Where people and programs find it: `http://host:port`. */
  readonly url: string;
  /** Says goodbye to all and stops. */
  close(): Promise<void>;
}

const HUB_ID = 'hub';
/** Where the door is: the hello says again which world. */
const WORLD_PATH = /^\/v1\/worlds\/[a-z0-9_-]+(\?|$)/;
/** Incarnations count seconds from here, so that a hub that is started again is always later, and the number stays small. */
const FIRST_INCARNATION_MS = Date.UTC(2020, 0, 1);

/** A hub on the embedded bus: HTTP and the door on one port, and a resident participant in each world. */
export async function startHub(options: HubOptions): Promise<Hub> {
  const { host, port, world, content, log } = options;
  const { ports, worlds, door, http } = assemble(options);
  await using opened = new AsyncDisposableStack();
  opened.defer(async () => {
    await door[Symbol.asyncDispose]();
    await Promise.all([worlds.close(), http.close()]);
  });
  await http.listen({ host, port });
  const url = urlOf(http.server.address() as AddressInfo);
  const opening = worlds.open(world);
  if (opening.kind === 'refused') throw new MisuseError(opening.reason);
  const resident = await opening.world.opened;
  if (content === 'demo') opened.use(await populate(resident, ports));
  log.info({ url, world }, 'the hub is running');
  const running = opened.move();
  return { url, close: () => running.disposeAsync() };
}

/** All parts of a hub, wired; nothing listens yet. */
function assemble({ host, allowedOrigins, log }: HubOptions) {
  const startedMs = systemClock.now();
  const report = (error: unknown) => log.warn({ err: error }, 'something went wrong that nobody waited for');
  const ports = { clock: systemClock, random: systemRandom, report };
  const backbone = new EmbeddedBackbone({ ...ports, defer: queueMicrotask });
  const worlds = new Worlds({
    ...ports,
    hub: HUB_ID,
    backbone,
    incarnation: Math.floor((Date.now() - FIRST_INCARNATION_MS) / 1000),
    onOpen: (world) => log.info({ world }, 'opened a world'),
  });
  const gatekeeper = new HubGatekeeper({ hub: HUB_ID, worlds, origins: { host, allowed: allowedOrigins }, random: systemRandom });
  const door = new Door({
    ...ports,
    hub: HUB_ID,
    backbone: new VouchedBackbone(backbone, (world, presence) => worlds.vouch(world, presence)),
    gatekeeper,
    onJoin: ({ id, name, world, how }) => log.info({ id, name, world, how }, 'joined'),
    onLeave: ({ id, reason, detail }) => {
      // Its next link was let in before this one was closed.
      if (reason !== 'replaced') gatekeeper.forget(id);
      log.info({ id, reason, detail }, 'left');
    },
    onTurnAway: ({ peer, reason, detail }) => log.warn({ address: peer.address, reason, detail }, 'turned away'),
  });
  const http = makeHttp(() => reportOn(worlds, door, (systemClock.now() - startedMs) / 1000));
  http.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (WORLD_PATH.test(request.url ?? '')) door.accept(request, stream, head);
    else stream.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
  });
  return { ports, worlds, door, http };
}

function reportOn(worlds: Worlds, door: Door, uptimeS: number): HubReport {
  const all = worlds.all().map(({ name, resident }) => ({
    name,
    participants: resident ? resident.participants.filter(({ id }) => id !== resident.id).length : 0,
    entities: resident?.entities.length ?? 0,
  }));
  return { uptimeS, worlds: all, participants: all.reduce((sum, { participants }) => sum + participants, 0), traffic: door.traffic };
}

const urlOf = ({ address, family, port }: AddressInfo): string => `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
