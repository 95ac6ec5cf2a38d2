import { describe, expect, it } from 'vitest';
import { chance, seededRandom } from '../base/random.ts';
import { edl } from '../maps/maps.contract.ts';
import type { FloorPlan, Place, Segment } from '../maps/maps.ts';
import { distanceTo, isHidden, longOf, planOfText, pointOn, randomEye, randomFloor, withinField } from './floors.contract.ts';
import { type Eye, look, Scenery, type SeenStretch } from './knowledge.ts';

const planOf = (...members: readonly string[]): FloorPlan => planOfText(edl(...members));

const allRound = (at: Place, rangeM = 20): Eye => ({ at, yawRad: 0, rangeM, fieldRad: 2 * Math.PI });
const isReported = (stretches: readonly SeenStretch[], index: number, atM: number, marginM = 0): boolean =>
  stretches.some((seen) => seen.index === index && atM >= seen.fromM - marginM && atM <= seen.toM + marginM);

/** Where walls go through each other, rounding says which is in front. */
const isAcross = (a: Segment, b: Segment): boolean =>
  Math.abs((a.to[0] - a.from[0]) * (b.to[1] - b.from[1]) - (a.to[1] - a.from[1]) * (b.to[0] - b.from[0])) > 1e-6 * longOf(a) * longOf(b);

/** Where a wall is plainly one or the other, and not by a hair. */
const HAIR_M = 1e-4;
const HAIR_RAD = 1e-4;
const FLOORS = 150;
const EYES = 8;
const SAMPLES = 60;

function* looks(
  seeds: number,
): Iterable<{ seed: string; plan: FloorPlan; scenery: Scenery; eye: Eye; shut: ReadonlySet<number>; hiding: Segment[] }> {
  for (let seed = 1; seed <= seeds; seed++) {
    const random = seededRandom(seed);
    const plan = randomFloor(random, 3 + (seed % 20));
    const scenery = new Scenery(plan);
    for (let i = 0; i < EYES; i++) {
      const shut = new Set(plan.openings.flatMap((_, index) => (chance(random, 0.5) ? [index] : [])));
      const eye = randomEye(random, plan);
      yield {
        seed: `seed ${seed}, eye ${i}`,
        plan,
        scenery,
        eye,
        shut,
        hiding: [...plan.walls, ...plan.openings.filter((_, index) => shut.has(index))],
      };
    }
  }
}

