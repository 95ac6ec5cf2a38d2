import { describe, expect, it } from 'vitest';
import { compose, ORIGIN, type Pose, planarPose, yawOf } from '../base/pose.ts';
import { between, seededRandom } from '../base/random.ts';
import { catalog, modelSchema, type SensorMount, type SensorNoise, sensorOf } from '../robots/robots.ts';
import { type Bearer, Field, Instrument, type Measured, Odometer, type Surroundings, standAt } from './sensors.ts';

const square = (half: number) => [-half, -half, half, -half, half, half, -half, half];

/** A robot of half a metre, and whatever stands around it. */
function stage(...walls: readonly (readonly [x: number, y: number])[]): Surroundings & { readonly field: Field } {
  const field = new Field();
  field.put('robot', [square(0.25)]);
  walls.forEach(([x, y], index) => void field.put(`wall-${index}`, [square(0.5)], standAt(x, y, 0)));
  return { field, fieldAt: () => field };
}

const bearerAt = (pose: Pose, more: Partial<Bearer> = {}): Bearer => ({
  ...{ body: 'robot', pose, links: [ORIGIN], isCarried: false, contact: undefined },
  ...more,
});

const mountOf = (mount: Partial<SensorMount> & Pick<SensorMount, 'kind'>): SensorMount => ({
  name: 'Sensor',
  link: 0,
  at: ORIGIN,
  ...mount,
});
const told = (mount: SensorMount, seed: number, times: number, around: Surroundings): (Measured | undefined)[] => {
  const instrument = new Instrument(mount, seed);
  return Array.from({ length: times }, () => instrument.measure(around, bearerAt(ORIGIN)));
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const deviationOf = (values: readonly number[]): number => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
};

describe('noise', () => {
  const laser = mountOf({ kind: 'laser', beams: 1, noise: { deviation: 0.02, deviationPerM: 0.01, missShare: 0.1, resolution: 0.001 } });

  it('[RS8] is the same for the same seed, and another for another', () => {
    const around = stage([3.5, 0]);
    expect(told(laser, 7, 50, around)).toEqual(told(laser, 7, 50, around));
    expect(told(laser, 7, 50, around)).not.toEqual(told(laser, 8, 50, around));
  });

  it('[RS8] is none for a sensor that has none', () => {
    expect(told(mountOf({ kind: 'laser', beams: 1 }), 7, 3, stage([3.5, 0]))).toEqual([[3], [3], [3]]);
    expect(told(mountOf({ kind: 'compass', at: planarPose(0, 0, 2) }), 7, 1, stage())[0]).toBeCloseTo(2, 12);
  });

  it('[RS8] is as large as its model says', () => {
    const metres = told(laser, 3, 20_000, stage([3.5, 0])).flatMap((value) => value as number[]);
    const echoes = metres.filter((metre) => metre < 8);
    expect(echoes.length / metres.length).toBeCloseTo(0.9, 2);
    expect(mean(echoes)).toBeCloseTo(3, 2);
    expect(deviationOf(echoes)).toBeCloseTo(0.02 + 0.03, 2);
    expect(Math.max(...echoes.map((metre) => Math.abs(metre * 1000 - Math.round(metre * 1000))))).toBeLessThan(1e-6);
    const headings = told(mountOf({ kind: 'compass', noise: { deviation: 0.1 } }), 3, 20_000, stage()) as number[];
    expect(deviationOf(headings)).toBeCloseTo(0.1, 2);
  });

  it('[RS8] never tells more than the range, or less than the nearest', () => {
    const wild = mountOf({ kind: 'sonar', rangeM: 3.2, nearestM: 2.9, noise: { deviation: 1 } });
    for (const [metre = 0] of told(wild, 5, 500, stage([3.5, 0])) as number[][]) {
      expect(metre).toBeGreaterThanOrEqual(2.9);
      expect(metre).toBeLessThanOrEqual(3.2);
    }
  });
});

