import { describe, expect, it } from 'vitest';
import { compose, ORIGIN, type Pose, planarPose } from '../base/pose.ts';
import { between, integerBelow, type Random, seededRandom } from '../base/random.ts';
import { type Sensor, sensorOf } from '../robots/robots.ts';
import { beamsOf, Field, NUMBERS_PER_BEAM, rangesOf, type Surroundings, standAt } from './sensors.ts';

type Point = readonly [number, number];

/** Corners on an ellipse, to the left round: convex, whatever they are. */
function convex(random: Random, middle: Point, radiusM: number): Point[] {
  const corners = 3 + integerBelow(random, 7);
  const [wide, turn] = [between(random, 0.1, 1), between(random, 0, 7)];
  return Array.from({ length: corners }, (_, corner) => {
    const angle = ((corner + between(random, 0.1, 0.9)) * 2 * Math.PI) / corners;
    const [x, y] = [radiusM * Math.cos(angle), radiusM * wide * Math.sin(angle)];
    return [middle[0] + x * Math.cos(turn) - y * Math.sin(turn), middle[1] + x * Math.sin(turn) + y * Math.cos(turn)];
  });
}

/** What stands somewhere, from thin walls of 30 m to splinters. */
function scene(random: Random, bodies: number): Point[][] {
  return Array.from({ length: bodies }, (_, body) => {
    const middle: Point = [between(random, -25, 25), between(random, -25, 25)];
    return convex(random, middle, body % 10 === 0 ? between(random, 5, 30) : between(random, 0.01, 1.5));
  });
}

function fieldOf(polygons: readonly Point[][]): Field {
  const field = new Field();
  polygons.forEach((polygon, index) => void field.put(`body-${index}`, [polygon.flat()]));
  return field;
}

const seenIn = (field: Field): Surroundings => ({ fieldAt: () => field });

/** Where a ray comes into a polygon: what is left of it after each side has cut off what is outside. Undefined when nothing is, or it begins inside. */
function entersAt([x, y]: Point, [dx, dy]: Point, polygon: readonly Point[]): number | undefined {
  let [from, to] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const [index, a] of polygon.entries()) {
    const b = polygon[(index + 1) % polygon.length] as Point;
    const [nx, ny] = [b[1] - a[1], a[0] - b[0]];
    const [toward, outside] = [dx * nx + dy * ny, (x - a[0]) * nx + (y - a[1]) * ny];
    if (toward === 0 && outside > 0) return undefined;
    if (toward < 0) from = Math.max(from, -outside / toward);
    if (toward > 0) to = Math.min(to, -outside / toward);
  }
  return from <= to && from > 0 ? from : undefined;
}

function firstMet(from: Point, toward: Point, polygons: readonly Point[][], rangeM: number): number {
  return polygons.reduce((least, polygon) => Math.min(least, entersAt(from, toward, polygon) ?? rangeM), rangeM);
}

/** By how much a ray misses the nearest corner: so near to one, rounding decides whether it meets. */
function gapToCorners([x, y]: Point, [dx, dy]: Point, polygons: readonly Point[][]): number {
  return polygons.flat().reduce((least, [cx, cy]) => Math.min(least, Math.abs((cx - x) * dy - (cy - y) * dx)), 1);
}

function randomLaser(random: Random): Sensor {
  const whole = random.next() < 0.3;
  return sensorOf({
    kind: 'laser',
    rangeM: between(random, 1, 30),
    beams: whole ? 360 : 1 + integerBelow(random, 500),
    fieldOfViewRad: whole ? 2 * Math.PI : between(random, 0.1, 2 * Math.PI),
  });
}

const rayOf = (beams: Float64Array, beam: number): { from: Point; toward: Point } => {
  const [x = 0, y = 0, cos = 0, sin = 0] = beams.subarray(NUMBERS_PER_BEAM * beam, NUMBERS_PER_BEAM * (beam + 1));
  return { from: [x, y], toward: [cos, sin] };
};

