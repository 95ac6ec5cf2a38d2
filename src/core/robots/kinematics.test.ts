import { describe, expect, it } from 'vitest';
import { compose, inverse, ORIGIN, type Pose } from '../base/pose.ts';
import { between, type Random, seededRandom } from '../base/random.ts';
import { at } from '../geometry/placement.ts';
import { catalog } from './catalog/catalog.ts';
import { crsA465 } from './catalog/crs-a465.ts';
import { jupiterXl } from './catalog/jupiter-xl.ts';
import { movemasterEx } from './catalog/movemaster-ex.ts';
import { puma560 } from './catalog/puma-560.ts';
import { dhPose, linkPoses, toolPose } from './kinematics.ts';
import type { DhRow, Model } from './model.ts';

const DEG = Math.PI / 180;
const degrees = (...values: readonly number[]): number[] => values.map((value) => value * DEG);

const rowsOf = ({ id, dh }: Model): readonly DhRow[] => {
  if (!dh) throw new Error(`${id} has no Denavit-Hartenberg rows`);
  return dh;
};

type Matrix = readonly (readonly [number, number, number, number])[];

/** A second implementation, by the matrix that textbooks print for a standard Denavit-Hartenberg row. */
function dhMatrix(rows: readonly DhRow[], q: readonly number[]): Matrix {
  let product: Matrix = [
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 1],
  ];
  for (const [joint, { d, a, alpha, offset }] of rows.entries()) {
    const [c, s] = [Math.cos((q[joint] ?? 0) + offset), Math.sin((q[joint] ?? 0) + offset)];
    const [ca, sa] = [Math.cos(alpha), Math.sin(alpha)];
    const row: Matrix = [
      [c, -s * ca, s * sa, a * c],
      [s, c * ca, -c * sa, a * s],
      [0, sa, ca, d],
      [0, 0, 0, 1],
    ];
    const dot = (left: readonly number[], column: number) => left.reduce((sum, value, k) => sum + value * (row[k]?.[column] ?? 0), 0);
    product = product.map((left) => [dot(left, 0), dot(left, 1), dot(left, 2), dot(left, 3)] as const);
  }
  return product;
}

/** Three points of a frame say where it is and how it is turned, without a word about quaternions. */
const pointsOf = (pose: Pose): number[][] =>
  [at(0, 0, 0), at(1, 0, 0), at(0, 1, 0), at(0, 0, 1)].map((point) => {
    const { x, y, z } = compose(pose, point);
    return [x, y, z];
  });

const pointsOfMatrix = (matrix: Matrix): number[][] => {
  const column = (index: number) => matrix.slice(0, 3).map((row) => (row[3] ?? 0) + (index < 3 ? (row[index] ?? 0) : 0));
  return [3, 0, 1, 2].map(column);
};

function expectPoints(actual: readonly (readonly number[])[], expected: readonly (readonly number[])[], digits = 9): void {
  for (const [index, point] of expected.entries())
    for (const [axis, value] of point.entries()) expect(actual[index]?.[axis]).toBeCloseTo(value, digits);
}

const randomJoints = (random: Random, { dofs }: Model): number[] => dofs.map(({ low, high }) => between(random, low, high));

const arms = catalog.filter(({ dh }) => dh !== undefined);
const SEEDS = Array.from({ length: 20 }, (_, seed) => seed);

