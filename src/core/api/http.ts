import { z } from 'zod';
import { isId } from '../base/ids.ts';
import { poseSchema, wellFormedText } from './messages.ts';
import { roleSchema } from './roles.ts';

/**
 * What a page and a hub say to each other over HTTP; what moves goes over the WebSocket. All of it is JSON below `/api/v1`, but for pictures and
 * files, which travel as they are. A session's token goes in the header `Authorization: Bearer TOKEN`; only what a browser fetches by itself (a picture, a
 * file, the table of the audit) is let in by the cookie that came with the session. Who may use which route stands in `rights.ts`.
 */

const id = z.string().refine(isId, 'must be 1 to 64 of a-z, 0-9, _ and -');
const name = wellFormedText.trim().min(1).max(80);
/** Milliseconds since 1970, by the hub's clock. */
const wallMs = z.number();

/** Says what is wrong, where, and what to do about it. */
export const errorSchema = z.object({ error: z.string() });

/** `POST /sessions`. `link`: a join link, whole or only what stands behind its `#`. A hub on loopback needs none. */
export const sessionRequestSchema = z.object({ link: z.string().max(4096).optional(), name });
/** `DELETE /sessions` takes the cookie away again, answered by 204: on a shared machine the next one must not come in by it. */
/** `world`: the only one this session may enter; without it, all. */
export const sessionSchema = z.object({
  token: z.string(),
  role: roleSchema,
  name: z.string(),
  world: id.optional(),
  expiresAtMs: wallMs,
});

/** `GET /me`. `none`: this hub asks for a link before it says anything more. */
export const meSchema = z.object({ role: z.enum(['none', ...roleSchema.options]), name: z.string(), world: id.optional() });

export const personSchema = z.object({ id: z.string(), name: z.string() });

const point = z.tuple([z.number(), z.number(), z.number()]);
/** A camera: where it is and what it looks at, in metres. */
export const viewSchema = z.object({ eye: point, target: point });

export const worldCardSchema = z.object({
  id,
  name: z.string(),
  /** One line; may be empty. */
  summary: z.string(),
  /** What it was made from. */
  template: z.string().optional(),
  createdAtMs: wallMs,
  openedAtMs: wallMs,
  savedAtMs: wallMs,
  /** Who is in it now. */
  people: z.array(personSchema),
  /** Entities that can be driven. */
  robots: z.number(),
  entities: z.number(),
  /** Changes with the picture. */
  pictureUrl: z.string().optional(),
  /** Where everybody looks from on entering. */
  view: viewSchema.optional(),
});
/** `GET /worlds`. `templates`: what a new world can start from. */
export const worldsSchema = z.object({
  worlds: z.array(worldCardSchema),
  templates: z.array(z.object({ id, name: z.string(), summary: z.string() })),
});

/** `POST /worlds`, answered by its card. Without `template` and `copyOf` it is empty. */
export const newWorldSchema = z
  .object({ name, template: id.optional(), copyOf: id.optional() })
  .refine((asked) => asked.template === undefined || asked.copyOf === undefined, 'give template or copyOf, not both');
/** `PATCH /worlds/:id`, answered by its card. */
export const worldChangeSchema = z.object({
  name: name.optional(),
  summary: wellFormedText.trim().max(200).optional(),
  view: viewSchema.optional(),
});
/** `POST /worlds/:id/save`: it is in the Store when this comes. */
export const savedSchema = z.object({ savedAtMs: wallMs, entities: z.number() });

/**
 * `GET /models`: the catalog, with an ETag that changes with any of them. A model is `Model` of `core/robots`: its reader checks it.
 * `PUT /models/:id` adds or replaces one, answered by 204: its body is the model as JSON, if all meshes it refers to are there already, else what `encodeBody`
 * of `sent-body.ts` makes of the model and its meshes. With the header `If-None-Match: *` it only adds, and is answered by 412 when the id is taken.
 * `DELETE /models/:id` is answered by 204; by 409, with the worlds, while something of it stands in one. `GET /models/:id/export`: a zip of URDF and glTF.
 * `GET /meshes/:hash`: an encoded mesh (`decodeMesh` of `core/geometry`), which may be kept for ever.
 *
 * When a model was put or deleted, each open world hears of it on its subject `subjects.catalog(world)`: `catalogNewsSchema`. Who holds another revision asks
 * for `GET /models` again. It is a hint, for what a bus loses and what somebody did with SQL is not said: ask now and then too.
 */
export const catalogNewsSchema = z.object({
  /** That of `modelsSchema`; in the ETag it stands in quotes. */
  revision: z.string().max(100),
});

export const modelsSchema = z.object({
  revision: z.string(),
  models: z.array(z.looseObject({ id, name: z.string() })),
  /** Rows of the catalog that make no model. */
  problems: z.array(z.object({ model: z.string(), problem: z.string() })),
});

