import { bytesToText } from '../base/bytes.ts';
import type { Bucket, Bus, Message, Revision, WatchEvent } from './bus.ts';

/** What the contract needs of an implementation. One harness has its own network and records, and serves one test. */
export interface BusHarness extends AsyncDisposable {
  connect(self: string): Promise<Bus>;
  /** Resolves when what is under way has been delivered. Each call also lets some time pass, so that enough of them reach any time-out. */
  settle(): Promise<void>;
  /** What was reported of handlers that threw, on any connection. */
  readonly reported: readonly unknown[];
}

export interface LosableBusHarness extends BusHarness {
  /** Cuts the connection of one bus without a word. The bus must come to notice by itself, and connect again after `restore`. */
  cut(bus: Bus): Promise<Cut>;
}

export interface Cut {
  restore(): Promise<void>;
}

export type MakeHarness = () => Promise<BusHarness>;
export type MakeLosableHarness = () => Promise<LosableBusHarness>;

/** More than any implementation needs to notice a cut or a time-out; a test that hopes in vain ends with a reason. */
const MAX_SETTLES = 20_000;

/** Settles until `check` no longer throws. */
export async function eventually(harness: BusHarness, check: () => void): Promise<void> {
  for (let round = 0; round < MAX_SETTLES; round++) {
    try {
      check();
      return;
    } catch {
      await harness.settle();
    }
  }
  check();
}

/** Settles until `promise` does, and gives its value or throws its error. */
export async function settled<T>(harness: BusHarness, promise: Promise<T>): Promise<T> {
  let state: 'pending' | 'done' = 'pending';
  const done = () => {
    state = 'done';
  };
  promise.then(done, done);
  for (let round = 0; state === 'pending'; round++) {
    if (round === MAX_SETTLES) throw new Error(`a promise was still pending after ${MAX_SETTLES} times of settling`);
    await harness.settle();
  }
  return promise;
}

/** What a subscription got, as `from subject text`. */
export function heard(bus: Bus, pattern: string): string[] {
  const lines: string[] = [];
  bus.subscribe(pattern, (message) => lines.push(lineOf(message)));
  return lines;
}

export const lineOf = ({ from, subject, payload }: Message): string => `${from} ${subject} ${bytesToText(payload)}`;

/** What a watch told, as `key=text`, `key deleted` or `synced`. */
export function watched(bucket: Bucket): string[] {
  const lines: string[] = [];
  bucket.watch((event) => lines.push(lineOfEvent(event)));
  return lines;
}

export function lineOfEvent(event: WatchEvent): string {
  switch (event.kind) {
    case 'value':
      return `${event.entry.key}=${bytesToText(event.entry.value)}`;
    case 'deleted':
      return `${event.key} deleted`;
    case 'synced':
      return 'synced';
  }
}

/** Swaps and gives the new revision; anything but `applied` is an error. */
export async function apply(
  harness: BusHarness,
  bucket: Bucket,
  key: string,
  expected: Revision | undefined,
  value: Uint8Array | undefined,
): Promise<Revision> {
  const result = await settled(harness, bucket.swap(key, expected, value));
  if (result.kind !== 'applied') throw new Error(`the swap of ${key} was ${result.kind}, expected applied`);
  return result.revision;
}
