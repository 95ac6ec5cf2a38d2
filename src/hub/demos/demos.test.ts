import { describe, expect, it, onTestFinished } from 'vitest';
import { descriptionSchema } from '../../core/api/messages.ts';
import { distance, ORIGIN, type Pose, planarPose } from '../../core/base/pose.ts';
import { seededRandom } from '../../core/base/random.ts';
import { sha256 } from '../../core/base/sha-256.ts';
import { isOfSite, type Standing, standsIn } from '../../core/buildings/buildings.ts';
import { Host } from '../../core/host/host.ts';
import { fig8 } from '../../core/maps/maps.contract.ts';
import { catalog, drivenDofs, type Model } from '../../core/robots/robots.ts';
import { type Actor, Stage } from '../../core/world/stage.contract.ts';
import { loadEngine } from '../../dynamics/dynamics.ts';
import { readSiteFile } from '../site/site-files.ts';
import type { Demo } from './demo.ts';
import { demos } from './demos.ts';
import { FIGURE_8, figure8 } from './figure-8.ts';
import { labFloor } from './lab-floor.ts';
import { portraitOf } from './portraits.ts';
import { researchBuilding } from './research-building.ts';
import { workcell } from './workcell.ts';

const modelsOf = ({ models = [] }: Demo) => [...catalog, ...models];
const pieceIds = workcell.entities.map(({ id }) => id).filter((id) => id.startsWith('piece-'));

/** A world with a demo in it, lived by a resident; somebody else is there too. */
async function perform(demo: Demo): Promise<{ stage: Stage; resident: Actor; guest: Actor }> {
  const stage = new Stage();
  const [resident, guest] = await stage.enter('resident', 'guest');
  await stage.until(Promise.all(demo.entities.map(({ id, draft }) => resident.participant.insert(draft, id))));
  const report = (error: unknown) => void stage.reported.push(error);
  const ports = { bus: resident.bus, clock: resident.node.clock, random: seededRandom(3), report };
  const living = demo.enliven(resident.participant, ports);
  onTestFinished(() => living[Symbol.dispose]());
  await stage.run(1000);
  return { stage, resident, guest };
}

/** The same with a resident that lets parts fall and be carried. */
async function performPhysically(demo: Demo): Promise<{ stage: Stage; guest: Actor }> {
  const { stage, resident, guest } = await perform(demo);
  const engine = await loadEngine();
  const host = new Host(resident.participant, {
    clock: resident.node.clock,
    models: (id) => modelsOf(demo).find((model) => model.id === id),
    latencyMs: () => 40,
    report: (error) => void stage.reported.push(error),
    engine: () => Promise.resolve(engine),
  });
  onTestFinished(() => host[Symbol.dispose]());
  await stage.run(1000);
  return { stage, guest };
}

/** So much is to be free at an elevator: its shaft and the way to it. */
const hall: Model = {
  id: 'hall',
  name: 'Hall',
  kind: 'part',
  summary: 'Hall',
  links: [
    {
      name: 'Hall',
      parent: -1,
      origin: ORIGIN,
      parts: [{ shape: { kind: 'box', sizeM: [3.5, 1.9, 0.9] }, at: { ...ORIGIN, z: 0.5 }, paint: 'bone' }],
    },
  ],
  dofs: [],
  extent: { radiusM: 2, heightM: 1 },
};

const valuesOf = (actor: Actor, entity: string): readonly number[] => actor.see(entity).posture.values;
const poseOf = (actor: Actor, entity: string): Pose => actor.see(entity).posture.pose;

