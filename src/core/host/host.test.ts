import { describe, expect, it, onTestFinished } from 'vitest';
import { compose, distance, ORIGIN, type Pose, planarPose, planarTwist } from '../base/pose.ts';
import { conveyor } from '../robots/catalog/conveyor.ts';
import { cubePiece } from '../robots/catalog/pieces.ts';
import { pioneer3dx } from '../robots/catalog/pioneer-3-dx.ts';
import { puma560 } from '../robots/catalog/puma-560.ts';
import { lowStand, stand, workbench } from '../robots/catalog/stands.ts';
import { type Model, toolPose } from '../robots/robots.ts';
import { type Actor, Stage } from '../world/stage.contract.ts';
import { apart, models, put } from './bodies.contract.ts';
import { grasp, jointsTo, release } from './grasping.ts';
import { Host } from './host.ts';

const hosted = (actor: Actor): Host => {
  const host = new Host(actor.participant, {
    clock: actor.node.clock,
    models,
    latencyMs: () => 40,
    report: (error) => expect.fail(String(error)),
  });
  onTestFinished(() => host[Symbol.dispose]());
  return host;
};

describe('a host', () => {
  it('[P8] cuts a motion that would meet furniture, for everybody and with the reason, and refuses one that cannot begin', async () => {
    const stage = new Stage();
    const [owner, guest] = await stage.enter('owner', 'guest');
    hosted(owner);
    await put(owner, 'stand', stand, planarPose(2, 0, 0));
    await put(owner, 'robot', pioneer3dx, ORIGIN);
    const states = stage.overhear('v1.*.*.st.robot');
    expect((await guest.ask('robot', { kind: 'drift', twist: planarTwist(0.5, 0), durationMs: 10_000 })).kind).toBe('done');
    expect(guest.see('robot').contact).toMatchObject({ with: 'stand' });
    expect(guest.see('robot').contact?.x).toBeGreaterThan(1.5);
    await stage.run(8000);
    expect(apart(guest, 'robot', 'stand')).toBeGreaterThan(0.001);
    expect(apart(guest, 'robot', 'stand')).toBeLessThan(0.01);
    expect(states.length).toBeLessThanOrEqual(2);
    const again = await guest.ask('robot', { kind: 'drift', twist: planarTwist(0.5, 0), durationMs: 1000 });
    expect(again).toEqual({ kind: 'refused', reason: 'stand is in its way' });
    expect((await guest.ask('robot', { kind: 'drift', twist: planarTwist(-0.5, 0), durationMs: 1000 })).kind).toBe('done');
    expect(guest.see('robot').contact).toBeUndefined();
  });

  it('[P8] looks at nothing while it owns nothing, and at all that stands in the way once it does', async () => {
    const stage = new Stage();
    const [owner, guest] = await stage.enter('owner', 'guest');
    let asked = 0;
    const counted = (id: string) => {
      asked++;
      return models(id);
    };
    const ports = { clock: guest.node.clock, models: counted, latencyMs: () => 40, report: (error: unknown) => expect.fail(String(error)) };
    const host = new Host(guest.participant, ports);
    onTestFinished(() => host[Symbol.dispose]());
    await put(owner, 'stand', stand, planarPose(2, 0, 0));
    await put(owner, 'robot', pioneer3dx, ORIGIN);
    await owner.ask('robot', { kind: 'drift', twist: planarTwist(0.1, 0), durationMs: 1000 });
    await stage.run(2000);
    // Of each model once, for its body: P32.
    expect(asked).toBe(2);
    await stage.until(owner.participant.handOver('robot', 'guest'));
    await owner.ask('robot', { kind: 'drift', twist: planarTwist(0.5, 0), durationMs: 10_000 });
    expect(owner.see('robot').owner).toBe('guest');
    expect(owner.see('robot').contact).toMatchObject({ with: 'stand' });
    await stage.until(guest.participant.handOver('robot', 'owner'));
    await stage.run(1000);
    const before = asked;
    await owner.ask('robot', { kind: 'drift', twist: planarTwist(-0.1, 0), durationMs: 1000 });
    await stage.run(2000);
    expect(asked).toBe(before);
  });

  it('[P32] makes the bodies of models it sees, one at a time, before anything is its own', async () => {
    const stage = new Stage();
    const [owner, guest] = await stage.enter('owner', 'guest');
    const made: string[] = [];
    const instants = new Set<number>();
    const watched = (model: Model): Model =>
      Object.create(model, {
        extent: {
          get: () => {
            made.push(model.id);
            instants.add(guest.node.clock.now());
            return model.extent;
          },
        },
      });
    const fresh = [watched(stand), watched(pioneer3dx)];
    const ports = { latencyMs: () => 40, report: (error: unknown) => expect.fail(String(error)) };
    const host = new Host(guest.participant, { ...ports, clock: guest.node.clock, models: (id) => fresh.find((model) => model.id === id) });
    onTestFinished(() => host[Symbol.dispose]());
    await put(owner, 'stand', stand, planarPose(2, 0, 0));
    await put(owner, 'robot', pioneer3dx, ORIGIN);
    await put(owner, 'other', stand, planarPose(4, 0, 0));
    await stage.run(2000);
    expect(made).toEqual([stand.id, pioneer3dx.id]);
    expect(instants.size).toBe(2);
    await stage.until(owner.participant.handOver('robot', 'guest'));
    await stage.run(100);
    expect(made).toHaveLength(2);
  });

  it('[P33] cuts a motion for furniture that comes, or becomes known, while it is under way, long before it gets there', async () => {
    const stage = new Stage();
    const [owner, guest] = await stage.enter('owner', 'guest');
    let isKnown = false;
    const clock = owner.node.clock;
    const known = (id: string) => (id === lowStand.id && !isKnown ? undefined : models(id));
    const host = new Host(owner.participant, { clock, models: known, latencyMs: () => 40, report: (error) => expect.fail(String(error)) });
    onTestFinished(() => host[Symbol.dispose]());
    await put(owner, 'robot', pioneer3dx, ORIGIN);
    await owner.ask('robot', { kind: 'drift', twist: planarTwist(0.3, 0), durationMs: 18_000 });
    await put(guest, 'stand', stand, planarPose(4, 0, 0));
    await stage.run(200);
    expect(guest.see('robot').contact?.with).toBe('stand');
    await put(guest, 'low-stand', lowStand, planarPose(2.5, 0, 0));
    await stage.run(200);
    expect(guest.see('robot').contact?.with).toBe('stand');
    isKnown = true;
    host.modelsChanged();
    await stage.run(200);
    expect(guest.see('robot').contact?.with).toBe('low-stand');
    expect(guest.see('robot').posture.pose.x).toBeLessThan(0.5);
    await stage.run(15_000);
    expect(apart(guest, 'robot', 'low-stand')).toBeGreaterThan(0.001);
    expect(apart(guest, 'robot', 'low-stand')).toBeLessThan(0.01);
  });

  it('[P8] an arm that is swept through a table stops at it', async () => {
    const stage = new Stage();
    const [owner] = await stage.enter('owner');
    hosted(owner);
    await put(owner, 'table', workbench, planarPose(1, 0, 0));
    await put(owner, 'arm', puma560, ORIGIN);
    for (const [dof, to] of [
      [1, Math.PI / 2],
      [2, 0],
      [4, 0],
    ] as const)
      await owner.ask('arm', { kind: 'glide', dof, to });
    await stage.run(6000);
    await owner.ask('arm', { kind: 'glide', dof: 1, to: -0.7 });
    await stage.run(6000);
    expect(owner.see('arm').contact?.with).toBe('table');
    expect(apart(owner, 'arm', 'table')).toBeGreaterThan(-0.001);
    expect(apart(owner, 'arm', 'table')).toBeLessThan(0.02);
  });

  it.each([1, 2, 3])('[P9] robots of two owners that drive at each other stop before they touch (%d)', async (seed) => {
    const stage = new Stage(seed);
    const [ada, bo] = await stage.enter('ada', 'bo');
    hosted(ada);
    hosted(bo);
    await put(ada, 'a', pioneer3dx, planarPose(0, 0, 0));
    await put(bo, 'b', pioneer3dx, planarPose(2.5, 0.1 * (seed - 2), Math.PI));
    await stage.until(
      Promise.all([
        ada.participant.command('a', { kind: 'drift', twist: planarTwist(1.2, 0), durationMs: 5000 }),
        bo.participant.command('b', { kind: 'drift', twist: planarTwist(1.2, 0), durationMs: 5000 }),
      ]),
    );
    const distances = await stage.watch(3000, 50, () => Math.min(apart(ada, 'a', 'b'), apart(bo, 'a', 'b')));
    expect(Math.min(...distances)).toBeGreaterThan(-0.01);
    expect(distances.at(-1)).toBeLessThan(0.6);
    expect(ada.see('b').contact ?? ada.see('a').contact).toBeDefined();
  });

  it.each([0, 12, 25, 37, 50, 62, 75, 87])(
    "[P9] what comes into the way is seen in the next tick, whoever's turn that is (%d ms)",
    async (afterMs) => {
      const stage = new Stage();
      const [ada, bo] = await stage.enter('ada', 'bo');
      hosted(ada);
      await put(ada, 'robot', pioneer3dx, ORIGIN);
      await put(bo, 'other', pioneer3dx, planarPose(0, 9, 0));
      await ada.ask('robot', { kind: 'drift', twist: planarTwist(1.2, 0), durationMs: 5000 });
      await stage.run(1000 + afterMs);
      const { x } = ada.see('robot').posture.pose;
      const placed = bo.participant.command('other', { kind: 'place', pose: planarPose(x + 0.56, 0, Math.PI / 2) });
      await stage.until(placed);
      await stage.run(1000);
      expect(ada.see('robot').contact?.with).toBe('other');
      // Seen a tick later, 6 cm less would be left.
      expect(apart(ada, 'robot', 'other')).toBeGreaterThan(0.1);
    },
  );

  it("[P7] goes up to another's conveyor as to a wall: it has nothing to move with", async () => {
    const stage = new Stage();
    const [ada, bo] = await stage.enter('ada', 'bo');
    hosted(ada);
    await put(bo, 'conveyor', conveyor, planarPose(1, 0, Math.PI / 2));
    await put(ada, 'robot', pioneer3dx, ORIGIN);
    await ada.ask('robot', { kind: 'drift', twist: planarTwist(1.2, 0), durationMs: 5000 });
    await stage.run(6000);
    expect(ada.see('robot').contact?.with).toBe('conveyor');
    expect(apart(ada, 'robot', 'conveyor')).toBeLessThan(0.01);
    expect(apart(ada, 'robot', 'conveyor')).toBeGreaterThan(0);
  });

  it('looks past what rides in a circle, and past what is faster than anything can be', async () => {
    const stage = new Stage();
    const [owner, ada, bo] = await stage.enter('owner', 'ada', 'bo');
    hosted(owner);
    await put(owner, 'robot', pioneer3dx, ORIGIN);
    await put(ada, 'x', pioneer3dx, planarPose(4, 0, 0));
    await put(bo, 'y', pioneer3dx, planarPose(4, 3, 0));
    const rides = [ada.participant.command('x', { kind: 'ride', parent: 'y' }), bo.participant.command('y', { kind: 'ride', parent: 'x' })];
    await stage.until(Promise.all(rides));
    expect([owner.see('x').motion.base.kind, owner.see('y').motion.base.kind]).toContain('ride');
    expect((await ada.ask('robot', { kind: 'drift', twist: planarTwist(0.3, 0), durationMs: 2000 })).kind).toBe('done');
    await stage.run(1000);
    const knots = [
      { afterMs: 1000, pose: ORIGIN },
      { afterMs: 1001, pose: planarPose(1e5, 0, 0) },
    ];
    expect((await ada.ask('robot', { kind: 'follow', knots })).kind).toBe('done');
    await stage.run(500);
  });

  it('[P10] a stick held against something moves and says nothing more, and a host sleeps while nothing moves', async () => {
    const stage = new Stage();
    const [owner] = await stage.enter('owner');
    const host = hosted(owner);
    await put(owner, 'stand', stand, planarPose(1, 0, 0));
    await put(owner, 'robot', pioneer3dx, ORIGIN);
    await stage.run(200);
    expect(host.isAsleep).toBe(true);
    const drive = await owner.takeStick('robot');
    drive.hold({ twist: planarTwist(0.8, 0) });
    await stage.run(3000);
    expect(owner.see('robot').contact?.with).toBe('stand');
    const before = owner.see('robot').posture.pose;
    expect(apart(owner, 'robot', 'stand')).toBeGreaterThan(0);
    const states = stage.overhear('v1.*.*.st.robot');
    await stage.run(3000);
    expect(states).toEqual([]);
    expect(distance(owner.see('robot').posture.pose, before)).toBe(0);
    await stage.until(drive.release());
    await stage.run(500);
    expect(host.isAsleep).toBe(true);
  });
});

