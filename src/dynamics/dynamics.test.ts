import { expect, it, vi } from 'vitest';
import { describeDynamics } from '../core/physics/dynamics.contract.ts';
import { AT_REST } from '../core/physics/physics.ts';
import { loadEngine } from './dynamics.ts';

describeDynamics('Rapier', loadEngine);

it('steps without looking at the clock, and leaves the clock of everybody else alone', async () => {
  const engine = await loadEngine();
  const look = vi.spyOn(performance, 'now');
  using dynamics = engine();
  const pose = { x: 0, y: 0, z: 1, qx: 0, qy: 0, qz: 0, qw: 1 };
  dynamics.add('ball', { kind: 'free', pieces: [], pose, friction: 0.5, massKg: 1, velocity: AT_REST, isAsleep: false });
  dynamics.step();
  expect(look).not.toHaveBeenCalled();
  look.mockRestore();
  expect(performance.now()).toBeGreaterThan(0);
});
