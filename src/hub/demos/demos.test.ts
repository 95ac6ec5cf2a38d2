import { describe, expect, it, onTestFinished } from 'vitest';
import { descriptionSchema } from '../../core/api/messages.ts';
import { distance, type Pose } from '../../core/base/pose.ts';
import { seededRandom } from '../../core/base/random.ts';
import { Host } from '../../core/host/host.ts';
import { catalog, drivenDofs } from '../../core/robots/robots.ts';
import { type Actor, Stage } from '../../core/world/stage.contract.ts';
import { openDynamics } from '../../dynamics/dynamics.ts';
import type { Demo } from './demo.ts';
import { demos } from './demos.ts';
import { labFloor } from './lab-floor.ts';
import { workcell } from './workcell.ts';

const BELT_M_PER_S = 0.12;

/** A world with a demo in it, lived by a resident; somebody else is there too. */
async function perform(demo: Demo): Promise<{ stage: Stage; resident: Actor; guest: Actor }> {
  const stage = new Stage();
  const [resident, guest] = await stage.enter('resident', 'guest');
  await stage.until(Promise.all(demo.entities.map(({ id, draft }) => resident.participant.insert(draft, id))));
  const ports = { clock: resident.node.clock, random: seededRandom(3), report: (error: unknown) => void stage.reported.push(error) };
  const living = demo.enliven(resident.participant, ports);
  onTestFinished(() => living[Symbol.dispose]());
  await stage.run(1000);
  return { stage, resident, guest };
}

/** The same with a resident that lets parts fall and be carried. */
async function performPhysically(demo: Demo): Promise<{ stage: Stage; guest: Actor }> {
  const { stage, resident, guest } = await perform(demo);
  const dynamics = await openDynamics();
  const host = new Host(resident.participant, {
    clock: resident.node.clock,
    models: (id) => catalog.find((model) => model.id === id),
    latencyMs: () => 40,
    report: (error) => void stage.reported.push(error),
    dynamics: () => Promise.resolve(dynamics),
  });
  onTestFinished(() => host[Symbol.dispose]());
  await stage.run(1000);
  return { stage, guest };
}

const valuesOf = (actor: Actor, entity: string): readonly number[] => actor.see(entity).posture.values;
const poseOf = (actor: Actor, entity: string): Pose => actor.see(entity).posture.pose;

describe('every demo', () => {
  it('has a name of its own', () => {
    expect(demos.map(({ id }) => id)).toEqual(['workcell', 'lab-floor', 'empty-room']);
  });

  for (const demo of demos) {
    it(`${demo.id}: everything in it can be inserted, and is as its model says`, () => {
      expect(new Set(demo.entities.map(({ id }) => id)).size).toBe(demo.entities.length);
      for (const { id, draft } of demo.entities) {
        const description = descriptionSchema.parse(draft);
        const model = catalog.find((candidate) => candidate.id === description.model);
        expect(model, id).toBeDefined();
        const dofs = model ? drivenDofs(model) : [];
        expect(description.dofs.map(({ name }) => name)).toEqual(dofs.map(({ name }) => name));
        for (const [index, value] of description.initial.values.entries()) {
          expect(value).toBeGreaterThanOrEqual(dofs[index]?.low ?? Number.NaN);
          expect(value).toBeLessThanOrEqual(dofs[index]?.high ?? Number.NaN);
        }
      }
    });
  }
});

describe.each([workcell, labFloor])('the life of $id', (demo) => {
  it('runs into nothing', { timeout: 120_000 }, async () => {
    const { stage, guest } = await performPhysically(demo);
    const touched = await stage.watch(40_000, 500, () => guest.participant.entities.filter(({ contact }) => contact).map(({ id }) => id));
    expect(touched.flat()).toEqual([]);
  });
});

