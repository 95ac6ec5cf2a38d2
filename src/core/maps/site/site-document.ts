import { z } from 'zod';
import { MOST_DIAGNOSTICS } from '../../base/diagnostics.ts';
import { FARTHEST_CM, MOST_LETTERS } from '../edl/limits.ts';
import type { SiteConcern } from './site-concern.ts';

/** The document of a site as it is written: JSON, in centimetres as EDL is. */

const MOST_FLOORS = 64;
const MOST_ELEVATORS = 64;
const MOST_FURNITURE = 1000;
const MOST_EDITS = 10_000;
const MOST_PICTURES = 4000;
const LONGEST_MAP_ID = 64;
const MOST_SITE_LETTERS = 4 * MOST_LETTERS;

/** So high walls stand where nobody says otherwise: as a model maker cuts them, to look into the rooms. */
const USUAL_WALL_HEIGHT_CM = 100;

/** Where nobody says otherwise one leaves an elevator toward the lower edge of the map. */
const USUAL_FACING_DEGREES = 270;

const name = z.string().trim().min(1).max(80);
const centimetres = z.number().min(-FARTHEST_CM).max(FARTHEST_CM);
const edges = z
  .array(z.tuple([z.string(), z.string()]))
  .max(MOST_EDITS)
  .default([]);

export const NODE_KINDS = ['room', 'corridor', 'door', 'junction', 'elevator'] as const;

const overlaySchema = z.strictObject({
  add: z
    .strictObject({
      nodes: z
        .array(
          z.strictObject({
            id: z.string().min(1).max(160),
            kind: z.enum(NODE_KINDS),
            floor: name,
            xCm: centimetres,
            yCm: centimetres,
            name: name.optional(),
          }),
        )
        .max(MOST_EDITS)
        .default([]),
      edges,
    })
    .default({ nodes: [], edges: [] }),
  remove: z.strictObject({ nodes: z.array(z.string()).max(MOST_EDITS).default([]), edges }).default({ nodes: [], edges: [] }),
});

const siteSchema = z.strictObject({
  version: z.literal(1).default(1),
  name,
  wallHeightCm: z.number().min(10).max(1000).default(USUAL_WALL_HEIGHT_CM),
  floors: z
    .array(
      z
        .strictObject({
          name,
          heightCm: centimetres.default(0),
          edl: z.string().optional(),
          file: name.optional(),
          /** The id of the map, of the world's maps, that was put in as this floor. */
          map: z.string().max(LONGEST_MAP_ID).optional(),
        })
        .refine(({ edl, file }) => (edl === undefined) !== (file === undefined), 'a floor is either a text, as "edl", or in a "file"'),
    )
    .min(1)
    .max(MOST_FLOORS),
  elevators: z
    .array(
      z.strictObject({
        name,
        /** The way one leaves it: degrees from the x axis, as in EDL. */
        facingDegrees: z.number().min(-360).max(360).default(USUAL_FACING_DEGREES),
        stops: z
          .array(z.strictObject({ floor: name, xCm: centimetres, yCm: centimetres }))
          .min(2)
          .max(MOST_FLOORS),
      }),
    )
    .max(MOST_ELEVATORS)
    .default([]),
  /** What stands on the floors, by the models of the catalog. */
  furniture: z
    .array(
      z.strictObject({
        model: z.string().min(1).max(64),
        floor: name,
        xCm: centimetres,
        yCm: centimetres,
        /** Above its floor: on a desk. */
        aboveCm: z.number().min(0).max(1000).default(0),
        /** The way its front looks: from the x axis, as in EDL. */
        degrees: z.number().min(-360).max(360).default(0),
        name: name.optional(),
      }),
    )
    .max(MOST_FURNITURE)
    .default([]),
  /** The files of notices, and the SHA-256 of each: a world that keeps a site keeps its pictures among its files. */
  pictures: z
    .record(z.string().min(1).max(400), z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256, in hexadecimal'))
    .refine((pictures) => Object.keys(pictures).length <= MOST_PICTURES, `a site may have ${MOST_PICTURES} pictures`)
    .default({}),
  topology: overlaySchema.default({ add: { nodes: [], edges: [] }, remove: { nodes: [], edges: [] } }),
});

export type SiteDocument = z.infer<typeof siteSchema>;
export type TopologyOverlay = SiteDocument['topology'];

export function readSiteDocument(text: string): { readonly document: SiteDocument | undefined; readonly concerns: readonly SiteConcern[] } {
  if (text.length > MOST_SITE_LETTERS) {
    const message = `${text.length} letters are more than the ${MOST_SITE_LETTERS} that a site may have`;
    return { document: undefined, concerns: [error('too-large', '', message, 'make several sites of it')] };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    // What it says names the place in the text.
    const message = `this is no JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
    return {
      document: undefined,
      concerns: [error('not-json', '', message, 'a site is an object with "name" and "floors"; see docs/sites.md')],
    };
  }
  const { data, error: wrong } = siteSchema.safeParse(value);
  if (data) return { document: data, concerns: [] };
  const concerns = wrong.issues.map(({ path, message }) =>
    error('not-a-site', placeOf(path), lowered(message), 'docs/sites.md shows what belongs there'),
  );
  return { document: undefined, concerns: concerns.slice(0, MOST_DIAGNOSTICS) };
}

const error = (code: string, place: string, message: string, remedy: string): SiteConcern => ({
  severity: 'error',
  code,
  place,
  message,
  remedy,
});

/** As one would write it in a program: `floors[0].heightCm`. */
const placeOf = (path: readonly PropertyKey[]): string =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${String(step)}`)).join('');

const lowered = (message: string): string => `${message[0]?.toLowerCase() ?? ''}${message.slice(1)}`;