describe('every demo', () => {
  it('has a name of its own', () => {
    expect(demos.map(({ id }) => id)).toEqual([
      'workcell',
      'practice-cell',
      'lab-floor',
      'research-building',
      'fig-8',
      'labyrinth',
      'empty-room',
    ]);
  });

  it('has a portrait for the lobby, which no other has', () => {
    const hashes = demos.map(({ id }) => sha256(portraitOf(id)?.bytes ?? new Uint8Array()));
    expect(new Set([...hashes, sha256(new Uint8Array())]).size).toBe(demos.length + 1);
    expect(portraitOf('nowhere')).toBeUndefined();
  });

  it('that is a building is the one of the paper, letter by letter, and nobody stands in its walls', { timeout: 120_000 }, () => {
    expect(FIGURE_8).toBe(fig8);
    for (const demo of demos) {
      const standing = demo.entities.flatMap(({ id, draft }): Standing[] => {
        const model = modelsOf(demo).find((candidate) => candidate.id === draft.model);
        return model ? [{ id, model, pose: draft.initial.pose, values: draft.initial.values }] : [];
      });
      const building = standing.filter(({ id }) => isOfSite(id));
      expect(standing.filter(({ id }) => !isOfSite(id)).flatMap((one) => standsIn(one, building).map(() => one.id))).toEqual([]);
    }
  });

  for (const demo of demos) {
    it(`${demo.id}: everything in it can be inserted, and is as its model says`, () => {
      expect(new Set(demo.entities.map(({ id }) => id)).size).toBe(demo.entities.length);
      for (const { id, draft } of demo.entities) {
        const description = descriptionSchema.parse(draft);
        const model = modelsOf(demo).find((candidate) => candidate.id === description.model);
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

describe.each([workcell, labFloor, figure8])('the life of $id', (demo) => {
  it('runs into nothing', { timeout: 120_000 }, async () => {
    const { stage, guest } = await performPhysically(demo);
    const touched = await stage.watch(40_000, 500, () => guest.participant.entities.filter(({ contact }) => contact).map(({ id }) => id));
    expect(touched.flat()).toEqual([]);
  });
});

describe('the research building', () => {
  it('has a site without a flaw: three floors, two elevators that serve them all, and a picture on every notice', async () => {
    const { site, concerns, pictureOf } = await readSiteFile('src/hub/demos/research-building/research-building.json');
    expect(concerns).toEqual([]);
    expect(site?.floors.map(({ name, heightM }) => [name, heightM])).toEqual([
      ['Ground floor', 0],
      ['First floor', 4],
      ['Second floor', 8],
    ]);
    expect(site?.elevators.map(({ stops }) => stops.length)).toEqual([3, 3]);
    const rooms = site?.topology.nodes.filter(({ kind }) => kind === 'room').map(({ name }) => name) ?? [];
    expect(rooms).toHaveLength(19);
    const notices = site?.floors.flatMap(({ plan }) => plan.notices) ?? [];
    expect(notices.map(({ name }) => name).sort()).toEqual(rooms.sort());
    expect(notices.filter(({ file }) => pictureOf(file) === undefined)).toEqual([]);
    expect(researchBuilding.meshes?.size).toBe(19);
  });

  it('leaves room for its elevators, and before their doors', () => {
    const standing = researchBuilding.entities.map(({ id, draft }) => ({
      id,
      model: modelsOf(researchBuilding).find(({ id: model }) => model === draft.model) ?? expect.fail(`${id} has no model`),
      pose: draft.initial.pose,
      values: draft.initial.values,
    }));
    const solid = standing.filter(({ id, model }) => !id.includes('elevator') && !['Floor', 'Room', 'Notice'].includes(model.name));
    for (const z of [0, 4, 8]) {
      // A shaft of 2 x 2 m at each end of the corridor, and 1.5 m before it.
      for (const x of [1.8, 20.2])
        expect(standsIn({ id: 'hall', model: hall, pose: { ...planarPose(x, 6, 0), z }, values: [] }, solid)).toEqual([]);
    }
  });

  it('has two robots on each floor that go their rounds through open doors, one that rides from floor to floor, and run into nothing', {
    timeout: 240_000,
  }, async () => {
    const { stage, guest } = await performPhysically(researchBuilding);
    const robots = ['carrier', 'guide', 'librarian', 'messenger', 'runner', 'aibo'];
    const track = await stage.watch(100_000, 500, () => ({
      touched: guest.participant.entities.filter(({ contact }) => contact).map(({ id }) => id),
      poses: robots.map((id) => poseOf(guest, id)),
      courierM: poseOf(guest, 'courier').z,
    }));
    expect(track.flatMap(({ touched }) => touched)).toEqual([]);
    expect([0, 4].map((floorM) => track.some(({ courierM }) => courierM === floorM))).toEqual([true, true]);
    const reached = robots.map((_, index) => {
      const poses = track.map(({ poses: at }) => at[index] as Pose);
      return {
        z: poses[0]?.z,
        level: new Set(poses.map(({ z }) => z)).size,
        metres: Math.max(...poses.map(({ x }) => x)) - Math.min(...poses.map(({ x }) => x)),
      };
    });
    expect(reached.map(({ z }) => z)).toEqual([0, 0, 4, 4, 8, 8]);
    for (const { level, metres } of reached) {
      expect(level).toBe(1);
      expect(metres).toBeGreaterThan(2.5);
    }
  });
});

/** Longer than a piece takes to the stamp and back. */
const ROUND_MS = 75_000;

describe('the workcell', () => {
  it('is alive: robots and machines move, for everybody who looks', { timeout: 60_000 }, async () => {
    const { stage, guest } = await performPhysically(workcell);
    const busy = ['movemaster', 'asrs', 'lathe', 'conveyor'];
    const seen = await stage.watch(25_000, 500, () => busy.map((id) => valuesOf(guest, id).join()));
    for (const [index, id] of busy.entries()) expect(new Set(seen.map((at) => at[index])).size, id).toBeGreaterThan(8);
    expect(guest.see('movemaster').isWorking).toBe(true);
  });

  it('leaves the Puma to whoever wants to drive it', async () => {
    const { stage, guest } = await perform(workcell);
    const before = valuesOf(guest, 'puma');
    await stage.run(20_000);
    expect(valuesOf(guest, 'puma')).toEqual(before);
  });

  it('takes a piece by gripper and belt under the stamp and back to its place, and never drops one', { timeout: 120_000 }, async () => {
    const { stage, guest } = await performPhysically(workcell);
    const start = poseOf(guest, 'piece-1');
    const all = pieceIds.map((id) => poseOf(guest, id));
    const way = await stage.watch(ROUND_MS, 200, () => ({
      piece: poseOf(guest, 'piece-1'),
      holder: guest.see('piece-1').heldBy,
      ram: valuesOf(guest, 'stamp')[0] ?? 0,
      lowest: Math.min(...pieceIds.map((id) => poseOf(guest, id).z)),
    }));
    const holders = way.map(({ holder }) => holder).filter((holder, index, list) => holder !== list[index - 1]);
    expect(holders).toEqual(['movemaster', undefined, 'jupiter', undefined, 'jupiter', undefined, 'movemaster', undefined]);
    expect(way.some(({ piece, ram }) => ram > 0.08 && Math.hypot(piece.x - 1.91, piece.y + 0.15) < 0.01)).toBe(true);
    expect(Math.min(...way.map(({ lowest }) => lowest))).toBeGreaterThan(0.6);
    expect(distance(poseOf(guest, 'piece-1'), start)).toBeLessThan(0.01);
    // Those that only ride along come back to where they were, too.
    for (const [index, id] of pieceIds.entries())
      if (index > 2) expect(distance(poseOf(guest, id), all[index] as Pose), id).toBeLessThan(0.02);
  });

  it('holds the pieces while somebody has stopped the belt, and goes on when it is re-armed', { timeout: 60_000 }, async () => {
    const { stage, guest } = await performPhysically(workcell);
    await stage.run(14_000);
    await guest.stop('conveyor');
    await stage.run(1500);
    const before = poseOf(guest, 'piece-5');
    await stage.run(5000);
    expect(distance(poseOf(guest, 'piece-5'), before)).toBeLessThan(0.001);
    await stage.until(guest.participant.rearm('conveyor'));
    await stage.run(6000);
    expect(distance(poseOf(guest, 'piece-5'), before)).toBeGreaterThan(0.3);
  });

  it('lets a stopped robot stand', async () => {
    const { stage, guest } = await perform(workcell);
    await guest.stop('movemaster');
    await stage.run(500);
    const before = valuesOf(guest, 'movemaster');
    await stage.run(30_000);
    expect(valuesOf(guest, 'movemaster')).toEqual(before);
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

  it('goes on with the next when somebody took the piece it was about', { timeout: 120_000 }, async () => {
    const { stage, guest } = await performPhysically(workcell);
    await stage.run(15_000);
    await guest.ask('piece-1', { kind: 'place', pose: { ...poseOf(guest, 'piece-1'), x: -2, y: -1, z: 0.02 } });
    const holders = await stage.watch(60_000, 200, () => guest.see('piece-2').heldBy);
    expect(holders).toContain('jupiter');
    expect(poseOf(guest, 'piece-1').x).toBeCloseTo(-2, 2);
  });

  it('lays down what an interrupted hand holds, and begins again', { timeout: 120_000 }, async () => {
    const { stage, guest } = await performPhysically(workcell);
    const inHand = await stage.watch(12_000, 200, () => guest.see('piece-1').heldBy);
    expect(inHand).toContain('movemaster');
    await stage.run(1000);
    await guest.ask('movemaster', { kind: 'lease', request: { kind: 'ask' } });
    await stage.run(2000);
    await guest.ask('movemaster', { kind: 'lease', request: { kind: 'release' } });
    const later = await stage.watch(70_000, 200, () => guest.participant.entities.find(({ heldBy }) => heldBy === 'jupiter')?.id);
    expect(later.some((id) => id !== undefined)).toBe(true);
  });

  it('stands while the world is paused, and begins anew when it is reset', { timeout: 120_000 }, async () => {
    const { stage, guest } = await performPhysically(workcell);
    await stage.run(8000);
    await stage.until(guest.participant.changeTime({ kind: 'pause' }));
    await stage.run(1000);
    const everything = () => workcell.entities.map(({ id }) => JSON.stringify(guest.see(id).posture));
    const before = everything();
    await stage.run(3000);
    expect(everything()).toEqual(before);
    expect(guest.see('piece-1').heldBy).toBe('movemaster');
    await stage.until(guest.participant.changeTime({ kind: 'reset' }));
    await stage.run(1000);
    for (const { id, draft } of workcell.entities) expect(distance(poseOf(guest, id), draft.initial.pose), id).toBeLessThan(0.002);
    expect(guest.see('piece-1').heldBy).toBeUndefined();
    await stage.until(guest.participant.changeTime({ kind: 'run', rate: 1 }));
    const again = await stage.watch(12_000, 200, () => guest.see('piece-1').heldBy);
    expect(again).toContain('movemaster');
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
