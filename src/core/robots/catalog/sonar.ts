import type { Pose } from '../../base/pose.ts';
import { cylinder } from '../../geometry/parts.ts';
import { at, chain, toward, turned } from '../../geometry/placement.ts';
import type { Part } from '../../geometry/shape.ts';
import type { SensorNoise } from '../model.ts';

const GOLD = '#E3AE1F';

/** A rounded outline: an ellipse at squareness 1, nearer to its rectangle below that. */
export interface Oval {
  readonly lengthM: number;
  readonly widthM: number;
  readonly squareness: number;
}

/** As it is seen from above. */
export const oval = ({ lengthM, widthM, squareness }: Oval): (readonly [number, number])[] =>
  Array.from({ length: 48 }, (_, index) => {
    const angle = (index * 2 * Math.PI) / 48;
    const rounded = (share: number): number => Math.sign(share) * Math.abs(share) ** squareness;
    return [(rounded(Math.cos(angle)) * lengthM) / 2, (rounded(Math.sin(angle)) * widthM) / 2] as const;
  });

/** Sonars on an oval wall, at these bearings to the left of straight ahead. */
export function sonars(
  bearingsDeg: readonly number[],
  { wall, heightM, radiusM }: { wall: Oval; heightM: number; radiusM: number },
): Part[] {
  const [a, b, power] = [wall.lengthM / 2, wall.widthM / 2, 2 / wall.squareness];
  const slope = (x: number, half: number): number => (Math.sign(x) * Math.abs(x / half) ** (power - 1)) / half;
  return bearingsDeg.map((bearingDeg) => {
    const bearing = (bearingDeg * Math.PI) / 180;
    const [ahead, aside] = [Math.cos(bearing), Math.sin(bearing)];
    const reach = (Math.abs(ahead / a) ** power + Math.abs(aside / b) ** power) ** (-1 / power);
    const [x, y] = [reach * ahead, reach * aside];
    const outward = Math.atan2(slope(y, b), slope(x, a));
    return cylinder(GOLD, radiusM, 0.012, chain(at(x, y, heightM), turned([0, 0, 1], outward), toward('x', -0.006, 0, 0)));
  });
}

/** Of the kind that photographers used to measure distances with. */
export const SONAR_NOISE: SensorNoise = { deviation: 0.005, deviationPerM: 0.01, missShare: 0.005, resolution: 0.001 };

/** As makers list them: millimetres ahead and to the left, degrees to the left. */
export const sonarElements = (listed: readonly (readonly [xMm: number, yMm: number, bearingDeg: number])[]): Pose[] =>
  listed.map(([xMm, yMm, bearingDeg]) => chain(at(xMm / 1000, yMm / 1000, 0), turned([0, 0, 1], (bearingDeg * Math.PI) / 180)));
