import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { CatalogNews } from '../core/api/http.ts';
import { encodeJson } from '../core/api/messages.ts';
import { MisuseError } from '../core/base/errors.ts';
import { randomId } from '../core/base/random.ts';
import { EmbeddedBackbone } from '../core/bus/embedded.ts';
import { subjects } from '../core/bus/subjects.ts';
import { catalog } from '../core/robots/robots.ts';
import type { Store } from '../core/store/store.ts';
import { systemClock } from '../platform/system-clock.ts';
import { systemRandom } from '../platform/system-random.ts';
import { openStore } from '../storage/storage.ts';
import { Door } from '../transports/socket/door.ts';
import { demos } from './demos/demos.ts';
import { HubGatekeeper } from './gatekeeper.ts';
import { makeHttp } from './http/http.ts';
import { PAGE_FOLDER } from './http/page.ts';
import type { HubReport } from './http/status-routes.ts';
import { isLocal, type Locals } from './origins.ts';
import { takeIn } from './reception.ts';
import { watchOverLinks } from './sessions/dismissal.ts';
import { INVITATION_MS, Invitations } from './sessions/invitations.ts';
import { Seal } from './sessions/seal.ts';
import { Sessions } from './sessions/sessions.ts';
import type { TlsFiles } from './share/certificate.ts';
import { VouchedBackbone } from './vouched-backbone.ts';
import type { Enliven } from './worlds/hosted-world.ts';
import { seed, templateFrom } from './worlds/templates.ts';
import { Worlds } from './worlds/worlds.ts';

export interface HubOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Where it keeps what users saved: a file, `postgres://...` or `:memory:`. */
  readonly db: string;
  /** Opened at once, and where those go who name none. Made if it is not there. */
  readonly world: string;
  /** `demo`: a Store without worlds gets those of the demonstration. */
  readonly content: 'demo' | 'nothing';
  readonly allowedOrigins: readonly string[];
  /** Whether those on this very machine need a join link too; if not said, they do not. */
  readonly locals?: Locals | undefined;
  readonly tls?: TlsFiles | undefined;
  /** The address by which others reach it, when that is not the one it listens on. */
  readonly publicHost?: string | undefined;
  readonly pageFolder?: string | undefined;
  readonly log: Logger;
}

export interface Hub {
  /** Where people and programs find it: `http://host:port`. */
  readonly url: string;
  /** Whoever opens this may do everything. */
  readonly administratorLink: string;
  /** For everybody else: operators of the world that was opened. */
  readonly joinLink: string;
  /** Says goodbye to all, saves and stops. */
  close(): Promise<void>;
}

const HUB_ID = 'hub';
const templates = demos.map(templateFrom);
const ADMINISTRATOR_MS = 90 * 24 * 3600 * 1000;

/** A hub on the embedded bus: HTTP and the door on one port, and a resident participant in each world. */
export async function startHub(options: HubOptions): Promise<Hub> {
  const { host, port, world, content, log } = options;
  await using opened = new AsyncDisposableStack();
  const store = opened.use(await openStore(options.db));
  await store.models.ship(catalog);
  if (content === 'demo') await seed(store, templates, HUB_ID);
  const { worlds, door, http, invitations, watching, at } = await assemble(options, store);
  opened.defer(async () => {
    watching[Symbol.dispose]();
    await door[Symbol.asyncDispose]();
    await Promise.all([worlds[Symbol.asyncDispose](), http.close()]);
  });
  await http.listen({ host, port });
  at.url = urlOf(http.server.address() as AddressInfo, options);
  const opening = await worlds.open(world, HUB_ID);
  if (opening.kind === 'refused') throw new MisuseError(opening.reason);
  const linkTo = async (role: 'administrator' | 'operator', to: string | undefined, validMs: number) =>
    `${at.url}/j#${await invitations.token(await invitations.standing({ role, world: to, note: 'printed at the start of the hub', by: HUB_ID, validMs }))}`;
  const administratorLink = await linkTo('administrator', undefined, ADMINISTRATOR_MS);
  const joinLink = await linkTo('operator', world, INVITATION_MS);
  log.info({ url: at.url, world }, 'the hub is running');
  const running = opened.move();
  return { url: at.url, administratorLink, joinLink, close: () => running.disposeAsync() };
}