describe('Puma 560 against published poses', () => {
  /**
   * Peter Corke, Robotics Toolbox for MATLAB, model puma560 (same standard rows, base at the shoulder): its named poses and what `fkine` prints.
   * Ours stands on the floor, 0.6718 m below. By hand: elbow and wrist lie in one plane, 0.15005 m to the right;
   * x = 0.4318 cos q2 + 0.0203 cos(q2 + q3) - 0.4318 sin(q2 + q3), and the same with sine and cosine for z.
   */
  const poses: readonly { name: string; q: number[]; position: [number, number, number]; approach: [number, number, number] }[] = [
    { name: 'zero, qz', q: degrees(0, 0, 0, 0, 0, 0), position: [0.4521, -0.15005, 0.4318], approach: [0, 0, 1] },
    { name: 'ready, qr', q: degrees(0, 90, -90, 0, 0, 0), position: [0.0203, -0.15005, 0.8636], approach: [0, 0, 1] },
    { name: 'stretch, qs', q: degrees(0, 0, -90, 0, 0, 0), position: [0.8636, -0.15005, -0.0203], approach: [1, 0, 0] },
    { name: 'nominal, qn', q: degrees(0, 45, 180, 0, 45, 0), position: [0.5963, -0.15005, -0.01435], approach: [1, 0, 0] },
  ];
  for (const { name, q, position, approach } of poses) {
    it(name, () => {
      const pose = dhPose(rowsOf(puma560), q);
      const [x, y, z] = position;
      expectPoints([[pose.x, pose.y, pose.z - 0.6718]], [[x, y, z]], 4);
      const tip = compose(pose, at(0, 0, 1));
      expectPoints([[tip.x - pose.x, tip.y - pose.y, tip.z - pose.z]], [approach]);
    });
  }

  it('turns its waist by 90 degrees: x becomes y', () => {
    const pose = dhPose(rowsOf(puma560), degrees(90, 0, -90, 0, 0, 0));
    expectPoints([[pose.x, pose.y, pose.z]], [[0.15005, 0.8636, 0.6515]]);
  });
});

describe('arms with five joints, by trigonometry in the plane of the arm', () => {
  for (const model of [movemasterEx, jupiterXl]) {
    it.each(SEEDS)(`${model.id}, seed %i`, (seed) => {
      const q = randomJoints(seededRandom(seed), model);
      const [q1 = 0, q2 = 0, q3 = 0, q4 = 0] = q;
      const rows = rowsOf(model);
      const [height, upper, forearm, hand] = [rows[0]?.d ?? 0, rows[1]?.a ?? 0, rows[2]?.a ?? 0, rows[4]?.d ?? 0];
      const pitch = q2 + q3 + q4;
      const out = upper * Math.cos(q2) + forearm * Math.cos(q2 + q3) + hand * Math.cos(pitch);
      const up = height + upper * Math.sin(q2) + forearm * Math.sin(q2 + q3) + hand * Math.sin(pitch);
      const pose = dhPose(rows, q);
      const tip = compose(pose, at(0, 0, 1));
      expectPoints(
        [
          [pose.x, pose.y, pose.z],
          [tip.x - pose.x, tip.y - pose.y, tip.z - pose.z],
        ],
        [
          [out * Math.cos(q1), out * Math.sin(q1), up],
          [Math.cos(pitch) * Math.cos(q1), Math.cos(pitch) * Math.sin(q1), Math.sin(pitch)],
        ],
      );
    });
  }

  it('Movemaster stretched out: 0.25 + 0.16 + 0.072 m before its axis, 0.3 m up (the figures of its manual)', () => {
    const pose = dhPose(rowsOf(movemasterEx), [0, 0, 0, 0, 0]);
    expectPoints([[pose.x, pose.y, pose.z]], [[0.482, 0, 0.3]]);
  });

  it('the wrist rolls about the tool and moves nothing else', () => {
    const still = dhPose(rowsOf(movemasterEx), [0.3, 0.5, -0.9, 0.2, 0]);
    const rolled = dhPose(rowsOf(movemasterEx), [0.3, 0.5, -0.9, 0.2, 1.1]);
    expectPoints([pointsOf(rolled)[0] ?? [], pointsOf(rolled)[3] ?? []], [pointsOf(still)[0] ?? [], pointsOf(still)[3] ?? []]);
    expect(compose(rolled, at(1, 0, 0)).z).not.toBeCloseTo(compose(still, at(1, 0, 0)).z, 3);
  });
});