describe('compass and bumper', () => {
  it('[RS6] a compass tells where its x points', () => {
    const compass = new Instrument(mountOf({ kind: 'compass', at: planarPose(0, 0, 1) }), 1);
    const heading = (yaw: number) => compass.measure(stage(), bearerAt(planarPose(1, 2, yaw)));
    expect(heading(1)).toBeCloseTo(2, 12);
    expect(heading(3)).toBeCloseTo(4 - 2 * Math.PI, 12);
  });

  it('[RS6] a bumper feels what is near enough, on its side alone', () => {
    const front = mountOf({ kind: 'bumper', rangeM: 0.03, fieldOfViewRad: Math.PI });
    const rear = { ...front, at: planarPose(0, 0, Math.PI) };
    const pressed = (mount: SensorMount, ...walls: readonly (readonly [number, number])[]) =>
      new Instrument(mount, 1).measure(stage(...walls), bearerAt(ORIGIN));
    expect(pressed(front, [0.79, 0])).toBe(false);
    expect(pressed(front, [0.77, 0])).toBe(true);
    expect(pressed(rear, [0.77, 0])).toBe(false);
    expect(pressed(rear, [-0.77, 0])).toBe(true);
    // A corner that comes between two of its own, and what stands in it.
    expect(pressed(front, [0.77, 0.4])).toBe(true);
    expect(pressed(front, [0.7, 0])).toBe(true);
  });

  it('[RS6] a bumper is pressed by what its body was stopped before', () => {
    const front = new Instrument(mountOf({ kind: 'bumper', fieldOfViewRad: Math.PI }), 1);
    const measure = (contact: Bearer['contact']) => front.measure(stage(), bearerAt(ORIGIN, { contact }));
    expect(measure(undefined)).toBe(false);
    expect(measure({ x: 0.4, y: 0.1 })).toBe(true);
    expect(measure({ x: -0.4, y: 0.1 })).toBe(false);
  });
});

describe('odometry', () => {
  const turnAbout = (step: number): Pose => planarPose(Math.cos(step / 50) * 3, Math.sin(step / 50) * 3, step / 50 + Math.PI / 2);

  it('[RS7] is exact without noise, in the frame of where it began', () => {
    const odometer = new Odometer({}, seededRandom(1));
    for (let step = 0; step <= 700; step++) odometer.travel(turnAbout(step));
    const [x, y, yaw] = odometer.carry(ORIGIN);
    const there = compose(turnAbout(0), planarPose(x, y, yaw));
    expect(there.x).toBeCloseTo(turnAbout(700).x, 9);
    expect(there.y).toBeCloseTo(turnAbout(700).y, 9);
    expect(Math.cos(yawOf(there) - yawOf(turnAbout(700)))).toBeCloseTo(1, 12);
  });

  /** How far off it is after so many steps of 5 cm straight on. */
  const straight = (noise: SensorNoise, seed: number, steps: number) => {
    const odometer = new Odometer(noise, seededRandom(seed));
    let [x, y, yaw] = odometer.travel(ORIGIN);
    for (let step = 1; step <= steps; step++) [x, y, yaw] = odometer.travel(planarPose(step * 0.05, 0, 0));
    return { alongM: x - steps * 0.05, y, yaw };
  };

  it('[RS7] drifts by its model: with the root of the way, however it is cut', () => {
    const noise = { wayDeviationM: 0.02, veerDeviationRad: 0.01 };
    const drifted = (steps: number) => Array.from({ length: 600 }, (_, seed) => straight(noise, seed, steps));
    expect(deviationOf(drifted(20).map(({ yaw }) => yaw))).toBeCloseTo(0.01, 2);
    expect(deviationOf(drifted(180).map(({ yaw }) => yaw)) / 0.03).toBeCloseTo(1, 0);
    const along = (steps: number) => deviationOf(drifted(steps).map(({ alongM }) => alongM));
    expect(along(20) / 0.02).toBeGreaterThan(0.9);
    expect(along(20) / 0.02).toBeLessThan(1.1);
    expect(along(80) / 0.04).toBeGreaterThan(0.9);
    expect(along(80) / 0.04).toBeLessThan(1.1);
    const scaled = Array.from({ length: 400 }, (_, seed) => straight({ wayShare: 0.05 }, seed, 40).alongM / 2);
    expect(deviationOf(scaled)).toBeCloseTo(0.05, 2);
  });

  it('[RS7] never jumps, and does not move by being carried or put somewhere', () => {
    const noise = { wayDeviationM: 0.01, turnDeviationRad: 0.02, veerDeviationRad: 0.01, wayShare: 0.01, turnShare: 0.01 };
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed);
      const odometer = new Odometer(noise, random);
      let pose = ORIGIN;
      let last = odometer.travel(pose);
      let farthest = 0;
      for (let step = 0; step < 400; step++) {
        const [wayM, turnRad] = [between(random, 0, 0.1), between(random, -0.2, 0.2)];
        pose = compose(pose, planarPose(wayM, 0, turnRad));
        const next = odometer.travel(pose);
        // Six deviations of one step, and six percent of it.
        farthest = Math.max(farthest, Math.hypot(next[0] - last[0], next[1] - last[1]) - wayM * 1.06 - 0.06 * Math.sqrt(wayM));
        last = next;
        if (step % 50 !== 0) continue;
        pose = compose(pose, planarPose(3, 4, 1));
        expect(odometer.carry(pose)).toEqual(last);
      }
      expect(farthest, `seed ${seed}`).toBeLessThanOrEqual(0);
    }
  });

  it('[RS7] goes on from where another left off', () => {
    const odometer = new Odometer({}, seededRandom(1), { reckoned: [1, 2, Math.PI / 2], pose: planarPose(50, 50, 0) });
    const [x, y] = odometer.travel(planarPose(51, 50, 0));
    expect(x).toBeCloseTo(1, 12);
    expect(y).toBeCloseTo(3, 12);
  });
});

