import { z } from 'zod';
import { poseSchema } from '../api/messages.ts';

/** What may be said of a sensor. One of them is measured many times a second: everything is bounded. */

export const MOST_BEAMS = 2048;
export const MOST_ELEMENTS = 64;
const FARTHEST_M = 100;
const FASTEST_HZ = 20;

const share = z.number().min(0).max(1);
const deviation = z.number().min(0).max(10);

const noiseSchema = z.object({
  deviation: deviation.optional(),
  deviationPerM: share.optional(),
  missShare: share.optional(),
  resolution: z.number().positive().max(10).optional(),
  wayDeviationM: deviation.optional(),
  turnDeviationRad: deviation.optional(),
  veerDeviationRad: deviation.optional(),
  wayShare: share.optional(),
  turnShare: share.optional(),
});

/** All may be left out: a model that was saved before sensors had parameters is one that has the usual ones. */
export const sensorParametersSchema = z.object({
  rangeM: z.number().positive().max(FARTHEST_M).optional(),
  nearestM: z.number().min(0).max(FARTHEST_M).optional(),
  fieldOfViewRad: z
    .number()
    .min(0)
    .max(2 * Math.PI)
    .optional(),
  beams: z.number().int().min(1).max(MOST_BEAMS).optional(),
  /** Wider than this it would have no two sides. */
  beamWidthRad: z.number().min(0).max(3).optional(),
  rateHz: z.number().min(0.1).max(FASTEST_HZ).optional(),
  elements: z.array(poseSchema).min(1).max(MOST_ELEMENTS).readonly().optional(),
  noise: noiseSchema.optional(),
});
