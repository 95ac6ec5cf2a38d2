import { ORIGIN } from '../base/pose.ts';
import type { SensorKind, SensorParameters, SensorSettings } from './model.ts';

/** A sensor with all its parameters. */
export interface Sensor extends SensorParameters {
  readonly kind: SensorKind;
}

const DEGREE = Math.PI / 180;
const WHOLE_TURN = 2 * Math.PI;
const EXACT = {};
const ONE = [ORIGIN];

const UNSEEING = { nearestM: 0, fieldOfViewRad: WHOLE_TURN, beams: 1, beamWidthRad: 0, elements: ONE, noise: EXACT };

/** What a sensor of a kind is like, where its mount does not say: all are exact. */
export const USUAL_SENSORS: Readonly<Record<SensorKind, SensorParameters>> = {
  laser: { ...UNSEEING, rangeM: 8, fieldOfViewRad: Math.PI, beams: 181, rateHz: 10 },
  sonar: { ...UNSEEING, rangeM: 5, nearestM: 0.1, fieldOfViewRad: 0, beamWidthRad: 30 * DEGREE, rateHz: 5 },
  // As on YAIR: sixteen detectors all round.
  infrared: { ...UNSEEING, rangeM: 1, nearestM: 0.1, beams: 16, beamWidthRad: 10 * DEGREE, rateHz: 20 },
  camera: { ...UNSEEING, rangeM: 20, fieldOfViewRad: 60 * DEGREE, rateHz: 10 },
  vision: { ...UNSEEING, rangeM: 8, rateHz: 5 },
  bumper: { ...UNSEEING, rangeM: 0.02, rateHz: 20 },
  compass: { ...UNSEEING, rangeM: 1, rateHz: 10 },
  odometry: { ...UNSEEING, rangeM: 1, rateHz: 10 },
};

/** As its mount says, and else as is usual for its kind. */
export function sensorOf(mount: SensorSettings & { readonly kind: SensorKind }): Sensor {
  const { kind } = mount;
  const usual = USUAL_SENSORS[kind];
  return {
    kind,
    rangeM: mount.rangeM ?? usual.rangeM,
    nearestM: mount.nearestM ?? usual.nearestM,
    fieldOfViewRad: mount.fieldOfViewRad ?? usual.fieldOfViewRad,
    beams: mount.beams ?? usual.beams,
    beamWidthRad: mount.beamWidthRad ?? usual.beamWidthRad,
    rateHz: mount.rateHz ?? usual.rateHz,
    elements: mount.elements ?? usual.elements,
    noise: mount.noise ?? usual.noise,
  };
}
