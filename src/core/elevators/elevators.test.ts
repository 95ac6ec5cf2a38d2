import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ORIGIN, type Pose, planarPose, planarTwist } from '../base/pose.ts';
import { Host } from '../host/host.ts';
import { cubePiece } from '../robots/catalog/pieces.ts';
import { pioneer3dx } from '../robots/catalog/pioneer-3-dx.ts';
import { catalog, draftOf, type Model } from '../robots/robots.ts';
import { type Actor, Stage } from '../world/stage.contract.ts';
import { type Deed, nextStep } from './dispatch.ts';
import { type DoorStatus, type ElevatorStatus, statusOf } from './elevator.ts';
import { cabinModel, landingsOf, shaftModel } from './elevators.ts';
import { journey } from './journey.ts';

const STOPS = ['Ground floor', 'First floor', 'Second floor'].map((name, index) => ({ name, heightM: 4 * index }));
const shaft: Model = { ...shaftModel(STOPS, 1), id: 'shaft' };
const cabin: Model = { ...cabinModel, id: 'cabin' };
const LANDINGS = landingsOf(shaft) ?? [];
const models = (id: string): Model | undefined => [shaft, cabin, ...catalog].find((model) => model.id === id);

function host(actor: Actor): Host {
  const hosted = new Host(actor.participant, {
    clock: actor.node.clock,
    models,
    latencyMs: () => 40,
    report: (error) => expect.fail(error instanceof Error ? error.stack : String(error)),
  });
  onTestFinished(() => hosted[Symbol.dispose]());
  return hosted;
}

const inFront = (x: number, z = 0): Pose => ({ ...planarPose(x, 0, Math.PI), z });
/** As it is seen by somebody. */
const look = (actor: Actor): ElevatorStatus =>
  statusOf({ shaft: actor.see('lift'), cabin: actor.see('cabin'), landings: LANDINGS }, actor.participant.time.worldMs);
const call = (actor: Actor, landing: number) => actor.ask('lift', { kind: 'glide', dof: LANDINGS[landing]?.call ?? 0, to: 1 });
const forward = (seconds: number) => ({ kind: 'drift' as const, twist: planarTwist(0.4, 0), durationMs: 1000 * seconds });

/** The hub has an elevator of three stops; Ann has a robot on the ground floor, before its door. */
async function house(): Promise<{ stage: Stage; hub: Actor; ann: Actor }> {
  const stage = new Stage();
  const [hub, ann] = await stage.enter('hub', 'ann');
  for (const actor of [hub, ann]) host(actor);
  await hub.insert('lift', draftOf(shaft, { pose: ORIGIN }));
  await hub.insert('cabin', draftOf(cabin, { pose: ORIGIN }));
  await ann.insert('robot', draftOf(pioneer3dx, { pose: inFront(2) }));
  await stage.run(500);
  return { stage, hub, ann };
}

