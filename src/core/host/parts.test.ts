import { describe, expect, it } from 'vitest';
import { angleBetween, distance, ORIGIN, planarPose, planarTwist } from '../base/pose.ts';
import { conveyor } from '../robots/catalog/conveyor.ts';
import { cubePiece, cylinderPiece } from '../robots/catalog/pieces.ts';
import { pioneer3dx } from '../robots/catalog/pioneer-3-dx.ts';
import { stand } from '../robots/catalog/stands.ts';
import { Stage } from '../world/stage.contract.ts';
import { hosted, poseOf, put, raised } from './bodies.contract.ts';

const STAND_M = 0.62;

describe('parts at rest', () => {
  it('[P19] a part falls to what is below it, for everybody, and then nothing is said and nobody works', async () => {
    const stage = new Stage();
    const [owner, guest] = await stage.enter('owner', 'guest');
    const host = await hosted(owner);
    await put(owner, 'stand', stand, ORIGIN);
    await put(owner, 'part', cubePiece, raised(0.02, 0, STAND_M + 0.4));
    await stage.run(4000);
    expect(Math.abs(poseOf(guest, 'part').z - STAND_M)).toBeLessThan(0.001);
    expect(poseOf(guest, 'part')).toEqual(poseOf(owner, 'part'));
    expect(host.isAsleep).toBe(true);
    const states = stage.overhear('v1.*.*.st.>');
    await stage.run(10_000);
    expect(states).toEqual([]);
    expect(host.isAsleep).toBe(true);
  });

  it('[P19] five parts on one another stand for a minute', { timeout: 60_000 }, async () => {
    const stage = new Stage();
    const [owner, guest] = await stage.enter('owner', 'guest');
    const host = await hosted(owner);
    for (let level = 0; level < 5; level++) await put(owner, `part-${level}`, cubePiece, raised(0.001 * (level % 2), 0, level * 0.0425));
    await stage.run(60_000);
    for (let level = 0; level < 5; level++) {
      expect(Math.abs(poseOf(guest, `part-${level}`).z - level * 0.042)).toBeLessThan(0.001);
      expect(angleBetween(poseOf(guest, `part-${level}`), ORIGIN)).toBeLessThan(0.02);
    }
    expect(host.isAsleep).toBe(true);
  });

  it('[P20] wakes when what it rests on goes, and when it is placed', async () => {
    const stage = new Stage();
    const [owner, guest] = await stage.enter('owner', 'guest');
    await hosted(owner);
    await put(owner, 'stand', stand, ORIGIN);
    await put(owner, 'lower', cubePiece, raised(0, 0, STAND_M));
    await put(owner, 'upper', cylinderPiece, raised(0, 0, STAND_M + 0.042));
    await stage.run(3000);
    expect(Math.abs(poseOf(guest, 'upper').z - STAND_M - 0.042)).toBeLessThan(0.001);
    await guest.ask('lower', { kind: 'place', pose: raised(2, 2, 0.5) });
    await stage.run(3000);
    expect(Math.abs(poseOf(guest, 'lower').z)).toBeLessThan(0.001);
    expect(Math.abs(poseOf(guest, 'upper').z - STAND_M)).toBeLessThan(0.001);
    await stage.until(guest.participant.remove('stand'));
    await stage.run(3000);
    expect(poseOf(guest, 'upper').z).toBeLessThan(0.03);
  });
});

describe('parts and world time', () => {
  it('[P21] do not fall while the world is paused, and fall ten times as fast at ten times the rate', async () => {
    const stage = new Stage();
    const [owner] = await stage.enter('owner');
    await hosted(owner);
    await stage.until(owner.participant.changeTime({ kind: 'pause' }));
    await stage.run(500);
    await put(owner, 'part', cubePiece, raised(0, 0, 4));
    await stage.run(2000);
    expect(poseOf(owner, 'part').z).toBe(4);
    await stage.until(owner.participant.changeTime({ kind: 'run', rate: 1 }));
    await stage.run(500);
    expect(poseOf(owner, 'part').z).toBeGreaterThan(2);
    await stage.until(owner.participant.changeTime({ kind: 'run', rate: 10 }));
    await stage.run(400);
    expect(poseOf(owner, 'part').z).toBeCloseTo(0, 2);
  });

  it('[P21] a reset puts everything back, and what was in the air falls again', async () => {
    const stage = new Stage();
    const [owner, guest] = await stage.enter('owner', 'guest');
    const host = await hosted(owner);
    await put(owner, 'part', cubePiece, raised(0, 0, 1));
    await stage.run(3000);
    expect(poseOf(guest, 'part').z).toBeCloseTo(0, 2);
    await stage.until(guest.participant.changeTime({ kind: 'pause' }));
    await stage.until(guest.participant.changeTime({ kind: 'reset' }));
    await stage.run(500);
    expect(poseOf(guest, 'part').z).toBe(1);
    await stage.until(guest.participant.changeTime({ kind: 'run', rate: 1 }));
    await stage.run(3000);
    expect(poseOf(guest, 'part').z).toBeCloseTo(0, 2);
    expect(host.isAsleep).toBe(true);
  });

  it('[P21] the same seed and the same commands end in the same states, bit by bit', { timeout: 60_000 }, async () => {
    const play = async () => {
      const stage = new Stage(7);
      const [owner] = await stage.enter('owner');
      await hosted(owner);
      for (let index = 0; index < 6; index++) await put(owner, `part-${index}`, cubePiece, raised(0.5, 0.02 * index, 0.05 + 0.05 * index));
      await put(owner, 'robot', pioneer3dx, planarPose(-0.3, 0, 0));
      await owner.ask('robot', { kind: 'drift', twist: planarTwist(0.5, 0.1), durationMs: 2500 });
      await stage.run(6000);
      return owner.participant.entities.map(({ id, stateHash }) => [id, stateHash]);
    };
    expect(await play()).toEqual(await play());
  });
});

describe('belts', () => {
  it('[P22] carry what lies on them at their speed without a word, whoever owns them, and stop with it', async () => {
    const stage = new Stage();
    const [owner, hub, guest] = await stage.enter('owner', 'hub', 'guest');
    const host = await hosted(owner);
    await put(hub, 'belt', conveyor, ORIGIN);
    await put(owner, 'part', cubePiece, raised(-1, 0.03, 0.65));
    await stage.run(2000);
    expect(Math.abs(poseOf(guest, 'part').z - 0.65)).toBeLessThan(0.001);
    expect(host.isAsleep).toBe(true);
    await guest.ask('belt', { kind: 'glide', dof: 0, to: 2, speedPerS: 0.12, ramp: 0 });
    await stage.run(2000);
    const before = poseOf(guest, 'part').x;
    const states = stage.overhear('v1.*.*.st.part');
    await stage.run(5000);
    expect((poseOf(guest, 'part').x - before) / 5).toBeCloseTo(0.12, 2);
    expect(states.length).toBeLessThanOrEqual(1);
    await guest.ask('belt', { kind: 'halt' });
    await stage.run(1000);
    const stopped = poseOf(guest, 'part');
    await stage.run(2000);
    expect(distance(poseOf(guest, 'part'), stopped)).toBe(0);
    expect(host.isAsleep).toBe(true);
  });
});
