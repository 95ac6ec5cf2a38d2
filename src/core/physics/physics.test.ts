import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ORIGIN, type Pose, planarPose } from '../base/pose.ts';
import { box, cylinder, sphere } from '../geometry/parts.ts';
import { at, chain, turned } from '../geometry/placement.ts';
import type { Part } from '../geometry/shape.ts';
import { conveyor } from '../robots/catalog/conveyor.ts';
import { stationMark } from '../robots/catalog/floor-marks.ts';
import { cubePiece } from '../robots/catalog/pieces.ts';
import { pioneer3dx } from '../robots/catalog/pioneer-3-dx.ts';
import { puma560 } from '../robots/catalog/puma-560.ts';
import { stand, workbench } from '../robots/catalog/stands.ts';
import { catalog, type Model } from '../robots/robots.ts';
import {
  clearanceM,
  collisionBodyOf,
  convexesOf,
  distanceBetween,
  firstConflict,
  type Obstacle,
  type Pace,
  type PlacedConvex,
  placed,
  postured,
  separation,
  type Trajectory,
} from './physics.ts';

const one = (part: Part, pose: Pose = ORIGIN): PlacedConvex => {
  const [convex] = convexesOf(part);
  if (!convex) throw new Error('a part without a shape');
  return placed(convex, pose);
};
const unit = box('bone', [1, 1, 1]);
const STILL: Pace = { baseMPerS: 0, baseRadPerS: 0, ratesPerS: [] };

const standing = (model: Model, pose: Pose, values: readonly number[] = []): Trajectory => ({
  body: collisionBodyOf(model),
  pace: STILL,
  at: () => ({ pose, values }),
});
const obstacle = (id: string, trajectory: Trajectory, clearance = 0.002): Obstacle => ({ id, trajectory, clearanceM: clearance });
/** Straight along x from a pose, at 1 m/s. */
const driving = (model: Model, from: Pose): Trajectory => ({
  body: collisionBodyOf(model),
  pace: { ...STILL, baseMPerS: 1 },
  at: (ms) => ({ pose: { ...from, x: from.x + ms / 1000 }, values: [] }),
});

describe('distances', () => {
  it('[P2] are exact between boxes, balls and what is turned', () => {
    expect(separation(one(unit), one(unit, at(3, 0, 0))).distanceM).toBeCloseTo(2, 9);
    expect(separation(one(unit), one(unit, at(3, 3, 0))).distanceM).toBeCloseTo(Math.SQRT2 * 2, 9);
    expect(separation(one(sphere('bone', 0.5)), one(unit, at(0, 0, 2))).distanceM).toBeCloseTo(1, 9);
    const onItsEdge = chain(at(2, 0, 0), turned([0, 0, 1], Math.PI / 4));
    expect(separation(one(unit), one(unit, onItsEdge)).distanceM).toBeCloseTo(1.5 - Math.SQRT1_2, 9);
  });

  it('[P2] are below zero by how much two overlap', () => {
    expect(separation(one(unit), one(unit, at(0.9, 0.2, 0))).distanceM).toBeCloseTo(-0.1, 9);
    expect(separation(one(sphere('bone', 0.5)), one(sphere('bone', 0.5), at(0.7, 0, 0))).distanceM).toBeCloseTo(-0.3, 9);
    expect(separation(one(unit), one(unit)).distanceM).toBeCloseTo(-1, 9);
  });

  const place = fc.double({ min: -2, max: 2, noNaN: true });
  const pose = fc
    .tuple(place, place, place, place, place, place, place)
    .filter(([, , , x, y, z, angle]) => x * x + y * y + z * z > 0.01 && Math.abs(angle) >= 0)
    .map(([x, y, z, ax, ay, az, angle]) => chain(at(x, y, z), turned([ax, ay, az], angle)));

  it('[P2] say of what goes two millimetres too far that it is no deeper in than that', () => {
    fc.assert(
      fc.property(pose, pose, (first, second) => {
        const a = one(unit, first);
        const [x, y, z] = [first.x - second.x, first.y - second.y, first.z - second.z];
        const wayM = Math.hypot(x, y, z);
        fc.pre(wayM > 0.1);
        const distanceAfter = (metres: number) => {
          const share = metres / wayM;
          const nearer = { ...second, x: second.x + x * share, y: second.y + y * share, z: second.z + z * share };
          return separation(a, one(cylinder('bone', 0.3, 0.8), nearer)).distanceM;
        };
        let [apart, touching] = [-2, wayM];
        for (let round = 0; round < 30; round++) {
          const middle = (apart + touching) / 2;
          if (distanceAfter(middle) > 0) apart = middle;
          else touching = middle;
        }
        expect(distanceAfter(apart + 0.002)).toBeGreaterThan(-0.00205);
      }),
      { numRuns: 500 },
    );
  });

  it('[P2] never say more than the truth, whichever way bodies lie, and say the same from both sides', () => {
    fc.assert(
      fc.property(pose, pose, (first, second) => {
        const [a, b] = [one(unit, first), one(cylinder('bone', 0.3, 0.8), second)];
        const there = separation(a, b).distanceM;
        expect(separation(b, a).distanceM).toBeCloseTo(there, 5);
        // No two corners are nearer than the bodies.
        for (const p of a.convex.points)
          for (const q of b.convex.points) {
            const [pw, qw] = [
              placed({ ...a.convex, points: [p], centre: p }, first).centre,
              placed({ ...b.convex, centre: q }, second).centre,
            ];
            expect(Math.hypot(pw[0] - qw[0], pw[1] - qw[1], pw[2] - qw[2])).toBeGreaterThanOrEqual(there - 1e-6);
          }
      }),
      { numRuns: 200 },
    );
  });

  it('[P1] nothing sticks out of what stands for it', () => {
    const round = one(cylinder('bone', 0.5, 1));
    for (let angle = 0; angle < 6.3; angle += 0.1) {
      const point = one(sphere('bone', 1e-9), at(0.5 * Math.cos(angle), 0.5 * Math.sin(angle), 0.5));
      expect(separation(point, round).distanceM).toBeLessThanOrEqual(1e-9);
    }
    const mesh: Part = {
      shape: { kind: 'mesh', mesh: '0'.repeat(64), lowM: [0, 0, 0], highM: [1, 2, 3], triangles: 1 },
      at: ORIGIN,
      paint: 'bone',
    };
    expect(separation(one(mesh), one(unit, at(0.5, 1, 4))).distanceM).toBeCloseTo(0.5, 9);
  });
});

