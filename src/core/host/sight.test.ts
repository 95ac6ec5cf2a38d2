import { describe, expect, it } from 'vitest';
import { compose, ORIGIN, type Pose, planarPose } from '../base/pose.ts';
import { between, seededRandom } from '../base/random.ts';
import {
  bandAt,
  collisionBodyOf,
  convexOf,
  crossSections,
  type PlacedConvex,
  placed,
  postured,
  type Section,
  separation,
  type Vector,
} from '../physics/physics.ts';
import { stationMark } from '../robots/catalog/floor-marks.ts';
import { chair, desk, plant, wall } from '../robots/catalog/furniture.ts';
import { pioneer3dx } from '../robots/catalog/pioneer-3-dx.ts';
import { puma560 } from '../robots/catalog/puma-560.ts';
import { type Model, sensorOf } from '../robots/robots.ts';
import { beamsOf, NUMBERS_PER_BEAM, rangesOf } from '../sensors/sensors.ts';
import { type Actor, Stage } from '../world/stage.contract.ts';
import { put } from './bodies.contract.ts';
import { door, knownModels, scout } from './sensing.contract.ts';
import { Sight } from './sight.ts';

const ahead = sensorOf({ kind: 'laser', beams: 1, rangeM: 10 });
const raised = (x: number, y: number, yaw: number, z: number): Pose => ({ ...planarPose(x, y, yaw), z });

/** How far it sees straight ahead, from a place in a world as somebody knows it. */
function sees(actor: Actor, at: Pose, but?: string): number {
  using sight = new Sight(actor.participant, knownModels);
  sight.look();
  return rangesOf(sight, ahead, at, but)[0] ?? Number.NaN;
}

describe('what a sensor sees of a world', () => {
  it("[RS1] is another owner's robot, where it is by now", async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    await put(ann, 'watcher', scout, ORIGIN);
    await put(bob, 'passer', scout, planarPose(3, -2, Math.PI / 2));
    const laser = raised(0, 0, 0, 0.2);
    using sight = new Sight(ann.participant, knownModels);
    const look = () => {
      sight.look();
      return rangesOf(sight, ahead, laser, 'watcher')[0];
    };
    expect(look()).toBe(10);
    await bob.ask('passer', { kind: 'drift', twist: { vx: 1, vy: 0, vz: 0, wx: 0, wy: 0, wz: 0 }, durationMs: 2000 });
    await stage.run(2500);
    // It stands across the way now, and is 0.36 m wide.
    expect(look()).toBeGreaterThan(2.75);
    expect(look()).toBeLessThan(2.85);
    await stage.until(bob.participant.remove('passer'));
    await stage.run(100);
    expect(look()).toBe(10);
  });

  it('[RS1] is a door that is shut, and the way through one that is open', async () => {
    const stage = new Stage();
    const [hub] = await stage.enter('hub', 'ann');
    // Its gap runs along x, and is less than a metre wide.
    await put(hub, 'door', door, ORIGIN);
    const through = raised(0.3, -2, Math.PI / 2, 0.2);
    expect(sees(hub, through)).toBe(10);
    await hub.ask('door', { kind: 'glide', dof: 0, to: 0 });
    await stage.run(5000);
    expect(sees(hub, through)).toBeCloseTo(1.98, 6);
    await hub.ask('door', { kind: 'glide', dof: 0, to: Math.PI / 2 });
    await stage.run(200);
    using sight = new Sight(hub.participant, knownModels);
    const widths = await stage.watch(2500, 100, () => {
      sight.look();
      return rangesOf(sight, ahead, through)[0] ?? 0;
    });
    // While it opens the leaf comes nearer or goes away, and then is gone.
    expect(new Set(widths.slice(0, 5)).size).toBeGreaterThan(1);
    expect(widths.at(-1)).toBe(10);
  });

  it('[RS1] is what is at its height: under a desk there are legs', async () => {
    const stage = new Stage();
    const [ann] = await stage.enter('ann', 'bob');
    await put(ann, 'desk', desk, planarPose(3, 0, Math.PI / 2));
    const heights = [0.1, 0.3, 0.5, 0.72, 1.5].map((z) => sees(ann, raised(0, 0, 0, z)));
    expect(heights.at(-1)).toBe(10);
    expect(heights.at(-2)).toBeLessThan(3);
    expect(heights.at(0)).toBe(10);
  });

  it('[RS2] is neither the robot itself nor a mark on the floor', async () => {
    const stage = new Stage();
    const [ann] = await stage.enter('ann', 'bob');
    await put(ann, 'robot', scout, ORIGIN);
    await put(ann, 'mark', stationMark, planarPose(2, 0, 0));
    expect(sees(ann, raised(-1, 0, 0, 0.2))).toBeLessThan(1);
    expect(sees(ann, raised(-1, 0, 0, 0.2), 'robot')).toBe(10);
    expect(sees(ann, raised(1, 0, 0, 0.005), 'robot')).toBe(10);
  });
});

