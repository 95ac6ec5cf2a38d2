import {
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream';
import { type NatsConnection, nuid } from '@nats-io/transport-node';
import { type Clock, delay } from '../../core/base/clock.ts';
import { MAX_PAYLOAD_BYTES } from '../../core/bus/limits.ts';

/** The oldest that these rules were seen to hold on. */
const OLDEST_VERSION = [2, 9, 10] as const;
/** In a cluster: what is acknowledged is on the disks of two, and survives any one. */
const REPLICAS_IN_CLUSTER = 3;
/** A write that is repeated within this time is known by its id. Nanoseconds. */
const DUPLICATES_NS = 120e9;
/** Beside its payload a message has headers. */
const HEADER_BYTES = 2000;

const STREAM_NOT_FOUND = 10059;
/** So long a cluster may take to be ready. */
const OPEN_MS = 15_000;
const ATTEMPT_MS = 3000;
const PAUSE_MS = 200;

/** The server lacks something that is needed: the message says what, and what to do. */
export class UnfitServerError extends Error {
  override readonly name = 'UnfitServerError';
}

/** Refuses a server that could not keep what the Bus promises. */
export function requireServer({ info }: NatsConnection): void {
  if (!info) throw new UnfitServerError('the NATS server said nothing of itself');
  const { version, jetstream, headers, max_payload: mostBytes, server_name: name } = info;
  const who = `the NATS server ${name}`;
  if (isOlder(version))
    throw new UnfitServerError(`${who} is version ${version}; at least ${OLDEST_VERSION.join('.')} is needed: install a newer nats-server`);
  if (jetstream !== true)
    throw new UnfitServerError(`${who} keeps no records: start it with --jetstream, or "jetstream {}" in its configuration`);
  if (headers === false) throw new UnfitServerError(`${who} takes no headers: remove "no_header_support" from its configuration`);
  if (mostBytes < MAX_PAYLOAD_BYTES + HEADER_BYTES)
    throw new UnfitServerError(
      `${who} takes messages of ${mostBytes} bytes; set "max_payload" to at least ${MAX_PAYLOAD_BYTES + HEADER_BYTES}`,
    );
}

/** Where the records are, and which life of theirs this is: revisions of an earlier one mean nothing. */
export interface RecordStream {
  readonly name: string;
  readonly life: string;
  /** Before the names of buckets and keys. */
  readonly prefix: string;
  /** The same where each change is told at once, to whoever listens. In capitals, as no author is: nobody can tell news in its name. */
  readonly newsPrefix: string;
}

export const newsPrefixOf = (space: string): string => `${space}.KV`;

/** Made when it is not there. It has the form of a key-value bucket of NATS, so that its tools can show it. */
export async function openRecordStream(
  connection: NatsConnection,
  { space, clock }: { readonly space: string; readonly clock: Clock },
): Promise<RecordStream> {
  const api = await jetstreamManager(connection, { checkAPI: false, timeout: ATTEMPT_MS });
  const stream = { name: `KV_${space}`, prefix: `$KV.${space}`, newsPrefix: newsPrefixOf(space) };
  const replicas = connection.info?.cluster === undefined ? 1 : REPLICAS_IN_CLUSTER;
  const giveUpMs = clock.now() + OPEN_MS;
  for (;;) {
    try {
      return { ...stream, life: lifeOf(await infoOrNew(api, configOf(stream, replicas))) };
    } catch (error) {
      // A cluster that has just been started has no leader yet; and of several who make it at once some get no answer.
      if (clock.now() < giveUpMs) await delay(clock, PAUSE_MS);
      else throw new UnfitServerError(`the records cannot be kept in ${copies(replicas)}`, { cause: error });
    }
  }
}

/** What is there stays as it is: an operator may have made it with other settings. */
async function infoOrNew(api: JetStreamManager, config: Config): Promise<StreamInfo> {
  try {
    return await api.streams.info(config.name);
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== STREAM_NOT_FOUND) throw error;
    return await api.streams.add(config);
  }
}

const copies = (replicas: number): string =>
  replicas === 1
    ? 'one copy: see why the server refuses it'
    : `${replicas} copies: see that ${replicas} servers of the cluster run and reach each other`;

/** Not when it was made: of that the servers of a cluster have different opinions. One that somebody else made has one life. */
const lifeOf = ({ config: { description } }: StreamInfo): string => /life (\w+)$/.exec(description ?? '')?.[1] ?? 'one';

type Config = Partial<StreamConfig> & { readonly name: string };

const configOf = ({ name, prefix, newsPrefix }: Omit<RecordStream, 'life'>, replicas: number): Config => ({
  name,
  description: `Records of Manyhands, life ${nuid.next()}`,
  subjects: [`${prefix}.>`],
  num_replicas: replicas,
  storage: StorageType.File,
  retention: RetentionPolicy.Limits,
  discard: DiscardPolicy.New,
  max_msgs_per_subject: 1,
  duplicate_window: DUPLICATES_NS,
  deny_delete: true,
  allow_rollup_hdrs: true,
  allow_direct: true,
  // As soon as it is written, to whoever listens: a consumer whose server died is missed for seconds.
  republish: { src: `${prefix}.>`, dest: `${newsPrefix}.>` },
});

function isOlder(version: string): boolean {
  const numbers = version.split(/[.-]/).map(Number);
  for (const [index, oldest] of OLDEST_VERSION.entries()) {
    const number = numbers[index] ?? 0;
    if (number !== oldest) return number < oldest;
  }
  return false;
}