describe('an elevator', () => {
  it('[U1] has a door and a button at each landing, and knows their heights', () => {
    expect(LANDINGS).toEqual(STOPS.map((stop, index) => ({ ...stop, door: 2 * index, call: 2 * index + 1, openM: 0.42 })));
    expect(landingsOf(pioneer3dx)).toBeUndefined();
  });

  it('[U4] [U8] carries a robot that drives into it to the floor that it is called to, and lets it out', async () => {
    const { stage, hub, ann } = await house();
    expect((await ann.ask('robot', forward(5))).kind).toBe('done');
    await stage.run(6000);
    expect(ann.see('robot').contact).toBeUndefined();
    expect(ann.see('robot').posture.pose.x).toBeCloseTo(0, 1);
    expect((await call(ann, 2)).kind).toBe('done');
    await stage.run(9000);
    expect(ann.see('robot').ride?.parent).toBe('cabin');
    expect(ann.see('robot').posture.pose.z).toBeGreaterThan(1);
    // Who is stopped on the way is not left in the air.
    const stop = await stage.until(hub.participant.stop('robot', 'a test'));
    await stage.run(500);
    expect(Math.abs(hub.see('robot').posture.pose.z - hub.see('cabin').posture.pose.z)).toBeLessThan(0.01);
    await stage.until(ann.participant.rearm('robot', stop));
    await stage.run(9000);
    expect(look(hub)).toMatchObject({ at: 2, doors: ['shut', 'shut', 'open'], calls: [false, false, false] });
    expect(ann.see('robot').ride).toBeUndefined();
    expect(ann.see('robot').posture.pose.z).toBeCloseTo(8, 6);
    expect((await ann.ask('robot', { kind: 'drift', twist: planarTwist(-0.4, 0), durationMs: 5000 })).kind).toBe('done');
    await stage.run(6000);
    expect(hub.see('robot').posture.pose).toMatchObject({ x: expect.closeTo(2, 1), z: expect.closeTo(8, 6) });
  });

  it('[U6] does not let out who is in it while it goes', async () => {
    const { stage, ann } = await house();
    await ann.ask('robot', forward(5));
    await stage.run(6000);
    await call(ann, 1);
    await stage.run(6500);
    expect(ann.see('robot').ride?.parent).toBe('cabin');
    expect(await ann.ask('robot', forward(1))).toMatchObject({ kind: 'refused', reason: expect.stringContaining('cabin') });
    const drive = await ann.takeStick('robot');
    const heights = await stage.watch(3000, 20, () => {
      drive.hold({ twist: planarTwist(0.5, 0) });
      return ann.see('robot').posture.pose.z - ann.see('cabin').posture.pose.z;
    });
    for (const height of heights) expect(Math.abs(height)).toBeLessThan(0.07);
  });

  it('[U3] keeps a robot out of a shaft without a cabin', async () => {
    const { stage, hub, ann } = await house();
    await call(hub, 2);
    await stage.run(20_000);
    expect(look(ann)).toMatchObject({ at: 2, doors: ['shut', 'shut', 'open'] });
    await ann.ask('robot', forward(5));
    await stage.run(6000);
    expect(ann.see('robot').contact).toMatchObject({ with: 'lift' });
    expect(ann.see('robot').posture.pose.x).toBeGreaterThan(1);
  });

  it('[U5] does not shut its door on a robot that stands in it, and goes when that is gone', async () => {
    const { stage, hub, ann } = await house();
    await ann.ask('robot', forward(2.5));
    await stage.run(3500);
    await call(hub, 1);
    await stage.run(15_000);
    expect(hub.see('cabin').posture.pose.z).toBe(0);
    await ann.ask('robot', { kind: 'drift', twist: planarTwist(-0.4, 0), durationMs: 2500 });
    await stage.run(20_000);
    expect(look(hub)).toMatchObject({ at: 1, doors: ['shut', 'open', 'shut'] });
    expect(ann.see('robot').posture.pose.z).toBe(0);
  });

  it('[U6] [U7] takes along what nobody owns any more, and what is in a gripper, but no part that lies around', async () => {
    const { stage, hub, ann } = await house();
    await ann.ask('robot', forward(5));
    await hub.insert('cube', draftOf(cubePiece, { pose: { ...ORIGIN, x: 0.6, y: 0.6 } }));
    await stage.run(6000);
    await stage.until(ann.participant.leave());
    await stage.run(3000);
    await call(hub, 1);
    await stage.run(15_000);
    expect(look(hub)).toMatchObject({ at: 1 });
    expect(hub.see('robot')).toMatchObject({ owner: 'hub' });
    expect(hub.see('robot').posture.pose.z).toBeCloseTo(4, 6);
    expect(hub.see('cube').posture.pose.z).toBeLessThan(0.1);
  });

  it('[U2] is served on by who takes it over in the middle of a ride', async () => {
    const { stage, hub, ann } = await house();
    const cid = await stage.join('cid', { isResident: true });
    host(cid);
    await call(ann, 2);
    await stage.run(6000);
    expect(look(ann).isMoving).toBe(true);
    stage.isolate(hub, [ann, cid]);
    await stage.run(20_000);
    expect(cid.see('lift').owner).toBe('cid');
    expect(look(cid)).toMatchObject({ at: 2, doors: ['shut', 'shut', 'open'], calls: [false, false, false] });
    expect(cid.see('lift').isWorking).toBe(false);
    stage.reported.length = 0;
  });

  it('[U4] serves all who wait, on in its direction first', async () => {
    const { stage, hub } = await house();
    await call(hub, 2);
    await stage.run(5000);
    await call(hub, 0);
    await call(hub, 1);
    const visited: number[] = [];
    await stage.watch(60_000, 100, () => {
      const { at, doors } = look(hub);
      if (at !== undefined && doors[at] === 'open' && visited.at(-1) !== at) visited.push(at);
    });
    expect(visited).toEqual([2, 1, 0]);
    expect(look(hub).calls).toEqual([false, false, false]);
  });

  it('[U1] rests without a message', async () => {
    const { stage } = await house();
    await stage.run(5000);
    const states = stage.overhear('v1.*.*.st.*');
    await stage.run(10_000);
    expect(states).toEqual([]);
  });
});