describe('outlines of bodies', () => {
  const cornersOf = (section: Section = new Float64Array()) =>
    Array.from({ length: section.length / 2 }, (_, corner) => [section[2 * corner] ?? 0, section[2 * corner + 1] ?? 0] as const);
  type Corner = readonly [number, number];
  /** To the nearest edge. */
  const awayM = ([x, y]: Corner, corners: readonly Corner[]): number =>
    Math.min(
      ...corners.map(([fromX, fromY], index) => {
        const [toX, toY] = corners[(index + 1) % corners.length] ?? [fromX, fromY];
        const [dx, dy] = [toX - fromX, toY - fromY];
        const share = Math.min(Math.max(((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy), 0), 1);
        return Math.hypot(fromX + share * dx - x, fromY + share * dy - y);
      }),
    );

  it('[RS1] are the same at all heights where nothing but upright prisms is cut, and nowhere else', () => {
    const pieces = (model: Model) => postured(collisionBodyOf(model), ORIGIN, []).links.flat();
    for (const model of [wall, desk, door, plant, pioneer3dx]) {
      for (let heightM = 0.013; heightM < 1.2; heightM += 0.071) {
        const { lowM, highM, sections } = bandAt(pieces(model), heightM);
        expect(sections).toEqual(crossSections(pieces(model), heightM));
        for (const share of [0.01, 0.5, 0.99]) {
          const otherM = Math.max(lowM, heightM - 1) * (1 - share) + Math.min(highM, heightM + 1) * share;
          const other = crossSections(pieces(model), otherM);
          expect(other).toHaveLength(sections.length);
          const offM = other.flatMap((section, index) => cornersOf(section).map((corner) => awayM(corner, cornersOf(sections[index]))));
          expect(Math.max(0, ...offM), `${model.id} at ${heightM} and ${otherM}`).toBeLessThan(highM - lowM > 0.0011 ? 1e-6 : 3e-3);
        }
      }
    }
    const { lowM, highM } = bandAt(pieces(wall), 0.3);
    expect(highM - lowM).toBeGreaterThan(0.5);
  });

  /** Feels its way along a ray: it is safe to go as far as the nearest body is away. Exact, and knows nothing of outlines. */
  function feltM(bodies: readonly PlacedConvex[], from: Vector, [dx, dy]: readonly [number, number], rangeM: number): number {
    for (let metre = 0; metre < rangeM; ) {
      const point = placed(convexOf([[from[0] + dx * metre, from[1] + dy * metre, from[2]]], 0), ORIGIN);
      const clear = bodies.reduce((least, body) => Math.min(least, separation(point, body).distanceM), rangeM);
      if (clear < 5e-5) return metre;
      metre += clear;
    }
    return rangeM;
  }

  it('[RS1] are met where rays in space meet the bodies themselves', async () => {
    const stage = new Stage();
    const [ann] = await stage.enter('ann', 'bob');
    const random = seededRandom(11);
    const things: readonly (readonly [Model, Pose])[] = [
      [pioneer3dx, planarPose(2, 0.5, 2)],
      [chair, planarPose(1.5, -2, 0.7)],
      [plant, planarPose(-2, 1, 0)],
      [wall, planarPose(-3, -1, 1)],
      [puma560, planarPose(0, 3, 0.3)],
      // Toppled: its outline is no longer the one it has upright.
      [plant, compose(planarPose(3, 3, 1), { ...ORIGIN, z: 0.2, qy: Math.SQRT1_2, qw: Math.SQRT1_2 })],
    ];
    for (const [index, [model, pose]] of things.entries()) await put(ann, `thing-${index}`, model, pose);
    const bodies = things.flatMap(([model, pose]) =>
      postured(collisionBodyOf(model), pose, model === puma560 ? ann.see('thing-4').posture.values : []).links.flat(),
    );
    using sight = new Sight(ann.participant, knownModels);
    sight.look();
    const sensor = sensorOf({ kind: 'laser', beams: 40, fieldOfViewRad: 2 * Math.PI, rangeM: 6 });
    const off: number[] = [];
    for (const z of [0.1, 0.187, 0.33, 0.6]) {
      const at = raised(between(random, -0.5, 0.5), between(random, -0.5, 0.5), between(random, -3, 3), z);
      const metres = rangesOf(sight, sensor, at);
      const beams = beamsOf(sensor, at);
      for (const [beam, metre] of metres.entries()) {
        const [x = 0, y = 0, cos = 0, sin = 0] = beams.subarray(NUMBERS_PER_BEAM * beam);
        off.push(Math.abs(metre - feltM(bodies, [x, y, at.z], [cos, sin], 6)));
      }
    }
    off.sort((a, b) => a - b);
    // Round edges are cut in steps: off by parts of a millimetre, and by some more where a ray grazes one.
    expect(off[Math.floor(off.length * 0.97)]).toBeLessThan(1e-3);
    expect(off.filter((metre) => metre > 0.02).length).toBeLessThanOrEqual(1);
  });
});
