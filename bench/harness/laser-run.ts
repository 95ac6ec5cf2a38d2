/** What every caster of rays is asked: to follow the robots of the scene, and to tell how far the beams of each get. */
import { BEAMS, FIELD_OF_VIEW_RAD, laserScene, ROBOTS, type Scene } from './laser-scene.ts';
import { processorMs } from './processor-time.ts';
import { serveRole } from './role.ts';

export interface Caster {
  /** All robots are where this tick has them: x, y and heading of each. */
  move(poses: Float64Array): void;
  /** How far the beams of a robot get, from right to left. */
  scan(robot: number, poses: Float64Array, lengthsM: Float64Array): void;
}

export interface Cast {
  readonly beams: number;
  /** Of the thread that casts. */
  readonly processorMs: number;
}

/** So many robots are compared with what the others found. */
const COMPARED = 200;

export interface LaserHandlers {
  readonly [method: string]: (argument: never) => unknown;
  /** Metres that the beams of some robots get to at a tick: all must agree. */
  sample(tick: number): Float64Array;
  cast(timing: { readonly warmUpMs: number; readonly windowMs: number }): Cast;
}

/** Serves a caster in a process of its own. */
export async function serveCaster(open: (scene: Scene) => Caster | Promise<Caster>): Promise<void> {
  const scene = laserScene();
  const caster = await open(scene);
  const lengthsM = new Float64Array(BEAMS);
  const posesAt = (tick: number): Float64Array => scene.ticks[tick % scene.ticks.length] as Float64Array;
  const runTick = (tick: number): void => {
    const poses = posesAt(tick);
    caster.move(poses);
    for (let robot = 0; robot < ROBOTS; robot++) caster.scan(robot, poses, lengthsM);
  };
  const handlers: LaserHandlers = {
    sample: (tick) => {
      const sampled = new Float64Array(COMPARED * BEAMS);
      caster.move(posesAt(tick));
      for (let robot = 0; robot < COMPARED; robot++) {
        caster.scan(robot, posesAt(tick), lengthsM);
        sampled.set(lengthsM, robot * BEAMS);
      }
      return sampled;
    },
    cast: ({ warmUpMs, windowMs }) => {
      let tick = 0;
      // Of the processor: what others take of it meanwhile must not make a window too short.
      const runFor = (ms: number): void => {
        for (const untilMs = processorMs() + ms; processorMs() < untilMs; ) runTick(tick++);
      };
      runFor(warmUpMs);
      const before = { tick, ms: processorMs() };
      runFor(windowMs);
      return { beams: (tick - before.tick) * ROBOTS * BEAMS, processorMs: processorMs() - before.ms };
    },
  };
  serveRole(handlers);
}

/** Of each beam, in the robot's frame: the same fan as a sensor's. */
export const beamAngles = (): number[] =>
  Array.from({ length: BEAMS }, (_, beam) => -FIELD_OF_VIEW_RAD / 2 + (beam * FIELD_OF_VIEW_RAD) / (BEAMS - 1));