describe('the next step', () => {
  const doorStatus = fc.constantFrom<DoorStatus[]>('shut', 'open', 'moving', 'ajar');
  const memory = fc.record({
    hasDwelt: fc.boolean(),
    isBoarded: fc.boolean(),
    hasWaited: fc.boolean(),
    direction: fc.constantFrom<(1 | -1)[]>(1, -1),
  });
  const status = fc.integer({ min: 2, max: 5 }).chain((stops) =>
    fc.record({
      at: fc.option(fc.integer({ min: 0, max: stops - 1 }), { nil: undefined }),
      isMoving: fc.boolean(),
      offsM: fc.array(fc.double({ min: -20, max: 20, noNaN: true }), { minLength: stops, maxLength: stops }),
      doors: fc.array(doorStatus, { minLength: stops, maxLength: stops }),
      calls: fc.array(fc.boolean(), { minLength: stops, maxLength: stops }),
    }),
  );

  it('[U3] never moves the cabin while a door is not shut, and opens none where the cabin is not', () => {
    fc.assert(
      fc.property(status, memory, (stands, remembered) => {
        const step = nextStep(stands, remembered);
        if (step.kind === 'go') {
          expect(stands.isMoving).toBe(false);
          expect(stands.doors.every((door) => door === 'shut')).toBe(true);
        }
        if (step.kind === 'open' || step.kind === 'answer') expect(step.landing).toBe(stands.at);
      }),
    );
  });

  it('[U7] leaves with all that is in it, or opens again', () => {
    const shut: ElevatorStatus = { at: 0, isMoving: false, offsM: [0, 4], doors: ['shut', 'shut'], calls: [false, true] };
    const remembered = { hasDwelt: false, isBoarded: false, hasWaited: false, direction: 1 as const };
    expect(nextStep(shut, remembered)).toEqual({ kind: 'wait' });
    expect(nextStep(shut, { ...remembered, hasWaited: true })).toEqual<Deed>({ kind: 'open', landing: 0 });
    expect(nextStep(shut, { ...remembered, isBoarded: true })).toEqual<Deed>({ kind: 'go', landing: 1 });
  });

  it('[U3] brings a cabin that stands between two landings to the nearer', () => {
    const between: ElevatorStatus = { at: undefined, isMoving: false, offsM: [-3, 1], doors: ['shut', 'shut'], calls: [false, false] };
    expect(nextStep(between, { hasDwelt: true, isBoarded: true, hasWaited: true, direction: -1 })).toEqual({ kind: 'go', landing: 1 });
  });
});

it('[U3] a ride sets off and arrives softly, at the height it is to', () => {
  fc.assert(
    fc.property(fc.double({ min: -30, max: 30, noNaN: true }), fc.double({ min: -30, max: 30, noNaN: true }), (fromM, toM) => {
      if (Math.abs(toM - fromM) < 0.01) return;
      const knots = journey({ ...ORIGIN, z: fromM }, toM);
      expect(knots.at(-1)?.pose.z).toBe(toM);
      let before = { afterMs: 0, pose: { ...ORIGIN, z: fromM } };
      for (const knot of knots) {
        const seconds = (knot.afterMs - before.afterMs) / 1000;
        expect(seconds).toBeGreaterThanOrEqual(0);
        // Times are whole milliseconds.
        expect(Math.abs(knot.pose.z - before.pose.z)).toBeLessThanOrEqual(1.05 * (seconds + 0.001));
        before = knot;
      }
    }),
  );
});
