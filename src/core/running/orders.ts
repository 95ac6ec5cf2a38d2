/** What people want of the program of a robot, as it goes to the robot's owner. */
import { z } from 'zod';

const line = z.number().int().min(1).max(100_000);
/** Numbers of the language. */
const value = z
  .number()
  .int()
  .min(-(2 ** 31))
  .max(2 ** 31 - 1);

export const MOST_BREAKPOINTS = 100;
const breakpoints = z.array(line).max(MOST_BREAKPOINTS);

export const orderSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('start'),
    run: z.string().min(1).max(40),
    program: z.object({ key: z.string().max(40), pieces: z.number().int().min(1).max(16) }),
    breakpoints,
    isPaused: z.boolean(),
    task: z.string().max(200).optional(),
  }),
  z.object({ kind: z.literal('pause') }),
  z.object({ kind: z.literal('resume') }),
  z.object({ kind: z.literal('step') }),
  z.object({ kind: z.literal('end') }),
  z.object({ kind: z.literal('breakpoints'), lines: breakpoints }),
  z.object({ kind: z.literal('flag'), value }),
]);
export type Order = z.infer<typeof orderSchema>;

/** None is longer than the 4000 letters that an owner takes. */
export const orderText = (order: Order): string => JSON.stringify(order);
