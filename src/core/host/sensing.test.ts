import { describe, expect, it } from 'vitest';
import { distance, ORIGIN, type Pose, planarPose, planarTwist, yawOf } from '../base/pose.ts';
import type { Answer } from '../blackboard/reading.ts';
import { subjects } from '../bus/subjects.ts';
import { longWall } from '../robots/catalog/furniture.ts';
import { type Actor, Stage, WORLD } from '../world/stage.contract.ts';
import { hosted, put } from './bodies.contract.ts';
import { knownModels, type Senses, scout, sensesOf } from './sensing.contract.ts';
import { sense, VirtualSensors } from './virtual-sensor.ts';

interface Scene {
  readonly stage: Stage;
  readonly owner: Actor;
  readonly owners: Senses;
  readonly watcher: Actor;
  readonly watchers: Senses;
}

/** A robot of one participant before a wall, and another one who may listen. */
async function scene(pose: Pose = ORIGIN): Promise<Scene> {
  const stage = new Stage();
  const [, owner, watcher] = await stage.enter('leader', 'owner', 'watcher');
  const [owners, watchers] = [sensesOf(stage, owner), sensesOf(stage, watcher)];
  await put(owner, 'wall', longWall, planarPose(3, 0, Math.PI / 2));
  await put(owner, 'rover', scout, pose);
  await stage.run(1000);
  return { stage, owner, owners, watcher, watchers };
}

const toldBy = (answer: Answer) => (answer.kind === 'value' ? answer.value : undefined);
const LASER = 'sensors/rover/laser';

describe('what is measured for who listens', () => {
  it('[RS11] is on the blackboard with its unit, its age and what it is good for, at the rate of the sensor', async () => {
    const { stage, owner, watchers } = await scene();
    const told: Answer[] = [];
    watchers.board.bind('sensors/rover/**', (answer) => told.push(answer));
    await stage.run(3000);
    const ofLaser = told.filter(({ name }) => name === LASER);
    expect(ofLaser.length).toBeGreaterThanOrEqual(25);
    expect(ofLaser.length).toBeLessThanOrEqual(31);
    expect(watchers.board.declaration(LASER)).toMatchObject({ type: 'vector', unit: 'm', goodForMs: 500 });
    const laser = watchers.board.read(LASER);
    expect(laser).toMatchObject({ kind: 'value', writer: 'owner' });
    expect(laser.ageMs).toBeGreaterThan(0);
    expect(laser.ageMs).toBeLessThan(200);
    const [right, , middle] = toldBy(laser) as number[];
    expect(right).toBe(8);
    // The wall is 0.1 m thick or so.
    expect(middle).toBeGreaterThan(2.9);
    expect(middle).toBeLessThan(3);
    expect(toldBy(watchers.board.read('sensors/rover/front-bumper'))).toBe(false);
    expect(toldBy(watchers.board.read('sensors/rover/odometry'))).toEqual([0, 0, 0]);
    expect(watchers.board.declaration('sensors/rover/odometry')?.unit).toBe('m m rad');
    await owner.ask('rover', { kind: 'drift', twist: planarTwist(0, 0.5), durationMs: 1000 });
    await stage.run(1500);
    expect(toldBy(watchers.board.read('sensors/rover/compass'))).toBeCloseTo(yawOf(owner.see('rover').posture.pose), 6);
    // What a camera sees is no number.
    expect(watchers.board.names('sensors/**')).toEqual([
      'sensors/rover/compass',
      'sensors/rover/front-bumper',
      'sensors/rover/laser',
      'sensors/rover/odometry',
    ]);
  });

  it('[RS6] tells a bumper that its robot was stopped before a wall', async () => {
    const { stage, owner, watchers } = await scene();
    await hosted(owner, knownModels);
    watchers.board.bind('sensors/rover/front-bumper', () => {});
    await owner.ask('rover', { kind: 'drift', twist: planarTwist(0.5, 0), durationMs: 8000 });
    await stage.run(2000);
    expect(toldBy(watchers.board.read('sensors/rover/front-bumper'))).toBe(false);
    await stage.run(6500);
    expect(owner.see('rover').contact?.with).toBe('wall');
    expect(toldBy(watchers.board.read('sensors/rover/front-bumper'))).toBe(true);
  });

  it('[RS7] has odometry that follows its robot, drifts and never jumps, whoever owns it', async () => {
    const { stage, owner, owners, watcher, watchers } = await scene(planarPose(-30, 0, 0));
    const told: number[][] = [];
    watchers.board.bind('sensors/rover/odometry', (answer) => told.push(toldBy(answer) as number[]));
    await stage.run(1000);
    const start = owner.see('rover').posture.pose;
    await owner.ask('rover', { kind: 'drift', twist: planarTwist(1, 0.02), durationMs: 20_000 });
    await stage.run(8000);
    await stage.until(owner.participant.handOver('rover', 'watcher'));
    await stage.run(16_000);
    expect(watcher.see('rover').isMine).toBe(true);
    expect(owners.sensing.isAsleep).toBe(true);
    const wayM = distance(start, watcher.see('rover').posture.pose);
    const [x = 0, y = 0] = told.at(-1) ?? [];
    expect(Math.abs(Math.hypot(x, y) - wayM)).toBeLessThan(0.6);
    expect(Math.hypot(x, y)).not.toBeCloseTo(wayM, 4);
    const steps = told
      .slice(1)
      .map(([nextX = 0, nextY = 0], index) => Math.hypot(nextX - (told[index]?.[0] ?? 0), nextY - (told[index]?.[1] ?? 0)));
    // 1 m/s, and 0.1 s from one value to the next; while it changes hands somewhat more.
    expect(Math.max(...steps)).toBeLessThan(2.5);
    expect(steps.filter((step) => step > 0.25).length).toBeLessThanOrEqual(1);
  });

  it('[RS7] begins anew when the world is reset', async () => {
    const { stage, owner, watchers } = await scene(planarPose(-30, 0, 0));
    watchers.board.bind('sensors/rover/odometry', () => {});
    await owner.ask('rover', { kind: 'drift', twist: planarTwist(1, 0), durationMs: 3000 });
    await stage.run(4000);
    expect((toldBy(watchers.board.read('sensors/rover/odometry')) as number[])[0]).toBeGreaterThan(2);
    await stage.until(owner.participant.changeTime({ kind: 'reset' }));
    await stage.run(1500);
    expect(toldBy(watchers.board.read('sensors/rover/odometry'))).toEqual([0, 0, 0]);
  });
});