describe('beams that are lines', () => {
  it('[RS3] end where an exact cast says, within 1 mm, on 100,000 random rays', () => {
    let rays = 0;
    let grazing = 0;
    for (let seed = 1; rays < 100_000; seed++) {
      const random = seededRandom(seed);
      const polygons = scene(random, 10 + integerBelow(random, 60));
      const surroundings = seenIn(fieldOf(polygons));
      for (let look = 0; look < 4; look++) {
        const sensor = randomLaser(random);
        const at = planarPose(between(random, -20, 20), between(random, -20, 20), between(random, -4, 4));
        const metres = rangesOf(surroundings, sensor, at);
        const beams = beamsOf(sensor, at);
        expect(metres).toHaveLength(sensor.beams);
        for (const [beam, metre] of metres.entries()) {
          const { from, toward } = rayOf(beams, beam);
          rays++;
          if (Math.abs(metre - firstMet(from, toward, polygons, sensor.rangeM)) <= 1e-3) continue;
          if (gapToCorners(from, toward, polygons) > 1e-9) expect.fail(`seed ${seed}, look ${look}, beam ${beam}: ${metre} m`);
          grazing++;
        }
      }
    }
    expect(grazing).toBeLessThan(3);
  });

  it('[RS3] leave no gap where polygons meet at a corner that a beam goes through', () => {
    const field = new Field();
    // A wall of four pieces whose corners lie exactly ahead, to the left, and to the right.
    field.put('wall', [
      [2, -4, 3, -4, 3, -2, 2, -2],
      [2, -2, 3, -2, 3, 0, 2, 0],
      [2, 0, 3, 0, 3, 2, 2, 2],
      [2, 2, 3, 2, 3, 4, 2, 4],
    ]);
    const sensor = sensorOf({ kind: 'laser', beams: 5, fieldOfViewRad: Math.PI / 2 });
    const metres = rangesOf(seenIn(field), sensor, ORIGIN);
    const wall = [-1, -0.5, 0, 0.5, 1].map((share) => 2 / Math.cos((share * Math.PI) / 4));
    metres.forEach((metre, beam) => void expect(metre).toBeCloseTo(wall[beam] ?? 0, 12));
  });

  it('[RS3] say the range where nothing is, and the nearest where something is nearer', () => {
    const field = fieldOf([[[0.05, -1] as Point, [0.2, -1] as Point, [0.2, 1] as Point, [0.05, 1] as Point]]);
    const ring = sensorOf({ kind: 'laser', beams: 4, fieldOfViewRad: 2 * Math.PI, rangeM: 6, nearestM: 0.1 });
    expect(rangesOf(seenIn(field), ring, ORIGIN)).toEqual([6, 6, 0.1, 6]);
  });

  it('[RS2] do not see the body they are on, nor what they are inside of', () => {
    const field = new Field();
    const square = (x: number, half: number) => [x - half, -half, x + half, -half, x + half, half, x - half, half];
    field.put('robot', [square(0, 0.3), square(1, 0.1)]);
    field.put('tent', [square(0, 2)]);
    field.put('wall', [square(5, 1)]);
    const ahead = sensorOf({ kind: 'laser', beams: 1 });
    expect(rangesOf(seenIn(field), ahead, ORIGIN, 'robot')).toEqual([4]);
    expect(rangesOf(seenIn(field), ahead, ORIGIN)[0]).toBeCloseTo(0.9, 12);
    expect(rangesOf(seenIn(field), ahead, planarPose(-3, 0, 0), 'robot')).toEqual([1]);
  });
});

describe('the order of beams', () => {
  it('[RS5] is from right to left, and element after element', () => {
    const wide = sensorOf({ kind: 'laser', beams: 3, fieldOfViewRad: Math.PI });
    const directions = (sensor: Sensor, at: Pose) => {
      const beams = beamsOf(sensor, at);
      return Array.from({ length: beams.length / NUMBERS_PER_BEAM }, (_, beam) => {
        const [x = 0, y = 0, cos = 0, sin = 0] = beams.subarray(NUMBERS_PER_BEAM * beam);
        return [x, y, (Math.atan2(sin, cos) * 180) / Math.PI].map((value) => Math.round(value * 1e6) / 1e6 + 0);
      });
    };
    expect(directions(wide, planarPose(1, 2, Math.PI / 2))).toEqual([
      [1, 2, 0],
      [1, 2, 90],
      [1, 2, 180],
    ]);
    const around = sensorOf({ kind: 'infrared', beams: 4 });
    expect(directions(around, ORIGIN).map(([, , degrees]) => degrees)).toEqual([-180, -90, 0, 90]);
    const pair = sensorOf({ kind: 'sonar', elements: [planarPose(0, -1, -1), planarPose(0, 1, 1)] });
    expect(directions(pair, planarPose(5, 0, 0)).map(([x, y]) => [x, y])).toEqual([
      [5, -1],
      [5, 1],
    ]);
    // However it is tilted: a sensor that looks up by 60 degrees looks ahead still.
    const tilted = compose(planarPose(0, 0, 1), { ...ORIGIN, qy: -Math.sin(Math.PI / 6), qw: Math.cos(Math.PI / 6) });
    expect(directions(sensorOf({ kind: 'sonar' }), tilted)[0]?.[2]).toBeCloseTo(180 / Math.PI, 5);
  });
});

