import { z } from 'zod';
import { poseSchema } from '../../core/api/messages.ts';
import { isId } from '../../core/base/ids.ts';

const metres = z.number().min(-1e5).max(1e5);

/** What a page says of the person before it, on `av.<participant>`: whenever it changes, and every two seconds. */
export const avatarSchema = z.object({
  /** `away`: the page is hidden; it owns nothing and only watches. */
  presence: z.enum(['here', 'away']),
  /** 1 to 12 of the palette. Everybody says its own; person-colours.ts has the rule. */
  colour: z.number().int().min(1).max(12),
  /** Shared time at which this person came. */
  sinceMs: z
    .number()
    .min(-(2 ** 52))
    .max(2 ** 52),
  /** Absent until the page has a view. */
  view: z
    .object({
      pose: poseSchema,
      pointer: z.object({ x: metres, y: metres, z: metres }).optional(),
      selected: z.string().refine(isId, 'must be an id').optional(),
    })
    .optional(),
});

export type AvatarMessage = z.infer<typeof avatarSchema>;