describe('vision', () => {
  it('[KN1] reports no wall, door or notice that a test of every line of sight calls hidden, beyond its range or beside its field', () => {
    let checked = 0;
    for (const { seed, plan, scenery, eye, shut, hiding } of looks(FLOORS)) {
      const sight = look(scenery, eye, { shut });
      const isWrong = (place: Place): boolean =>
        Math.hypot(place[0] - eye.at[0], place[1] - eye.at[1]) > eye.rangeM + HAIR_M ||
        withinField(eye, place) < -HAIR_RAD ||
        isHidden(eye.at, place, hiding, -HAIR_M);
      for (const [seen, members] of [
        [sight.walls, plan.walls],
        [sight.openings, plan.openings],
      ] as const) {
        for (const { index, fromM, toM } of seen) {
          const member = members[index] as Segment;
          expect(fromM, seed).toBeGreaterThanOrEqual(0);
          expect(toM, seed).toBeLessThanOrEqual(longOf(member) + 1e-9);
          for (let i = 0; i <= 10; i++) {
            const place = pointOn(member, (fromM + ((toM - fromM) * i) / 10) / longOf(member));
            checked++;
            if (isWrong(place)) expect.fail(`${seed}: ${place} is seen from ${eye.at}, and something is in the way`);
          }
        }
      }
      for (const index of sight.points) if (isWrong((plan.points[index] as { at: Place }).at)) expect.fail(`${seed}: point ${index}`);
      for (const index of sight.notices) {
        const { at, yawRad } = plan.notices[index] as { at: Place; yawRad: number };
        if (isWrong([at[0] + 0.05 * Math.cos(yawRad), at[1] + 0.05 * Math.sin(yawRad)])) expect.fail(`${seed}: notice ${index}`);
      }
    }
    expect(checked).toBeGreaterThan(50_000);
  });

  it('[KN2] misses nothing that is plainly visible', () => {
    let visible = 0;
    for (const { seed, plan, scenery, eye, shut, hiding } of looks(FLOORS)) {
      const sight = look(scenery, eye, { shut });
      const isPlain = (place: Place): boolean =>
        Math.hypot(place[0] - eye.at[0], place[1] - eye.at[1]) < eye.rangeM - HAIR_M &&
        withinField(eye, place) > HAIR_RAD &&
        !isHidden(eye.at, place, hiding, HAIR_M);
      for (const [seen, members] of [
        [sight.walls, plan.walls],
        [sight.openings, plan.openings],
      ] as const) {
        members.forEach((member, index) => {
          // Edge-on: its line passes through the eye.
          const [dx, dy] = [eye.at[0] - member.from[0], eye.at[1] - member.from[1]];
          if (Math.abs(dx * (member.to[1] - member.from[1]) - dy * (member.to[0] - member.from[0])) < 0.002 * longOf(member)) return;
          for (let i = 1; i < SAMPLES; i++) {
            const place = pointOn(member, i / SAMPLES);
            if (!isPlain(place) || hiding.some((wall) => isAcross(wall, member) && distanceTo(place, wall) < HAIR_M)) continue;
            visible++;
            if (!isReported(seen, index, (longOf(member) * i) / SAMPLES, 1e-6))
              expect.fail(`${seed}: ${place} of ${index} is missed from ${eye.at}`);
          }
        });
      }
      plan.points.forEach(({ at }, index) => {
        if (isPlain(at) && !sight.points.includes(index)) expect.fail(`${seed}: point ${index} is missed`);
      });
    }
    expect(visible).toBeGreaterThan(50_000);
  });

  it('[KN3] reports of a wall the stretches that are seen, not the whole', () => {
    // A wall of 4 m, behind one of 1 m that is half as far away.
    const plan = planOf('WALL: x= 500 y= 400 theta= 0 long= 400', 'WALL: x= 500 y= 350 theta= 0 long= 100');
    const sight = look(new Scenery(plan), allRound([5, 3]));
    const behind = plan.walls.findIndex(({ from }) => from[1] === 4);
    expect(sight.walls.filter(({ index }) => index === behind)).toEqual([
      { index: behind, fromM: expect.closeTo(0, 9), toM: expect.closeTo(1, 9) },
      { index: behind, fromM: expect.closeTo(3, 9), toM: expect.closeTo(4, 9) },
    ]);
  });

  it('[KN4] sees both of two walls that lie upon each other, and nothing from within a wall', () => {
    const plan = planOfText('LENGTH 600\nWIDTH 400\nCORRIDOR: x= 300 y= 50 theta= 0 long= 600 wide= 100\n');
    const scenery = new Scenery(plan);
    const seen = new Set(look(scenery, allRound([3, 0.5])).walls.map(({ index }) => index));
    const low = plan.walls.flatMap(({ from, to }, index) => (from[1] === 0 && to[1] === 0 ? [index] : []));
    expect(low).toHaveLength(2);
    for (const index of low) expect(seen).toContain(index);
    expect(look(scenery, allRound([3, 1])).walls).toEqual([]);
  });

  it('[KN5] sees through doors that are open, and not through those that are shut', () => {
    const plan = planOf(
      'WALL: x= 500 y= 300 theta= 90 long= 600',
      'DOOR: x= 500 y= 300 theta= 0 wide= 100',
      'POINT: x= 900 y= 300 theta= 0',
    );
    const scenery = new Scenery(plan);
    const open = look(scenery, allRound([2, 3]));
    expect(open.points).toEqual([0]);
    expect(open.openings).toEqual([{ index: 0, fromM: expect.closeTo(0, 9), toM: expect.closeTo(1, 9) }]);
    expect(open.shut.size).toBe(0);
    const shut = look(scenery, allRound([2, 3]), { shut: new Set([0]) });
    expect(shut.points).toEqual([]);
    expect(shut.openings).toEqual(open.openings);
    expect([...shut.shut]).toEqual([0]);
  });

  it('[KN6] sees a notice from the side that it faces', () => {
    const plan = planOf('WALL: x= 500 y= 300 theta= 90 long= 300', 'NOTICE: x= 500 y= 300 theta= 180 height= 150 file= "a.png"');
    const scenery = new Scenery(plan);
    expect(look(scenery, allRound([2, 3])).notices).toEqual([0]);
    expect(look(scenery, allRound([8, 3])).notices).toEqual([]);
    expect(look(scenery, allRound([2, 3], 2.9)).notices).toEqual([]);
  });
});
