import { describe, expect, it } from 'vitest';
import { planarPose, planarTwist } from '../base/pose.ts';
import { type Actor, Stage } from './stage.contract.ts';

const at = (x: number) => ({ initial: { pose: planarPose(x, 8, 0), values: [0, 0] } });
const around = (x: number) => [{ floor: 'f0', x, y: 8, radiusM: 4 }];

/** A world of 16 m cells with a cart at 8 m and one at 104 m, both Ann's; Bob looks at the first. */
async function twoCarts(): Promise<{ stage: Stage; ann: Actor; bob: Actor }> {
  const stage = new Stage();
  const ann = await stage.join('ann', { founder: { incarnation: 1, cellM: 16 } });
  const bob = await stage.join('bob');
  await ann.insert('near', at(8));
  await ann.insert('far', at(104));
  await stage.until(bob.participant.look(around(104)));
  await stage.until(bob.participant.look(around(8)));
  return { stage, ann, bob };
}

describe('looking at a region', () => {
  it('[W37] shows what is there, and what is not there is elsewhere', async () => {
    const { bob } = await twoCarts();
    expect([bob.see('near').region, bob.see('far').region]).toEqual(['f0_0_0', 'f0_6_0']);
    expect([bob.see('near').isElsewhere, bob.see('far').isElsewhere]).toEqual([false, true]);
  });

  it('[W37] brings its states and no others', async () => {
    const { stage, ann, bob } = await twoCarts();
    const before = bob.see('far').seq;
    for (const id of ['near', 'far']) await ann.ask(id, { kind: 'drift', twist: planarTwist(0.1, 0), durationMs: 500 });
    await stage.run(3000);
    expect(bob.see('near').stateHash).toBe(ann.see('near').stateHash);
    expect(bob.see('far').seq).toBe(before);
  });

  it('[W37] again brings what it is like by then', async () => {
    const { stage, ann, bob } = await twoCarts();
    await ann.ask('far', { kind: 'place', pose: planarPose(106, 8, 0) });
    await stage.until(bob.participant.look(around(104)));
    expect(bob.see('far')).toMatchObject({ isElsewhere: false, stateHash: ann.see('far').stateHash });
    expect(bob.see('near').isElsewhere).toBe(true);
    await stage.until(bob.participant.look(around(8)));
    expect([bob.see('near').isElsewhere, bob.see('far').isElsewhere]).toEqual([false, true]);
  });

  it('[W37] at all shows everything again', async () => {
    const { stage, bob } = await twoCarts();
    await stage.until(bob.participant.lookAtAll());
    expect([bob.see('near').isElsewhere, bob.see('far').isElsewhere]).toEqual([false, false]);
  });

  it('[W41] does not keep from moving what is out of view', async () => {
    const { stage, ann, bob } = await twoCarts();
    expect(await bob.ask('far', { kind: 'place', pose: planarPose(107, 8, 0) })).toMatchObject({ kind: 'done' });
    await stage.run(100);
    expect(ann.see('far').posture.pose.x).toBe(107);
  });
});

describe('an entity that changes region', () => {
  it('[W38] leaves a tombstone for those who look at the old one only', async () => {
    const { stage, ann, bob } = await twoCarts();
    await ann.ask('near', { kind: 'drift', twist: planarTwist(10, 0), durationMs: 3000 });
    await stage.run(4000);
    expect(ann.see('near').region).toBe('f0_2_0');
    expect(bob.see('near')).toMatchObject({ isElsewhere: true, region: 'f0_1_0' });
  });

  it('[W38] stays in sight of those who look at both', async () => {
    const { stage, ann, bob } = await twoCarts();
    await stage.until(bob.participant.look([...around(8), ...around(24)]));
    await ann.ask('near', { kind: 'drift', twist: planarTwist(4, 0), durationMs: 4000 });
    await stage.run(5000);
    expect(bob.see('near')).toMatchObject({ isElsewhere: false, region: 'f0_1_0' });
    expect(bob.see('near').pose.x).toBeCloseTo(24, 1);
  });

  it('[W38] comes back into view when it comes back', async () => {
    const { stage, ann, bob } = await twoCarts();
    for (const x of [40, 8]) {
      await ann.ask('near', { kind: 'place', pose: planarPose(x, 8, 0) });
      await stage.run(200);
    }
    expect(bob.see('near')).toMatchObject({ isElsewhere: false, region: 'f0_0_0', stateHash: ann.see('near').stateHash });
  });

  it('[W37] does not change it with every tremble on a border', async () => {
    const { stage, ann } = await twoCarts();
    const regions = new Set<string | undefined>();
    for (let i = 0; i < 20; i++) {
      await ann.ask('near', { kind: 'place', pose: planarPose(16 + (i % 2 ? 0.3 : -0.3), 8, 0) });
      await stage.run(60);
      regions.add(ann.see('near').region);
    }
    expect([...regions]).toEqual(['f0_0_0']);
  });
});

