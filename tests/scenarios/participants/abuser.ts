/**
 * `abuser.ts URL PAUSE-MS [ABUSE...]`: joins over and over and breaks a rule each time, one of those named or all in turn. Told `go` and `rest` on its input. Prints what it did and with which reason it
 * was shown the door.
 */
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { encodeFrame, joinFrames } from '../../../src/core/bus/frames.ts';
import { closeReasonOf } from '../../../src/transports/socket/close-reason.ts';
import { hello, RawClient } from '../../../src/transports/socket/door-harness.contract.ts';
import { monotonicMs } from '../../processes/started-process.ts';

export type AbuserLine = { readonly event: 'ready' } | Closed;

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

const abuses = {
  garbage: ({ socket }: RawClient) =>
    socket.send(Uint8Array.from({ length: 500 }, (_, i) => (i === 0 ? 1 : Math.floor(Math.random() * 256)))),
  oversized: ({ socket }: RawClient) => socket.send(new Uint8Array(65_537).fill(1)),
  truncated: ({ socket }: RawClient) => socket.send(encodeFrame(chat('hello')).subarray(0, 9)),
  'wrong-version': ({ socket }: RawClient) => socket.send(encodeFrame(chat('hello')).with(0, 77)),
  forged: (client: RawClient) => client.send(chat('it was me', 'ann')),
  flooding: ({ socket }: RawClient) => {
    const burst = joinFrames(Array.from({ length: 100 }, () => encodeFrame({ type: 'ping', stamp: 1, seen: 0 })));
    for (let i = 0; i < 250; i++) socket.send(burst);
  },
} as const;
export type Abuse = keyof typeof abuses;

const [url = '', pauseMs = '', ...named] = process.argv.slice(2);
const chosen = (Object.keys(abuses) as Abuse[]).filter((abuse) => named.length === 0 || named.includes(abuse));
let isActive = false;
let isOver = false;
createInterface({ input: process.stdin })
  .on('line', (line) => {
    isActive = line === 'go';
  })
  .once('close', () => {
    isOver = true;
  });
process.once('SIGTERM', () => process.exit());

print({ event: 'ready' });
while (!isOver) {
  for (const abuse of chosen) {
    if (isActive) await misbehave(abuse);
    await pause(Number(pauseMs));
  }
}

function print(line: AbuserLine): void {
  console.log(JSON.stringify(line));
}

async function misbehave(abuse: Abuse): Promise<void> {
  using client = await RawClient.open(url);
  client.send(hello('mallory', { world: WORLD }));
  await client.expect('welcome');
  const startMs = monotonicMs();
  abuses[abuse](client);
  const { code, text } = await client.closed;
  print({ event: 'closed', abuse, reason: closeReasonOf(code), text, afterMs: monotonicMs() - startMs });
}
