import { describe, expect, it } from 'vitest';
import { ORIGIN } from '../base/pose.ts';
import { put } from '../host/bodies.contract.ts';
import { cubePiece } from '../robots/catalog/pieces.ts';
import { puma560 } from '../robots/catalog/puma-560.ts';
import { toolPose } from '../robots/robots.ts';
import { isOver, type Operator, positionsOf, RunningStage } from './running-stage.contract.ts';

/** Fingers to the ground, and open. */
const ABOVE = positionsOf('above 0 60 -150 0 -90 0');
const TEXT = 'grip();\nmove(1, 30);\nrelease();\nmove(1, -30);\nprint("empty");';

async function scene(): Promise<{ stage: RunningStage; owner: Operator; ann: Operator }> {
  const stage = new RunningStage();
  await stage.operator('resident', { isResident: true });
  const owner = await stage.operator('owner');
  const ann = await stage.operator('ann');
  await put(owner.actor, 'arm', puma560, ORIGIN);
  await stage.start(owner, 'arm', 'move(above);', { positions: ABOVE });
  await stage.awaitRun(owner, 'arm', isOver);
  const { values } = owner.actor.see('arm').posture;
  const tool = toolPose(puma560, values);
  if (!tool) throw new Error('no tool');
  await put(ann.actor, 'cube', cubePiece, { ...tool, qx: 0, qy: 0, qz: 0, qw: 1, z: tool.z - 0.02 });
  await stage.run(500);
  return { stage, owner, ann };
}

const place = ({ actor }: Operator) => {
  const { pose } = actor.see('cube').posture;
  return [Math.round(pose.x * 100), Math.round(pose.y * 100), Math.round(pose.z * 100)];
};

describe('a program that grips', () => {
  it('[RN6] carries a part of somebody else and lets it go, whoever owns the robot by then', async () => {
    const whole = await scene();
    expect(await whole.stage.start(whole.ann, 'arm', TEXT)).toMatchObject({ kind: 'done' });
    const before = place(whole.ann);
    expect(await whole.stage.awaitRun(whole.ann, 'arm', isOver)).toMatchObject({ phase: 'finished', effects: 6 });
    const expected = place(whole.ann);
    expect(expected).not.toEqual(before);
    expect(whole.ann.actor.see('cube').heldBy).toBeUndefined();
    for (const [number, afterMs] of [
      [1, 0],
      [1, 150],
      [2, 300],
      [3, 0],
      [3, 100],
      [4, 100],
    ] as const) {
      const { stage, owner, ann } = await scene();
      await stage.start(ann, 'arm', TEXT);
      await stage.awaitRun(ann, 'arm', ({ effects }) => effects >= number);
      await stage.run(afterMs);
      owner.actor.node.crash();
      expect(await stage.awaitRun(ann, 'arm', isOver), `cut at ${number}`).toMatchObject({ phase: 'finished', effects: 6 });
      await stage.run(500);
      expect([ann.actor.see('cube').heldBy, place(ann)], `cut at ${number} after ${afterMs} ms`).toEqual([undefined, expected]);
    }
  });

  it('[RN12] fails where there is nothing between the fingers, and where nothing is held', async () => {
    const { stage, ann } = await scene();
    await stage.start(ann, 'arm', 'move(1, 20); print(grip(), release()); grip();');
    const view = await stage.awaitRun(ann, 'arm', isOver);
    expect(view.printed.map(({ text }) => text)).toEqual(['00']);
    expect(view.message).toContain('nothing between the fingers');
  });
});
