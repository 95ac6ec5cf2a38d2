import { z } from 'zod';
import { isId } from '../base/ids.ts';

/** Who goes where: records that whoever sends robots about shares with all others who do (`buckets.ways`). */

const id = z.string().refine(isId, 'must be 1 to 64 of a-z, 0-9, _ and -');
const metres = z.number().min(-1e5).max(1e5);
const worldMs = z
  .number()
  .min(-(2 ** 52))
  .max(2 ** 52);
const rank = z.number().nonnegative().max(1e12);
const holding = {
  robot: id,
  /** The participant that sends it, and speaks for it here. */
  holder: id,
  /** Shared time after which nobody believes it any more, unless it is renewed. */
  goodUntilMs: worldMs,
};

/** On one floor. A record of more robots than this is not written: who comes later waits. */
export const MOST_WAYS = 64;

/** One robot that somebody sends about on a floor. Metres; milliseconds of world time. */
export const claimSchema = z.object({
  ...holding,
  /** By when it set out: of two that are in each other's way the lower one goes first. */
  rank,
  /** As its rank, or as that of a robot that it makes way for. */
  urgency: rank,
  radiusM: z.number().positive().max(100),
  /** How fast any point of it goes at most, while it goes. */
  speedMPerS: z.number().nonnegative().max(100),
  /** Where it is and will be; before the first and after the last place it stands there. Nobody else is there then. */
  way: z
    .array(z.tuple([worldMs, metres, metres]).readonly())
    .min(1)
    .max(600)
    .readonly(),
  /** It is on its way to where it will stay. */
  isLast: z.boolean(),
  /** Where it will stay, if that is on this floor. */
  stay: z.tuple([metres, metres]).readonly().optional(),
  /** Where it would go if others let it: empty while it goes. */
  wish: z
    .array(z.tuple([metres, metres]).readonly())
    .max(200)
    .readonly(),
  wishedSinceMs: worldMs,
});
export type Claim = Readonly<z.infer<typeof claimSchema>>;

export const floorWaysSchema = z.object({ version: z.literal(1), claims: z.array(claimSchema).max(MOST_WAYS).readonly() });

export const queueSchema = z.object({
  version: z.literal(1),
  /** The first has it. */
  waiting: z.array(z.object(holding)).max(MOST_WAYS).readonly(),
});
export type Waiting = Readonly<z.infer<typeof queueSchema>['waiting'][number]>;

/** The record of a floor, and that of an elevator by its id in the site. */
export const floorKey = (floor: string | undefined): string => (floor === undefined ? 'floor' : `floor_${floor}`);
export const elevatorKey = (elevator: string): string => `lift_${elevator}`;

export const isElevatorKey = (key: string): boolean => key.startsWith('lift_');
