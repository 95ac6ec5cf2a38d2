import { describe, expect, it } from 'vitest';
import { distance, ORIGIN, planarPose, planarTwist } from '../base/pose.ts';
import { smallCardboardBox } from '../robots/catalog/boxes.ts';
import { pioneer3dx } from '../robots/catalog/pioneer-3-dx.ts';
import { Stage } from '../world/stage.contract.ts';
import { depth, hosted, poseOf, put } from './bodies.contract.ts';

describe('a part that somebody was driven into unheard', () => {
  it('[P35] is not pressed through the floor when that is heard while it is simulated, and gives way when they are apart', async () => {
    const stage = new Stage();
    const [ada, bo] = await stage.enter('ada', 'bo');
    await hosted(ada);
    await put(ada, 'box', smallCardboardBox, planarPose(0.42, 0, 0));
    await put(ada, 'own', pioneer3dx, planarPose(2, 0, Math.PI));
    await put(bo, 'robot', pioneer3dx, ORIGIN);
    await stage.run(3000);
    stage.part(ada, bo);
    await bo.ask('robot', { kind: 'drift', twist: planarTwist(0.25, 0), durationMs: 800 });
    await stage.run(2000);
    expect(poseOf(ada, 'robot').x).toBe(0);
    // It is looked at anew where it lies: it is being simulated, and rests in a moment.
    await ada.ask('box', { kind: 'place', pose: planarPose(0.42, 0.001, 0) });
    await stage.run(50);
    stage.reunite();
    await bo.ask('robot', { kind: 'drift', twist: planarTwist(0.02, 0), durationMs: 100 });
    const heights = await stage.watch(3000, 20, () => poseOf(bo, 'box').z);
    expect(Math.min(...heights)).toBeGreaterThan(-0.01);
    expect(depth(ada, 'robot', 'box')).toBeGreaterThan(0.05);
    await bo.ask('robot', { kind: 'drift', twist: planarTwist(-0.5, 0), durationMs: 1000 });
    await stage.run(1500);
    await ada.ask('own', { kind: 'drift', twist: planarTwist(0.5, 0), durationMs: 3000 });
    await stage.run(3500);
    expect(poseOf(bo, 'box').x).toBeLessThan(0.35);
  });

  it('[P35] stands still if it was being pushed, and stops who pushes it', async () => {
    const stage = new Stage();
    const [ada, bo] = await stage.enter('ada', 'bo');
    await hosted(ada);
    await put(ada, 'box', smallCardboardBox, planarPose(0.5, 0, 0));
    await put(ada, 'own', pioneer3dx, ORIGIN);
    await put(bo, 'robot', pioneer3dx, planarPose(1.05, 0.6, -Math.PI / 2));
    await stage.run(3000);
    stage.part(ada, bo);
    await bo.ask('robot', { kind: 'drift', twist: planarTwist(0.5, 0), durationMs: 1200 });
    await ada.ask('own', { kind: 'drift', twist: planarTwist(0.2, 0), durationMs: 8000 });
    await stage.run(2500);
    expect(poseOf(ada, 'robot').y).toBe(0.6);
    stage.reunite();
    await bo.ask('robot', { kind: 'drift', twist: planarTwist(0.02, 0), durationMs: 100 });
    expect(depth(ada, 'robot', 'box')).toBeGreaterThan(0.01);
    await stage.run(200);
    const before = poseOf(bo, 'box');
    await stage.run(3000);
    expect(distance(poseOf(bo, 'box'), before)).toBe(0);
    expect(ada.see('own').contact?.with).toBe('box');
  });
});
