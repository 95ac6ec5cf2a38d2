import { describe, expect, it } from 'vitest';
import { ORIGIN, planarPose } from '../base/pose.ts';
import { put } from '../host/bodies.contract.ts';
import { cubePiece } from '../robots/catalog/pieces.ts';
import { puma560 } from '../robots/catalog/puma-560.ts';
import { toolPose } from '../robots/robots.ts';
import type { RunState } from './run-state.ts';
import { isOver, type Operator, positionsOf, RunningStage } from './running-stage.contract.ts';
import { decodeWork, encodeWork } from './work-codec.ts';

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

  it('[RN17] takes nothing of which somebody else has the lease, though one owner has both', async () => {
    const { stage, owner, ann } = await scene();
    const bob = await stage.operator('bob');
    await stage.until(ann.actor.participant.handOver('cube', 'owner'));
    await ann.actor.ask('cube', { kind: 'lease', request: { kind: 'ask' } });
    await stage.start(bob, 'arm', 'grip();');
    expect(await stage.awaitRun(bob, 'arm', isOver)).toMatchObject({
      phase: 'failed',
      message: expect.stringContaining('ann has the lease of cube'),
    });
    expect(owner.actor.see('cube')).toMatchObject({ isMine: true, heldBy: undefined });
    await ann.actor.ask('arm', { kind: 'lease', request: { kind: 'ask' } });
    await stage.start(ann, 'arm', 'grip();');
    expect(await stage.awaitRun(ann, 'arm', isOver)).toMatchObject({ phase: 'finished' });
    expect(ann.actor.see('cube').heldBy).toBe('arm');
  });

  it('[RN17] takes nothing that is not between its fingers, whatever a state says that it goes on from', async () => {
    const { stage, owner, ann } = await scene();
    const resident = await stage.operator('other', { isResident: true });
    await put(resident.actor, 'far', cubePiece, planarPose(3, 3, 0));
    await stage.start(ann, 'arm', 'grip();\nwait(1000);', { startPaused: true });
    const { work } = owner.actor.see('arm');
    const { flag, run } = decodeWork(work?.bytes ?? new Uint8Array());
    if (!run) throw new Error('no run');
    const crafted: RunState = {
      ...{ ...run, phase: 'running', deed: { kind: 'grip', part: 'far', fingers: false } },
      machine: { ...run.machine, at: run.machine.at + 1, startedMs: 0, awaited: -1, last: { number: 1, line: 1, deed: { kind: 'grip' } } },
    };
    owner.programs[Symbol.dispose]();
    owner.actor.participant.perform('arm', { work: { bytes: encodeWork({ flag, run: crafted }), isActive: true } });
    await stage.run(100);
    owner.actor.node.crash();
    expect(await stage.awaitRun(ann, 'arm', isOver)).toMatchObject({ phase: 'failed', message: expect.stringContaining('any more') });
    expect(ann.actor.see('far').heldBy).toBeUndefined();
  });

  it('[RN12] fails where there is nothing between the fingers, and where nothing is held', async () => {
    const { stage, ann } = await scene();
    await stage.start(ann, 'arm', 'move(1, 20); print(grip(), release()); grip();');
    const view = await stage.awaitRun(ann, 'arm', isOver);
    expect(view.printed.map(({ text }) => text)).toEqual(['00']);
    expect(view.message).toContain('nothing between the fingers');
  });
});
