import { z } from 'zod';
import { textToBytes } from '../base/bytes.ts';
import { isId } from '../base/ids.ts';

/** The task that a world performs: one record, which who asks and who performs it write in turn (`buckets.tasks`). */

const id = z.string().refine(isId, 'must be 1 to 64 of a-z, 0-9, _ and -');
const text = z.string().max(1000);
const worldMs = z
  .number()
  .min(-(2 ** 52))
  .max(2 ** 52);
const instant = worldMs.nullable();

const condition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('time'), afterS: z.number().min(0).max(86_400) }),
  z.object({ kind: z.literal('status'), robot: id, status: z.union([z.literal(1), z.literal(2)]) }),
  z.object({ kind: z.literal('flag'), flag: z.string().max(64), value: z.number().int() }),
]);

const row = z.object({
  ...{ condition, robot: id, program: text, positions: text.optional(), text: z.string() },
  taught: z.array(z.object({ name: text, values: z.array(z.number().nullable()).max(64) })).max(1000),
});

const rowState = z.object({
  phase: z.enum(['waiting', 'due', 'starting', 'running', 'paused', 'resuming', 'finished', 'failed', 'ended']),
  message: text.nullable(),
  ...{ dueMs: instant, startedMs: instant, endedMs: instant, sinceMs: instant },
});

const state = z.object({
  version: z.literal(1),
  phase: z.enum(['starting', 'running', 'paused', 'finished', 'failed', 'stopped']),
  wish: z.enum(['run', 'pause', 'stop']),
  message: text.nullable(),
  ...{ askedMs: worldMs, startedMs: instant, endedMs: instant, pausedMs: instant, heldMs: worldMs },
  generation: z.number().int(),
  rows: z.array(rowState).max(100),
});

/** Of what is ordered, as JSON: a record holds 60,000 bytes, and what the task comes to is in it, too. */
export const MOST_ORDER_BYTES = 40_000;

export const bytesOfOrder = (order: unknown): number => textToBytes(JSON.stringify(order)).length;

export const taskRecordSchema = z
  .object({
    order: z.object({ id, name: text, rows: z.array(row).max(100) }),
    state,
    /** Tells its writer, when the answer was lost, whether it is its own. */
    nonce: id,
  })
  .refine(({ order, state: { rows } }) => order.rows.length === rows.length, 'every row has a state')
  .refine(({ order }) => bytesOfOrder(order) <= MOST_ORDER_BYTES, `what is ordered has ${MOST_ORDER_BYTES} bytes at most`);

export type TaskRecord = z.infer<typeof taskRecordSchema>;