/** All parts of a hub, wired; nothing listens yet. */
async function assemble(options: HubOptions, store: Store) {
  const { host, world: home, allowedOrigins, log, tls, publicHost, pageFolder = PAGE_FOLDER } = options;
  const startedMs = systemClock.now();
  const report = (error: unknown) => log.warn({ err: error }, 'something went wrong that nobody waited for');
  const ports = { clock: systemClock, random: systemRandom, report };
  const origins = { host, allowed: allowedOrigins, locals: options.locals };
  const at = { url: '' };
  const backbone = new EmbeddedBackbone({ ...ports, defer: queueMicrotask, life: `${randomId(systemRandom, 6)}-` });
  const onOpen = (world: string) => log.info({ world }, 'opened a world');
  const enliven: Enliven = (resident, template) => demos.find(({ id }) => id === template)?.enliven(resident, ports);
  const worlds = new Worlds({ ...ports, hub: HUB_ID, backbone, store, enliven, onOpen });
  const voice = backbone.connect(HUB_ID);
  const seal = new Seal(await store.secrets.agree('join-links', randomBytes(32)));
  const invitations = new Invitations({ store, seal, random: systemRandom });
  const sessions = new Sessions({ seal, invitations, isLocal: (peer) => isLocal(peer, origins) });
  const gatekeeper = new HubGatekeeper({ hub: HUB_ID, worlds, sessions, origins, random: systemRandom });
  const door = new Door({
    ...ports,
    hub: HUB_ID,
    backbone: new VouchedBackbone(backbone, {
      beat: (world, presence) => worlds.vouch(world, presence),
      command: (world, entity, from, payload) => worlds.get(world)?.auditing.commanded(from, entity, payload),
    }),
    gatekeeper,
    onJoin: ({ id, name, world, how }) => log.info({ id, name, world, how }, 'joined'),
    onLeave: ({ id, reason, detail }) => {
      // Its next link was let in before this one was closed.
      if (reason !== 'replaced') gatekeeper.forget(id);
      log.info({ id, reason, detail }, 'left');
    },
    onTurnAway: ({ peer, reason, detail }) => log.warn({ address: peer.address, reason, detail }, 'turned away'),
  });
  const http = makeHttp({
    ...ports,
    store,
    worlds,
    sessions,
    invitations,
    origins,
    templates,
    tls,
    pageFolder,
    status: () => reportOn(worlds, door, home, (systemClock.now() - startedMs) / 1000),
    announceCatalog: (revision) => {
      for (const { id } of worlds.all()) voice.publish(subjects.catalog(id), encodeJson({ revision } satisfies CatalogNews));
    },
    publicUrl: () => (publicHost === undefined ? undefined : at.url),
    dismiss: (world) => {
      for (const id of gatekeeper.in(world)) door.dismiss(id, 'not-admitted', `the world ${world} was deleted`);
    },
  });
  http.server.on('upgrade', takeIn(gatekeeper, door, report));
  const watching = watchOverLinks({ gatekeeper, sessions, invitations, door, clock: systemClock, report });
  return { worlds, door, http, invitations, watching, at };
}

function reportOn(worlds: Worlds, door: Door, home: string, uptimeS: number): HubReport {
  const all = worlds.all().map((world) => ({
    name: world.id,
    participants: world.people.length,
    entities: world.resident.entities.length,
  }));
  return { uptimeS, home, worlds: all, participants: all.reduce((sum, { participants }) => sum + participants, 0), traffic: door.traffic };
}

function urlOf({ address, family, port }: AddressInfo, { tls, publicHost }: HubOptions): string {
  const host = publicHost ?? (family === 'IPv6' ? `[${address}]` : address);
  return `${tls ? 'https' : 'http'}://${host}:${port}`;
}
