import { extrusion } from '../../geometry/parts.ts';
import type { Model } from '../model.ts';
import { thing } from './thing.ts';

const LINE_M = 0.022;
const PAINT = '#9AA5A2';
const CORNER_STEPS = 8;

type Outline = (readonly [number, number])[];

/** The right half of a rounded rectangle, from the middle of its lower edge round to the middle of its upper one. */
function rightHalf(lengthM: number, widthM: number, radiusM: number): Outline {
  const [x, y] = [lengthM / 2 - radiusM, widthM / 2 - radiusM];
  const corner = (centreY: number, fromRad: number): Outline =>
    Array.from({ length: CORNER_STEPS + 1 }, (_, step) => {
      const angle = fromRad + (step * Math.PI) / 2 / CORNER_STEPS;
      return [x + radiusM * Math.cos(angle), centreY + radiusM * Math.sin(angle)] as const;
    });
  return [[0, -widthM / 2], ...corner(-y, -Math.PI / 2), ...corner(y, 0), [0, widthM / 2]];
}

/** A station: a line of 22 mm painted round it on the floor. */
const station = (id: string, name: string, lengthM: number, widthM: number): Model => {
  const half = [...rightHalf(lengthM, widthM, 0.14), ...rightHalf(lengthM - 2 * LINE_M, widthM - 2 * LINE_M, 0.14 - LINE_M).reverse()];
  const otherHalf = half.map(([x, y]) => [-x, -y] as const);
  return thing(
    {
      id,
      name,
      kind: 'furniture',
      summary: `Line on the floor, ${lengthM} x ${widthM} m`,
      extent: { radiusM: Math.hypot(lengthM, widthM) / 2, heightM: 0.01 },
    },
    [extrusion(PAINT, half, 0.003), extrusion(PAINT, otherHalf, 0.003)],
  );
};

export const stationMark: Model = station('station-mark', 'Station mark', 1.1, 1.0);
export const wideStationMark: Model = station('wide-station-mark', 'Wide station mark', 2.5, 1.1);