describe('parameters', () => {
  it('[RS9] are the usual ones of the kind where a mount does not say', () => {
    expect(sensorOf({ kind: 'laser' })).toMatchObject({ rangeM: 8, beams: 181, fieldOfViewRad: Math.PI, rateHz: 10, noise: {} });
    expect(sensorOf({ kind: 'sonar', rangeM: 3 })).toMatchObject({ rangeM: 3, beams: 1, elements: [ORIGIN] });
  });

  it('[RS9] are bounded, and all may be missing', () => {
    const [pioneer] = catalog.filter(({ id }) => id === 'pioneer-3-dx');
    const withMount = (mount: Partial<SensorMount>) =>
      modelSchema.safeParse({ ...pioneer, mounts: [mountOf({ kind: 'laser', ...mount })] });
    expect(withMount({}).success).toBe(true);
    for (const wrong of [
      { rangeM: 0 },
      { rangeM: 1e6 },
      { beams: 1e6 },
      { beams: 1.5 },
      { rateHz: 1000 },
      { fieldOfViewRad: 7 },
      { beamWidthRad: 3.1 },
    ]) {
      expect(withMount(wrong).success, JSON.stringify(wrong)).toBe(false);
    }
    expect(withMount({ noise: { missShare: 2 } }).success).toBe(false);
    expect(withMount({ elements: Array.from({ length: 65 }, () => ORIGIN) }).success).toBe(false);
  });

  it('[RS9] of the robots that ship are those that their makers publish', () => {
    const mountsOf = (id: string) => catalog.find((model) => model.id === id)?.mounts ?? [];
    const sonars = (id: string) =>
      mountsOf(id)
        .filter(({ kind }) => kind === 'sonar')
        .flatMap(({ elements = [] }) => elements);
    expect(sonars('pioneer-3-dx')).toHaveLength(16);
    expect(sonars('amigobot')).toHaveLength(8);
    const bearings = sonars('pioneer-3-dx').map((pose) => Math.round((yawOf(pose) * 180) / Math.PI));
    expect(bearings).toEqual(bearings.toSorted((a, b) => a - b));
    expect(mountsOf('pioneer-3-dx').find(({ kind }) => kind === 'laser')).toMatchObject({ fieldOfViewRad: Math.PI });
  });
});
