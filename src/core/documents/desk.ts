import { z } from 'zod';
import { LONGEST_NAME } from './limits.ts';

/** What is asked of the keeper about documents as wholes, and what it answers: JSON, for it is rare and read by people. */

/** In a subject they would stand where states and inventories do. */
const RESERVED = ['st', 'inv'];

const documentId = z
  .string()
  .regex(/^[a-z0-9_-]{1,64}$/)
  .refine((id) => !RESERVED.includes(id), 'st and inv are taken');
const name = z.string().trim().min(1).max(LONGEST_NAME);

export const deskRequestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('make'), document: documentId, name }),
  z.object({ kind: z.literal('rename'), document: documentId, name }),
  z.object({ kind: z.literal('remove'), document: documentId }),
]);
export type DeskRequest = z.infer<typeof deskRequestSchema>;

export const deskAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done') }),
  z.object({ kind: z.literal('refused'), reason: z.string() }),
]);
export type DeskAnswer = z.infer<typeof deskAnswerSchema>;

export const documentEntrySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdBy: z.string(),
  changedAtMs: z.number(),
});
export type DocumentEntry = z.infer<typeof documentEntrySchema>;

export const documentListSchema = z.object({ documents: z.array(documentEntrySchema) });
