import { createHmac, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { CatalogNews } from '../core/api/http.ts';
import type { HubWord } from '../core/api/hubs.ts';
import { encodeJson } from '../core/api/messages.ts';
import type { Clock } from '../core/base/clock.ts';
import { MisuseError } from '../core/base/errors.ts';
import { type Random, randomId } from '../core/base/random.ts';
import type { Bus } from '../core/bus/bus.ts';
import { subjects } from '../core/bus/subjects.ts';
import type { Store } from '../core/store/store.ts';
import { VouchedBackbone } from '../core/world/vouched-backbone.ts';
import { systemClock } from '../platform/system-clock.ts';
import { systemRandom } from '../platform/system-random.ts';
import { openStore } from '../storage/storage.ts';
import { Door, type DoorOptions } from '../transports/socket/door.ts';
import { type BusChoice, type OpenBackbone, openBackbone } from './backbone.ts';
import { Company } from './cluster/company.ts';
import { demos, shippedMeshes, shippedModels } from './demos/demos.ts';
import { HubGatekeeper } from './gatekeeper.ts';
import { makeHttp } from './http/http.ts';
import { PAGE_FOLDER } from './http/page.ts';
import type { HubReport } from './http/status-routes.ts';
import { watchOverBus } from './isolation.ts';
import { isLocal, type Locals } from './origins.ts';
import { Planning } from './planning/planning.ts';
import { takeIn } from './reception.ts';
import { watchOverLinks } from './sessions/dismissal.ts';
import { INVITATION_MS, Invitations } from './sessions/invitations.ts';
import { Seal } from './sessions/seal.ts';
import { Sessions } from './sessions/sessions.ts';
import type { TlsFiles } from './share/certificate.ts';
import { SiteChanges } from './site/site-changes.ts';
import type { HostedWorld } from './worlds/hosted-world.ts';
import { hubId, LONE_HUB } from './worlds/residents.ts';
import { seed, templateFrom } from './worlds/templates.ts';
import { Worlds } from './worlds/worlds.ts';

export interface HubOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Where it keeps what users saved: a file, `postgres://...` or `:memory:`. */
  readonly db: string;
  /** What carries its worlds; its own if not said. */
  readonly bus?: BusChoice | undefined;
  /** What tells it from other hubs on the same bus. */
  readonly name?: string | undefined;
  /** Opened at once, and where those go who name none. Made if it is not there. */
  readonly world: string;
  /** `demo`: a Store without worlds gets those of the demonstration. */
  readonly content: 'demo' | 'nothing';
  readonly allowedOrigins: readonly string[];
  /** Whether those on this very machine need a join link too; if not said, they do not. */
  readonly locals?: Locals | undefined;
  /** So many participants may be at its door at once; 1000 if not said. */
  readonly mostParticipants?: number | undefined;
  /** So many may be in one world at once, at all hubs together. */
  readonly mostInWorld?: number | undefined;
  readonly tls?: TlsFiles | undefined;
  /** The address by which others reach it, when that is not the one it listens on. */
  readonly publicHost?: string | undefined;
  /** The whole address by which others reach it, where a name or a proxy stands before it. */
  readonly publicUrl?: string | undefined;
  readonly pageFolder?: string | undefined;
  /** Where planners of one's own lie; if not said, there are none. */
  readonly planners?: string | undefined;
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

const templates = demos.map(templateFrom);
/** Told as its address by a hub that does not listen yet. */
const NOT_YET = 'http://not-yet.invalid';
const ADMINISTRATOR_MS = 90 * 24 * 3600 * 1000;

/** A hub: HTTP and the door on one port, and a resident participant in each world. */
export async function startHub(options: HubOptions): Promise<Hub> {
  const { host, port, world, content, log } = options;
  await using opened = new AsyncDisposableStack();
  const store = opened.use(await openStore(options.db));
  await store.models.ship(shippedModels(), shippedMeshes());
  const hub = options.name === undefined ? LONE_HUB : hubId(options.name);
  if (content === 'demo') await seed(store, templates, hub);
  const report = (error: unknown) => log.warn({ err: error }, 'something went wrong that nobody waited for');
  const ports = { clock: systemClock, random: systemRandom, report };
  const backbone = await openBackbone(options.bus ?? { kind: 'embedded' }, hub, ports);
  opened.defer(() => backbone[Symbol.asyncDispose]?.());
  const { worlds, door, http, sites, planning, invitations, watching, company, at } = await assemble(options, hub, {
    ...ports,
    store,
    backbone,
  });
  opened.defer(async () => {
    watching[Symbol.dispose]();
    company[Symbol.dispose]();
    await door[Symbol.asyncDispose]();
    await Promise.all([worlds[Symbol.asyncDispose](), http.close()]);
    await Promise.all([sites[Symbol.asyncDispose](), planning[Symbol.asyncDispose]()]);
  });
  const isAmongOthers = options.bus?.kind === 'nats';
  if (isAmongOthers) await company.cluster.enter();
  await http.listen({ host, port });
  at.url = urlOf(http.server.address() as AddressInfo, options);
  const opening = await worlds.open(world, hub);
  if (opening.kind === 'refused') throw new MisuseError(opening.reason);
  const linkTo = async (role: 'administrator' | 'operator', to: string | undefined, validMs: number) =>
    `${at.url}/j#${await invitations.token(await invitations.standing({ role, world: to, note: 'printed at the start of the hub', by: hub, validMs }))}`;
  company.cluster.open();
  const administratorLink = await linkTo('administrator', undefined, ADMINISTRATOR_MS);
  const joinLink = await linkTo('operator', world, INVITATION_MS);
  log.info({ url: at.url, world }, 'the hub is running');
  const running = opened.move();
  return { url: at.url, administratorLink, joinLink, close: () => running.disposeAsync() };
}

interface HubParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly report: (error: unknown) => void;
  readonly store: Store;
  readonly backbone: OpenBackbone;
}