/** A Puma with a cube between its fingers, which somebody else owns. */
async function atThePart(): Promise<{ stage: Stage; ada: Actor; bo: Actor }> {
  const stage = new Stage();
  const [ada, bo] = await stage.enter('ada', 'bo');
  hosted(ada);
  hosted(bo);
  await put(ada, 'puma', puma560, ORIGIN);
  await put(bo, 'part', cubePiece, betweenFingers(ada, 'puma'));
  return { stage, ada, bo };
}

const betweenFingers = (actor: Actor, robot: string): Pose => {
  const { pose, values } = actor.see(robot).posture;
  const { x, y, z } = compose(pose, toolPose(puma560, values) ?? ORIGIN);
  return { ...ORIGIN, x, y, z: z - 0.02 };
};

describe('grasping', () => {
  it('[P11] [P12] hands the part to the owner of the gripper, and then it goes where the tool goes', async () => {
    const { stage, ada, bo } = await atThePart();
    const before = bo.see('part').posture.pose;
    expect(await stage.until(grasp(ada.participant, models, 'puma'))).toEqual({ kind: 'done', part: 'part' });
    expect(bo.see('part').owner).toBe('ada');
    expect(bo.see('part').heldBy).toBe('puma');
    expect(distance(bo.see('part').posture.pose, before)).toBeLessThan(0.001);
    const tool = () => betweenFingers(bo, 'puma');
    const offset = distance(tool(), bo.see('part').posture.pose);
    await ada.ask('puma', { kind: 'glide', dof: 0, to: 0.8 });
    const moved = await stage.watch(3000, 250, () => distance(tool(), bo.see('part').posture.pose));
    expect(distance(bo.see('part').posture.pose, before)).toBeGreaterThan(0.2);
    for (const metres of moved) expect(metres).toBeCloseTo(offset, 2);
  });

  it('[P12] holds it, too, when the owner of the gripper has left', async () => {
    const stage = new Stage();
    const [keeper, page] = await stage.enter('keeper', 'page');
    await put(page, 'puma', puma560, ORIGIN);
    const { pose, values } = page.see('puma').posture;
    const tool = compose(pose, toolPose(puma560, values) ?? ORIGIN);
    await put(keeper, 'part', cubePiece, { ...ORIGIN, x: tool.x, y: tool.y, z: tool.z - 0.02 });
    expect(await stage.until(grasp(page.participant, models, 'puma'))).toEqual({ kind: 'done', part: 'part' });
    await stage.until(page.participant.leave());
    await stage.run(4000);
    expect(keeper.see('part').heldBy).toBe('puma');
    const before = keeper.see('part').posture.pose;
    expect((await keeper.ask('puma', { kind: 'glide', dof: 0, to: 0.8 })).kind).toBe('done');
    await stage.run(3000);
    expect(distance(keeper.see('part').posture.pose, before)).toBeGreaterThan(0.2);
  });

  it('[P12] only who owns the robot puts something into its gripper', async () => {
    const { ada, bo } = await atThePart();
    const taken = await bo.ask('part', { kind: 'ride', parent: 'puma', through: jointsTo(puma560, puma560.tool?.link ?? 0) });
    expect(taken).toEqual({ kind: 'refused', reason: 'puma belongs to ada, who was not given it' });
    expect(ada.see('part').heldBy).toBeUndefined();
  });

  it('[P12] one thing at most is in a gripper', async () => {
    const { stage, ada, bo } = await atThePart();
    await put(ada, 'other', cubePiece, betweenFingers(ada, 'puma'));
    expect((await stage.until(grasp(ada.participant, models, 'puma'))).kind).toBe('done');
    const [held, free] = ada.see('part').heldBy === 'puma' ? ['part', 'other'] : ['other', 'part'];
    await ada.ask(free, { kind: 'handover' });
    const second = await bo.ask(free, { kind: 'ride', parent: 'puma', through: jointsTo(puma560, puma560.tool?.link ?? 0) });
    expect(second).toEqual({ kind: 'refused', reason: `puma has ${held} in its gripper` });
    expect(bo.see(free).heldBy).toBeUndefined();
  });

  it('[P12] takes it, too, with a robot whose owner has gone', async () => {
    const { stage, ada, bo } = await atThePart();
    await stage.until(ada.participant.leave());
    await stage.run(4000);
    expect(await stage.until(grasp(bo.participant, models, 'puma'))).toEqual({ kind: 'done', part: 'part' });
    expect(bo.see('part').heldBy).toBe('puma');
    expect([bo.see('part').owner, bo.see('puma').owner]).toEqual(['bo', 'bo']);
  });

  it('[P13] what is in a gripper goes with the robot when that changes hands, and stays in it', async () => {
    const { stage, ada, bo } = await atThePart();
    await stage.until(grasp(ada.participant, models, 'puma'));
    expect((await bo.ask('puma', { kind: 'handover' })).kind).toBe('done');
    await stage.run(1000);
    for (const actor of [ada, bo]) {
      expect([actor.see('puma').owner, actor.see('part').owner]).toEqual(['bo', 'bo']);
      expect(actor.see('part').heldBy).toBe('puma');
    }
  });

  it('gives nothing to who is not here', async () => {
    const stage = new Stage();
    const [keeper, page] = await stage.enter('keeper', 'page');
    await put(keeper, 'robot', pioneer3dx, ORIGIN);
    const given = await page.ask('robot', { kind: 'handover', to: 'no-such-one' });
    expect(given).toEqual({ kind: 'refused', reason: 'no-such-one owns nothing here and cannot be given it' });
  });

  it('[P12] is refused with the reason where there is nothing, and without a gripper', async () => {
    const { stage, ada, bo } = await atThePart();
    await bo.ask('part', { kind: 'place', pose: planarPose(2, 2, 0) });
    expect(await stage.until(grasp(ada.participant, models, 'puma'))).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('nothing between'),
    });
    expect(await stage.until(release(ada.participant, models, 'puma'))).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('holds nothing'),
    });
    expect(await stage.until(grasp(ada.participant, models, 'part'))).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('no gripper'),
    });
  });

  it.each([1, 2, 3])('[P13] of two grippers of two owners that close on one part exactly one has it (%d)', async (seed) => {
    const stage = new Stage(seed);
    const [ada, bo, cy] = await stage.enter('ada', 'bo', 'cy');
    await put(ada, 'left', puma560, ORIGIN);
    const part = betweenFingers(ada, 'left');
    // The other stands so that its fingers are at the same place.
    await put(bo, 'right', puma560, planarPose(2 * part.x, 2 * part.y, Math.PI));
    await put(cy, 'part', cubePiece, part);
    const outcomes = await stage.until(Promise.all([grasp(ada.participant, models, 'left'), grasp(bo.participant, models, 'right')]));
    await stage.run(1000);
    expect(outcomes.filter(({ kind }) => kind === 'done')).toHaveLength(1);
    const winner = outcomes[0]?.kind === 'done' ? 'left' : 'right';
    for (const actor of [ada, bo, cy]) expect(actor.see('part').heldBy).toBe(winner);
    const loser = winner === 'left' ? bo : ada;
    expect((await loser.ask('part', { kind: 'handover' })).kind).toBe('refused');
  });

  it('[P14] to release leaves the part where it is', async () => {
    const { stage, ada, bo } = await atThePart();
    await stage.until(grasp(ada.participant, models, 'puma'));
    await stage.run(1500);
    const held = bo.see('part').posture.pose;
    expect(await stage.until(release(ada.participant, models, 'puma'))).toEqual({ kind: 'done', part: 'part' });
    await stage.run(500);
    expect(bo.see('part').heldBy).toBeUndefined();
    expect(distance(bo.see('part').posture.pose, held)).toBeLessThan(0.001);
  });
});
