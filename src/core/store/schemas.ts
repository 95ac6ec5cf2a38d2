import { z } from 'zod';
import { descriptionSchema, LONGEST_REASON, poseSchema } from '../api/messages.ts';
import { roleSchema } from '../api/roles.ts';
import { isId } from '../base/ids.ts';
import { isWellFormed } from '../base/well-formed.ts';
import type { Model } from '../robots/model.ts';
import { modelSchema } from '../robots/model-schema.ts';
import { LONGEST_PREFERENCES } from './limits.ts';
import type {
  AuditDraft,
  ChatDraft,
  DocumentDraft,
  FileDraft,
  InvitationDraft,
  PersonRecord,
  RoleGrant,
  SavedEntity,
  SavedView,
  WorldChange,
  WorldDraft,
} from './store.ts';

/** What may be written to a Store. What both databases could not give back exactly is refused here. */

export const idSchema: z.ZodType<string> = z.string().refine(isId, 'must be 1 to 64 of a-z, 0-9, _ and -');

export const textSchema = (longest: number): z.ZodType<string> =>
  z.string().max(longest).refine(isWellFormed, 'must have no NUL and no half of a surrogate pair');

const name = textSchema(80);
/** Ids of participants, which are made from names, and of whatever else acts. */
const actor = textSchema(100);
const atMs = z.number().int().min(0).max(8.64e15);
const point = z.tuple([z.number(), z.number(), z.number()]);
const mediaType = textSchema(200);

export const viewSchema: z.ZodType<SavedView> = z.object({ eye: point, target: point });

export const worldDraftSchema: z.ZodType<WorldDraft> = z.object({
  id: idSchema,
  name,
  summary: textSchema(1000),
  template: textSchema(64).optional(),
  createdBy: actor,
  createdAtMs: atMs,
});

export const worldChangeSchema: z.ZodType<WorldChange> = z.object({
  name: name.optional(),
  summary: textSchema(1000).optional(),
});

const posture = z.object({ pose: poseSchema, values: z.array(z.number()).max(256) });
const ride = z.object({ parent: idSchema, offset: poseSchema });
const stop = z.object({ by: idSchema, reason: z.string().max(LONGEST_REASON) });

export const savedEntitySchema: z.ZodType<SavedEntity> = z.object({
  id: idSchema,
  description: descriptionSchema,
  posture,
  ride: ride.optional(),
  stop: stop.optional(),
});
export const postureSchema: z.ZodType<SavedEntity['posture']> = posture;
export const rideSchema: z.ZodType<NonNullable<SavedEntity['ride']>> = ride;
export const stopSchema: z.ZodType<NonNullable<SavedEntity['stop']>> = stop;

export const storedModelSchema: z.ZodType<Model> = modelSchema.refine(
  ({ name, summary, approximate = '', links, dofs }) =>
    [name, summary, approximate, ...links.map((link) => link.name), ...dofs.map((dof) => dof.name)].every(isWellFormed),
  'the texts of a model must have no NUL and no half of a surrogate pair',
);

const scopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('everywhere') }),
  z.object({ kind: z.literal('world'), world: idSchema }),
]);

export const personSchema: z.ZodType<PersonRecord> = z.object({
  id: idSchema,
  name,
  colour: z.number().int().min(1).max(12),
  firstSeenMs: atMs,
  lastSeenMs: atMs,
});

export const preferencesSchema: z.ZodType<string> = textSchema(LONGEST_PREFERENCES);

export const grantSchema: z.ZodType<RoleGrant> = z.object({
  person: idSchema,
  scope: scopeSchema,
  role: roleSchema,
  grantedBy: actor,
  grantedAtMs: atMs,
});

export const invitationSchema: z.ZodType<InvitationDraft> = z.object({
  id: idSchema,
  scope: scopeSchema,
  role: roleSchema,
  note: textSchema(200),
  createdBy: actor,
  createdAtMs: atMs,
  expiresAtMs: atMs,
});

export const revocationSchema: z.ZodType<{ readonly by: string; readonly atMs: number }> = z.object({ by: actor, atMs });

export const chatDraftSchema: z.ZodType<ChatDraft> = z.object({ world: idSchema, from: actor, name, text: textSchema(2000), atMs });

export const fileDraftSchema: z.ZodType<FileDraft> = z.object({
  world: idSchema,
  name: textSchema(255),
  mediaType,
  addedBy: actor,
  addedAtMs: atMs,
});

export const documentDraftSchema: z.ZodType<DocumentDraft> = z.object({
  world: idSchema,
  id: idSchema,
  name,
  createdBy: actor,
  createdAtMs: atMs,
});
export const nameSchema: z.ZodType<string> = name;

export const pictureTypeSchema: z.ZodType<string> = mediaType;

export const auditDraftSchema: z.ZodType<AuditDraft> = z.object({
  atMs,
  world: idSchema.optional(),
  by: actor,
  name,
  action: textSchema(64),
  subject: textSchema(100).optional(),
  detail: textSchema(2000),
});

export const timeSchema: z.ZodType<number> = atMs;
