import { describe, expect, it } from 'vitest';
import { bytesToText, textToBytes } from '../base/bytes.ts';
import { MisuseError } from '../base/errors.ts';
import type { Bucket, Revision } from './bus.ts';
import { apply, type BusHarness, eventually, lineOfEvent, type MakeHarness, settled, watched } from './harness.contract.ts';
import { MAX_PAYLOAD_BYTES } from './limits.ts';

const text = textToBytes;

export function recordsContract(makeHarness: MakeHarness): void {
  describe('records', () => {
    swaps(makeHarness);
    watches(makeHarness);
    recordMisuse(makeHarness);
  });
}

/** Gets until the answer is what is expected: `get` may be stale. */
async function comesToHold(harness: BusHarness, bucket: Bucket, key: string, expected: string | undefined): Promise<void> {
  let held: string | undefined = 'not yet asked';
  await eventually(harness, () => {
    bucket.get(key).then(
      (entry) => {
        held = entry && bytesToText(entry.value);
      },
      // It may come too late, even after the end of the test: the next one is asked already.
      () => undefined,
    );
    expect(held).toBe(expected);
  });
}

function swaps(makeHarness: MakeHarness): void {
  it('[B17] shows the same records to all connections, and keeps buckets apart', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
    await apply(harness, ann.bucket('v1.w.own'), 'puma', undefined, text('ann'));
    await comesToHold(harness, ben.bucket('v1.w.own'), 'puma', 'ann');
    expect(await settled(harness, ben.bucket('v1.w.ent').get('puma'))).toBeUndefined();
    await apply(harness, ben.bucket('v1.w.ent'), 'puma', undefined, text('arm'));
    await comesToHold(harness, ann.bucket('v1.w.ent'), 'puma', 'arm');
    await comesToHold(harness, ann.bucket('v1.w.own'), 'puma', 'ann');
  });

  it('[B18] applies a swap at the expected revision and refuses any other', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [(await harness.connect('ann')).bucket('own'), (await harness.connect('ben')).bucket('own')];
    const first = await apply(harness, ann, 'puma', undefined, text('one'));
    expect(await settled(harness, ben.swap('puma', undefined, text('x')))).toEqual({ kind: 'conflict' });
    const second = await apply(harness, ben, 'puma', first, text('two'));
    expect(await settled(harness, ann.swap('puma', first, text('x')))).toEqual({ kind: 'conflict' });
    expect(await settled(harness, ann.swap('puma', first, undefined))).toEqual({ kind: 'conflict' });
    expect(await settled(harness, ann.swap('amigo', second, text('x')))).toEqual({ kind: 'conflict' });
    await comesToHold(harness, ann, 'puma', 'two');
    await comesToHold(harness, ann, 'amigo', undefined);
  });

  it('[B18] applies one of many swaps that expect the same', async () => {
    await using harness = await makeHarness();
    const names = ['ann', 'ben', 'cleo', 'dan'];
    const buckets = await Promise.all(names.map(async (name) => (await harness.connect(name)).bucket('own')));
    let revision: Revision | undefined;
    for (let round = 0; round < 10; round++) {
      const results = await settled(harness, Promise.all(buckets.map((bucket, i) => bucket.swap('puma', revision, text(`${round} ${i}`)))));
      const applied = results.filter(({ kind }) => kind === 'applied');
      expect(results.map(({ kind }) => kind).toSorted()).toEqual(['applied', 'conflict', 'conflict', 'conflict']);
      for (const result of applied) if (result.kind === 'applied') revision = result.revision;
    }
  });

  it('[B19] gives a record a new revision with each change, and never an old one again', async () => {
    await using harness = await makeHarness();
    const bucket = (await harness.connect('ann')).bucket('own');
    const seen = new Set<string>();
    let revision = await apply(harness, bucket, 'puma', undefined, text('same'));
    for (let round = 0; round < 5; round++) {
      seen.add(revision);
      const changed = await apply(harness, bucket, 'puma', revision, text('same'));
      seen.add(changed);
      seen.add(await apply(harness, bucket, 'puma', changed, undefined));
      revision = await apply(harness, bucket, 'puma', undefined, text('same'));
      expect(await settled(harness, bucket.swap('puma', changed, text('x')))).toEqual({ kind: 'conflict' });
    }
    seen.add(revision);
    expect(seen.size).toBe(16);
  });

  it('[B19] gives the same revision by swap, get and watch', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [(await harness.connect('ann')).bucket('own'), (await harness.connect('ben')).bucket('own')];
    const revisions: string[] = [];
    ben.watch((event) => {
      if (event.kind === 'value') revisions.push(event.entry.revision);
      else if (event.kind === 'deleted') revisions.push(event.revision);
    });
    await harness.settle();
    const made = await apply(harness, ann, 'puma', undefined, text('one'));
    await comesToHold(harness, ben, 'puma', 'one');
    expect((await settled(harness, ben.get('puma')))?.revision).toBe(made);
    const deleted = await apply(harness, ben, 'puma', made, undefined);
    await eventually(harness, () => expect(revisions).toEqual([made, deleted]));
  });

  it('[B20] deletes, and the key is free again', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [(await harness.connect('ann')).bucket('own'), (await harness.connect('ben')).bucket('own')];
    const made = await apply(harness, ann, 'puma', undefined, text('one'));
    await apply(harness, ann, 'puma', made, undefined);
    await comesToHold(harness, ben, 'puma', undefined);
    expect(await settled(harness, ann.swap('puma', made, undefined))).toEqual({ kind: 'conflict' });
    await apply(harness, ben, 'puma', undefined, text('two'));
    await comesToHold(harness, ann, 'puma', 'two');
  });

  it('[B21] comes to answer the last value once changes stop', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [(await harness.connect('ann')).bucket('own'), (await harness.connect('ben')).bucket('own')];
    expect(await settled(harness, ben.get('puma'))).toBeUndefined();
    let revision = await apply(harness, ann, 'puma', undefined, text('0'));
    for (let i = 1; i <= 10; i++) revision = await apply(harness, ann, 'puma', revision, text(`${i}`));
    await comesToHold(harness, ben, 'puma', '10');
  });
}

