import { z } from 'zod';
import { isId } from '../../core/base/ids.ts';

const id = z.string().refine(isId);

/** On `subjects.rearming`. */
export const rearmingSchema = z.strictObject({ entity: id, by: id });

/** The answer on `subjects.save`. */
export const savedAnswerSchema = z.strictObject({ savedAtMs: z.number().int(), entities: z.number().int() });