/** All parts of a hub, wired; nothing listens yet. */
async function assemble(options: HubOptions, hub: string, parts: HubParts) {
  const { world: home, tls, publicHost, pageFolder = PAGE_FOLDER } = options;
  const startedMs = systemClock.now();
  const { store, backbone, ...ports } = parts;
  const at = { url: '' };
  const voice = backbone.connect(hub);
  const entrance = await makeEntrance(options, { ...parts, hub, voice, url: () => at.url });
  const { worlds, planning, sessions, invitations, origins, gatekeeper, door, company, dismiss } = entrance;
  const sites = new SiteChanges({ store, worlds, clock: systemClock });
  const http = makeHttp({
    ...ports,
    store,
    worlds,
    sites,
    planning,
    sessions,
    invitations,
    origins,
    templates,
    tls,
    pageFolder,
    company,
    otherHubs: () => company.cluster.origins,
    status: () => reportOn(worlds, door, home, (systemClock.now() - startedMs) / 1000),
    announceCatalog: (revision) => {
      for (const { id } of worlds.all()) voice.publish(subjects.catalog(id), encodeJson({ revision } satisfies CatalogNews));
    },
    publicUrl: () => (publicHost === undefined && options.publicUrl === undefined ? undefined : at.url),
    dismiss,
  });
  http.server.on('upgrade', takeIn(gatekeeper, door, ports.report));
  const watching = new DisposableStack();
  watching.use(watchOverLinks({ gatekeeper, sessions, invitations, door, clock: systemClock, report: ports.report }));
  const onCutOff = (reason: string) => options.log.error({ reason }, 'cut off from the bus: sent everybody to other hubs');
  watching.use(watchOverBus(voice, door, { clock: systemClock, onCutOff, onReached: () => options.log.info('the bus is reached again') }));
  return { worlds, door, http, sites, planning, invitations, watching, company, at };
}