function watches(makeHarness: MakeHarness): void {
  it('[B23] tells all records, synced, then changes, its own too', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [(await harness.connect('ann')).bucket('own'), (await harness.connect('ben')).bucket('own')];
    const puma = await apply(harness, ann, 'puma', undefined, text('one'));
    const gone = await apply(harness, ann, 'gone', undefined, text('short'));
    await apply(harness, ann, 'gone', gone, undefined);
    await apply(harness, ann, 'amigo', undefined, text('two'));
    await harness.settle();
    const lines = watched(ben);
    await eventually(harness, () => expect(lines).toContain('synced'));
    expect([...lines].toSorted()).toEqual(['amigo=two', 'puma=one', 'synced']);
    expect(lines.at(-1)).toBe('synced');
    const own = await apply(harness, ben, 'yair', undefined, text('three'));
    await eventually(harness, () => expect(lines.slice(3)).toEqual(['yair=three']));
    await apply(harness, ann, 'puma', puma, undefined);
    await apply(harness, ann, 'yair', own, text('four'));
    await eventually(harness, () => expect(lines.slice(4).toSorted()).toEqual(['puma deleted', 'yair=four']));
  });

  it('[B23] [B7] tells synced for an empty bucket, and all things after watch and swap have returned', async () => {
    await using harness = await makeHarness();
    const bucket = (await harness.connect('ann')).bucket('empty');
    const lines = watched(bucket);
    expect(lines).toEqual([]);
    await eventually(harness, () => expect(lines).toEqual(['synced']));
    const swap = bucket.swap('puma', undefined, text('one'));
    expect(lines).toEqual(['synced']);
    await settled(harness, swap);
    await eventually(harness, () => expect(lines).toEqual(['synced', 'puma=one']));
  });

  it('[B24] keeps the order of a key and never misses its last value, whenever the watch begins', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [(await harness.connect('ann')).bucket('own'), (await harness.connect('ben')).bucket('own')];
    const watchers: string[][] = [];
    let revision = await apply(harness, ann, 'puma', undefined, text('0'));
    for (let i = 1; i <= 20; i++) {
      watchers.push(watched(ben));
      revision = await apply(harness, ann, 'puma', revision, text(`${i}`));
    }
    const told = () => watchers.map((lines) => lines.filter((line) => line !== 'synced').map((line) => Number(line.split('=')[1])));
    await eventually(harness, () => expect(told().map((values) => values.at(-1))).toEqual(watchers.map(() => 20)));
    for (const values of told()) expect(values).toEqual(values.toSorted((a, b) => a - b));
  });

  it('[B9] is silent at once after a watch is disposed', async () => {
    await using harness = await makeHarness();
    const bucket = (await harness.connect('ann')).bucket('own');
    const disposed: string[] = [];
    const watch = bucket.watch((event) => disposed.push(lineOfEvent(event)));
    const never = bucket.watch((event) => disposed.push(`never ${lineOfEvent(event)}`));
    never[Symbol.dispose]();
    await eventually(harness, () => expect(disposed).toEqual(['synced']));
    const kept = watched(bucket);
    const swap = bucket.swap('puma', undefined, text('one'));
    watch[Symbol.dispose]();
    watch[Symbol.dispose]();
    await settled(harness, swap);
    await eventually(harness, () => expect(kept).toContain('puma=one'));
    await harness.settle();
    expect(disposed).toEqual(['synced']);
  });

  it('[B10] reports what a watch handler throws, and goes on telling it', async () => {
    await using harness = await makeHarness();
    const bucket = (await harness.connect('ann')).bucket('own');
    const failure = new Error('the watch handler fails');
    let calls = 0;
    bucket.watch(() => {
      calls++;
      throw failure;
    });
    const other = watched(bucket);
    await apply(harness, bucket, 'puma', undefined, text('one'));
    await eventually(harness, () => expect(other).toContain('puma=one'));
    await eventually(harness, () => expect(calls).toBe(2));
    expect(harness.reported).toEqual([failure, failure]);
  });
}

