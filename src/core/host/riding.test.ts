import { describe, expect, it, onTestFinished } from 'vitest';
import { loadEngine } from '../../dynamics/dynamics.ts';
import { ORIGIN, type Pose } from '../base/pose.ts';
import { AT_REST, collisionBodyOf, type Dynamics } from '../physics/physics.ts';
import { conveyor } from '../robots/catalog/conveyor.ts';
import { cubePiece } from '../robots/catalog/pieces.ts';
import { pioneer3dx } from '../robots/catalog/pioneer-3-dx.ts';
import type { Model } from '../robots/robots.ts';
import { raised } from './bodies.contract.ts';
import type { Guided } from './followed.ts';
import { Simulation } from './simulation.ts';
import { Turns } from './turns.ts';

const BELT_M_PER_S = 0.12;
const TOP_M = 0.65;

const guided = (model: Model, stateHash: number, at: Guided['at'], speedMPerS = 0): Guided => {
  return { kind: 'moved', body: collisionBodyOf(model), stateHash, endMs: Number.POSITIVE_INFINITY, speedMPerS, at };
};
const running = guided(conveyor, 1, (ms) => ({ pose: ORIGIN, values: [(BELT_M_PER_S * ms) / 1000] }));
const free = (pose: Pose) => ({ kind: 'free' as const, body: collisionBodyOf(cubePiece), pose, velocity: AT_REST, isAsleep: false });

/** A belt that runs with a part on it, and the engine that simulates them. */
async function onBelt(...parts: Pose[]): Promise<{ engine: Dynamics; simulation: Simulation; run: (untilMs: number) => void }> {
  const engine = (await loadEngine())();
  const simulation = new Simulation(engine, 0);
  onTestFinished(() => simulation[Symbol.dispose]());
  simulation.add('belt', running);
  for (const [index, pose] of parts.entries()) simulation.add(`part-${index}`, free(pose));
  const run = (untilMs: number) => {
    for (let ms = simulation.headMs + 50; ms <= untilMs; ms += 50) simulation.advance(ms, ms - 150, () => false);
  };
  return { engine, simulation, run };
}

const lastOf = (simulation: Simulation, part: string): Pose => simulation.foreseen(part).at(-1)?.state.pose ?? ORIGIN;

describe('riding on a belt', () => {
  it('[P30] what goes steadily is foreseen without the engine, up to the end of the belt, from which it falls', async () => {
    const { engine, simulation, run } = await onBelt(raised(-1, 0, TOP_M));
    run(1000);
    expect(engine.has('part-0')).toBe(false);
    const before = lastOf(simulation, 'part-0');
    run(11_000);
    expect(engine.has('part-0')).toBe(false);
    expect(lastOf(simulation, 'part-0').x - before.x).toBeCloseTo(10 * BELT_M_PER_S, 6);
    expect(simulation.foreseen('part-0').every(({ ms }, index, all) => index === 0 || ms === (all[index - 1]?.ms ?? 0) + 10)).toBe(true);
    expect(simulation.touchesOf('part-0').map(({ with: other }) => other)).toEqual(['belt']);
    run(25_000);
    expect(engine.has('part-0')).toBe(true);
    expect(lastOf(simulation, 'part-0').z).toBeLessThan(0.1);
  });

  it('[P30] is simulated again when the belt goes otherwise, also in what was foreseen already', async () => {
    const { engine, simulation, run } = await onBelt(raised(-1, 0, TOP_M));
    run(2000);
    expect(engine.has('part-0')).toBe(false);
    const stopMs = 1850;
    simulation.follow(
      'belt',
      guided(conveyor, 2, (ms) => ({ pose: ORIGIN, values: [(BELT_M_PER_S * Math.min(ms, stopMs)) / 1000] })),
    );
    expect(simulation.isStale).toBe(true);
    simulation.rewind(stopMs);
    const stopped = lastOf(simulation, 'part-0');
    run(4000);
    expect(engine.has('part-0')).toBe(true);
    expect(lastOf(simulation, 'part-0').x - stopped.x).toBeLessThan(0.01);
  });

  it('[P30] is simulated again when something comes near, which pushes it', async () => {
    const { engine, simulation, run } = await onBelt(raised(-1, 0, TOP_M));
    run(1000);
    expect(engine.has('part-0')).toBe(false);
    const speed = 0.4;
    const { x } = lastOf(simulation, 'part-0');
    // It hovers beside the belt, so that its body is as high as the part, and comes from the side.
    const at = (ms: number) => ({ pose: raised(x + 0.12, 1 - (speed * (ms - 1000)) / 1000, TOP_M - 0.1), values: [] });
    simulation.add('robot', guided(pioneer3dx, 3, at, speed));
    run(1500);
    expect(engine.has('part-0')).toBe(false);
    run(3400);
    expect(engine.has('part-0')).toBe(true);
    expect(lastOf(simulation, 'part-0').y).toBeLessThan(-0.03);
  });

  it('[P30] what lies on, or against, another part is simulated with it', async () => {
    const { engine, run } = await onBelt(raised(-1, 0, TOP_M), raised(-1, 0, TOP_M + 0.041));
    run(3000);
    expect([engine.has('part-0'), engine.has('part-1')]).toEqual([true, true]);
  });
});

describe('turns', () => {
  it('[P27] everything is asked within three ticks, and those that were asked together are asked together again', () => {
    const turns = new Turns(3);
    const ids = Array.from({ length: 30 }, (_, index) => `part-${index}`);
    const lastAsked = new Map(ids.map((id) => [id, 0]));
    const asked: number[] = [];
    for (let tick = 1; tick <= 30; tick++) {
      turns.next();
      const due = ids.filter((id) => turns.isDue(id));
      asked.push(due.length);
      // The first ten are simulated together.
      const touched = due.some((id) => ids.indexOf(id) < 10) ? [...new Set([...ids.slice(0, 10), ...due])] : due;
      turns.asked(touched);
      for (const id of touched) {
        expect(tick - (lastAsked.get(id) ?? 0)).toBeLessThanOrEqual(3);
        lastAsked.set(id, tick);
      }
    }
    expect(Math.max(...asked)).toBeLessThan(30);
    expect(asked.slice(3, 6).reduce((sum, count) => sum + count, 0)).toBe(30);
  });
});