/** What stands between those who come and the worlds: who they are, whether there is room, and at which hub. */
async function makeEntrance(
  options: HubOptions,
  { store, backbone, hub, voice, url, ...ports }: HubParts & { readonly hub: string; readonly voice: Bus; readonly url: () => string },
) {
  const { log } = options;
  const isAmongOthers = options.bus?.kind === 'nats';
  const company: Company = new Company({
    ...{ bus: voice, life: randomId(systemRandom, 8), clock: systemClock, report: ports.report },
    company: isAmongOthers ? 'among others' : 'alone',
    askBus: backbone.echo?.bind(backbone),
    askStore: () => store.worlds.get(options.world),
    traffic: () => door.traffic,
    door: () => ({
      url: url() || NOT_YET,
      participants: gatekeeper.present.size,
      room: door.room,
      worlds: worlds.all().map((world) => openWorld(world, gatekeeper.in(world.id).length)),
    }),
  });
  const { cluster } = company;
  const origins = {
    host: options.host,
    // The pages of hubs on the same bus are ours too: they come here when theirs is lost.
    get allowed() {
      return [...options.allowedOrigins, ...cluster.origins];
    },
    locals: options.locals,
  };
  const dismiss = (world: string) => {
    for (const id of gatekeeper.in(world)) door.dismiss(id, 'not-admitted', `the world ${world} was deleted`);
  };
  const planning = new Planning({ ...ports, store, folder: options.planners });
  const worlds = new Worlds({
    ...ports,
    planning,
    hub,
    backbone,
    store,
    company: isAmongOthers ? 'among others' : 'alone',
    enliven: (resident, template, bus) => demos.find(({ id }) => id === template)?.enliven(resident, { ...ports, bus }),
    onOpen: (world) => log.info({ world }, 'opened a world'),
    onRemove: dismiss,
  });
  const seal = new Seal(await store.secrets.agree('join-links', randomBytes(32)));
  const invitations = new Invitations({ store, seal, random: systemRandom });
  const sessions = new Sessions({ seal, invitations, isLocal: (peer) => isLocal(peer, origins) });
  const gatekeeper: HubGatekeeper = new HubGatekeeper({
    ...{ worlds, sessions, origins, random: systemRandom },
    ids: isAmongOthers ? 'unique' : 'short',
    mostInWorld: options.mostInWorld ?? Number.POSITIVE_INFINITY,
    elsewhere: (world, participants) => cluster.elsewhere(world, participants),
  });
  const secretOf = isAmongOthers ? lastingSecrets(await store.secrets.agree('participants', randomBytes(32))) : undefined;
  const vouched = new VouchedBackbone(backbone, {
    beat: (world, presence) => worlds.vouch(world, presence),
    command: (world, entity, from, payload) => worlds.get(world)?.commanded(from, entity, payload),
    owned: (world, entity, record) => worlds.get(world)?.owners.learn(entity, record),
  });
  const door: Door = makeDoor(options, { ...ports, hub, backbone: vouched, gatekeeper, secretOf });
  cluster.changes.on(() => {
    // When all fall silent at once it may be we who hear nothing: those at our door will need to know where the others were.
    if (cluster.others.length > 0) door.tellOtherHubs(cluster.others.map((other) => other.url));
  });
  return { worlds, planning, sessions, invitations, origins, gatekeeper, door, company, dismiss };
}

function makeDoor(
  { log, mostParticipants }: HubOptions,
  parts: Omit<DoorOptions, 'gatekeeper'> & { readonly gatekeeper: HubGatekeeper },
): Door {
  return new Door({
    ...parts,
    ...(mostParticipants !== undefined && { limits: { connections: mostParticipants } }),
    onJoin: ({ id, name, world, how }) => log.info({ id, name, world, how }, 'joined'),
    onLeave: ({ id, reason, detail }) => {
      // Its next link was let in before this one was closed.
      if (reason !== 'replaced') parts.gatekeeper.forget(id);
      log.info({ id, reason, detail }, 'left');
    },
    onTurnAway: ({ peer, reason, detail }) => log.warn({ address: peer.address, reason, detail }, 'turned away'),
  });
}

const openWorld = ({ id, isOnDuty }: HostedWorld, participants: number): HubWord['worlds'][number] => ({
  ...{ world: id, participants },
  ...(isOnDuty && { isOnDuty }),
});

/** The same of an id at every hub that shares the key. */
const lastingSecrets =
  (key: Uint8Array) =>
  (id: string): string =>
    createHmac('sha256', key).update(id).digest('base64url');

function reportOn(worlds: Worlds, door: Door, home: string, uptimeS: number): HubReport {
  const all = worlds.all().map((world) => ({
    name: world.id,
    participants: world.people.length,
    entities: world.resident.entities.length,
  }));
  return { uptimeS, home, worlds: all, participants: all.reduce((sum, { participants }) => sum + participants, 0), traffic: door.traffic };
}

function urlOf({ address, family, port }: AddressInfo, { tls, publicHost, publicUrl }: HubOptions): string {
  if (publicUrl !== undefined) return publicUrl;
  const host = publicHost ?? (family === 'IPv6' ? `[${address}]` : address);
  return `${tls ? 'https' : 'http'}://${host}:${port}`;
}