describe('the workcell', () => {
  it('is alive: robots and machines move, for everybody who looks', async () => {
    const { stage, guest } = await perform(workcell);
    const busy = ['movemaster', 'jupiter', 'asrs', 'lathe', 'stamp', 'conveyor'];
    const seen = await stage.watch(20_000, 500, () => busy.map((id) => valuesOf(guest, id).join()));
    for (const [index, id] of busy.entries()) expect(new Set(seen.map((at) => at[index])).size, id).toBeGreaterThan(8);
    expect(guest.see('jupiter').isWorking).toBe(true);
  });

  it('leaves the Puma to whoever wants to drive it', async () => {
    const { stage, guest } = await perform(workcell);
    const before = valuesOf(guest, 'puma');
    await stage.run(20_000);
    expect(valuesOf(guest, 'puma')).toEqual(before);
  });

  it('carries the pieces with the belt to its end, where they queue', { timeout: 60_000 }, async () => {
    const { stage, guest } = await performPhysically(workcell);
    await stage.run(2000);
    const [belt, before] = [valuesOf(guest, 'conveyor')[0] ?? 0, poseOf(guest, 'piece-1')];
    await stage.run(4000);
    const ran = (valuesOf(guest, 'conveyor')[0] ?? 0) - belt;
    expect(ran).toBeCloseTo(4 * BELT_M_PER_S, 2);
    expect(poseOf(guest, 'piece-1').x - before.x).toBeCloseTo(ran, 2);
    await stage.run(25_000);
    const queue = Array.from({ length: 8 }, (_, index) => poseOf(guest, `piece-${index + 1}`));
    for (const { x, z } of queue) {
      expect(z).toBeGreaterThan(0.64);
      expect(x).toBeGreaterThan(1.4);
      expect(x).toBeLessThan(2);
    }
  });

  it('holds the pieces while somebody has stopped the belt, and goes on when it is re-armed', { timeout: 60_000 }, async () => {
    const { stage, guest } = await performPhysically(workcell);
    await guest.stop('conveyor');
    await stage.run(500);
    const before = poseOf(guest, 'piece-2');
    await stage.run(5000);
    expect(distance(poseOf(guest, 'piece-2'), before)).toBeLessThan(1e-6);
    await stage.until(guest.participant.rearm('conveyor'));
    await stage.run(6000);
    expect(distance(poseOf(guest, 'piece-2'), before)).toBeGreaterThan(0.3);
  });

  it('lets a stopped robot stand', async () => {
    const { stage, guest } = await perform(workcell);
    await guest.stop('jupiter');
    await stage.run(500);
    const before = valuesOf(guest, 'jupiter');
    await stage.run(30_000);
    expect(valuesOf(guest, 'jupiter')).toEqual(before);
  });

  it('does not fight: whoever moves a robot has it for a while, and holds it for as long as it is leased', async () => {
    const { stage, guest } = await perform(workcell);
    await guest.ask('movemaster', { kind: 'lease', request: { kind: 'ask' } });
    await guest.ask('movemaster', { kind: 'halt' });
    await guest.ask('movemaster', { kind: 'glide', dof: 0, to: 1 });
    await stage.run(20_000);
    expect(valuesOf(guest, 'movemaster')[0]).toBeCloseTo(1, 6);
    await guest.ask('movemaster', { kind: 'lease', request: { kind: 'release' } });
    const held = valuesOf(guest, 'movemaster');
    await stage.run(10_000);
    expect(valuesOf(guest, 'movemaster')).toEqual(held);
    await stage.run(20_000);
    expect(valuesOf(guest, 'movemaster')).not.toEqual(held);
  });

  it('leaves a piece alone that somebody took off the belt, and carries it again when it is put back', { timeout: 60_000 }, async () => {
    const { stage, guest } = await performPhysically(workcell);
    const onBelt = poseOf(guest, 'piece-3');
    await guest.ask('piece-3', { kind: 'place', pose: { ...onBelt, y: -1, z: 0 } });
    await stage.run(3000);
    expect(poseOf(guest, 'piece-3').y).toBe(-1);
    await guest.ask('piece-3', { kind: 'place', pose: onBelt });
    await stage.run(3000);
    expect(distance(poseOf(guest, 'piece-3'), onBelt)).toBeGreaterThan(0.2);
  });

  it('stands while the world is paused, and begins anew when it is reset', { timeout: 60_000 }, async () => {
    const { stage, guest } = await performPhysically(workcell);
    await stage.run(3000);
    await stage.until(guest.participant.changeTime({ kind: 'pause' }));
    await stage.run(1000);
    const everything = () => workcell.entities.map(({ id }) => JSON.stringify(guest.see(id).posture));
    const before = everything();
    await stage.run(3000);
    expect(everything()).toEqual(before);
    await stage.until(guest.participant.changeTime({ kind: 'reset' }));
    await stage.until(guest.participant.changeTime({ kind: 'run', rate: 1 }));
    await stage.run(4000);
    const belt = valuesOf(guest, 'conveyor')[0] ?? 0;
    expect(belt).toBeGreaterThan(0.2);
    expect(belt).toBeLessThan(0.6);
    const start = workcell.entities.find(({ id }) => id === 'piece-4')?.draft.initial.pose;
    expect(poseOf(guest, 'piece-4').x - (start?.x ?? Number.NaN)).toBeCloseTo(belt, 1);
  });
});

describe('the lab floor', () => {
  it('has two robots on patrol and two that wait for a driver', async () => {
    const { stage, guest } = await perform(labFloor);
    const ids = ['pioneer-1', 'pioneer-2', 'amigobot', 'aibo'];
    const before = ids.map((id) => poseOf(guest, id));
    await stage.run(10_000);
    const moved = ids.map((id, index) => distance(poseOf(guest, id), before[index] as Pose));
    expect(moved.map((metres) => metres > 0.2)).toEqual([false, true, false, true]);
  });

  it('turns before it drives: a robot never goes sideways', async () => {
    const { stage, guest } = await perform(labFloor);
    const track = await stage.watch(20_000, 100, () => poseOf(guest, 'pioneer-2'));
    for (const [index, after] of track.entries()) {
      const before = track[index - 1];
      if (!before) continue;
      const aside = (after.y - before.y) * (1 - 2 * before.qz ** 2) - (after.x - before.x) * 2 * before.qz * before.qw;
      expect(Math.abs(aside)).toBeLessThan(0.012);
    }
  });
});
