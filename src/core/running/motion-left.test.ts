import { describe, expect, it } from 'vitest';
import { angleBetween, distance, ORIGIN, type Pose, planarPose, yawOf } from '../base/pose.ts';
import { type MovingDeed, motionOf } from '../programs/programs.ts';
import { pioneer3dx } from '../robots/catalog/pioneer-3-dx.ts';
import { puma560 } from '../robots/catalog/puma-560.ts';
import { type MotionLeft, motionLeft, startOf } from './motion-left.ts';

const DRIVE: MovingDeed = { kind: 'drive', forwardMm: 3000, turnDeg: 0, speedPercent: 50 };
const DEGREE = Math.PI / 180;

const rover = (pose: Pose) => ({ model: pioneer3dx, positions: [], now: { pose, values: pioneer3dx.dofs.map(() => 0) } });

function knotsOf({ plan }: MotionLeft) {
  if (plan.kind !== 'motion' || plan.action.kind !== 'follow') throw new Error(`${plan.kind}, where a way is left`);
  return plan.action.knots;
}

const wholeDrive = motionOf(DRIVE, pioneer3dx, { pose: ORIGIN, values: [] }, []);
const wholeMs = (wholeDrive.kind === 'motion' && wholeDrive.action.kind === 'follow' && wholeDrive.action.knots.at(-1)?.afterMs) || 0;

/** How it stands with the drive after so long, when it was halted there and now stands at a pose. */
const driveLeft = (haltedAfterMs: number, now: Pose) =>
  motionLeft(
    DRIVE,
    { kind: 'motion', from: startOf({ pose: ORIGIN, values: [] }), startedMs: 1000, doneMs: 0 },
    1000 + haltedAfterMs,
    rover(now),
  );

describe('what is left of a way', () => {
  it('[RN5] is its rest, where the robot stands where it was halted', () => {
    const halfway = planarPose(1.5, 0, 0);
    const left = driveLeft(wholeMs / 2, halfway);
    const last = knotsOf(left).at(-1);
    expect(left.doneMs).toBeCloseTo(wholeMs / 2, 6);
    expect([last?.pose.x, last?.afterMs]).toEqual([expect.closeTo(3, 6), expect.closeTo(wholeMs / 2, 6)]);
  });

  it('[RN5] leads straight to its end from where the robot was moved to, and never sideways', () => {
    const aside = planarPose(1.5, 1, 0);
    const knots = knotsOf(driveLeft(wholeMs / 2, aside));
    let before = aside;
    for (const { pose } of knots) {
      if (distance(before, pose) > 1e-3) {
        const bearing = Math.atan2(pose.y - before.y, pose.x - before.x);
        expect(Math.cos(bearing - yawOf(pose))).toBeCloseTo(1, 3);
      }
      before = pose;
    }
    expect(distance(before, planarPose(3, 0, 0))).toBeLessThan(1e-3);
    expect(angleBetween(before, planarPose(3, 0, 0))).toBeLessThan(1e-3);
  });

  it('[RN5] is nothing where the robot is at its end already', () => {
    expect(driveLeft(wholeMs / 2, planarPose(3, 0, 0)).plan).toEqual({ kind: 'none' });
  });
});

describe('what is left of a move of joints', () => {
  const values = [20, 90, -90, 0, 0, 0].map((degrees) => degrees * DEGREE);
  const from = puma560.dofs.map(() => 0);
  const move: MovingDeed = { kind: 'move', position: 'p', speedPercent: 50 };
  const left = (now: readonly number[]) =>
    motionLeft(move, { kind: 'motion', from: startOf({ pose: ORIGIN, values: from }), startedMs: 0, doneMs: 0 }, 500, {
      ...{ model: puma560, positions: [{ name: 'p', values: [20, 90, -90, 0, 0, 0] }] },
      now: { pose: ORIGIN, values: now },
    }).plan;
  const durationOf = (now: readonly number[]) => {
    const plan = left(now);
    return plan.kind === 'motion' && plan.action.kind === 'assume' ? (plan.action.durationMs ?? 0) : 0;
  };

  it('[RN5] takes as much of its time as is left of its way', () => {
    const halfway = from.map((value, dof) => ((values[dof] ?? value) + value) / 2);
    expect(durationOf(from)).toBeGreaterThan(0);
    expect(durationOf(halfway)).toBeCloseTo(durationOf(from) / 2, 3);
  });

  it('[RN5] is nothing where all joints are there', () => {
    expect(left(from.map((value, dof) => values[dof] ?? value))).toEqual({ kind: 'none' });
  });
});
