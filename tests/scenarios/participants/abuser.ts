/**
 * `abuser.ts PAUSE-MS [ABUSE...]`: joins over and over and breaks a rule each time, one of those named or all in turn. Told `go URL` and `rest` on its input. Prints what it did and with
 * which reason it was shown the door.
 */
import { encodeFrame, type FrameRecord, joinFrames } from '../../../src/core/bus/frames.ts';
import { closeReasonOf } from '../../../src/transports/socket/close-reason.ts';
import { hello, RawClient } from '../../../src/transports/socket/door-harness.contract.ts';
import { monotonicMs } from '../../processes/started-process.ts';
import { goWhereTold, type Resting } from './told-where.ts';

export type AbuserLine = Resting | Closed;

export interface Closed {
  readonly event: 'closed';
  readonly abuse: Abuse;
  /** Of the close frame's code; undefined when it is not one of ours. */
  readonly reason: string | undefined;
  readonly text: string;
  readonly afterMs: number;
}

const WORLD = 'demo';
const chat = (text: string, from = '') =>
  ({ type: 'publish', subject: `v1.${WORLD}.chat`, from, payload: new TextEncoder().encode(JSON.stringify({ text })) }) as const;

/** One that the hub answers, one that it tells to everybody, one that it has to look up; in turn. */
const floods: readonly FrameRecord[] = [
  { type: 'ping', stamp: 1, seen: 0 },
  chat('buy now'),
  { type: 'get', request: 1, bucket: `v1.${WORLD}.own`, key: 'anns' },
];
let floodCount = 0;

const abuses = {
  garbage: ({ socket }: RawClient) =>
    socket.send(Uint8Array.from({ length: 500 }, (_, i) => (i === 0 ? 1 : Math.floor(Math.random() * 256)))),
  oversized: ({ socket }: RawClient) => socket.send(new Uint8Array(65_537).fill(1)),
  truncated: ({ socket }: RawClient) => socket.send(encodeFrame(chat('hello')).subarray(0, 9)),
  'wrong-version': ({ socket }: RawClient) => socket.send(encodeFrame(chat('hello')).with(0, 77)),
  forged: (client: RawClient) => client.send(chat('it was me', 'ann')),
  flooding: ({ socket }: RawClient) => {
    const record = floods[floodCount++ % floods.length] as FrameRecord;
    const burst = joinFrames(Array.from({ length: 100 }, () => encodeFrame(record)));
    for (let i = 0; i < 250; i++) socket.send(burst);
  },
} as const;
export type Abuse = keyof typeof abuses;

const [pauseMs = '', ...named] = process.argv.slice(2);
const chosen = (Object.keys(abuses) as Abuse[]).filter((abuse) => named.length === 0 || named.includes(abuse));
await goWhereTold(Number(pauseMs), (url, turn) => misbehave(chosen[turn % chosen.length] as Abuse, url));

async function misbehave(abuse: Abuse, url: string): Promise<void> {
  using client = await RawClient.open(url);
  client.send(hello('mallory', { world: WORLD }));
  await client.expect('welcome');
  const startMs = monotonicMs();
  abuses[abuse](client);
  const { code, text } = await client.closed;
  const closed: Closed = { event: 'closed', abuse, reason: closeReasonOf(code), text, afterMs: monotonicMs() - startMs };
  console.log(JSON.stringify(closed));
}
