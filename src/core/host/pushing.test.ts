import { describe, expect, it } from 'vitest';
import { distance, ORIGIN, planarPose, planarTwist } from '../base/pose.ts';
import { AT_REST, collisionBodyOf, distanceBetween, postured } from '../physics/physics.ts';
import { smallCardboardBox } from '../robots/catalog/boxes.ts';
import { conveyor } from '../robots/catalog/conveyor.ts';
import { wall } from '../robots/catalog/furniture.ts';
import { cubePiece } from '../robots/catalog/pieces.ts';
import { pioneer3dx } from '../robots/catalog/pioneer-3-dx.ts';
import { draftOf, type Model } from '../robots/robots.ts';
import { Stage } from '../world/stage.contract.ts';
import { poseAt } from '../world/world.ts';
import { depth, hosted, models, poseOf, put, raised } from './bodies.contract.ts';
import { motionThrough } from './foresight.ts';
import { Neighbourhood } from './neighbourhood.ts';
import { Presses } from './presses.ts';

describe('pushing', () => {
  it('[P23] what sleeps until it is met is said to set out then', () => {
    const at = (ms: number, x: number, isAsleep: boolean) => ({ ms, state: { pose: raised(x, 0, 0), velocity: AT_REST, isAsleep } });
    const met = motionThrough([at(0, 0, true), at(10, 0, true), at(20, 0.01, false), at(30, 0.02, false), at(40, 0.02, true)]);
    expect(met && poseAt(met, 10, () => undefined)?.x).toBe(0);
    expect(met && poseAt(met, 30, () => undefined)?.x).toBe(0.02);
    expect(motionThrough([at(0, 1, true), at(10, 1, true)])).toEqual({ kind: 'still', pose: raised(1, 0, 0) });
  });

  it('[P23] what falls is not said to go on through the floor', () => {
    const velocity = { ...AT_REST, linear: [0, 0, -2] as const };
    const falling = (ms: number, z: number) => ({ ms, state: { pose: raised(0, 0, z), velocity, isAsleep: false } });
    const fall = motionThrough([falling(0, 0.3), falling(10, 0.28), falling(20, 0.26)]);
    expect(fall && poseAt(fall, 100, () => undefined)?.z).toBeCloseTo(0.1, 2);
    expect(fall && poseAt(fall, 5000, () => undefined)?.z).toBeCloseTo(0, 2);
  });

  it.each([0.3, 1.2])('[P23] a robot at %d m/s pushes a box of its owner, and nobody sees one in the other', async (speed) => {
    const stage = new Stage();
    const [owner, guest] = await stage.enter('owner', 'guest');
    const host = await hosted(owner);
    await put(owner, 'box', smallCardboardBox, planarPose(0.6, 0.03, 0.1));
    await put(owner, 'robot', pioneer3dx, ORIGIN);
    await stage.run(1500);
    const distanceM = 1.2;
    const drift = { kind: 'drift', twist: planarTwist(speed, 0), durationMs: (1000 * distanceM) / speed } as const;
    expect((await owner.ask('robot', drift)).kind).toBe('done');
    const depths = await stage.watch(4500, 20, () => Math.max(depth(owner, 'robot', 'box'), depth(guest, 'robot', 'box')));
    expect(owner.see('robot').contact).toBeUndefined();
    expect(poseOf(guest, 'robot').x).toBeCloseTo(distanceM, 2);
    expect(poseOf(guest, 'box').x).toBeGreaterThan(distanceM + 0.2);
    expect(Math.max(...depths)).toBeLessThan(0.01);
    expect(Math.abs(poseOf(guest, 'box').z)).toBeLessThan(0.001);
    await stage.run(2000);
    expect(host.isAsleep).toBe(true);
  });

  it.each([0, 100])('[P23] a box that rests just before a robot that turned for %d ms gives way when it starts', async (turnMs) => {
    const stage = new Stage();
    const [owner, guest] = await stage.enter('owner', 'guest');
    await hosted(owner);
    await put(owner, 'box', smallCardboardBox, planarPose(0.4, 0, 0));
    await put(owner, 'robot', pioneer3dx, ORIGIN);
    await stage.run(3000);
    if (turnMs > 0) await owner.ask('robot', { kind: 'drift', twist: planarTwist(0, 0.2), durationMs: turnMs });
    await stage.run(2 * turnMs);
    const started = owner.participant.command('robot', { kind: 'drift', twist: planarTwist(0.6, 0), durationMs: 1000 });
    const depths = await stage.watch(1500, 10, () => Math.max(depth(owner, 'robot', 'box'), depth(guest, 'robot', 'box')));
    expect((await started).kind).toBe('done');
    expect(poseOf(guest, 'box').x).toBeGreaterThan(0.8);
    expect(Math.max(...depths)).toBeLessThan(0.01);
  });

  it.each([45, 47, 49])('[P23] a robot that goes faster %d ms after it set out is not seen in what it pushes', async (laterMs) => {
    const stage = new Stage();
    const [owner, guest] = await stage.enter('owner', 'guest');
    await hosted(owner);
    await put(owner, 'box', smallCardboardBox, planarPose(0.4, 0, 0));
    await put(owner, 'robot', pioneer3dx, ORIGIN);
    await stage.run(3000);
    const depths: number[] = [];
    for (const [speed, forMs] of [
      [0.3, 450 + laterMs],
      [0.55, 300],
    ] as const) {
      const drift = { kind: 'drift', twist: planarTwist(speed, 0), durationMs: 1500 } as const;
      const driven = owner.participant.command('robot', drift);
      depths.push(...(await stage.watch(forMs, 1, () => Math.max(depth(owner, 'robot', 'box'), depth(guest, 'robot', 'box')))));
      expect((await driven).kind).toBe('done');
    }
    expect(poseOf(guest, 'box').x).toBeGreaterThan(0.6);
    expect(Math.max(...depths)).toBeLessThan(0.01);
  });

  it('[P21] a robot that is told to go while world time is paused pushes when that goes on', async () => {
    const stage = new Stage();
    const [owner, guest] = await stage.enter('owner', 'guest');
    await hosted(owner);
    await put(owner, 'box', smallCardboardBox, planarPose(0.4, 0, 0));
    await put(owner, 'robot', pioneer3dx, ORIGIN);
    await stage.run(3000);
    await stage.until(owner.participant.changeTime({ kind: 'pause' }));
    await stage.run(500);
    await owner.ask('robot', { kind: 'drift', twist: planarTwist(0.6, 0), durationMs: 1000 });
    await stage.run(500);
    await stage.until(owner.participant.changeTime({ kind: 'run', rate: 1 }));
    const depths = await stage.watch(2000, 10, () => Math.max(depth(owner, 'robot', 'box'), depth(guest, 'robot', 'box')));
    expect(poseOf(guest, 'box').x).toBeGreaterThan(0.8);
    expect(Math.max(...depths)).toBeLessThan(0.01);
  });

  it('[P34] a box that was driven against a wall while its owner could stop nobody is not pressed through the floor', async () => {
    const stage = new Stage();
    const [owner, guest] = await stage.enter('owner', 'guest');
    await hosted(owner);
    await put(owner, 'wall', wall, planarPose(0.7, 0, Math.PI / 2));
    await put(owner, 'box', smallCardboardBox, planarPose(0.4, 0, 0));
    await put(owner, 'robot', pioneer3dx, ORIGIN);
    // Before the box has come to rest: it is being simulated.
    await stage.run(100);
    await stage.until(owner.participant.changeTime({ kind: 'pause' }));
    await stage.run(500);
    await owner.ask('robot', { kind: 'drift', twist: planarTwist(0.3, 0), durationMs: 1500 });
    await stage.until(owner.participant.changeTime({ kind: 'step', stepMs: 1500 }));
    await stage.run(500);
    await stage.until(owner.participant.changeTime({ kind: 'run', rate: 1 }));
    const heights = await stage.watch(3000, 20, () => poseOf(guest, 'box').z);
    expect(Math.min(...heights)).toBeGreaterThan(-0.01);
  });

  it('[P27] after a reset a box is where it was at first, and gives way there', async () => {
    const stage = new Stage();
    const [owner, guest] = await stage.enter('owner', 'guest');
    await hosted(owner);
    await put(owner, 'box', smallCardboardBox, planarPose(0.6, 0, 0));
    await put(owner, 'robot', pioneer3dx, ORIGIN);
    await stage.run(1500);
    await owner.ask('robot', { kind: 'drift', twist: planarTwist(1, 0), durationMs: 1500 });
    await stage.run(3000);
    expect(poseOf(owner, 'box').x).toBeGreaterThan(1.4);
    const reset = owner.participant.changeTime({ kind: 'reset' });
    // Until it takes effect all are looked at where they are.
    await owner.ask('robot', { kind: 'drift', twist: planarTwist(0.5, 0), durationMs: 10 });
    await stage.until(reset);
    await stage.run(500);
    await owner.ask('robot', { kind: 'drift', twist: planarTwist(-0.1, 0), durationMs: 100 });
    await stage.run(3000);
    expect(poseOf(owner, 'box').x).toBeCloseTo(0.6, 2);
    await owner.ask('robot', { kind: 'drift', twist: planarTwist(0.5, 0), durationMs: 2000 });
    const depths = await stage.watch(2500, 20, () => Math.max(depth(owner, 'robot', 'box'), depth(guest, 'robot', 'box')));
    expect(Math.max(...depths)).toBeLessThan(0.01);
    expect(poseOf(guest, 'box').x).toBeGreaterThan(1);
  });

  it.each([0.3, 1.2, 1.202])('[P24] a box that comes against a wall stops the robot that pushes it at %d m/s', async (speed) => {
    const stage = new Stage();
    const [owner, guest] = await stage.enter('owner', 'guest');
    await hosted(owner);
    await put(owner, 'wall', wall, planarPose(1.6, 0, Math.PI / 2));
    await put(owner, 'box', smallCardboardBox, planarPose(0.6, 0, 0));
    await put(owner, 'robot', pioneer3dx, ORIGIN);
    await stage.run(1500);
    await owner.ask('robot', { kind: 'drift', twist: planarTwist(speed, 0), durationMs: 6000 });
    const depths = await stage.watch(7000, 20, () =>
      Math.max(depth(guest, 'robot', 'box'), depth(owner, 'robot', 'box'), depth(guest, 'box', 'wall')),
    );
    expect(guest.see('robot').contact?.with).toBe('wall');
    expect(Math.max(...depths)).toBeLessThan(0.01);
    expect(poseOf(guest, 'box').x).toBeGreaterThan(0.8);
    const before = poseOf(guest, 'robot');
    expect((await owner.ask('robot', { kind: 'drift', twist: planarTwist(-0.3, 0), durationMs: 1000 })).kind).toBe('done');
    await stage.run(1500);
    expect(distance(poseOf(guest, 'robot'), before)).toBeGreaterThan(0.2);
  });

  it('[P31] a robot that presses a part presses it no further, but may leave, and tries again after a second', async () => {
    const stage = new Stage();
    const [owner] = await stage.enter('owner');
    // It has been driven at the box until it touched it.
    await put(owner, 'box', smallCardboardBox, planarPose(0.5, 0, 0));
    await put(owner, 'robot', pioneer3dx, planarPose(0.5 - touching(), 0, 0));
    await stage.run(100);
    const presses = new Presses();
    const look = () => {
      const near = new Neighbourhood(owner.participant, models);
      const robot = near.get('robot') ?? expect.fail('there is no robot');
      const driven = (speed: number) => {
        const base = { kind: 'drift', from: robot.pose, twist: planarTwist(speed, 0), t0: near.worldMs, t1: near.worldMs + 500 } as const;
        return presses.conflict(near, 'robot', near.planned(robot, robot, { base, dofs: robot.motion.dofs }));
      };
      return { near, driven };
    };
    const { near, driven } = look();
    expect(driven(0.3)).toBeUndefined();
    presses.remember('robot', near.get('box'), { with: 'wall', x: 1, y: 2, z: 3, atMs: near.worldMs }, near);
    expect(driven(0.3)).toEqual({ atMs: near.worldMs, with: 'wall', where: [1, 2, 3] });
    expect(driven(-0.3)).toBeUndefined();
    expect(driven(0.3)).toBeDefined();
    await stage.run(1100);
    expect(look().driven(0.3)).toBeUndefined();
    presses.remember('robot', look().near.get('box'), { with: 'wall', x: 1, y: 2, z: 3, atMs: 0 }, look().near);
    await owner.ask('box', { kind: 'place', pose: planarPose(0.5, 0.001, 0) });
    expect(look().driven(0.3)).toBeUndefined();
  });

  it('[P24] a part of more than 25 kg stops a robot, and stays where it is', async () => {
    const stage = new Stage();
    const [owner, guest] = await stage.enter('owner', 'guest');
    const safe = { ...smallCardboardBox, id: 'safe', massKg: 40 };
    await hosted(owner, (id) => (id === safe.id ? safe : models(id)));
    await put(owner, 'safe', safe, planarPose(0.8, 0, 0));
    await put(owner, 'robot', pioneer3dx, ORIGIN);
    await stage.run(1500);
    const before = poseOf(guest, 'safe');
    await owner.ask('robot', { kind: 'drift', twist: planarTwist(0.5, 0), durationMs: 4000 });
    await stage.run(4500);
    expect(guest.see('robot').contact?.with).toBe('safe');
    expect(distance(poseOf(guest, 'safe'), before)).toBeLessThan(0.003);
  });

  it('[P28] what is decided here leaves what is simulated elsewhere as it is, and what comes together is simulated together', async () => {
    const stage = new Stage();
    const [owner, guest] = await stage.enter('owner', 'guest');
    await hosted(owner);
    for (const [index, x] of [0, 20].entries()) {
      await put(owner, `box-${index}`, smallCardboardBox, planarPose(x + 0.6, 0, 0));
      await put(owner, `robot-${index}`, pioneer3dx, planarPose(x, 0, 0));
    }
    await put(owner, 'third', smallCardboardBox, planarPose(1.4, 0, 0));
    await stage.run(1500);
    const drift = { kind: 'drift', twist: planarTwist(0.4, 0), durationMs: 4000 } as const;
    await owner.ask('robot-1', drift);
    await stage.run(1500);
    const states = stage.overhear('v1.*.*.st.box-1');
    await owner.ask('robot-0', drift);
    await stage.run(300);
    expect(states.length).toBeLessThanOrEqual(1);
    const depths = await stage.watch(5000, 50, () => Math.max(depth(guest, 'robot-0', 'box-0'), depth(guest, 'box-0', 'third')));
    expect(Math.max(...depths)).toBeLessThan(0.01);
    expect(poseOf(guest, 'third').x).toBeGreaterThan(1.6);
  });

  it('[P24] a stick held against what is stuck moves nothing', async () => {
    const stage = new Stage();
    const [owner, guest] = await stage.enter('owner', 'guest');
    await hosted(owner);
    await put(owner, 'wall', wall, planarPose(1.2, 0, Math.PI / 2));
    await put(owner, 'box', smallCardboardBox, planarPose(0.6, 0, 0));
    await put(owner, 'robot', pioneer3dx, ORIGIN);
    await stage.run(1500);
    const drive = await owner.takeStick('robot');
    drive.hold({ twist: planarTwist(0.5, 0) });
    await stage.run(4000);
    expect(guest.see('robot').contact?.with).toBe('wall');
    const before = poseOf(guest, 'robot');
    const states = stage.overhear('v1.*.*.st.>');
    await stage.run(3000);
    expect(distance(poseOf(guest, 'robot'), before)).toBeLessThan(0.003);
    expect(depth(guest, 'robot', 'box')).toBeLessThan(0.01);
    expect(states.length).toBeLessThanOrEqual(2);
    await stage.until(drive.release());
  });

  it('[P25] asks for the box of another owner before it gets there, and pushes it', async () => {
    const stage = new Stage();
    const [ada, bo] = await stage.enter('ada', 'bo');
    await hosted(ada);
    await hosted(bo);
    await put(bo, 'box', smallCardboardBox, planarPose(1.2, 0, 0));
    await put(bo, 'upper', cubePiece, raised(1.2, 0, 0.202));
    await put(ada, 'robot', pioneer3dx, ORIGIN);
    await stage.run(1500);
    await ada.ask('robot', { kind: 'drift', twist: planarTwist(0.4, 0), durationMs: 5000 });
    const depths = await stage.watch(6500, 50, () => Math.max(depth(ada, 'robot', 'box'), depth(bo, 'robot', 'box')));
    expect(Math.max(...depths)).toBeLessThan(0.01);
    expect(ada.see('robot').contact).toBeUndefined();
    expect(poseOf(bo, 'box').x).toBeGreaterThan(2);
    expect([bo.see('box').owner, bo.see('upper').owner]).toEqual(['ada', 'ada']);
  });

  it('[P25] stops before the box of another owner also where something else is in the way behind it', async () => {
    const stage = new Stage();
    const [ada, bo] = await stage.enter('ada', 'bo');
    await hosted(ada);
    await hosted(bo);
    await bo.insert('box', { ...draftOf(smallCardboardBox, { pose: planarPose(0.39, -0.13, 0), name: 'box' }), hosts: ['bo'] });
    await put(ada, 'robot', pioneer3dx, ORIGIN);
    await put(ada, 'other', pioneer3dx, planarPose(0.62, 0.22, 0));
    await stage.run(1500);
    expect((await ada.ask('robot', { kind: 'drift', twist: planarTwist(0.6, 0), durationMs: 2000 })).kind).toBe('refused');
    expect(poseOf(ada, 'robot').x).toBe(0);
  });

  it('[P25] of two robots of two owners one pushes the box, and the other stops before it', async () => {
    const stage = new Stage();
    const [ada, bo] = await stage.enter('ada', 'bo');
    await hosted(ada);
    await hosted(bo);
    await put(ada, 'box', smallCardboardBox, planarPose(1, 0, 0));
    await put(ada, 'left', pioneer3dx, ORIGIN);
    await put(bo, 'right', pioneer3dx, planarPose(2.4, 0, Math.PI));
    await stage.run(1500);
    const drift = { kind: 'drift', twist: planarTwist(0.5, 0), durationMs: 6000 } as const;
    await stage.until(Promise.all([ada.participant.command('left', drift), bo.participant.command('right', drift)]));
    const pairs = [
      ['left', 'box'],
      ['right', 'box'],
      ['left', 'right'],
    ] as const;
    const depths = await stage.watch(5000, 50, () => Math.max(...pairs.flatMap(([a, b]) => [depth(ada, a, b), depth(bo, a, b)])));
    expect(Math.max(...depths)).toBeLessThan(0.01);
    expect(ada.see('left').contact).toBeDefined();
    expect(ada.see('right').contact).toBeDefined();
    expect(bo.see('box').owner).toBe(ada.see('box').owner);
  });

  it('[P25] what is handed over while it slides goes on', async () => {
    const stage = new Stage();
    const [ada, bo] = await stage.enter('ada', 'bo');
    await hosted(ada);
    await hosted(bo);
    await put(bo, 'belt', conveyor, ORIGIN);
    await put(ada, 'part', cubePiece, raised(-1, 0, 0.65));
    await ada.ask('belt', { kind: 'glide', dof: 0, to: 3, speedPerS: 0.3, ramp: 0 });
    await stage.run(2000);
    const before = poseOf(ada, 'part').x;
    expect((await bo.ask('part', { kind: 'handover' })).kind).toBe('done');
    await stage.run(500);
    const track = await stage.watch(1500, 100, () => poseOf(ada, 'part').x);
    expect(ada.see('part').owner).toBe('bo');
    expect((track.at(-1) ?? 0) - (track[0] ?? 0)).toBeCloseTo(0.3 * 1.4, 1);
    expect((track.at(-1) ?? 0) - before).toBeGreaterThan(0.45);
  });

  it('[P14] what is let go of by something that moves flies on', async () => {
    const stage = new Stage();
    const [owner, guest] = await stage.enter('owner', 'guest');
    await hosted(owner);
    await put(owner, 'robot', pioneer3dx, ORIGIN);
    await put(owner, 'part', cubePiece, raised(0, 0, 0.6));
    expect((await owner.ask('part', { kind: 'ride', parent: 'robot' })).kind).toBe('done');
    await owner.ask('robot', { kind: 'drift', twist: planarTwist(0.8, 0), durationMs: 3000 });
    await stage.run(1000);
    const before = poseOf(guest, 'part');
    expect((await owner.ask('part', { kind: 'halt' })).kind).toBe('done');
    await stage.run(250);
    expect(poseOf(guest, 'part').x - before.x).toBeGreaterThan(0.1);
    expect(poseOf(guest, 'part').z).toBeLessThan(before.z);
  });

  it('[P20] what came with a speed, and has come to rest, does not set out again when it is woken', async () => {
    const stage = new Stage();
    const [ada, bo] = await stage.enter('ada', 'bo');
    await hosted(bo);
    await put(bo, 'own', cubePiece, raised(5, 5, 0));
    await put(ada, 'part', cubePiece, ORIGIN);
    await ada.ask('part', { kind: 'drift', twist: planarTwist(1.5, 0), durationMs: 3000 });
    await stage.run(300);
    expect((await bo.ask('part', { kind: 'handover' })).kind).toBe('done');
    await stage.run(4000);
    const { x } = poseOf(bo, 'part');
    expect(x).toBeGreaterThan(0.5);
    await put(ada, 'other', cubePiece, raised(x, 0.06, 0));
    await stage.run(3000);
    expect(Math.abs(poseOf(bo, 'part').x - x)).toBeLessThan(0.002);
  });

  it('[P29] a box that somebody stands in stays where it is, and stops everybody else, until they are apart', async () => {
    const stage = new Stage();
    const [owner, guest] = await stage.enter('owner', 'guest');
    await hosted(owner);
    await put(owner, 'standing', pioneer3dx, ORIGIN);
    await put(owner, 'box', smallCardboardBox, planarPose(0.3, 0, 0));
    await put(owner, 'robot', pioneer3dx, planarPose(1.5, 0, Math.PI));
    await stage.run(1500);
    const before = poseOf(guest, 'box');
    await owner.ask('robot', { kind: 'drift', twist: planarTwist(0.5, 0), durationMs: 4000 });
    await stage.run(4500);
    expect(distance(poseOf(guest, 'box'), before)).toBe(0);
    expect(guest.see('robot').contact?.with).toBe('box');
    expect(depth(guest, 'robot', 'box')).toBe(0);
    await owner.ask('standing', { kind: 'drift', twist: planarTwist(-0.5, 0), durationMs: 2000 });
    await stage.run(2500);
    await owner.ask('robot', { kind: 'drift', twist: planarTwist(0.5, 0), durationMs: 800 });
    await stage.run(1500);
    expect(before.x - poseOf(guest, 'box').x).toBeGreaterThan(0.2);
  });
});

/** How far apart the middles of a box and a robot before it are when they touch, metres. */
function touching(): number {
  const bodyAt = (model: Model, x: number) => postured(collisionBodyOf(model), planarPose(x, 0, 0), []);
  let awayM = 1;
  // The nearest points need not lie one behind the other.
  for (let look = 0; look < 20; look++) awayM -= distanceBetween(bodyAt(pioneer3dx, 0), bodyAt(smallCardboardBox, awayM), 1) ?? 0;
  return awayM;
}
