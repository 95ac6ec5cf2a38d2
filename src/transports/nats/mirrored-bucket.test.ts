import { describe, expect, it } from 'vitest';
import { bytesToText, textToBytes } from '../../core/base/bytes.ts';
import type { Entry, Revision, WatchEvent } from '../../core/bus/bus.ts';
import { DeliveryQueue } from '../../core/bus/delivery-queue.ts';
import { RecordMirror } from '../../core/bus/record-mirror.ts';
import { MirroredBucket, type WatchEvents } from './mirrored-bucket.ts';

const entry = (key: string, revision: string): WatchEvent => ({
  kind: 'value',
  entry: { key, value: textToBytes(`${key}@${revision}`), revision: revision as Revision } satisfies Entry,
});
const deleted = (key: string, revision: string): WatchEvent => ({ kind: 'deleted', key, revision: revision as Revision });
const synced: WatchEvent = { kind: 'synced' };

/** A copy that is told by hand, and what whoever watches it holds. */
function followed() {
  const due: (() => void)[] = [];
  let events: WatchEvents | undefined;
  const bucket = new MirroredBucket('b', {
    wire: { status: { kind: 'connected' } },
    follow: (_, told) => {
      events = told;
      return { [Symbol.dispose]: () => {} };
    },
    queue: new DeliveryQueue((action) => due.push(action)),
    report: (error) => expect.fail(String(error)),
    onIdle: () => {},
  });
  const mirror = new RecordMirror<string>(
    { get: () => expect.fail(), swap: () => expect.fail(), watch: (handler) => bucket.watch(handler) },
    { decode: bytesToText, onChange: () => {}, report: (error) => expect.fail(String(error)) },
  );
  const tell = (...told: (WatchEvent | 'connected' | 'missed')[]) => {
    for (const one of told) {
      if (typeof one === 'string') events?.listing(one);
      else events?.changed(one);
    }
    for (const action of due.splice(0)) action();
    return [...mirror.entries()].map(([, { value }]) => value);
  };
  return { tell, mirror };
}

describe('a copy of a bucket', () => {
  it('[N7] tells of what was deleted while nobody told of it, when all is listed again without a lost connection', () => {
    const { tell } = followed();
    expect(tell('connected', entry('a', '1'), entry('b', '2'), entry('c', '3'), synced)).toEqual(['a@1', 'b@2', 'c@3']);
    expect(tell('missed', entry('a', '1'), deleted('b', '4'), entry('c', '3'), synced)).toEqual(['a@1', 'c@3']);
    expect(tell(entry('b', '5'))).toEqual(['a@1', 'c@3', 'b@5']);
  });

  it('[N7] does so too when that list is broken off and begun again', () => {
    const { tell } = followed();
    tell('connected', entry('a', '1'), entry('b', '2'), synced);
    tell('missed', entry('a', '1'));
    expect(tell('missed', deleted('b', '5'), entry('a', '6'), synced)).toEqual(['a@6']);
  });

  it('[N7] leaves it to those who watch when the connection was lost: they know, and drop what is not listed', () => {
    const { tell, mirror } = followed();
    tell('connected', entry('a', '1'), entry('b', '2'), synced);
    mirror.expectRelisting();
    expect(tell('connected', entry('a', '1'))).toEqual(['a@1', 'b@2']);
    expect(tell(synced)).toEqual(['a@1']);
  });
});
