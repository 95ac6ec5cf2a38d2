import { styleText } from 'node:util';
import { explain, MisuseError } from '../core/base/errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { type Hub, startHub } from './hub.ts';
import { makeLog } from './log.ts';
import type { LogLevel } from './log-level.ts';
import { version } from './version.ts';

/** A hub that takes longer to stop is cut short: whoever stopped it waits. */
const STOP_MS = 2500;

export interface RunHubOptions {
  readonly host: string;
  readonly port: number;
  readonly world: string;
  readonly content: 'demo' | 'nothing';
  readonly allowedOrigins: readonly string[];
  readonly logLevel: LogLevel;
  readonly format: 'human' | 'json';
}

/** `manyhands hub`: runs until it is told to stop. */
export async function runHub({ logLevel, format, ...options }: RunHubOptions): Promise<ExitCode> {
  const log = makeLog(logLevel);
  const stopped = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
  });
  let hub: Hub;
  try {
    hub = await startHub({ ...options, log });
  } catch (error) {
    if (error instanceof MisuseError) throw error;
    process.stderr.write(`manyhands: ${whyNotStarted(error, options)}\n`);
    return EXIT.failure;
  }
  process.stdout.write(
    format === 'json'
      ? `${JSON.stringify({ event: 'listening', url: hub.url, world: options.world })}\n`
      : greeting(hub.url, options.world),
  );
  log.info({ signal: await stopped }, 'told to stop');
  setTimeout(() => process.exit(EXIT.ok), STOP_MS).unref();
  await hub.close();
  log.info('stopped');
  return EXIT.ok;
}

const greeting = (url: string, world: string): string =>
  [
    `${styleText('bold', 'Manyhands')} ${version} is listening on ${styleText(['cyan', 'underline'], url)}`,
    '',
    `  World  ${world}`,
    `  Join   bin/manyhands join ${url}/${world} --as alice`,
    '  Stop   Ctrl-C',
    '',
    '',
  ].join('\n');

function whyNotStarted(error: unknown, { host, port }: { host: string; port: number }): string {
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