/** `GET /worlds/:id/files`. `POST /worlds/:id/files?name=NAME` takes the bytes with their content type and answers one of these; `DELETE` its url removes it. */
export const fileCardSchema = z.object({
  /** SHA-256 of its bytes: by this it is known in its world. */
  hash: z.string(),
  name: z.string(),
  type: z.string(),
  sizeBytes: z.number(),
  by: z.string(),
  atMs: wallMs,
  url: z.string(),
});
export const filesSchema = z.object({ files: z.array(fileCardSchema) });
/** The largest file that can be shared. */
export const MOST_FILE_BYTES: number = 32 * 1024 * 1024;
/** The largest picture of a world: JPEG, PNG or WebP by `PUT /worlds/:id/picture`. */
export const MOST_PICTURE_BYTES: number = 1024 * 1024;

/**
 * `GET /worlds/:id/site`: the document of the world's building (docs/sites.md), with the texts of its floors in it; 204 while it has none.
 * `PUT /worlds/:id/site?inTheWay=refuse` makes such a document the building of the running world, and takes the document as it is. Answered by `siteAnswerSchema`:
 * with status 200 when it stands, with 409 when somebody is in the way, with 422 when the document is wrong. In the last two nothing of the building has
 * changed, and `error` says so in words. One at a time: 409 without a `kind` while another one is under way. The document has an ETag; with `If-Match` or
 * `If-None-Match: *` only what the sender has seen is replaced, else the answer is 412.
 */
export const inTheWaySchema = z.enum(['refuse', 'keep free']);
/** The largest document of a site: four million letters, of which some take several bytes. */
export const MOST_SITE_BYTES: number = 8 * 1024 * 1024;

const affectedSchema = z.object({
  id,
  name: z.string(),
  /** Where it stands; where it was put, if it was. */
  at: poseSchema,
  /** Why it could not be kept free. */
  reason: z.string().optional(),
});
/** What is wrong in a site, and where: `SiteConcern` of `core/maps`. */
const concernSchema = z.object({
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  place: z.string(),
  floor: z.string().optional(),
  line: z.number().optional(),
  column: z.number().optional(),
  message: z.string(),
  remedy: z.string(),
});
export const siteAnswerSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('applied'),
    inserted: z.number(),
    removed: z.number(),
    kept: z.number(),
    moved: z.array(affectedSchema),
    /** Only warnings. */
    concerns: z.array(concernSchema),
  }),
  z.object({ kind: z.literal('refused'), error: z.string(), inTheWay: z.array(affectedSchema) }),
  z.object({ kind: z.literal('wrong'), error: z.string(), concerns: z.array(concernSchema) }),
]);

/** `GET /worlds/:id/chat?limit=200`: the newest, oldest first. */
export const chatHistorySchema = z.object({
  lines: z.array(z.object({ from: z.string(), name: z.string(), text: z.string(), atMs: wallMs })),
});

/** `POST /worlds/:id/invitations`; for the whole hub `POST /invitations`. A role up to one's own; valid for a week when `hours` is left out. */
export const newInvitationSchema = z.object({
  role: roleSchema,
  note: wellFormedText.trim().max(80).optional(),
  hours: z
    .number()
    .positive()
    .max(24 * 366)
    .optional(),
});
export const invitationSchema = z.object({
  id: z.string(),
  role: roleSchema,
  world: id.optional(),
  note: z.string(),
  by: z.string(),
  createdAtMs: wallMs,
  expiresAtMs: wallMs,
  revokedAtMs: wallMs.optional(),
  /** What is sent to those who are invited: `https://hub/j#...`. */
  link: z.string(),
});
/** `GET /worlds/:id/invitations`; `DELETE /worlds/:id/invitations/:invitation` revokes one, and sends away who came by it. The same below `/invitations`. */
export const invitationsSchema = z.object({ invitations: z.array(invitationSchema) });

/** `GET /worlds/:id/audit?limit=500`: newest first; with `&format=csv` all of it, as a table to download. */
export const auditEntrySchema = z.object({
  atMs: wallMs,
  /** A participant's id, and the name it had then. */
  who: z.string(),
  name: z.string(),
  deed: z.string(),
  /** An entity, an invitation. */
  subject: z.string().optional(),
  detail: z.string(),
});
export const auditSchema = z.object({ entries: z.array(auditEntrySchema) });

/** `GET /planners`: what can be asked for by name. */
export const plannerListSchema = z.object({
  planners: z.array(
    z.object({
      name: z.string(),
      summary: z.string(),
      /** `own`: a module in the hub's folder of planners. */
      source: z.enum(['built in', 'own']),
      /** Why it cannot be used. */
      problem: z.string().optional(),
    }),
  ),
});

export type PlannerList = z.infer<typeof plannerListSchema>;
export type CatalogNews = z.infer<typeof catalogNewsSchema>;
export type Session = z.infer<typeof sessionSchema>;
export type SessionRequest = z.infer<typeof sessionRequestSchema>;
export type Me = z.infer<typeof meSchema>;
export type WorldCard = z.infer<typeof worldCardSchema>;
export type WorldList = z.infer<typeof worldsSchema>;
export type NewWorld = z.infer<typeof newWorldSchema>;
export type FileCard = z.infer<typeof fileCardSchema>;
export type SiteAnswer = z.infer<typeof siteAnswerSchema>;
export type NewInvitation = z.infer<typeof newInvitationSchema>;
export type Invitation = z.infer<typeof invitationSchema>;
export type AuditEntry = z.infer<typeof auditEntrySchema>;
