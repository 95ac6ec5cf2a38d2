import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyDocument, fig8 } from '../maps.contract.ts';
import { type EdlDocument, type EdlMember, floorPlanOf, parseEdl } from '../maps.ts';
import { ChangingPlan } from './changing-plan.ts';

const FIG_8 = parseEdl(fig8).document as EdlDocument;

/** To places where walls, doors and corridors lie on each other: everything on a raster, along its lines. */
const change = fc.record({
  member: fc.nat(),
  xCm: fc.integer({ min: 0, max: 12 }).map((step) => step * 50),
  yCm: fc.integer({ min: 0, max: 4 }).map((step) => step * 50),
  thetaDeg: fc.constantFrom(0, 90, 180),
  sizeCm: fc.constantFrom(50, 100, 400),
});
const changes = fc.array(fc.array(change, { minLength: 1, maxLength: 10 }), { minLength: 1, maxLength: 8 });

const resized = (member: EdlMember, sizeCm: number): EdlMember => ({
  ...member,
  ...('longCm' in member && { longCm: sizeCm }),
  ...('wideCm' in member && { wideCm: sizeCm }),
});

function changed(
  { members, ...field }: EdlDocument,
  deeds: readonly (typeof change extends fc.Arbitrary<infer C> ? C : never)[],
): EdlDocument {
  const next = [...members];
  for (const { member, sizeCm, ...place } of deeds) {
    const index = member % Math.max(1, next.length);
    const old = next[index];
    if (old) next[index] = resized({ ...old, ...place }, sizeCm);
  }
  return { ...field, members: next };
}

describe('a floor that is changed', () => {
  it.each([
    ['of figure 8', fc.constant(FIG_8)],
    ['of anything', anyDocument],
  ])('[E47] is the same as if it were laid out anew: %s', (_what, documents) => {
    let cutAgain = 0;
    fc.assert(
      fc.property(documents, changes, (first, steps) => {
        const plan = new ChangingPlan();
        let document = first;
        expect(plan.of(document)).toEqual(floorPlanOf(document));
        for (const deeds of steps) {
          document = changed(document, deeds);
          const anew = floorPlanOf(document);
          expect(plan.of(document)).toEqual(anew);
          if (anew.walls.length !== document.members.length) cutAgain++;
        }
      }),
      { numRuns: 300 },
    );
    expect(cutAgain).toBeGreaterThan(0);
  });

  it('[E47] stays the very same when nothing was changed', () => {
    const plan = new ChangingPlan();
    expect(plan.of({ ...FIG_8, members: [...FIG_8.members] })).toBe(plan.of({ ...FIG_8, members: [...FIG_8.members] }));
  });

  it('[E47] [E44] leaves out what lies over too much as it would be left out anew', () => {
    const wall = { kind: 'WALL', xCm: 5000, yCm: 5000, thetaDeg: 0, longCm: 9000 } as const;
    const door = { kind: 'DOOR', xCm: 5000, yCm: 5000, thetaDeg: 90, wideCm: 90 } as const;
    const members = Array.from({ length: 900 }, (_, i): EdlMember => (i % 2 === 0 ? wall : door));
    const plan = new ChangingPlan();
    const document = { lengthCm: 10_000, widthCm: 10_000, members };
    plan.of(document);
    const moved = { ...document, members: members.with(1, { ...door, yCm: 100 }) };
    expect(plan.of(moved)).toEqual(floorPlanOf(moved));
  });
});
