import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MalformedError } from '../base/errors.ts';
import { integerBelow, seededRandom } from '../base/random.ts';
import type { FloorPlan, Place, Segment } from '../maps/maps.ts';
import { isHidden, longOf, nearestOn, pointOn, randomEye, randomFloor, withinField } from './floors.contract.ts';
import {
  decodeKnowledge,
  type Eye,
  editionOf,
  encodeKnowledge,
  fromParts,
  Knowledge,
  knownMap,
  look,
  partsOf,
  Scenery,
  segmentsOf,
} from './knowledge.ts';

const HAIR_M = 1e-4;

interface Walk {
  readonly plan: FloorPlan;
  readonly eyes: readonly Eye[];
  readonly knowledge: Knowledge;
}

/** A robot that looks from some places of some floors. */
function walk(seed: number, { looks = 6, members = 12, floor = 'ground' } = {}): Walk {
  const random = seededRandom(seed);
  const plan = randomFloor(random, members);
  const scenery = new Scenery(plan);
  const knowledge = new Knowledge();
  const known = knowledge.begin(floor, editionOf(plan));
  const eyes = Array.from({ length: looks }, () => randomEye(random, plan, 1 + 2 * random.next()));
  for (const eye of eyes) known.see(plan, look(scenery, eye));
  return { plan, eyes, knowledge };
}

/** Several robots on the same two floors, each with its own looks. */
function team(seed: number, robots: number): Knowledge[] {
  const random = seededRandom(seed);
  const plans = [randomFloor(random, 8), randomFloor(random, 5)];
  return Array.from({ length: robots }, () => {
    const knowledge = new Knowledge();
    for (const [floor, plan] of plans.entries()) {
      const scenery = new Scenery(plan);
      for (let i = integerBelow(random, 4); i > 0; i--)
        knowledge.begin(`floor-${floor}`, editionOf(plan)).see(plan, look(scenery, randomEye(random, plan, 3)));
    }
    return knowledge;
  });
}

/** The point of a member's walls that is meant: what is known is rounded to a hundredth of a millimetre. */
function onMember({ walls, openings }: FloorPlan, member: number | undefined, place: Place): Place {
  const nearest = [...walls, ...openings]
    .filter((each) => each.member === member)
    .map((each) => nearestOn(each, place))
    .sort((a, b) => apart(a, place) - apart(b, place))[0];
  if (!nearest || apart(nearest, place) > 5e-5) expect.fail(`${place} is on no wall of member ${member}`);
  return nearest;
}
const apart = (a: Place, b: Place): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

const merged = (...parts: readonly Knowledge[]): Knowledge => {
  const whole = new Knowledge();
  for (const part of parts) whole.merge(part);
  return whole;
};
const hex = (knowledge: Knowledge): string => Buffer.from(encodeKnowledge(knowledge)).toString('hex');