describe('who listens', () => {
  it('[RS10] says so at once and every 2 s, to who owns the robot, in one small message', async () => {
    const { stage, watchers } = await scene();
    const heard = stage.overhear(subjects.sensing(WORLD, '*'));
    const toAll = stage.overhear(subjects.sensingAll(WORLD));
    const bindings = [LASER, LASER, 'sensors/rover/odometry'].map((name) => watchers.board.bind(name, () => {}));
    await stage.run(100);
    expect(heard.map(({ subject }) => subject)).toEqual([subjects.sensing(WORLD, 'rover')]);
    expect(new TextDecoder().decode(heard[0]?.payload)).toBe('{"mounts":["laser","odometry"]}');
    await stage.run(9950);
    expect(heard).toHaveLength(6);
    for (const binding of bindings) binding[Symbol.dispose]();
    await stage.run(10_000);
    expect(heard).toHaveLength(6);
    const all = watchers.board.bind('sensors/*/laser', () => {});
    await stage.run(3900);
    expect(toAll).toHaveLength(2);
    all[Symbol.dispose]();
    expect(heard).toHaveLength(6);
  });

  it('[RS10] is also who reads, for as long as that goes on', async () => {
    const { stage, watchers } = await scene();
    const heard = stage.overhear(subjects.sensing(WORLD, '*'));
    const readings = await stage.watch(8000, 500, () => toldBy(watchers.board.read(LASER)));
    expect(readings[0]).toBeUndefined();
    expect(readings.slice(4).every((value) => Array.isArray(value))).toBe(true);
    const before = heard.length;
    expect(before).toBeLessThanOrEqual(5);
    await stage.run(6000);
    const last = heard.length;
    expect(last - before).toBeLessThanOrEqual(3);
    await stage.run(20_000);
    expect(heard).toHaveLength(last);
  });

  it('[RS10] is the owner itself, too', async () => {
    const { stage, owners } = await scene();
    owners.board.bind(LASER, () => {});
    await stage.run(1000);
    expect(toldBy(owners.board.read(LASER))).toHaveLength(5);
  });

  it('[RS11] is measured for until 5 s after the last word, which may have been lost with who said it', async () => {
    const { stage, watcher, owners, watchers } = await scene();
    const values = stage.overhear(subjects.variable(WORLD, '>'));
    watchers.board.bind(LASER, () => {});
    await stage.run(3000);
    watcher.node.crash();
    await stage.run(2000);
    const then = values.length;
    await stage.run(1000);
    expect(values.length).toBeGreaterThan(then);
    await stage.run(5000);
    expect(owners.sensing.isAsleep).toBe(true);
    const last = values.length;
    await stage.run(20_000);
    expect(values).toHaveLength(last);
  });
});

