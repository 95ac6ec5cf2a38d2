import { describe, expect, it } from 'vitest';
import { planarTwist, yawOf } from '../base/pose.ts';
import { cardboardBox } from '../robots/catalog/boxes.ts';
import { draftOf } from '../robots/robots.ts';
import type { Actor } from '../world/stage.contract.ts';
import { type House, house, on, putRobot } from './house.contract.ts';
import type { Journey, JourneyProgress, JourneyState } from './journey.ts';

const at = (actor: Actor, id: string) => {
  const { x, y, z } = actor.see(id).posture.pose;
  return { x: expect.closeTo(x, 2) as number, y: expect.closeTo(y, 2) as number, z: Math.round(z) };
};

/** Lets time pass until it has ended, and tells all states that it was in. */
async function finish({ stage }: House, journey: Journey, atMostMs = 240_000): Promise<{ end: JourneyProgress; states: JourneyState[] }> {
  const states: JourneyState[] = [journey.progress.state];
  journey.changes.on(({ state }) => {
    if (states.at(-1) !== state) states.push(state);
  });
  for (let ms = 0; ms < atMostMs && !journey.hasEnded; ms += 500) await stage.run(500);
  return { end: journey.progress, states };
}

describe('a journey', () => {
  it('[J12] takes a robot to its goal, turned as asked, and tells what is left of the way', async () => {
    const scene = await house();
    await putRobot(scene.ann, 'robot', on(0, 1, 1));
    const journey = scene.navigator(scene.ann).sendTo('robot', { x: 6, y: 5, headingRad: 1 });
    await scene.stage.run(4000);
    const halfway = journey.progress;
    expect(halfway).toMatchObject({ state: 'driving', leg: 0, floor: 'ground', route: { planner: 'lazy-visibility' } });
    expect(halfway.points[0]).toEqual([scene.ann.see('robot').posture.pose.x, scene.ann.see('robot').posture.pose.y]);
    expect(halfway.points.at(-1)).toEqual([6, 5]);
    await scene.stage.run(1000);
    expect(journey.progress.remainingM).toBeLessThan(halfway.remainingM - 0.3);
    const { end } = await finish(scene, journey);
    expect(end).toMatchObject({ state: 'arrived', remainingM: 0, points: [] });
    expect(at(scene.ann, 'robot')).toEqual({ x: 6, y: 5, z: 0 });
    expect(yawOf(scene.bob.see('robot').posture.pose)).toBeCloseTo(1, 3);
    expect(scene.ann.see('robot').contact).toBeUndefined();
  });

  it('[J12] is one motion from the beginning to the end, where nothing is in the way', async () => {
    const scene = await house();
    await putRobot(scene.ann, 'robot', on(0, 1, 1));
    const { seq } = scene.ann.see('robot');
    const { end } = await finish(scene, scene.navigator(scene.bob).sendTo('robot', { x: 6, y: 5 }));
    expect(end.state).toBe('arrived');
    expect(scene.ann.see('robot').seq).toBe(seq + 1);
    expect(scene.ann.see('robot').owner).toBe('ann');
  });

  it('[J17] leads across floors: it waits for the elevator, rides, gets out, and gives it back', async () => {
    const scene = await house();
    await putRobot(scene.ann, 'robot', on(0, 1, 1));
    const journey = scene.navigator(scene.ann).sendTo('robot', { x: 1, y: 5, floor: 'second' });
    const { end, states } = await finish(scene, journey);
    expect(end).toMatchObject({ state: 'arrived', floor: 'second' });
    expect(at(scene.ann, 'robot')).toEqual({ x: 1, y: 5, z: 8 });
    expect(states).toEqual(['planning', 'waiting', 'driving', 'calling', 'boarding', 'riding', 'driving', 'arrived']);
    expect(end.route?.nodes).toEqual(
      expect.arrayContaining(['ground/door-m2', 'ground/elevator-lift', 'second/elevator-lift', 'second/door-m2']),
    );
    const record = await scene.stage.until(scene.hub.bus.bucket('v1.stage.ways').get('lift_lift'));
    expect(new TextDecoder().decode(record?.value)).toContain('"waiting":[]');
  });

  it('[J17] gives the elevator back when it is cancelled on the way', async () => {
    const scene = await house();
    await putRobot(scene.ann, 'robot', on(0, 5, 3));
    const journey = scene.navigator(scene.ann).sendTo('robot', { x: 1, y: 5, floor: 'second' });
    for (let ms = 0; ms < 60_000 && journey.progress.state !== 'boarding'; ms += 20) await scene.stage.run(20);
    expect(journey.progress.state).toBe('boarding');
    const waiting = async () => {
      const record = await scene.stage.until(scene.hub.bus.bucket('v1.stage.ways').get('lift_lift'));
      return new TextDecoder().decode(record?.value);
    };
    expect(await waiting()).toContain('"robot":"robot"');
    await scene.stage.until(journey.cancel('enough'));
    await scene.stage.run(500);
    expect(await waiting()).toContain('"waiting":[]');
  });

  it('[J17] [J18] of two robots to one elevator are one after the other, also when they come from both ends', async () => {
    const scene = await house();
    await putRobot(scene.ann, 'up', on(0, 1, 1));
    await putRobot(scene.bob, 'down', on(2, 5, 5));
    const journeys = [
      scene.navigator(scene.ann).sendTo('up', { x: 5, y: 5, floor: 'second' }),
      scene.navigator(scene.bob).sendTo('down', { x: 1, y: 1, floor: 'ground' }),
    ];
    for (const journey of journeys) expect((await finish(scene, journey)).end).toMatchObject({ state: 'arrived', reason: undefined });
    expect(at(scene.ann, 'up')).toEqual({ x: 5, y: 5, z: 8 });
    expect(at(scene.ann, 'down')).toEqual({ x: 1, y: 1, z: 0 });
  });

  it('[J18] does not stand before the door while somebody is in the cabin, who wants to get out', async () => {
    const scene = await house();
    await putRobot(scene.ann, 'robot', on(0, 6, 3));
    await putRobot(scene.bob, 'passenger', on(0, 8.5, 3, Math.PI));
    const journey = scene.navigator(scene.ann).sendTo('robot', { x: 6, y: 5, floor: 'first' });
    await scene.stage.run(8000);
    expect(journey.progress.state).toBe('waiting');
    await scene.bob.ask('passenger', { kind: 'drift', twist: planarTwist(0.4, 0), durationMs: 8000 });
    expect((await finish(scene, journey)).end).toMatchObject({ state: 'arrived', reason: undefined });
    expect(scene.bob.see('passenger').posture.pose.x).toBeLessThan(7);
  });

  it('[J13] ends with a Stop, whoever presses it, and does not go on when that is re-armed', async () => {
    const scene = await house();
    await putRobot(scene.ann, 'robot', on(0, 1, 1));
    const journey = scene.navigator(scene.ann).sendTo('robot', { x: 6, y: 5 });
    await scene.stage.run(4000);
    await scene.bob.stop('robot');
    await scene.stage.run(1000);
    expect(journey.progress).toMatchObject({ state: 'failed', reason: 'stopped by bob: a hand in the way' });
    const stopped = scene.ann.see('robot').posture.pose;
    await scene.stage.until(scene.bob.participant.rearm('robot'));
    await scene.stage.run(3000);
    expect(scene.ann.see('robot').posture.pose).toEqual(stopped);
  });

  it('[J13] goes on under a lease of whoever had the program started that it is for', async () => {
    const scene = await house();
    await putRobot(scene.ann, 'robot', on(0, 1, 1));
    await scene.bob.ask('robot', { kind: 'lease', request: { kind: 'ask' } });
    const journey = scene.navigator(scene.ann).sendTo('robot', { x: 6, y: 5 }, { isOfWork: true });
    await scene.stage.run(60_000);
    expect(journey.progress).toMatchObject({ state: 'arrived' });
    const cut = scene.navigator(scene.ann).sendTo('robot', { x: 1, y: 1 }, { isOfWork: true });
    await scene.stage.run(4000);
    await scene.bob.stop('robot');
    await scene.stage.run(1000);
    expect(cut.progress).toMatchObject({ state: 'failed', reason: 'stopped by bob: a hand in the way' });
  });

  it('[J13] ends when somebody else takes the lease, the stick, or sends the robot elsewhere', async () => {
    const scene = await house();
    await putRobot(scene.ann, 'robot', on(0, 1, 1));
    const navigator = scene.navigator(scene.ann);
    const first = navigator.sendTo('robot', { x: 6, y: 5 });
    await scene.stage.run(3000);
    await scene.bob.ask('robot', { kind: 'lease', request: { kind: 'force', reason: 'a lesson' } });
    await scene.stage.run(500);
    expect(first.progress).toMatchObject({ state: 'failed', reason: 'bob has the lease' });
    await scene.bob.ask('robot', { kind: 'lease', request: { kind: 'release' } });
    const second = navigator.sendTo('robot', { x: 6, y: 5 });
    await scene.stage.run(3000);
    await scene.bob.ask('robot', { kind: 'drift', twist: planarTwist(0.1, 0), durationMs: 500 });
    await scene.stage.run(500);
    expect(second.progress).toMatchObject({ state: 'failed', reason: 'somebody else moved it' });
    const third = navigator.sendTo('robot', { x: 6, y: 5 });
    await scene.stage.run(3000);
    expect(await scene.stage.until(scene.bob.participant.drive('robot'))).toMatchObject({ kind: 'driving' });
    await scene.stage.run(500);
    expect(third.progress).toMatchObject({ state: 'failed', reason: 'bob drives it' });
  });

  it('[J13] ends with a reset of the world', async () => {
    const scene = await house();
    await putRobot(scene.ann, 'robot', on(0, 1, 1));
    const journey = scene.navigator(scene.ann).sendTo('robot', { x: 6, y: 5 });
    await scene.stage.run(3000);
    await scene.stage.until(scene.bob.participant.changeTime({ kind: 'reset' }));
    await scene.stage.run(1000);
    expect(journey.progress).toMatchObject({ state: 'failed', reason: 'the world was reset' });
    const { pose } = scene.ann.see('robot').posture;
    await scene.stage.run(5000);
    expect(scene.ann.see('robot').posture.pose).toEqual(pose);
  });

  it('[J13] is held by a pause of the world, and goes on after it', async () => {
    const scene = await house();
    await putRobot(scene.ann, 'robot', on(0, 1, 1));
    const journey = scene.navigator(scene.ann).sendTo('robot', { x: 6, y: 5 });
    await scene.stage.run(3000);
    await scene.stage.until(scene.bob.participant.changeTime({ kind: 'pause' }));
    await scene.stage.run(1000);
    const paused = scene.ann.see('robot').posture.pose;
    await scene.stage.run(30_000);
    expect(scene.ann.see('robot').posture.pose).toEqual(paused);
    expect(journey.progress.state).toBe('driving');
    await scene.stage.until(scene.bob.participant.changeTime({ kind: 'run', rate: 1 }));
    expect((await finish(scene, journey)).end.state).toBe('arrived');
  });

  it('[J13] can be cancelled: the robot stands, and others may pass', async () => {
    const scene = await house();
    await putRobot(scene.ann, 'robot', on(0, 1, 1));
    const journey = scene.navigator(scene.ann).sendTo('robot', { x: 6, y: 5 });
    await scene.stage.run(3000);
    expect(await scene.stage.until(journey.cancel('enough'))).toMatchObject({ state: 'cancelled', reason: 'enough' });
    const stood = scene.ann.see('robot').posture.pose;
    await scene.stage.run(2000);
    expect(scene.ann.see('robot').posture.pose).toEqual(stood);
    const record = await scene.stage.until(scene.hub.bus.bucket('v1.stage.ways').get('floor_ground'));
    expect(new TextDecoder().decode(record?.value)).toContain('"claims":[]');
  });

  it('[J13] ends for a new one of the same robot, which begins where that has stopped', async () => {
    const scene = await house();
    await putRobot(scene.ann, 'robot', on(0, 1, 1));
    const navigator = scene.navigator(scene.ann);
    const first = navigator.sendTo('robot', { x: 6, y: 5 });
    await scene.stage.run(3000);
    const second = navigator.sendTo('robot', { x: 1, y: 5 });
    expect((await finish(scene, second)).end.state).toBe('arrived');
    expect(first.progress).toMatchObject({ state: 'cancelled', reason: 'it was sent elsewhere' });
    expect(at(scene.ann, 'robot')).toEqual({ x: 1, y: 5, z: 0 });
  });

  it('[J14] goes round what it runs into and no map knew of', async () => {
    const scene = await house();
    await putRobot(scene.ann, 'robot', on(0, 1, 3));
    await scene.hub.insert('box', { ...draftOf(cardboardBox, { pose: on(0, 2.6, 3), name: 'Box' }), kind: 'static' });
    const { end } = await finish(scene, scene.navigator(scene.ann).sendTo('robot', { x: 6, y: 5 }));
    expect(end).toMatchObject({ state: 'arrived', reason: undefined });
    expect(at(scene.ann, 'robot')).toEqual({ x: 6, y: 5, z: 0 });
  });

  it('[J14] goes round a robot that stands there, and waits for one that stands in the only door', async () => {
    const scene = await house();
    await putRobot(scene.ann, 'robot', on(0, 1, 3));
    await putRobot(scene.bob, 'idle', on(0, 2.6, 3));
    const first = await finish(scene, scene.navigator(scene.ann).sendTo('robot', { x: 6, y: 5 }));
    expect(first.end.state).toBe('arrived');
    expect(scene.ann.see('robot').contact).toBeUndefined();
    await scene.bob.ask('idle', { kind: 'place', pose: on(0, 4, 3) });
    const journey = scene.navigator(scene.ann).sendTo('robot', { x: 1, y: 3 });
    await scene.stage.run(8000);
    expect(journey.progress.state).toBe('waiting');
    await scene.bob.ask('idle', { kind: 'place', pose: on(0, 7, 5) });
    expect((await finish(scene, journey)).end.state).toBe('arrived');
  });

  it('[J19] of two who go to where the other stands: the one that set out later makes way, and both arrive', async () => {
    const scene = await house();
    await putRobot(scene.ann, 'first', on(0, 1, 1));
    await putRobot(scene.bob, 'second', on(0, 2.5, 4));
    const journeys = [
      scene.navigator(scene.ann).sendTo('first', { x: 2.5, y: 4 }),
      scene.navigator(scene.bob).sendTo('second', { x: 1, y: 1 }),
    ] as const;
    const reasons = new Set<string | undefined>();
    journeys[1].changes.on(({ reason }) => reasons.add(reason));
    for (const journey of journeys) expect((await finish(scene, journey)).end).toMatchObject({ state: 'arrived', reason: undefined });
    expect(reasons).toContain('it has made way');
    expect(at(scene.ann, 'first')).toEqual({ x: 2.5, y: 4, z: 0 });
    expect(at(scene.ann, 'second')).toEqual({ x: 1, y: 1, z: 0 });
    expect([scene.ann.see('first').contact, scene.ann.see('second').contact]).toEqual([undefined, undefined]);
  });

  it('[J15] gives up with the reason, after a time, where there is no way', async () => {
    const scene = await house();
    await putRobot(scene.ann, 'robot', on(0, 1, 3));
    const walled = await finish(scene, scene.navigator(scene.ann).sendTo('robot', { x: 4, y: 1 }));
    expect(walled.end).toMatchObject({ state: 'failed', reason: expect.stringContaining('goal') as string });
    await putRobot(scene.bob, 'idle', on(0, 4, 3));
    const blocked = await finish(scene, scene.navigator(scene.ann).sendTo('robot', { x: 6, y: 3 }), 400_000);
    expect(blocked.end).toMatchObject({ state: 'failed', reason: expect.stringContaining('free space') as string });
    expect(() => scene.navigator(scene.ann).sendTo('nobody', { x: 1, y: 1 })).toThrow('there is no nobody');
  });

  it('[J16] of who has died holds nobody up: what it claimed is nobody’s', async () => {
    const scene = await house();
    await putRobot(scene.ann, 'first', on(0, 1, 3));
    await putRobot(scene.bob, 'second', on(0, 1, 1));
    scene.navigator(scene.ann).sendTo('first', { x: 6, y: 5 });
    await scene.stage.run(300);
    scene.ann.node.crash();
    const { end } = await finish(scene, scene.navigator(scene.bob).sendTo('second', { x: 6, y: 4.8 }));
    expect(end.state).toBe('arrived');
  });
});
