import type { SensorNoise } from '../model.ts';

/** Two wheels on a hard floor: some centimetres and degrees after ten metres. */
export const WHEELED_DRIFT: SensorNoise = {
  wayDeviationM: 0.01,
  turnDeviationRad: 0.015,
  veerDeviationRad: 0.005,
  wayShare: 0.005,
  turnShare: 0.01,
};
