import { describe, expect, it, onTestFinished } from 'vitest';
import { ORIGIN, type Pose } from '../base/pose.ts';
import { corners } from './convex.ts';
import { AT_REST, type Convex, convexOf, type Dynamics, type Engine, GROUND, type Vector } from './physics.ts';

const block = (x: number, y: number, z: number): Convex[] => [convexOf(corners([-x / 2, -y / 2, 0], [x / 2, y / 2, z]), 0)];
const CUBE_M = 0.042;
const cube = block(CUBE_M, CUBE_M, CUBE_M);
const at = (x: number, y: number, z: number): Pose => ({ ...ORIGIN, x, y, z });

/** What every engine of rigid bodies must do. */
export function describeDynamics(name: string, load: () => Promise<Engine>): void {
  const opened = async (): Promise<Dynamics> => {
    const dynamics = (await load())();
    onTestFinished(() => dynamics[Symbol.dispose]());
    return dynamics;
  };
  const free = (dynamics: Dynamics, id: string, pieces: readonly Convex[], pose: Pose, linear: Vector = [0, 0, 0]) =>
    dynamics.add(id, { kind: 'free', pieces, pose, friction: 0.5, massKg: 0.1, velocity: { ...AT_REST, linear }, isAsleep: false });
  const run = (dynamics: Dynamics, seconds: number, before: (step: number) => void = () => {}) => {
    for (let step = 1; step <= (1000 * seconds) / dynamics.stepMs; step++) {
      before(step);
      dynamics.step();
    }
  };

  describe(name, () => {
    it('[P15] a body falls with the acceleration of gravity, and rests on what is below it', async () => {
      const dynamics = await opened();
      dynamics.add('table', { kind: 'fixed', pieces: block(1, 1, 0.5), pose: ORIGIN, friction: 0.6 });
      free(dynamics, 'cube', cube, at(0.1, 0, 2));
      run(dynamics, 0.4);
      expect(dynamics.stateOf('cube').pose.z).toBeCloseTo(2 - (9.81 * 0.4 ** 2) / 2, 1);
      run(dynamics, 4);
      const { pose, isAsleep } = dynamics.stateOf('cube');
      expect(isAsleep).toBe(true);
      expect(Math.abs(pose.z - 0.5)).toBeLessThan(0.001);
      expect(dynamics.touchesOf('cube')).toMatchObject([{ with: 'table' }]);
    });

    it.each([
      ['a ball', [convexOf([[0, 0, 0]], 0.03)], 0.03],
      [
        'a bar',
        [
          convexOf(
            [
              [0, -0.1, 0],
              [0, 0.1, 0],
            ],
            0.03,
          ),
        ],
        0.03,
      ],
      ['a plate without thickness', [convexOf(corners([-0.1, -0.1, 0], [0.1, 0.1, 0]), 0)], 0],
      ['a thing of two pieces', [...cube, convexOf(corners([-0.1, -0.1, CUBE_M], [0.1, 0.1, 0.06]), 0)], 0],
    ] as const)('[P15] %s rests on the ground', async (_, pieces, restM) => {
      const dynamics = await opened();
      free(dynamics, 'body', pieces, at(0, 0, 0.3));
      run(dynamics, 5);
      expect(Math.abs(dynamics.stateOf('body').pose.z - restM)).toBeLessThan(0.001);
      expect(dynamics.touchesOf('body')).toMatchObject([{ with: GROUND }]);
    });

    it('[P15] five on one another stand for a minute', { timeout: 60_000 }, async () => {
      const dynamics = await opened();
      for (let level = 0; level < 5; level++) free(dynamics, `cube-${level}`, cube, at(0.001 * (level % 2), 0, level * (CUBE_M + 0.001)));
      run(dynamics, 60);
      for (let level = 0; level < 5; level++) {
        const { pose, isAsleep } = dynamics.stateOf(`cube-${level}`);
        expect(isAsleep).toBe(true);
        expect(Math.abs(pose.z - level * CUBE_M)).toBeLessThan(0.001);
        expect(Math.abs(pose.x)).toBeLessThan(0.003);
      }
    });

    it.each([0.1, 0.4, 1.2])('[P16] what is pushed at %d m/s gives way, slides, and stops', async (speedMPerS) => {
      const dynamics = await opened();
      free(dynamics, 'box', block(0.3, 0.3, 0.3), at(0, 0, 0));
      run(dynamics, 2);
      expect(dynamics.stateOf('box').isAsleep).toBe(true);
      dynamics.add('robot', { kind: 'moved', pieces: block(0.2, 0.4, 0.3), pose: at(-0.3, 0, 0.01), friction: 0.5 });
      let deepestM = 0;
      run(dynamics, 1, (step) => {
        dynamics.move('robot', at(-0.3 + (speedMPerS * step * dynamics.stepMs) / 1000, 0, 0.01));
        deepestM = Math.max(deepestM, ...dynamics.touchesOf('box').flatMap((touch) => (touch.with === 'robot' ? touch.depthM : [])));
      });
      expect(deepestM).toBeLessThan(0.003);
      const pushed = dynamics.stateOf('box').pose;
      expect(pushed.x).toBeCloseTo(Math.max(0, speedMPerS - 0.05), 2);
      run(dynamics, 3);
      const { pose, isAsleep } = dynamics.stateOf('box');
      expect(isAsleep).toBe(true);
      const slidM = pose.x - pushed.x;
      expect(slidM).toBeGreaterThanOrEqual(0);
      expect(slidM).toBeLessThan(0.02 + speedMPerS ** 2 / (2 * 0.5 * 9.81));
    });

    it('[P17] a belt carries at its speed what lies on it, and only that; when it stops, so do they', async () => {
      const dynamics = await opened();
      dynamics.add('belt', { kind: 'belt', pieces: block(4, 0.4, 0.6), pose: ORIGIN, friction: 0.9 });
      free(dynamics, 'cube', cube, at(-1, 0, 0.6));
      free(dynamics, 'aside', cube, at(-1, 0.5, 0));
      run(dynamics, 1);
      dynamics.run('belt', [0.2, 0, 0]);
      dynamics.wake('cube');
      run(dynamics, 1);
      const before = dynamics.stateOf('cube').pose.x;
      run(dynamics, 4);
      expect((dynamics.stateOf('cube').pose.x - before) / 4).toBeCloseTo(0.2, 3);
      expect(dynamics.stateOf('aside').pose.x).toBeCloseTo(-1, 4);
      dynamics.run('belt', [0, 0, 0]);
      run(dynamics, 2);
      expect(dynamics.stateOf('cube').isAsleep).toBe(true);
      expect(Math.abs(dynamics.stateOf('cube').pose.z - 0.6)).toBeLessThan(0.001);
    });

    it('[P15] what was added asleep does not sink when it is woken by something that passes', async () => {
      const dynamics = await opened();
      dynamics.add('cube', {
        kind: 'free',
        pieces: cube,
        pose: ORIGIN,
        friction: 0.5,
        massKg: 0.1,
        velocity: AT_REST,
        isAsleep: true,
      });
      dynamics.add('robot', { kind: 'moved', pieces: block(0.2, 0.2, 0.2), pose: at(-0.5, 0.13, 0), friction: 0.5 });
      const depths: number[] = [];
      let wasAwake = false;
      run(dynamics, 3, (step) => {
        dynamics.move('robot', at(-0.5 + 0.004 * step, 0.13, 0));
        const { pose, isAsleep } = dynamics.stateOf('cube');
        depths.push(Math.abs(pose.z));
        wasAwake ||= !isAsleep;
      });
      expect(wasAwake).toBe(true);
      expect(Math.max(...depths)).toBeLessThan(0.001);
      expect(dynamics.stateOf('cube').isAsleep).toBe(true);
    });

    it('[P18] the same calls give the same result to the last bit', async () => {
      const play = async () => {
        const dynamics = await opened();
        for (let index = 0; index < 12; index++)
          free(dynamics, `cube-${index}`, cube, at(0.02 * (index % 3), 0.013 * index, 0.1 + 0.05 * index));
        dynamics.add('robot', { kind: 'moved', pieces: block(0.2, 0.2, 0.2), pose: at(-0.5, 0, 0), friction: 0.5 });
        run(dynamics, 3, (step) => dynamics.move('robot', at(-0.5 + 0.003 * step, 0, 0)));
        return Array.from({ length: 12 }, (_, index) => dynamics.stateOf(`cube-${index}`));
      };
      expect(await play()).toEqual(await play());
    });

    it('[P18] goes on from where a body is put, and lets it sleep until something comes', async () => {
      const dynamics = await opened();
      free(dynamics, 'cube', cube, at(0, 0, 1));
      run(dynamics, 0.2);
      const { pose, velocity } = dynamics.stateOf('cube');
      run(dynamics, 0.1);
      const later = dynamics.stateOf('cube');
      dynamics.put('cube', pose, velocity);
      run(dynamics, 0.1);
      expect(dynamics.stateOf('cube')).toEqual(later);
      dynamics.add('cube', {
        kind: 'free',
        pieces: cube,
        pose: at(0, 0, 0.5),
        friction: 0.5,
        massKg: 1,
        velocity: AT_REST,
        isAsleep: true,
      });
      run(dynamics, 1);
      expect(dynamics.stateOf('cube').pose.z).toBe(0.5);
      dynamics.wake('cube');
      run(dynamics, 1);
      expect(dynamics.stateOf('cube').pose.z).toBeCloseTo(0, 2);
      dynamics.remove('cube');
      expect(dynamics.has('cube')).toBe(false);
    });
  });
}
