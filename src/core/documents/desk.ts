import { z } from 'zod';
import { isId } from '../base/ids.ts';
import { isReserved } from './document-id.ts';
import { LONGEST_NAME } from './limits.ts';

/** What is asked of the keeper about documents as wholes, and what it answers: JSON, for it is rare and read by people. */

const documentId = z
  .string()
  .refine((id) => isId(id), 'use 1 to 64 of a-z, 0-9, _ and -')
  .refine((id) => !isReserved(id), 'st and inv are taken');
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
