import { describe, expect, it } from 'vitest';
import { openDynamics } from '../../dynamics/dynamics.ts';
import { ORIGIN } from '../base/pose.ts';
import { AT_REST, collisionBodyOf } from '../physics/physics.ts';
import { cubePiece } from '../robots/catalog/pieces.ts';
import { Simulation } from './simulation.ts';

describe('a simulation that is late', () => {
  it('[P21] leaves out what it missed, and goes on from where everything is', async () => {
    const dynamics = await openDynamics();
    using simulation = new Simulation(dynamics);
    simulation.clear(1000);
    const fall = { kind: 'free', body: collisionBodyOf(cubePiece), pose: { ...ORIGIN, z: 5 }, velocity: AT_REST, isAsleep: false } as const;
    simulation.add('part', fall);
    simulation.advance(1200, 1000, () => false);
    const before = simulation.foreseen('part').at(-1);
    simulation.skipTo(4000);
    expect(simulation.foreseen('part')).toEqual([{ ms: 4000, state: before?.state }]);
    simulation.advance(4100, 4000, () => false);
    const fallenM = (before?.state.pose.z ?? 0) - (simulation.foreseen('part').at(-1)?.state.pose.z ?? 0);
    expect(fallenM).toBeCloseTo(9.81 * 0.2 * 0.1 + (9.81 * 0.1 ** 2) / 2, 1);
  });
});