describe('what stands in the way', () => {
  it('[P3] is the same however its wheels have turned, and not however an arm has', () => {
    const linksOf = (model: Model, values: readonly number[]) => postured(collisionBodyOf(model), planarPose(1, 2, 0.5), values).links;
    const turnedBy = (model: Model, angleRad: number) => model.dofs.map(() => angleRad);
    expect(linksOf(pioneer3dx, turnedBy(pioneer3dx, 1.2))).toEqual(linksOf(pioneer3dx, []));
    expect(linksOf(puma560, turnedBy(puma560, 1.2))).not.toEqual(linksOf(puma560, []));
  });

  it('[P3] is not a mark on the floor, and a belt that runs moves nothing', () => {
    expect(collisionBodyOf(stationMark).isSolid).toBe(false);
    expect(collisionBodyOf(cubePiece).isSolid).toBe(true);
    expect(collisionBodyOf(workbench).isSolid).toBe(true);
    const running: Trajectory = {
      body: collisionBodyOf(conveyor),
      pace: { ...STILL, ratesPerS: [0.5] },
      at: (ms) => ({ pose: ORIGIN, values: [ms / 2000] }),
    };
    const inTheMiddle = obstacle('bench', standing(workbench, ORIGIN));
    expect(firstConflict(running, [inTheMiddle], { fromMs: 0, untilMs: 60_000 })).toBeUndefined();
  });
});

const post10cm: Model = {
  ...workbench,
  id: 'post',
  links: [{ name: 'post', parent: -1, origin: ORIGIN, parts: [box('bone', [0.1, 0.1, 1], at(0, 0, 0.5))] }],
};

