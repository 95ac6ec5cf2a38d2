import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Epoch, firstEpoch, NO_EPOCH, nextEpoch } from './epoch.ts';
import { isNewer } from './state.ts';

describe('epochs', () => {
  it('[W25] rise by one with every change of hand', () => {
    expect(nextEpoch(NO_EPOCH, 1)).toBe(firstEpoch(1));
    expect(nextEpoch(firstEpoch(1), 1)).toBe(firstEpoch(1) + 1);
  });

  it('[W25] of a later start of the world are above all of an earlier one', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1000 }), fc.nat({ max: 2 ** 20 - 3 }), fc.integer({ min: 1, max: 1000 }), (incarnation, changes, later) => {
        const old = (firstEpoch(incarnation) + changes) as Epoch;
        expect(firstEpoch(incarnation + later)).toBeGreaterThan(old);
        expect(nextEpoch(old, incarnation + later)).toBe(firstEpoch(incarnation + later));
      }),
    );
  });

  it('[W25] do not run into the next incarnation', () => {
    expect(() => nextEpoch((firstEpoch(2) - 2) as Epoch, 1)).toThrow('changed hands 1048575 times');
  });

  it('[W19] come before the count of states in what is newer', () => {
    const version = fc.record({ epoch: fc.nat({ max: 5 }).map((epoch) => epoch as Epoch), seq: fc.nat({ max: 5 }) });
    fc.assert(
      fc.property(version, version, (a, b) => {
        expect(isNewer(a, b)).toBe(a.epoch * 10 + a.seq > b.epoch * 10 + b.seq);
      }),
    );
  });
});
