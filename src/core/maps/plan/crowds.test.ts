import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyDocument } from '../maps.contract.ts';
import type { EdlDocument, EdlMember } from '../maps.ts';
import { Cuts } from './cuts.ts';
import { Layout, stretchUnder } from './layout.ts';
import { lengthM, type Segment } from './segment.ts';
import { SegmentIndex } from './segment-index.ts';
import { MOST_VISITS, Visits } from './visits.ts';

const FIELD = { lengthCm: 10_000, widthCm: 10_000 };
const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const wall = (xCm: number, yCm: number, thetaDeg: number, longCm: number): EdlMember => ({ kind: 'WALL', xCm, yCm, thetaDeg, longCm });
const door = (xCm: number, yCm: number, thetaDeg: number, wideCm: number): EdlMember => ({ kind: 'DOOR', xCm, yCm, thetaDeg, wideCm });

/** Members that crowd together: all on one another, shifted along a line, jittered about it, or turned about a point. */
const crowd = (count: number): fc.Arbitrary<EdlMember[]> =>
  fc
    .record({
      stepCm: fc.constantFrom(0, 0.1, 1, 40),
      turnDeg: fc.constantFrom(0, 0.01, 1, 7),
      offCm: fc.constantFrom(0, 0.3, 2),
      longCm: fc.constantFrom(50, 900, 8000),
      doors: fc.constantFrom(0, 1, 4),
      isReversed: fc.boolean(),
    })
    .map(({ stepCm, turnDeg, offCm, longCm, doors, isReversed }) => {
      const members = upTo(count).map((i) => {
        const place = [5000 + ((i * stepCm) % 5000), 5000 + (i % 3) * offCm] as const;
        return doors > 0 && i % 5 < doors ? door(...place, 90 + i * turnDeg, 90) : wall(...place, i * turnDeg, longCm);
      });
      return isReversed ? members.reverse() : members;
    });

/** What the index finds, looked for among all pairs. */
function pairsOf({ gaps, obstacles, tolerance }: Layout): string[] {
  return gaps.flatMap((gap) => obstacles.flatMap((obstacle, i) => (stretchUnder(gap, obstacle, tolerance) ? [`${gap.member} ${i}`] : [])));
}

const found = (layout: Layout): string[] => {
  const cuts = new Cuts(layout);
  return layout.gaps.flatMap((gap) => cuts.by(gap).map(({ obstacle }) => `${gap.member} ${layout.obstacles.indexOf(obstacle)}`));
};

describe('members over each other', () => {
  it('[E15] are all found, and nothing else, however they lie', () => {
    const documents = fc.oneof(
      anyDocument,
      crowd(60).map((members): EdlDocument => ({ ...FIELD, members })),
    );
    fc.assert(
      fc.property(documents, (document) => {
        const layout = new Layout(document);
        expect(found(layout).sort()).toEqual(pairsOf(layout).sort());
      }),
      { numRuns: 500 },
    );
  });

  it('[E27] are found to be covered where they are, however they lie', () => {
    const documents = fc.oneof(
      anyDocument,
      crowd(60).map((members): EdlDocument => ({ ...FIELD, members })),
    );
    fc.assert(
      fc.property(documents, (document) => {
        const { obstacles, obstacleIndex, tolerance } = new Layout(document);
        for (const wall of obstacles) {
          const covers = (other: Segment): boolean => {
            const shared = other === wall ? undefined : stretchUnder(wall, other, tolerance);
            return shared !== undefined && shared.toM - shared.fromM >= lengthM(wall) - tolerance.metres;
          };
          const cover = obstacleIndex.findCover(wall, { tolerance, visits: new Visits(), isWanted: covers });
          expect(cover !== undefined).toBe(obstacles.some(covers));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('[E44] are compared no more often than the limit allows, and then those before are whole', () => {
    fc.assert(
      fc.property(crowd(300), fc.integer({ min: 0, max: 20_000 }), (members, most) => {
        const layout = new Layout({ ...FIELD, members });
        const visits = new Visits(most);
        const cuts = new Cuts(layout, visits);
        // The last look that is asked for is refused, but counted.
        expect(visits.spent).toBeLessThanOrEqual(most + 200);
        const all = new Cuts(layout, new Visits(Number.POSITIVE_INFINITY));
        const opened = layout.gaps.filter((gap) => cuts.by(gap).length > 0);
        for (const gap of opened) expect(cuts.by(gap)).toEqual(all.by(gap));
        expect(visits.isSpent).toBe(all.visits.spent > most);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['the same', (i: number) => wall(5000, 5000, 0, 9000 + 0 * i)],
    ['in a row', (i: number) => wall(i, 5000, 0, 90)],
    ['turned about a point', (i: number) => wall(5000, 5000, (i * 180) / 8000, 9000)],
    ['beside each other', (i: number) => wall(5000, i, 0, 9000)],
  ])('[E44] take visits that grow with the members, not with their pairs: %s', (_how, member) => {
    const visitsEach = (count: number): number => {
      const layout = new Layout({ ...FIELD, members: upTo(count).map(member) });
      const index = new SegmentIndex(layout.obstacles);
      const visits = new Visits(Number.POSITIVE_INFINITY);
      for (const [i, each] of layout.obstacles.entries())
        index.findCover(each, { tolerance: layout.tolerance, visits, isWanted: (other) => layout.obstacles.indexOf(other) < i });
      return visits.spent / count;
    };
    expect(visitsEach(8000)).toBeLessThan(1.5 * visitsEach(1000) + 50);
  });

  it('[E44] are no crowd when they stand beside each other, on the largest floor', () => {
    // Rooms of 3 m by 4 m, each with two walls, a door in either and a point.
    const members = upTo(4000).flatMap((i): EdlMember[] => {
      const [x, y] = [300 * (i % 80), 400 * Math.floor(i / 80)];
      return [
        wall(x + 150, y, 0, 300),
        wall(x, y + 200, 90, 400),
        door(x + 100, y, 90, 90),
        door(x, y + 200, 0, 90),
        { kind: 'POINT', xCm: x + 150, yCm: y + 150, thetaDeg: 0 },
      ];
    });
    const { visits } = new Cuts(new Layout({ lengthCm: 24_000, widthCm: 20_000, members }));
    expect(visits.spent).toBeLessThan(MOST_VISITS / 5);
  });
});
