import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matches } from '../../core/bus/subjects.ts';
import { Aliases } from './aliases.ts';

describe('the numbers of a door', () => {
  it('[S17] are found by whatever pattern matches their subject', () => {
    const region = fc.constantFrom('f0', 'f1', '*');
    const entity = fc.constantFrom('puma', 'aibo', '*', '>');
    const pattern = fc.oneof(
      fc.tuple(region, entity).map(([place, what]) => `v1.w.${place}.st.${what}`),
      fc.constantFrom('v1.w.av.*', 'v1.w.av.>', '>', 'v1.w.*.*'),
    );
    const aliases = new Aliases(100);
    const all = ['f0', 'f1']
      .flatMap((place) => ['puma', 'aibo'].map((what) => `v1.w.${place}.st.${what}`))
      .concat('v1.w.av.ann', 'v1.w.av.ben');
    for (const subject of all) for (const from of ['ann', 'ben']) aliases.add(subject, from);
    fc.assert(
      fc.property(pattern, (wanted) => {
        const found = [...aliases.matching(wanted)].map(({ subject }) => subject);
        expect(found.toSorted()).toEqual(
          all
            .filter((subject) => matches(wanted, subject))
            .flatMap((subject) => [subject, subject])
            .toSorted(),
        );
      }),
    );
  });

  it('[S17] are given out again when they were not used between two sweeps', () => {
    const aliases = new Aliases(100);
    const [kept, left] = [aliases.add('v1.w.f0.st.kept', 'ann'), aliases.add('v1.w.f0.st.left', 'ann')];
    aliases.releaseUnused();
    kept.use = 'used';
    aliases.releaseUnused();
    expect([kept.use, left.use]).toEqual(['unused', 'released']);
    expect([...aliases.matching('v1.w.f0.st.*')]).toEqual([kept]);
    expect(aliases.find('v1.w.f0.st.left', 'ann')).toBeUndefined();
    expect(aliases.add('v1.w.f0.st.new', 'ann').number).toBe(left.number);
  });
});
