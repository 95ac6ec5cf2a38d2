import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOOKED_FOR_S, type Place, Places } from './places.ts';

const metres = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
const upTo = (most: number) => fc.double({ min: 0, max: most, noNaN: true });

const place = fc.record({
  x: metres(30),
  y: metres(30),
  z: upTo(3),
  reachM: fc.oneof(fc.double({ min: 0.01, max: 1, noNaN: true }), upTo(12)),
  speedMPerS: fc.oneof(fc.constant(0), upTo(1.5), upTo(15)),
  atMs: fc.integer({ min: 1000 - 1000 * LOOKED_FOR_S, max: 1000 }),
});
const ball = fc.record({
  x: metres(30),
  y: metres(30),
  z: upTo(3),
  reachM: fc.double({ min: 0.01, max: 3, noNaN: true }),
  seconds: fc.oneof(upTo(0.6), upTo(20)),
});
const put = (id: string, x: number, parent?: string): Place => ({
  id,
  x,
  y: 0,
  z: 0,
  reachM: 1,
  speedMPerS: 0,
  atMs: 0,
  parent,
});

describe('places', () => {
  it('[P27] finds all that can come into a ball, and nothing that cannot', () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 60 }), ball, (some, { seconds, reachM, ...middle }) => {
        const places = new Places();
        for (const [index, one] of some.entries()) places.put({ ...one, id: String(index), parent: undefined });
        const expected = some.flatMap((one, index) => {
          const awayM = Math.hypot(one.x - middle.x, one.y - middle.y, one.z - middle.z);
          const wayM = one.speedMPerS * (seconds + (1000 - one.atMs) / 1000);
          return awayM < reachM + one.reachM + wayM ? [String(index)] : [];
        });
        expect(new Set(places.around({ ...middle, reachM, seconds }, 1000))).toEqual(new Set(expected));
      }),
    );
  });

  it('[P27] forgets where something was when it is put elsewhere, and what is gone', () => {
    const places = new Places();
    for (const x of [0, 10, 20]) places.put(put('a', x));
    places.put(put('b', 20));
    const at = (x: number) => places.around({ x, y: 0, z: 0, reachM: 1, seconds: 0 }, 0);
    expect([at(0), at(10), at(20)]).toEqual([[], [], ['a', 'b']]);
    places.delete('a');
    expect(at(20)).toEqual(['b']);
  });

  it('[P27] knows who rides on whom, and what does not stand', () => {
    const places = new Places();
    places.put(put('cart', 0));
    places.put(put('box', 0, 'cart'));
    places.put({ ...put('rover', 5), speedMPerS: 1 });
    expect([...places.ridersOn('cart')]).toEqual(['box']);
    expect(places.moving()).toEqual(['box', 'rover']);
    places.put(put('box', 0));
    expect([...places.ridersOn('cart')]).toEqual([]);
  });
});
