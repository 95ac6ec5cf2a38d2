import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Slots } from './slots.ts';

describe('slots', () => {
  it('keep an entity where it is, and the layout with it', () => {
    const slots = new Slots();
    const arm = slots.give('arm', 6);
    const { layout } = slots;
    expect(slots.give('arm', 6)).toBe(arm);
    expect(slots.layout).toBe(layout);
    slots.give('box', 0);
    expect(slots.layout).toBeGreaterThan(layout);
    expect(slots.give('arm', 6)).toBe(arm);
  });

  it('give a free place again before the frame grows', () => {
    const slots = new Slots();
    const { slot, valuesAt } = slots.give('first', 3);
    slots.free('first');
    expect(slots.give('second', 3)).toEqual({ slot, valuesAt, values: 3 });
    expect([slots.slots, slots.values]).toEqual([1, 3]);
  });

  it('give an entity that has another number of values a place for these, and its old one to others', () => {
    const slots = new Slots();
    const before = slots.give('arm', 3);
    const { valuesAt } = slots.give('arm', 2);
    expect(valuesAt).toBe(3);
    expect(slots.give('other', 3).valuesAt).toBe(before.valuesAt);
    expect([slots.slots, slots.values]).toEqual([2, 5]);
  });

  it('never give one place to two, whatever comes and goes', () => {
    const step = fc.record({
      entity: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      values: fc.integer({ min: 0, max: 3 }),
      goes: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const slots = new Slots();
        const held = new Map<string, { slot: number; valuesAt: number; values: number }>();
        for (const { entity, values, goes } of steps) {
          if (goes) {
            slots.free(entity);
            held.delete(entity);
          } else held.set(entity, slots.give(entity, values));
          const all = [...held.values()];
          expect(new Set(all.map(({ slot }) => slot)).size).toBe(all.length);
          const taken = all.flatMap(({ valuesAt, values: length }) => Array.from({ length }, (_, i) => valuesAt + i));
          expect(new Set(taken).size).toBe(taken.length);
          expect(Math.max(-1, ...taken)).toBeLessThan(slots.values);
          expect(Math.max(-1, ...all.map(({ slot }) => slot))).toBeLessThan(slots.slots);
        }
      }),
    );
  });
});