function recordMisuse(makeHarness: MakeHarness): void {
  it.each(['', 'a.b', 'A', '*', 'x'.repeat(65)])('[B11] refuses the key "%s"', async (key) => {
    await using harness = await makeHarness();
    const bucket = (await harness.connect('ann')).bucket('own');
    await expect(bucket.get(key)).rejects.toThrow(MisuseError);
    await expect(bucket.swap(key, undefined, text(''))).rejects.toThrow(MisuseError);
  });

  it('[B11] refuses a bucket name that is none, and a deletion without a revision', async () => {
    await using harness = await makeHarness();
    const ann = await harness.connect('ann');
    for (const name of ['', 'a..b', 'a.*', 'A']) expect(() => ann.bucket(name)).toThrow(MisuseError);
    await expect(ann.bucket('own').swap('puma', undefined, undefined)).rejects.toThrow(MisuseError);
  });

  it('[B12] keeps the longest value and refuses one byte more', async () => {
    await using harness = await makeHarness();
    const bucket = (await harness.connect('ann')).bucket('own');
    await expect(bucket.swap('puma', undefined, new Uint8Array(MAX_PAYLOAD_BYTES + 1))).rejects.toThrow(MisuseError);
    await apply(harness, bucket, 'puma', undefined, new Uint8Array(MAX_PAYLOAD_BYTES));
    const lengths: number[] = [];
    bucket.watch((event) => {
      if (event.kind === 'value') lengths.push(event.entry.value.length);
    });
    await eventually(harness, () => expect(lengths).toEqual([MAX_PAYLOAD_BYTES]));
  });
}
