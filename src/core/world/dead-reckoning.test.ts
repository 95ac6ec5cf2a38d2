import { describe, expect, it } from 'vitest';
import { advance, ORIGIN, planarPose, planarTwist } from '../base/pose.ts';
import type { Posture } from './actions.ts';
import { type Observation, observed, type Prediction, THRESHOLD } from './dead-reckoning.ts';
import { NEVER } from './motion.ts';
import { type Actor, Stage } from './stage.contract.ts';

const degrees = (angle: number): number => (angle * Math.PI) / 180;
const standing: Posture = { base: { kind: 'still', pose: ORIGIN }, dofs: [{ kind: 'still', value: 0 }], pose: ORIGIN, values: [0] };
const driving: Posture = { ...standing, base: { kind: 'drift', from: ORIGIN, twist: planarTwist(1, 0), t0: 0, t1: NEVER } };
const turning: Posture = { ...standing, dofs: [{ kind: 'drift', from: 0, ratePerS: 1, t0: 0, t1: NEVER }] };

const predicted = (posture: Posture): Prediction => ({ posture, worldMs: 5000, threshold: THRESHOLD });
const isSent = (observation: Observation, prediction: Prediction): boolean => observed(observation, prediction) !== undefined;

describe('what is observed', () => {
  it.each<[string, Observation, Observation]>([
    ['2 cm', { pose: planarPose(0.0199, 0, 0) }, { pose: planarPose(0.0201, 0, 0) }],
    ['1 degree', { pose: planarPose(0, 0, degrees(0.99)) }, { pose: planarPose(0, 0, degrees(1.01)) }],
    ['0.5 degree of a joint', { values: [degrees(0.49)] }, { values: [degrees(0.51)] }],
  ])('[W23] is sent when it is off by more than %s', (_, within, beyond) => {
    expect(isSent(within, predicted(standing))).toBe(false);
    expect(isSent(beyond, predicted(standing))).toBe(true);
  });

  it('[W23] is sent by the threshold it was given', () => {
    const fine = { ...predicted(standing), threshold: { lengthM: 0.001, angleRad: 0.001, value: 0.001 } };
    expect(isSent({ pose: planarPose(0.002, 0, 0) }, fine)).toBe(true);
  });

  it('[W23] is sent with its twist and its rates, for proxies to go on by', () => {
    const motion = observed({ pose: planarPose(1, 0, 0), twist: planarTwist(0.5, 0), values: [1], ratesPerS: [0.2] }, predicted(standing));
    expect(motion).toEqual({
      base: { kind: 'drift', from: planarPose(1, 0, 0), twist: planarTwist(0.5, 0), t0: 5000, t1: NEVER },
      dofs: [{ kind: 'drift', from: 1, ratePerS: 0.2, t0: 5000, t1: NEVER }],
    });
  });

  it('[W23] says nothing of what was not measured', () => {
    expect(observed({ pose: planarPose(1, 0, 0) }, predicted(turning))?.dofs).toBe(turning.dofs);
    expect(observed({ values: [1] }, predicted(driving))?.base).toBe(driving.base);
  });

  it('[W24] is not said again while it is as predicted, in motion or at rest', () => {
    expect(isSent({ pose: ORIGIN, twist: planarTwist(1, 0) }, predicted(driving))).toBe(false);
    expect(isSent({ pose: ORIGIN, values: [0] }, predicted(standing))).toBe(false);
  });

  it('[W24] is sent at once when it comes to rest, within the threshold too', () => {
    expect(observed({ pose: planarPose(0.01, 0, 0) }, predicted(driving))?.base).toEqual({ kind: 'still', pose: planarPose(0.01, 0, 0) });
    expect(observed({ values: [0.001] }, predicted(turning))?.dofs).toEqual([{ kind: 'still', value: 0.001 }]);
  });
});

describe('a robot whose movement nobody knows ahead', () => {
  const arc = planarTwist(0.8, 0.3);

  /** Measures a robot on an arc 20 times a second and counts what its owner sends of it. */
  async function measureFor(stage: Stage, owner: Actor, durationMs: number): Promise<{ sent: number; worstM: number; follower: Actor }> {
    const follower = await stage.join('bob');
    await owner.insert('robot');
    let sent = 0;
    stage.network
      .node('spy')
      .connect()
      .subscribe('v1.stage.*.st.robot', () => void sent++);
    const startMs = stage.time.now;
    let worstM = 0;
    for (let passedMs = 0; passedMs < durationMs; passedMs += 50) {
      const pose = advance(ORIGIN, arc, (stage.time.now - startMs) / 1000);
      owner.participant.observe('robot', { pose, twist: arc });
      await stage.run(50);
      const truth = advance(ORIGIN, arc, (stage.time.now - startMs) / 1000);
      const { pose: seen } = follower.see('robot').posture;
      if (passedMs > 200) worstM = Math.max(worstM, Math.hypot(seen.x - truth.x, seen.y - truth.y));
    }
    return { sent, worstM, follower };
  }

  it('[W23] is seen within the threshold and what it moves while a message is under way', async () => {
    const stage = new Stage();
    const ann = await stage.join('ann');
    const { worstM } = await measureFor(stage, ann, 5000);
    expect(worstM).toBeLessThanOrEqual(0.02 + 0.8 * 0.01);
  });

  it('[W24] costs a message when it sets off, and none while it moves as predicted or rests', async () => {
    const stage = new Stage();
    const ann = await stage.join('ann');
    const { sent } = await measureFor(stage, ann, 5000);
    expect(sent).toBeGreaterThanOrEqual(1);
    expect(sent).toBeLessThanOrEqual(2);
    const rest = ann.see('robot').posture.pose;
    ann.participant.observe('robot', { pose: rest });
    await stage.run(100);
    let sentAtRest = 0;
    stage.network
      .node('spy')
      .connect()
      .subscribe('v1.stage.*.st.robot', () => void sentAtRest++);
    await stage.watch(5000, 50, () => ann.participant.observe('robot', { pose: rest }));
    expect(sentAtRest).toBe(0);
  });
});