describe('a world that gets floors', () => {
  const floors = [
    { id: 'ground', name: 'Ground', heightM: 0, x: 8, y: 8, radiusM: 12 },
    { id: 'upper', name: 'Upper', heightM: 4, x: 8, y: 8, radiusM: 12 },
  ];
  const on = (floor: string) => [{ floor, x: 8, y: 8, radiusM: 12 }];
  const high = (z: number) => ({ ...planarPose(8, 8, 0), z });

  /** A cart on each floor, both Ann's; Bob looks at the upper one, Cid at the ground. */
  async function house() {
    const stage = new Stage();
    const ann = await stage.join('ann', { founder: { incarnation: 1, cellM: 16 } });
    // Keepers look at everything.
    const [bob, cid] = [await stage.join('bob', { isKeeper: false }), await stage.join('cid', { isKeeper: false })];
    await ann.insert('low', { initial: { pose: high(0), values: [0, 0] } });
    await ann.insert('high', { initial: { pose: high(4), values: [0, 0] } });
    await stage.until(bob.participant.look(on('upper')));
    await stage.until(cid.participant.look(on('ground')));
    await stage.until(ann.participant.setFloors(floors));
    await stage.run(1000);
    return { stage, ann, bob, cid };
  }

  it('[W70] has their regions from then on, and who looked at one looks at what it is now', async () => {
    const { ann, bob, cid } = await house();
    expect([ann.see('low').region, ann.see('high').region]).toEqual(['ground_0_0', 'upper_0_0']);
    expect([bob.see('low').isElsewhere, bob.see('high').isElsewhere]).toEqual([true, false]);
    expect([cid.see('low').isElsewhere, cid.see('high').isElsewhere]).toEqual([false, true]);
    expect(cid.participant.floors).toEqual(floors);
  });

  it('[W70] shows who looks at a floor what comes up to it, and no state from any other', async () => {
    const { stage, ann, bob, cid } = await house();
    const seen = cid.see('high').seq;
    const knots = [{ afterMs: 3000, pose: high(4) }];
    await ann.ask('low', { kind: 'follow', knots });
    await ann.ask('high', { kind: 'drift', twist: planarTwist(0.1, 0), durationMs: 500 });
    await stage.run(4000);
    expect(bob.see('low')).toMatchObject({ isElsewhere: false, region: 'upper_0_0', stateHash: ann.see('low').stateHash });
    expect(cid.see('low')).toMatchObject({ isElsewhere: true, region: 'upper_0_0' });
    expect(cid.see('high').seq).toBe(seen);
  });

  it('[W70] sends who looks at one floor from the start nothing of the others, and neither when its link comes back', async () => {
    const { stage, ann } = await house();
    const looks = () => on('ground');
    const dan = await stage.join('dan', { looks, isKeeper: false });
    expect([dan.see('low').isElsewhere, dan.see('low').stateHash]).toEqual([false, ann.see('low').stateHash]);
    expect([dan.see('high').isElsewhere, dan.see('high').seq]).toEqual([true, 0]);
    stage.part(ann, dan);
    await stage.run(5000);
    stage.reunite();
    await stage.run(5000);
    expect(dan.see('high').seq).toBe(0);
    await stage.until(dan.participant.lookAtAll());
    expect(dan.see('high')).toMatchObject({ isElsewhere: false, stateHash: ann.see('high').stateHash });
  });

  it('[W70] tells everybody of what is on every floor', async () => {
    const { stage, ann, bob, cid } = await house();
    await ann.insert('lift', { everyFloor: true, initial: { pose: high(0), values: [0, 0] } });
    await ann.ask('lift', { kind: 'follow', knots: [{ afterMs: 3000, pose: high(4) }] });
    await stage.run(4000);
    for (const viewer of [bob, cid]) expect(viewer.see('lift')).toMatchObject({ isElsewhere: false, stateHash: ann.see('lift').stateHash });
  });

  it('[W70] is one again without them', async () => {
    const { stage, ann, bob } = await house();
    await stage.until(ann.participant.setFloors([]));
    await stage.until(bob.participant.look(on('f0')));
    await stage.run(1000);
    expect([bob.see('low').isElsewhere, bob.see('high').isElsewhere]).toEqual([false, false]);
    expect(ann.see('high').region).toBe('f0_0_0');
  });
});
