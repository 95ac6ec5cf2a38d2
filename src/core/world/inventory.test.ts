import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../base/bytes.ts';
import { MalformedError } from '../base/errors.ts';
import { planarPose } from '../base/pose.ts';
import { subjects } from '../bus/subjects.ts';
import { decodeStocks, encodeStocks } from './inventory.ts';
import { Stage, WORLD } from './stage.contract.ts';

const stock = fc.record({
  owner: fc.stringMatching(/^[a-z0-9_-]{1,20}$/),
  confirmedMs: fc.oneof(fc.constant(Number.NEGATIVE_INFINITY), fc.double({ min: 0, max: 1e6, noNaN: true })),
  digest: fc.nat({ max: 2 ** 32 - 1 }),
});

describe('an inventory', () => {
  it('[W18] comes back from its bytes and confirms no later than was said, however it is rounded', () => {
    fc.assert(
      fc.property(fc.array(stock, { maxLength: 5 }), (stocks) => {
        const { term, stocks: decoded } = decodeStocks(encodeStocks({ term: 7, stocks }, 1e6 + 0.5));
        expect(term).toBe(7);
        expect(decoded.map(({ owner, digest }) => ({ owner, digest }))).toEqual(stocks.map(({ owner, digest }) => ({ owner, digest })));
        decoded.forEach(({ confirmedMs }, i) => {
          const said = stocks[i]?.confirmedMs ?? expect.fail('nobody said it');
          expect(confirmedMs).toBeLessThanOrEqual(said);
          if (Number.isFinite(said)) expect(said - confirmedMs).toBeLessThanOrEqual(2);
        });
      }),
    );
  });

  it('[W18] is refused with MalformedError when it is none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          decodeStocks(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedError);
        }
      }),
    );
    expect(() => decodeStocks(new ByteWriter().count(0).count(0).count(1e6).finish())).toThrow('at most 2000 are allowed');
  });

  it('[W36] of a region is told twice a second, and for ten seconds after it was emptied', async () => {
    const stage = new Stage();
    const ann = await stage.join('ann', { founder: { incarnation: 1, cellM: 16 } });
    await ann.insert('cart', { initial: { pose: planarPose(8, 8, 0), values: [0, 0] } });
    const told = stage.overhear(subjects.inventories(WORLD, 'f0_0_0'));
    await stage.run(5000);
    expect(told.length).toBeGreaterThanOrEqual(9);
    expect(told.length).toBeLessThanOrEqual(11);
    expect(decodeStocks(told.at(-1)?.payload ?? new Uint8Array())).toMatchObject({ stocks: [{ owner: 'ann' }] });
    told.length = 0;
    await ann.ask('cart', { kind: 'place', pose: planarPose(104, 8, 0) });
    await stage.run(30_000);
    expect(told.length).toBeGreaterThanOrEqual(19);
    expect(told.length).toBeLessThanOrEqual(23);
    expect(decodeStocks(told.at(-1)?.payload ?? new Uint8Array())).toMatchObject({ stocks: [] });
  });

  it('[W36] of a region is told by one of several keepers, by another when that one goes, and each tells of some', async () => {
    const stage = new Stage();
    const ann = await stage.join('ann', { founder: { incarnation: 1, cellM: 16 } });
    const [ben, cleo] = [await stage.join('ben'), await stage.join('cleo')];
    for (let i = 0; i < 12; i++) await ann.insert(`cart-${i}`, { initial: { pose: planarPose(8 + 16 * i, 8, 0), values: [0, 0] } });
    const told = stage.overhear(subjects.inventory(WORLD, '*', '*'));
    const tellers = () => new Map(told.map(({ from, subject }) => [subject.split('.')[2], from]));
    await stage.run(4000);
    const before = tellers();
    expect(before.size).toBe(12);
    expect(new Set(before.values())).toEqual(new Set(['ann', 'ben', 'cleo']));
    expect(told.length).toBeLessThanOrEqual(9 * 12);
    expect(told.every(({ from, subject }) => before.get(subject.split('.')[2]) === from)).toBe(true);
    cleo.node.crash();
    await stage.run(3000);
    told.length = 0;
    await stage.run(4000);
    const after = tellers();
    expect(after.size).toBe(12);
    for (const [region, teller] of before) expect([teller, ben.id, ann.id]).toContain(after.get(region));
    for (const [region, teller] of before) if (teller !== 'cleo') expect(after.get(region)).toBe(teller);
  });
});