describe('beams that are wide', () => {
  /** The nearest of points all along the edges, a third of a millimetre apart. */
  function nearestSampled(at: Point, yaw: number, half: number, rangeM: number, polygons: readonly Point[][]): number {
    let nearest = rangeM;
    for (const polygon of polygons.filter((each) => !isInside(at, each))) {
      for (const [index, a] of polygon.entries()) {
        const b = polygon[(index + 1) % polygon.length] as Point;
        const steps = Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / 3e-4);
        for (let step = 0; step <= steps; step++) {
          const [x, y] = [a[0] + ((b[0] - a[0]) * step) / steps - at[0], a[1] + ((b[1] - a[1]) * step) / steps - at[1]];
          const off = Math.abs(Math.atan2(Math.sin(Math.atan2(y, x) - yaw), Math.cos(Math.atan2(y, x) - yaw)));
          if (off <= half) nearest = Math.min(nearest, Math.hypot(x, y));
        }
      }
    }
    return nearest;
  }

  const isInside = ([x, y]: Point, polygon: readonly Point[]): boolean =>
    polygon.every((a, index) => {
      const b = polygon[(index + 1) % polygon.length] as Point;
      return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= 0;
    });

  it('[RS4] tell the nearest point within their sides', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = seededRandom(seed);
      const polygons = scene(random, 12).map((polygon) => polygon.map(([x, y]): Point => [x / 4, y / 4]));
      const sensor = sensorOf({ kind: 'sonar', rangeM: 4, nearestM: 0, beamWidthRad: between(random, 0.05, 2.5) });
      const [x, y, yaw] = [between(random, -5, 5), between(random, -5, 5), between(random, -3, 3)];
      const [metre = 0] = rangesOf(seenIn(fieldOf(polygons)), sensor, planarPose(x, y, yaw));
      const sampled = nearestSampled([x, y], yaw, sensor.beamWidthRad / 2, 4, polygons);
      expect(Math.abs(metre - sampled), `seed ${seed}: ${metre} m, and ${sampled} m by samples`).toBeLessThan(1e-3);
    }
  });

  it('[RS4] find a pole that a line straight ahead would miss', () => {
    const field = fieldOf([[[2, 0.4] as Point, [2.1, 0.4] as Point, [2.1, 0.5] as Point, [2, 0.5] as Point]]);
    const at = (beamWidthRad: number) => rangesOf(seenIn(field), sensorOf({ kind: 'sonar', beamWidthRad }), ORIGIN)[0];
    expect(at(0)).toBe(5);
    expect(at(0.3)).toBe(5);
    expect(at(0.5)).toBeCloseTo(Math.hypot(2, 0.4), 12);
  });
});

describe('what is kept of bodies', () => {
  it('[RS3] is the same after all kinds of changes as if it had been put there at once', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed);
      const field = new Field();
      const bodies = new Map<string, { polygons: number[][]; x: number; y: number; yaw: number }>();
      for (let change = 0; change < 300; change++) {
        const body = `body-${integerBelow(random, 25)}`;
        const place = { x: between(random, -40, 40), y: between(random, -40, 40), yaw: between(random, -4, 4) };
        const known = bodies.get(body);
        if (known && random.next() < 0.6) {
          field.move(body, standAt(place.x, place.y, place.yaw));
          bodies.set(body, { ...known, ...place });
        } else if (known && random.next() < 0.4) {
          field.delete(body);
          bodies.delete(body);
        } else {
          const polygons = Array.from({ length: 1 + integerBelow(random, 3) }, () =>
            convex(random, [between(random, -1, 1), 0], random.next() < 0.1 ? 30 : 1).flat(),
          );
          field.put(body, polygons, standAt(place.x, place.y, place.yaw));
          bodies.set(body, { polygons, ...place });
        }
      }
      const fresh = new Field();
      for (const [body, { polygons, x, y, yaw }] of bodies) fresh.put(body, polygons, standAt(x, y, yaw));
      const sensor = sensorOf({ kind: 'laser', rangeM: 20, beams: 90, fieldOfViewRad: 2 * Math.PI });
      for (let look = 0; look < 10; look++) {
        const at = planarPose(between(random, -40, 40), between(random, -40, 40), 0);
        expect(rangesOf(seenIn(field), sensor, at), `seed ${seed}`).toEqual(rangesOf(seenIn(fresh), sensor, at));
      }
    }
  });
});