describe('CRS A465', () => {
  it('stands straight up at zero: 0.3302 + 0.3048 + 0.3302 + 0.0762 m', () => {
    expectPoints(pointsOf(dhPose(rowsOf(crsA465), [0, 0, 0, 0, 0, 0])).slice(0, 1), [[0, 0, 1.0414]]);
  });

  it.each(SEEDS)('with its wrist straight, by trigonometry, seed %i', (seed) => {
    const [q1 = 0, q2 = 0, q3 = 0] = randomJoints(seededRandom(seed), crsA465);
    const out = 0.3048 * Math.sin(-q2) + (0.3302 + 0.0762) * Math.sin(-q2 - q3);
    const up = 0.3302 + 0.3048 * Math.cos(q2) + (0.3302 + 0.0762) * Math.cos(q2 + q3);
    const pose = dhPose(rowsOf(crsA465), [q1, q2, q3, 0, 0, 0]);
    expectPoints([[pose.x, pose.y, pose.z]], [[out * Math.cos(q1), out * Math.sin(q1), up]]);
  });
});

describe('every arm', () => {
  for (const model of arms) {
    it.each(SEEDS)(`${model.id}: the matrices of the textbook give the same frame, seed %i`, (seed) => {
      const q = randomJoints(seededRandom(seed), model);
      expectPoints(pointsOf(dhPose(rowsOf(model), q)), pointsOfMatrix(dhMatrix(rowsOf(model), q)));
    });

    it.each(SEEDS)(`${model.id}: link i stands in frame i, seed %i`, (seed) => {
      const q = randomJoints(seededRandom(seed), model);
      const poses = linkPoses(model, q);
      for (let joint = 0; joint <= rowsOf(model).length; joint++) {
        expectPoints(pointsOf(poses[joint] ?? ORIGIN), pointsOf(dhPose(rowsOf(model).slice(0, joint), q)));
      }
    });

    it(`${model.id}: its fingers part evenly from the axis of the tool`, () => {
      const q = randomJoints(seededRandom(7), model);
      const gripper = rowsOf(model).length;
      const inTool = (gap: number) => {
        const values = q.with(gripper, gap);
        const tool = inverse(toolPose(model, values) ?? ORIGIN);
        return linkPoses(model, values)
          .slice(-2)
          .map((finger) => compose(tool, finger));
      };
      for (const gap of [0, 0.04]) {
        const [left, right] = inTool(gap);
        expectPoints([[left?.x ?? 1, left?.y ?? 1, right?.x ?? 1, right?.y ?? 1]], [[0, gap / 2, 0, -gap / 2]]);
        expect(left?.z).toBeLessThan(0);
      }
    });
  }
});

describe('linkPoses', () => {
  const model: Model = {
    id: 'probe',
    name: 'Probe',
    kind: 'equipment',
    summary: 'A door on a slide',
    links: [
      { name: 'base', parent: -1, origin: at(0, 0, 1), parts: [] },
      { name: 'slide', parent: 0, dof: 0, origin: at(1, 0, 0), parts: [] },
      { name: 'door', parent: 1, dof: 1, origin: at(0, 0, 0), parts: [] },
      { name: 'mark', parent: 0, dof: 0, period: 0.25, factor: -1, origin: at(0, 0, 0), parts: [] },
    ],
    dofs: [
      { name: 'Slide', kind: 'translation', pivot: [0, 0, 0], axis: [0, 2, 0], low: -9, high: 9, speedPerS: 1, home: 0.5 },
      { name: 'Hinge', kind: 'rotation', pivot: [1, 0, 0], axis: [0, 0, 3], low: -9, high: 9, speedPerS: 1, home: 0 },
    ],
    extent: { radiusM: 1, heightM: 1 },
  };

  it('moves along and about the axis of a degree of freedom, whose length does not matter', () => {
    const [, slide, door] = linkPoses(model, [0.3, Math.PI / 2]);
    expectPoints([[slide?.x ?? 0, slide?.y ?? 0, slide?.z ?? 0]], [[1, 0.3, 1]]);
    // A quarter turn about the point (1, 0) takes the origin to (1, -1).
    expectPoints([[door?.x ?? 0, door?.y ?? 0, door?.z ?? 0]], [[2, -0.7, 1]]);
  });

  it('takes home where a value is missing', () => {
    expect(linkPoses(model, [])[1]?.y).toBeCloseTo(0.5, 12);
  });

  it('counts modulo the period, below zero too', () => {
    expect(linkPoses(model, [0.3, 0])[3]?.y).toBeCloseTo(0.2, 12);
    expect(linkPoses(model, [-1.3, 0])[3]?.y).toBeCloseTo(0.05, 12);
  });
});
