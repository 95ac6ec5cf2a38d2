import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';
import type { Logger } from 'pino';
import { renderUnicodeCompact } from 'uqr';
import { explain, MisuseError } from '../core/base/errors.ts';
import { StoreHeldError } from '../core/store/store.ts';
import { DEFAULT_WORLD } from '../library/hub-url.ts';
import { busChoiceOf } from './backbone.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { type Hub, type HubOptions, startHub } from './hub.ts';
import { makeLog } from './log.ts';
import type { LogLevel } from './log-level.ts';
import type { Locals } from './origins.ts';
import { givenCertificate, ownCertificate } from './share/certificate.ts';
import { localAddresses } from './share/network.ts';
import { version } from './version.ts';

/** The demonstration world that is opened at once. */
const DEMO_WORLD = 'workcell';
/** A hub that takes longer to stop is cut short: whoever stopped it waits. */
const STOP_MS = 2500;

export interface RunHubOptions {
  readonly host: string;
  readonly port: number;
  readonly world: string | undefined;
  readonly content: 'demo' | 'nothing';
  /** `network`: on all addresses, with TLS, and a picture of the join link for phones. */
  readonly share: 'network' | 'as told';
  readonly data: string;
  /** Undefined: a file among the data. */
  readonly db: string | undefined;
  /** Undefined: a bus of its own. */
  readonly bus: string | undefined;
  readonly busCredentials: string | undefined;
  readonly busCa: string | undefined;
  readonly name: string | undefined;
  readonly publicUrl: string | undefined;
  readonly mostParticipants: number | undefined;
  readonly mostInWorld: number | undefined;
  /** Undefined: a folder among the data. */
  readonly planners: string | undefined;
  readonly certificate: { readonly file: string; readonly key: string } | undefined;
  readonly allowedOrigins: readonly string[];
  readonly locals: Locals;
  readonly logLevel: LogLevel;
  readonly format: 'human' | 'json';
}

/** `manyhands hub`: runs until it is told to stop. */
export async function runHub(options: RunHubOptions): Promise<ExitCode> {
  const log = makeLog(options.logLevel);
  const stopped = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
  });
  const hubOptions = await hubOptionsOf(options, log);
  let hub: Hub;
  try {
    hub = await startHub(hubOptions);
  } catch (error) {
    if (error instanceof MisuseError) throw error;
    process.stderr.write(`manyhands: ${whyNotStarted(error, hubOptions)}\n`);
    return EXIT.failure;
  }
  process.stdout.write(
    options.format === 'json' ? `${JSON.stringify(listening(hub, hubOptions.world))}\n` : greeting(hub, hubOptions.world, options),
  );
  log.info({ signal: await stopped }, 'told to stop');
  setTimeout(() => process.exit(EXIT.ok), STOP_MS).unref();
  await hub.close();
  log.info('stopped');
  return EXIT.ok;
}

async function hubOptionsOf(options: RunHubOptions, log: Logger): Promise<HubOptions> {
  const { port, content, share, data, certificate, allowedOrigins, locals } = options;
  const host = share === 'network' ? '0.0.0.0' : options.host;
  const addresses = localAddresses();
  const bus = await busChoiceOf(options.bus, { credentials: options.busCredentials, authorities: options.busCa });
  if (bus.kind === 'embedded' && options.name !== undefined) throw new MisuseError('--name goes with --bus nats://...');
  if (bus.kind === 'nats' && !isShared(options.db))
    throw new MisuseError('hubs on one bus share one database: give --db postgres://... as well');
  const [publicHost] = isEverywhere(host) ? addresses : [];
  if (share === 'network' && publicHost === undefined)
    throw new MisuseError('this machine is in no network to share with; connect it to one');
  return {
    host,
    port,
    content,
    allowedOrigins,
    locals,
    log,
    publicUrl: options.publicUrl,
    mostParticipants: options.mostParticipants,
    mostInWorld: options.mostInWorld,
    publicHost,
    planners: options.planners ?? join(data, 'planners'),
    db: options.db ?? (await databaseIn(data)),
    bus,
    name: bus.kind === 'embedded' ? undefined : (options.name ?? nameOf(hostname(), port === 0 ? process.pid : port)),
    world: options.world ?? (content === 'demo' ? DEMO_WORLD : DEFAULT_WORLD),
    tls: certificate
      ? await givenCertificate(certificate.file, certificate.key)
      : share === 'network'
        ? await ownCertificate(data, ['127.0.0.1', ...addresses])
        : undefined,
  };
}

const isShared = (db: string | undefined): boolean => db !== undefined && /^postgres(ql)?:\/\//.test(db);

/** The same whenever it is started again here. */
const nameOf = (machine: string, port: number): string =>
  `${machine
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 9)}${port}`;

async function databaseIn(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw new MisuseError(`the folder ${folder} cannot be made; choose another with --data`, { cause });
  });
  return join(folder, 'manyhands.db');
}

const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::';

const listening = ({ url, administratorLink, joinLink }: Hub, world: string) => ({
  event: 'listening',
  url,
  world,
  administrator: administratorLink,
  join: joinLink,
});

function greeting(
  { url, administratorLink, joinLink }: Hub,
  world: string,
  { share, locals }: Pick<RunHubOptions, 'share' | 'locals'>,
): string {
  const link = (text: string) => styleText(['cyan', 'underline'], text);
  const lines = [
    `${styleText('bold', 'Manyhands')} ${version} is listening on ${link(url)}`,
    '',
    `  You         ${link(administratorLink)}`,
    '              opens everything: keep it to yourself',
    `  Others      ${link(joinLink)}`,
    `              joins the world ${world} as operator`,
  ];
  const stop = ['  Stop        Ctrl-C', ''];
  const terminal = locals === 'let in' ? `${url}/${world}` : `'${joinLink}'`;
  if (share === 'as told') return [...lines, `  Terminal    bin/manyhands join ${terminal} --as alice`, ...stop, ''].join('\n');
  return [
    ...lines,
    ...stop,
    '  With a phone or tablet in the same network:',
    renderUnicodeCompact(joinLink, { border: 2 }),
    '  The certificate was made by this machine: browsers ask once whether to trust it.',
    '',
    '',
  ].join('\n');
}

function whyNotStarted(error: unknown, { host, port, db }: HubOptions): string {
  if (error instanceof StoreHeldError) return `another hub has ${db} open; stop it, or keep this one's worlds elsewhere with --db FILE`;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} of ${host} is in use; stop what uses it, or choose another with --port ${port + 1} (0 takes a free one)`;
    case 'EACCES':
      return `port ${port} of ${host} may not be used by this user; choose one above 1023 with --port`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine; use --host 127.0.0.1, or 0.0.0.0 for all its addresses`;
    default:
      return explain(error);
  }
}