describe('while nobody listens', () => {
  it('[RS12] nothing is said or measured, though blackboards are open and somebody is bound to all', async () => {
    const { stage, owners, watchers } = await scene();
    const said = [subjects.variable(WORLD, '>'), subjects.sensing(WORLD, '*'), subjects.sensingAll(WORLD)].map((subject) =>
      stage.overhear(subject),
    );
    watchers.board.bind('**', () => {});
    await stage.run(20_000);
    expect(said.map(({ length }) => length)).toEqual([0, 0, 0]);
    expect(owners.sensing.isAsleep).toBe(true);
    expect(watchers.sensing.isAsleep).toBe(true);
    expect(owners.board.names('sensors/**')).toEqual([]);
  });

  it('[RS12] a node whose blackboard is closed says nothing more', async () => {
    const { stage, watchers } = await scene();
    const heard = stage.overhear(subjects.sensing(WORLD, '*'));
    watchers.board.bind(LASER, () => {});
    watchers.board.read('sensors/rover/compass');
    await stage.run(1000);
    watchers.board[Symbol.dispose]();
    await stage.run(10_000);
    expect(heard).toHaveLength(1);
  });

  it('[RS12] a robot that is gone has no sensors', async () => {
    const { stage, owner, watchers } = await scene();
    watchers.board.bind('sensors/rover/*', () => {});
    await stage.run(1000);
    expect(watchers.board.names('sensors/**')).toHaveLength(4);
    await stage.until(owner.participant.remove('rover'));
    await stage.run(1000);
    expect(watchers.board.names('sensors/**')).toEqual([]);
  });
});

describe('who owns a robot', () => {
  it('[RS13] measures on for who listens when it is taken over', async () => {
    const { stage, owner, watcher, watchers } = await scene();
    const writers: (string | undefined)[] = [];
    watchers.board.bind(LASER, (answer) => writers.push(answer.writer));
    await stage.run(1000);
    owner.node.crash();
    await stage.run(3000);
    await watcher.ask('rover', { kind: 'drift', twist: planarTwist(0.1, 0), durationMs: 1000 });
    await stage.run(3000);
    expect(new Set(writers)).toEqual(new Set(['owner', 'watcher']));
    expect(toldBy(watchers.board.read(LASER))).toHaveLength(5);
  });
});

describe('by request', () => {
  it('[RS14] tells what a sensor would measure anywhere, and refuses what makes no sense', async () => {
    const { stage, owner, watcher } = await scene();
    const { bus, node, participant } = owner;
    using _serving = new VirtualSensors(participant, { bus, clock: node.clock, models: knownModels });
    const ask = (request: Parameters<typeof sense>[2]) => stage.until(sense(watcher.bus, WORLD, request));
    const before = planarPose(5, 0, Math.PI);
    const answer = await ask({ kind: 'laser', robot: before, sensor: { ...ORIGIN, z: 0.3 }, beams: 3, rangeM: 4 });
    if (answer.kind !== 'sensed') throw new Error(answer.reason);
    expect(answer.anglesRad).toEqual([-Math.PI / 2, 0, Math.PI / 2]);
    expect(answer.metres[1]).toBeGreaterThan(1.9);
    expect(answer.metres[1]).toBeLessThan(2);
    // In the robot's place, which is there: it is seen, unless it is said to be the one.
    const onRobot = { kind: 'sonar', robot: planarPose(-2, 0, 0), sensor: { ...ORIGIN, z: 0.1 } } as const;
    const [seen, unseen] = [await ask(onRobot), await ask({ ...onRobot, but: 'rover' })];
    expect(seen.kind === 'sensed' && (seen.metres[0] ?? 9) < 2).toBe(true);
    expect(unseen.kind === 'sensed' && (unseen.metres[0] ?? 0) > 4).toBe(true);
    const noisy = { ...onRobot, noise: { deviation: 0.1 } };
    expect(await ask({ ...noisy, seed: 5 })).toEqual(await ask({ ...noisy, seed: 5 }));
    expect(await ask({ ...noisy, seed: 5 })).not.toEqual(await ask({ ...noisy, seed: 6 }));
    expect(await ask({ kind: 'laser', robot: ORIGIN, beams: 2048, elements: Array.from({ length: 9 }, () => ORIGIN) })).toEqual({
      kind: 'refused',
      reason: '18432 beams; at most 4096 can be asked for at once',
    });
    expect(await ask({ kind: 'laser', robot: ORIGIN, rangeM: -1 })).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('rangeM'),
    });
  });
});
