import { expect, it } from 'vitest';
import { textToBytes } from '../base/bytes.ts';
import { MisuseError } from '../base/errors.ts';
import { type Bus, type BusStatus, DisconnectedError } from './bus.ts';
import { apply, type BusHarness, eventually, heard, type MakeLosableHarness, settled, watched } from './harness.contract.ts';

const comesToBe = (harness: BusHarness, bus: Bus, kind: BusStatus['kind']): Promise<void> =>
  eventually(harness, () => expect(bus.status.kind).toBe(kind));

export function reconnectingContract(makeHarness: MakeLosableHarness): void {
  lost(makeHarness);
  restored(makeHarness);
}

function lost(makeHarness: MakeLosableHarness): void {
  it('[B25] [B22] says that it is reconnecting, drops publishes and fails calls', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
    const bucket = ann.bucket('own');
    const lines = heard(ben, 'room');
    const seen: BusStatus['kind'][] = [];
    ann.onStatus(({ kind }) => seen.push(kind));
    await harness.settle();
    const cut = await harness.cut(ann);
    await comesToBe(harness, ann, 'reconnecting');
    ann.publish('room', textToBytes('dropped'));
    expect(() => ann.publish('not a subject', textToBytes(''))).toThrow(MisuseError);
    await expect(ann.request('room', textToBytes(''), { timeoutMs: 50 })).rejects.toThrow(DisconnectedError);
    await expect(bucket.get('puma')).rejects.toThrow(DisconnectedError);
    expect((await settled(harness, bucket.swap('puma', undefined, textToBytes('one')))).kind).toBe('unknown');
    await expect(bucket.swap('not a key', undefined, textToBytes(''))).rejects.toThrow(MisuseError);
    await cut.restore();
    await comesToBe(harness, ann, 'connected');
    ann.publish('room', textToBytes('carried'));
    await eventually(harness, () => expect(lines).toEqual(['ann room carried']));
    expect([seen[0], seen.at(-1)]).toEqual(['reconnecting', 'connected']);
  });

  it('[B22] resolves a swap to unknown when the connection is lost under it', async () => {
    await using harness = await makeHarness();
    const ann = await harness.connect('ann');
    await harness.settle();
    await harness.cut(ann);
    const swap = ann.bucket('own').swap('puma', undefined, textToBytes('one'));
    expect((await settled(harness, swap)).kind).toBe('unknown');
  });

  it('[B26] rejects requests that waited when the connection was lost', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
    const asked = heard(ben, 'cmd');
    await harness.settle();
    const refused = expect(ann.request('cmd', textToBytes(''), { timeoutMs: 60_000 })).rejects.toThrow(DisconnectedError);
    await eventually(harness, () => expect(asked).toHaveLength(1));
    await harness.cut(ann);
    await comesToBe(harness, ann, 'reconnecting');
    await refused;
  });

  it('[B29] drains without waiting for a connection that is lost', async () => {
    await using harness = await makeHarness();
    const ann = await harness.connect('ann');
    await harness.cut(ann);
    await comesToBe(harness, ann, 'reconnecting');
    await settled(harness, ann.drain());
    expect(ann.status.kind).toBe('closed');
  });
}

function restored(makeHarness: MakeLosableHarness): void {
  it('[B27] restores subscriptions made before and during the loss, in order and without echo', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
    const before = heard(ann, 'room');
    const disposed = ann.subscribe('room', () => expect.unreachable('a disposed subscription came back'));
    await harness.settle();
    const cut = await harness.cut(ann);
    await comesToBe(harness, ann, 'reconnecting');
    disposed[Symbol.dispose]();
    const during = heard(ann, 'room');
    ben.publish('room', textToBytes('missed'));
    await harness.settle();
    await cut.restore();
    await comesToBe(harness, ann, 'connected');
    await harness.settle();
    ann.publish('room', textToBytes('own'));
    const numbers = Array.from({ length: 20 }, (_, i) => `ben room ${i}`);
    for (let i = 0; i < 20; i++) ben.publish('room', textToBytes(`${i}`));
    await eventually(harness, () => expect([before, during]).toEqual([numbers, numbers]));
    expect(harness.reported).toEqual([]);
  });

  it('[B27] answers requests again after the loss', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
    ann.subscribe('cmd', (message) => message.reply(message.payload));
    await harness.settle();
    const cut = await harness.cut(ann);
    await comesToBe(harness, ann, 'reconnecting');
    await cut.restore();
    await comesToBe(harness, ann, 'connected');
    await harness.settle();
    const answer = await settled(harness, ben.request('cmd', Uint8Array.of(7), { timeoutMs: 10_000 }));
    expect([...answer]).toEqual([7]);
  });

  it('[B28] lists again after the loss, without what was deleted meanwhile, and goes on', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
    const bucket = ben.bucket('own');
    const gone = await apply(harness, bucket, 'gone', undefined, textToBytes('one'));
    const puma = await apply(harness, bucket, 'puma', undefined, textToBytes('old'));
    const lines = watched(ann.bucket('own'));
    await eventually(harness, () => expect(lines.toSorted()).toEqual(['gone=one', 'puma=old', 'synced']));
    const cut = await harness.cut(ann);
    await comesToBe(harness, ann, 'reconnecting');
    const during = watched(ann.bucket('own'));
    await apply(harness, bucket, 'gone', gone, undefined);
    await apply(harness, bucket, 'puma', puma, textToBytes('new'));
    await cut.restore();
    await eventually(harness, () => expect(lines.slice(3)).toContain('synced'));
    await eventually(harness, () => expect(during).toEqual(['puma=new', 'synced']));
    expect(lines.slice(3)).toEqual(['puma=new', 'synced']);
    await apply(harness, bucket, 'yair', undefined, textToBytes('next'));
    await eventually(harness, () => expect(lines.slice(5)).toEqual(['yair=next']));
  });
}
