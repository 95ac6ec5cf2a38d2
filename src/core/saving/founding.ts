import { type Clock, delay } from '../base/clock.ts';
import type { Bucket, Bus } from '../bus/bus.ts';
import { buckets, subjects } from '../bus/subjects.ts';
import { NotInStoreError } from '../store/store.ts';
import type { Duty } from './duty.ts';
import { listed } from './listing.ts';

/** Residents beat four times a second: who hears none for so long is the only one. */
const SILENT_MS = 1500;
/** One that beats for so long is not just leaving. */
const STAYS_MS = 750;
const LOOK_EVERY_MS = 100;
/** The hub on duty has died, and another one takes over, within a few seconds. */
const LONGEST_WAIT_MS = 60_000;

interface FoundingOptions {
  readonly bus: Bus;
  readonly world: string;
  readonly duty: Pick<Duty, 'isOurs' | 'isRemoved'>;
  readonly clock: Clock;
  /** Whether a participant is the resident of a hub. */
  readonly isOfHub: (participant: string) => boolean;
}

/**
 * Whether a world has to begin anew, which is for the hub on duty to do; then nothing is left of the records of an earlier life. Or whether it goes on at other
 * hubs, where its resident may join it. Waits when neither is clear: the hub on duty may just have died.
 */
export async function whetherToFound({ bus, world, duty, clock, isOfHub }: FoundingOptions): Promise<boolean> {
  let [firstMs, lastMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  using _listening = bus.subscribe(subjects.allBeats(world), ({ from }) => {
    if (!isOfHub(from)) return;
    lastMs = clock.now();
    firstMs = Math.min(firstMs, lastMs);
  });
  const startMs = clock.now();
  while (clock.now() - startMs < LONGEST_WAIT_MS) {
    await delay(clock, LOOK_EVERY_MS);
    if (duty.isRemoved) throw new NotInStoreError('world', world);
    if (lastMs - firstMs > STAYS_MS) return false;
    const silentMs = clock.now() - Math.max(startMs, lastMs);
    if (!duty.isOurs || silentMs < SILENT_MS) continue;
    await forgetRecords(bus, world);
    // That takes its time: another may be on duty by now.
    if (duty.isOurs) return true;
  }
  throw new Error(`no hub answers for the world ${world}, and none is free to begin it anew; is the database reached by all of them?`);
}

/** Of a world that ended with all its hubs records may be left: nobody knows any more how that stood which they tell of, and the Store does. */
async function forgetRecords(bus: Bus, world: string): Promise<void> {
  const forget = (...some: ((world: string) => string)[]) => Promise.all(some.map((bucket) => empty(bus.bucket(bucket(world)))));
  const { restored, time, ...others } = buckets;
  // We may die over this, while another hub still has the world open. First goes the mark by which it tells that nobody removed the entities, and last what its clock needs.
  await forget(restored);
  await forget(...Object.values(others));
  await forget(time);
}

async function empty(bucket: Bucket): Promise<void> {
  for (const { key, revision } of await listed(bucket)) {
    const result = await bucket.swap(key, revision, undefined);
    if (result.kind !== 'applied') return await empty(bucket);
  }
}
