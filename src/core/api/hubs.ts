import { z } from 'zod';
import { isId } from '../base/ids.ts';

/** What hubs tell of themselves: to each other once a second over the bus, and to whoever asks `GET /hubs` and `GET /hubs/history`. */

const id = z.string().refine(isId, 'must be 1 to 64 of a-z, 0-9, _ and -');
const count = z.number().int().nonnegative();
const amount = z.number().nonnegative();
const rateSchema = z.object({ messagesPerS: amount, bytesPerS: amount });

/** Open at a hub, with how many at its own door. `isOnDuty`: it is the one that saves it. */
export const hubWorldSchema = z.object({ world: id, participants: count, isOnDuty: z.boolean().optional() });

/** Measured by the hub itself, over the second before. */
export const hubFiguresSchema = z.object({
  version: z.string().max(40),
  uptimeS: amount,
  /** How late the process came to what was due: of a hundred times ninety-nine at most so late; the latest. */
  loopP99Ms: amount,
  loopMostMs: amount,
  /** Through its door: what participants sent, and what was sent to them. */
  received: rateSchema,
  delivered: rateSchema,
  /** To a server of the bus and back; to the database and back. Left out while there is no answer. */
  busRoundTripMs: amount.optional(),
  storeRoundTripMs: amount.optional(),
  /** To other hubs and back, over the bus. One that does not answer is left out. */
  links: z.array(z.object({ hub: id, roundTripMs: amount })).max(100),
});

const loadShape = {
  /** At its door, in all worlds. */
  participants: count,
  /** So many may be at its door. */
  room: count,
  worlds: z.array(hubWorldSchema).max(1000),
  /** Of one core, since it was last told. */
  cpuShare: amount,
  residentBytes: amount,
  /** A hub of an earlier version tells none. */
  figures: hubFiguresSchema.optional(),
};

/** On `subjects.hub`, once a second. A later version may tell more. */
export const hubWordSchema = z.object({
  hub: id,
  /** Another one each time it is started. */
  life: id,
  /** `entering`: it listens whether its name is taken, and serves nobody yet. */
  stage: z.enum(['entering', 'open', 'leaving']),
  /** Where browsers and programs find it. */
  url: z.url({ protocol: /^https?$/ }).max(200),
  ...loadShape,
});

/** `silent`: not heard for some seconds. `gone`: not heard for so long that others do its work. `left`: it said goodbye. */
export const hubStateSchema = z.enum(['here', 'silent', 'gone', 'left']);

export const hubCardSchema = z.object({
  hub: id,
  /** As it was given with `--name`. */
  name: z.string(),
  url: z.string(),
  state: hubStateSchema,
  /** Of its last word, which all that follows is from; 0 for the hub that answers. */
  ageMs: amount,
  ...loadShape,
});

/** `GET /hubs`: those that the one asked knows, itself among them. Of `worlds` only what the asker may enter. */
export const hubsSchema = z.object({
  /** The hub that answers. */
  self: id,
  /** Its connection to the others. `none`: it has a bus of its own, and there are no others. */
  bus: z.enum(['none', 'connected', 'reconnecting', 'closed']),
  hubs: z.array(hubCardSchema),
});

const series = z.array(z.number().nullable());

/** What is kept of each hub: one value for each time, null where the hub was not heard. */
export const hubHistorySchema = z.object({
  hub: id,
  participants: series,
  cpuShare: series,
  residentBytes: series,
  loopMostMs: series,
  /** From the hub that answers to this one and back. */
  roundTripMs: series,
  /** Both ways. */
  messagesPerS: series,
});

/** `GET /hubs/history`: the last ten minutes, as the hub that answers heard them. `agoMs`: how long ago each time was, the oldest first. */
export const hubsHistorySchema = z.object({ agoMs: z.array(amount), hubs: z.array(hubHistorySchema) });

export type HubWord = Readonly<z.infer<typeof hubWordSchema>>;
export type HubFigures = Readonly<z.infer<typeof hubFiguresSchema>>;
export type HubState = z.infer<typeof hubStateSchema>;
export type HubCard = z.infer<typeof hubCardSchema>;
export type Hubs = z.infer<typeof hubsSchema>;
export type HubHistory = z.infer<typeof hubHistorySchema>;
export type HubsHistory = z.infer<typeof hubsHistorySchema>;