describe('knowledge', () => {
  it('[KN7] contains no point of a wall that was not visible from a place where the robot looked', () => {
    let checked = 0;
    for (let seed = 1; seed <= 120; seed++) {
      const { plan, eyes, knowledge } = walk(seed, { members: 4 + (seed % 16) });
      const isSeen = (place: Place) =>
        eyes.some(
          (eye) =>
            Math.hypot(place[0] - eye.at[0], place[1] - eye.at[1]) <= eye.rangeM + HAIR_M &&
            withinField(eye, place) >= -HAIR_M &&
            !isHidden(eye.at, place, plan.walls, -HAIR_M),
        );
      for (const { known } of knowledge.floors) {
        for (const { member, segment } of [...known.walls, ...known.openings].flatMap((each) =>
          segmentsOf(each).map((segment) => ({ member: each.member, segment })),
        )) {
          for (let i = 0; i <= 12; i++) {
            const place = onMember(plan, member, pointOn(segment, i / 12));
            checked++;
            if (!isSeen(place)) expect.fail(`seed ${seed}: ${place} is known, and was never seen`);
          }
        }
      }
    }
    expect(checked).toBeGreaterThan(20_000);
  });

  it('[KN8] says nothing of where an unseen end of a wall is', () => {
    // Two walls that differ only where nobody looked.
    const known = [4, 9].map((endM) => {
      const wall: Segment = { from: [1, 3], to: [endM, 3] };
      const plan: FloorPlan = {
        ...{ lengthM: 10, widthM: 6, corridors: [], openings: [], notices: [], points: [] },
        walls: [{ ...wall, source: 'wall', member: 0 }],
      };
      const knowledge = new Knowledge();
      knowledge.begin('ground', 0).see(plan, look(new Scenery(plan), { at: [1.5, 2], yawRad: 0, rangeM: 1.5, fieldRad: 7 }));
      expect(knowledge.of('ground', 0)?.wallMm).toBeGreaterThan(1500);
      return hex(knowledge);
    });
    expect(known[0]).toBe(known[1]);
  });

  it('[KN9] is the same whoever tells whom, in whatever order, and however often', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const [a, b, c] = team(seed, 3) as [Knowledge, Knowledge, Knowledge];
        expect(hex(merged(a, b))).toBe(hex(merged(b, a)));
        expect(hex(merged(merged(a, b), c))).toBe(hex(merged(a, merged(b, c))));
        expect(hex(merged(a, a))).toBe(hex(a));
        expect(merged(a, b).merge(a)).toBe(false);
      }),
      { numRuns: 60, seed: 8 },
    );
  });

  it('[KN10] says whether a look was new: nothing is, the second time', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const { plan, eyes, knowledge } = walk(seed);
      const before = hex(knowledge);
      const scenery = new Scenery(plan);
      const known = knowledge.begin('ground', editionOf(plan));
      const { version } = known;
      for (const eye of eyes) expect(known.see(plan, look(scenery, eye))).toBe(false);
      expect(known.version).toBe(version);
      expect(hex(knowledge)).toBe(before);
    }
  });

  it('[KN11] comes back from its bytes as it was; other bytes are refused', () => {
    const random = seededRandom(11);
    for (let seed = 1; seed <= 40; seed++) {
      const { knowledge } = walk(seed);
      const bytes = encodeKnowledge(knowledge);
      expect(hex(decodeKnowledge(bytes))).toBe(hex(knowledge));
      expect(() => decodeKnowledge(bytes.slice(0, integerBelow(random, bytes.length)))).toThrow(MalformedError);
      expect(() => decodeKnowledge(Uint8Array.of(2, ...bytes.slice(1)))).toThrow(MalformedError);
      for (let i = 0; i < 40; i++) {
        const mutant = bytes.slice();
        mutant[integerBelow(random, mutant.length)] = integerBelow(random, 256);
        const again = decodedOrRefused(mutant);
        if (again) expect(hex(decodeKnowledge(encodeKnowledge(again)))).toBe(hex(again));
      }
    }
  });

  it('[KN12] is divided when it is large; its parts together are the whole, and what is new changes few of them', () => {
    const { plan, knowledge } = walk(3, { looks: 40, members: 60 });
    expect(partsOf(knowledge)).toHaveLength(1);
    const parts = partsOf(knowledge, 400);
    expect(parts.length).toBeGreaterThanOrEqual(4);
    for (const part of parts) expect(part.length).toBeLessThanOrEqual(400);
    expect(hex(fromParts(parts.toReversed()))).toBe(hex(knowledge));
    const wall = { kind: 'wall', member: 999, line: { direction: 7, offset: 0 }, stretches: [0, 500] } as const;
    knowledge.begin('ground', editionOf(plan)).addWall(wall);
    const after = partsOf(knowledge, 420);
    expect(after).toHaveLength(parts.length);
    expect(after.filter((part, i) => Buffer.compare(part, parts[i] as Uint8Array) !== 0)).toHaveLength(1);
    expect(() => partsOf(knowledge, 10)).toThrow('does not fit');
  });

  it('[KN13] of another plan of a floor is kept apart, and forgotten when the floor was rebuilt', () => {
    const knowledge = merged(walk(1).knowledge, walk(2).knowledge);
    const [one, other] = knowledge.floors;
    expect(one?.floor).toBe(other?.floor);
    knowledge.forgetOthers('ground', one?.edition as number);
    expect(knowledge.floors).toEqual([one]);
    knowledge.forgetOthers('first', 0);
    expect(knowledge.floors).toEqual([one]);
  });

  it('[KN14] is a map to plan on: what is unknown is free, or forbidden', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const { plan, knowledge } = walk(seed);
      const known = knowledge.begin('ground', editionOf(plan));
      const free = knownMap(known, { unknown: 'free' });
      expect(free.obstacles).toEqual([]);
      expect(free.walls.length).toBeGreaterThan(0);
      const bounds = [
        [-0.5, -0.5],
        [plan.lengthM + 0.5, plan.widthM + 0.5],
      ] as const;
      const { obstacles } = knownMap(known, { unknown: 'forbidden', bounds });
      const random = seededRandom(seed);
      for (let i = 0; i < 200; i++) {
        const place: Place = [random.next() * plan.lengthM, random.next() * plan.widthM];
        const isForbidden = obstacles.some(
          ([low, , high]) => low && high && place[0] >= low[0] && place[0] < high[0] && place[1] >= low[1] && place[1] < high[1],
        );
        expect(isForbidden, `seed ${seed}: ${place}`).toBe(!known.cells.has(Math.floor(place[0] / 0.1), Math.floor(place[1] / 0.1)));
      }
    }
  });

  it('[KN15] has the doors that are known to be shut among its walls, as far as they are known', () => {
    const plan: FloorPlan = {
      ...{ lengthM: 10, widthM: 6, corridors: [], notices: [], points: [], walls: [] },
      openings: [{ from: [4, 3], to: [5, 3], kind: 'door', member: 4 }],
    };
    const knowledge = new Knowledge();
    const known = knowledge.begin('ground', 0);
    known.see(plan, look(new Scenery(plan), { at: [4, 2], yawRad: 0, rangeM: Math.hypot(1, 0.5), fieldRad: 7 }));
    expect(knownMap(known, { unknown: 'free' }).walls).toEqual([]);
    const walls = knownMap(known, { unknown: 'free', shut: new Set([4]) }).walls;
    expect(walls.map(longOf)).toEqual([expect.closeTo(0.5, 2)]);
  });
});

function decodedOrRefused(bytes: Uint8Array): Knowledge | undefined {
  try {
    return decodeKnowledge(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(MalformedError);
    return undefined;
  }
}
