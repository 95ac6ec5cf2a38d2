import { describe, expect, it } from 'vitest';
import { textToBytes } from '../base/bytes.ts';
import { type BusStatus, DisconnectedError } from './bus.ts';
import { apply, eventually, heard, type MakeHarness, settled, watched } from './harness.contract.ts';

export function closingContract(makeHarness: MakeHarness): void {
  describe('closing', () => {
    it('[B29] delivers what was published before drain, then is closed', async () => {
      await using harness = await makeHarness();
      const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
      const lines = heard(ben, 'room');
      const seen: BusStatus['kind'][] = [];
      ann.onStatus(({ kind }) => seen.push(kind));
      await harness.settle();
      for (let i = 0; i < 100; i++) ann.publish('room', textToBytes(`${i}`));
      await settled(harness, ann.drain());
      expect([ann.status.kind, seen]).toEqual(['closed', ['closed']]);
      await eventually(harness, () => expect(lines).toEqual(Array.from({ length: 100 }, (_, i) => `ann room ${i}`)));
      await settled(harness, ann.drain());
      expect(seen).toEqual(['closed']);
    });

    it('[B30] refuses every call after drain', async () => {
      await using harness = await makeHarness();
      const ann = await harness.connect('ann');
      const bucket = ann.bucket('own');
      const subscription = ann.subscribe('room', () => undefined);
      await settled(harness, ann.drain());
      expect(() => ann.publish('room', textToBytes(''))).toThrow(DisconnectedError);
      expect(() => ann.subscribe('room', () => undefined)).toThrow(DisconnectedError);
      expect(() => ann.bucket('own')).toThrow(DisconnectedError);
      expect(() => bucket.watch(() => undefined)).toThrow(DisconnectedError);
      await expect(ann.request('room', textToBytes(''), { timeoutMs: 50 })).rejects.toThrow(DisconnectedError);
      await expect(bucket.get('puma')).rejects.toThrow(DisconnectedError);
      await expect(bucket.swap('puma', undefined, textToBytes(''))).rejects.toThrow(DisconnectedError);
      subscription[Symbol.dispose]();
    });

    it('[B30] calls no handler after drain', async () => {
      await using harness = await makeHarness();
      const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
      const [messages, other] = [heard(ann, 'room'), await harness.connect('cleo')];
      const [events, heardByOther] = [watched(ann.bucket('own')), heard(other, 'room')];
      await eventually(harness, () => expect(events).toEqual(['synced']));
      await settled(harness, ann.drain());
      ben.publish('room', textToBytes('hello'));
      await apply(harness, ben.bucket('own'), 'puma', undefined, textToBytes('one'));
      await eventually(harness, () => expect(heardByOther).toHaveLength(1));
      await harness.settle();
      expect([messages, events]).toEqual([[], ['synced']]);
    });

    it('[B30] rejects requests that still wait', async () => {
      await using harness = await makeHarness();
      const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
      const asked = heard(ben, 'cmd');
      await harness.settle();
      const refused = expect(ann.request('cmd', textToBytes(''), { timeoutMs: 60_000 })).rejects.toThrow(DisconnectedError);
      await eventually(harness, () => expect(asked).toHaveLength(1));
      await settled(harness, ann.drain());
      await refused;
    });
  });
}