describe('looking ahead', () => {
  const bench = obstacle('bench', standing(stand, planarPose(2, 0, 0)));

  it('[P4] cuts a drive before it meets the bench, as near as it may', () => {
    const robot = driving(pioneer3dx, ORIGIN);
    const conflict = firstConflict(robot, [bench], { fromMs: 0, untilMs: 5000 });
    expect(conflict?.with).toBe('bench');
    const { pose, values } = robot.at(conflict?.atMs ?? 0);
    const left = distanceBetween(postured(robot.body, pose, values), postured(bench.trajectory.body, planarPose(2, 0, 0), []), 1);
    expect(left).toBeGreaterThan(0.0019);
    expect(left).toBeLessThan(0.007);
    expect(conflict?.where[0]).toBeLessThan(2);
  });

  it('[P4] lets what passes by pass, and does not look beyond the motion', () => {
    expect(firstConflict(driving(pioneer3dx, planarPose(0, 1, 0)), [bench], { fromMs: 0, untilMs: 5000 })).toBeUndefined();
    expect(firstConflict(driving(pioneer3dx, ORIGIN), [bench], { fromMs: 0, untilMs: 500 })).toBeUndefined();
  });

  it('[P4] cuts a turn on the spot before a corner meets what stands beside it', () => {
    const post = standing(post10cm, planarPose(0, 0.75, 0));
    const turning: Trajectory = {
      body: collisionBodyOf(workbench),
      pace: { ...STILL, baseRadPerS: 1 },
      at: (ms) => ({ pose: planarPose(0, 0, ms / 1000), values: [] }),
    };
    const conflict = firstConflict(turning, [obstacle('post', post)], { fromMs: 0, untilMs: 3000 });
    expect(conflict?.with).toBe('post');
    const { pose, values } = turning.at(conflict?.atMs ?? 0);
    const left = distanceBetween(postured(turning.body, pose, values), postured(post.body, post.at(0).pose, []), 1);
    expect(left).toBeGreaterThan(0.0019);
    expect(left).toBeLessThan(0.007);
  });

  it('[P4] [P6] stops an arm at the table it is swept through, however it starts', () => {
    const body = collisionBodyOf(puma560);
    const table = obstacle('table', standing(workbench, planarPose(1, 0, 0)));
    for (let waist = -1.5; waist <= 1.5; waist += 0.25) {
      const sweep: Trajectory = {
        body,
        pace: { ...STILL, ratesPerS: [0, 1] },
        // From upright down through the table.
        at: (ms) => ({ pose: ORIGIN, values: [waist, Math.PI / 2 - ms / 1000, 0, 0, 0, 0, 0.05] }),
      };
      const conflict = firstConflict(sweep, [table], { fromMs: 0, untilMs: 2200 });
      const { values } = sweep.at(conflict?.atMs ?? 2200);
      const arm = postured(body, ORIGIN, values);
      const moved = { ...arm, links: arm.links.slice(2) };
      expect(distanceBetween(moved, postured(table.trajectory.body, planarPose(1, 0, 0), []), 0) ?? 0, `waist ${waist}`).toBeGreaterThan(
        -1e-9,
      );
      if (Math.abs(waist) < 0.3) expect(conflict?.with).toBe('table');
    }
  });

  it('takes a link of very many pieces for the box round them, from end to end', () => {
    const points = Array.from({ length: 400 }, (_, i) => [i / 40, 0, 0] as const);
    const part: Part = { shape: { kind: 'tube', points, radiusM: 0.02 }, at: ORIGIN, paint: 'steel' };
    const rail: Model = { ...workbench, id: 'rail', dofs: [], links: [{ name: 'rail', parent: -1, origin: ORIGIN, parts: [part] }] };
    const body = collisionBodyOf(rail);
    expect(body.links[0]?.convexes.length).toBe(1);
    const cube = collisionBodyOf(cubePiece);
    const probe = (x: number, z: number) => distanceBetween(postured(body, ORIGIN, []), postured(cube, at(x, 0, z), []), 20) ?? 20;
    for (const x of [0, 5, 9.97]) expect(probe(x, -0.01)).toBeLessThan(0.001);
    expect(probe(5, 1)).toBeGreaterThan(0.8);
  });

  it('[P5] lets a robot out of what it was placed into', () => {
    const inside = planarPose(1.65, 0, 0);
    const backwards: Trajectory = {
      ...driving(pioneer3dx, inside),
      at: (ms) => ({ pose: { ...inside, x: inside.x - ms / 1000 }, values: [] }),
    };
    expect(firstConflict(backwards, [bench], { fromMs: 0, untilMs: 1000 })).toBeUndefined();
  });

  it('[P5] lets a robot out of what it was placed into also where it goes deeper first', () => {
    const other = obstacle('other', standing(post10cm, ORIGIN));
    const span = { fromMs: 0, untilMs: 1000 };
    expect(firstConflict(driving(post10cm, planarPose(-0.08, 0, 0)), [other], span)).toBeUndefined();
    expect(firstConflict(driving(post10cm, planarPose(-0.12, 0, 0)), [other], span)).toMatchObject({ with: 'other' });
  });

  it('[P5] what stands nearer than it may comes no nearer, however often it is told to go on', () => {
    const touching = firstConflict(driving(pioneer3dx, ORIGIN), [{ ...bench, clearanceM: 0.001 }], { fromMs: 0, untilMs: 5000 });
    let pose: Pose = { ...ORIGIN, x: (touching?.atMs ?? 0) / 1000 };
    const startM = pose.x;
    for (let told = 0; told < 100; told++) {
      const from = pose;
      // A tenth of a millimetre each time.
      const mover: Trajectory = {
        ...driving(pioneer3dx, from),
        at: (ms) => ({ pose: { ...from, x: from.x + ms / 500_000 }, values: [] }),
      };
      pose = mover.at(firstConflict(mover, [{ ...bench, clearanceM: 0.02 }], { fromMs: 0, untilMs: 50 })?.atMs ?? 50).pose;
    }
    expect(pose.x - startM).toBeLessThan(0.0005);
  });

  it('[P5] what is too near comes no nearer, however often it is told to go on a little', () => {
    // So slow that a look sees less than a hair of it; it is looked at as if it could come much faster.
    const creeping = (from: Pose): Trajectory => ({
      ...driving(pioneer3dx, from),
      at: (ms) => ({ pose: { ...from, x: from.x + ms / 100_000 }, values: [] }),
    });
    const conflict = firstConflict(driving(pioneer3dx, ORIGIN), [bench], { fromMs: 0, untilMs: 5000 });
    let pose: Pose = { ...ORIGIN, x: (conflict?.atMs ?? 0) / 1000 };
    const startM = pose.x;
    for (let told = 0; told < 1000; told++) {
      const mover = creeping(pose);
      pose = mover.at(firstConflict(mover, [bench], { fromMs: 0, untilMs: 50 })?.atMs ?? 50).pose;
    }
    expect(pose.x - startM).toBeLessThan(0.006);
    const left = distanceBetween(
      postured(collisionBodyOf(pioneer3dx), pose, []),
      postured(bench.trajectory.body, planarPose(2, 0, 0), []),
      1,
    );
    expect(left).toBeGreaterThan(0);
  });

  it('[P6] finds links that would meet, and nothing wrong with any model at home', () => {
    const fold: Trajectory = {
      body: collisionBodyOf(puma560),
      pace: { ...STILL, ratesPerS: [0, 0, 1] },
      at: (ms) => ({ pose: ORIGIN, values: [0, Math.PI / 2, Math.PI / 2 - ms / 1000, 0, Math.PI / 2, 0, 0.05] }),
    };
    const conflict = firstConflict(fold, [], { fromMs: 0, untilMs: 6000 });
    expect(conflict?.with).toBe('');
    for (const model of catalog) {
      const wriggle: Trajectory = {
        body: collisionBodyOf(model),
        pace: { ...STILL, ratesPerS: model.dofs.map(() => 0.001) },
        at: () => ({ pose: ORIGIN, values: [] }),
      };
      expect(firstConflict(wriggle, [], { fromMs: 0, untilMs: 100 }), model.id).toBeUndefined();
    }
  });

  it('[P7] two that drive towards each other both stop, with room for what is not known yet', () => {
    const clearance = clearanceM(2, { latencyMs: 40, tickMs: 50 });
    expect(clearance).toBeCloseTo(0.19, 9);
    const towards: Trajectory = {
      ...driving(pioneer3dx, ORIGIN),
      at: (ms) => ({ pose: { ...planarPose(3, 0, Math.PI), x: 3 - ms / 1000 }, values: [] }),
    };
    const mine = driving(pioneer3dx, ORIGIN);
    const conflict = firstConflict(mine, [obstacle('other', towards, clearance)], { fromMs: 0, untilMs: 3000 });
    const [a, b] = [mine, towards].map((one) => postured(one.body, one.at(conflict?.atMs ?? 0).pose, []));
    if (!a || !b) throw new Error('two bodies');
    expect(distanceBetween(a, b, 1)).toBeGreaterThanOrEqual(clearance);
    expect(distanceBetween(a, b, 1)).toBeLessThan(clearance + 0.01);
  });
});
