import { z } from 'zod';
import { encodeJson, wellFormedText } from '../api/messages.ts';
import { isId } from '../base/ids.ts';
import { MAX_PAYLOAD_BYTES } from '../bus/limits.ts';

/** The messages of getPath: where from and where to, for a robot of this size; the answer is a way in metres and the places it leads by. */

const id = z.string().refine(isId, 'must be 1 to 64 of a-z, 0-9, _ and -');
/** Of the topological map: `ground-floor/door-6`. */
const node = z.string().min(1).max(200);
const metres = z.number().min(-1e5).max(1e5);
const amount = z.number().nonnegative().max(1e9);
const text = wellFormedText.max(500);
const placeSchema = z.tuple([metres, metres]).readonly();
const radiusM = z.number().positive().max(100);

/** Others to be planned round; whoever asks leaves out what is farther. */
export const MOST_AVOIDED = 200;
const MOST_POINTS = 5000;

/** A place on a floor, by its id as in `Participant.floors`; none in a world without a building. */
export const spotSchema = z.object({ x: metres, y: metres, floor: id.optional() });
export type Spot = Readonly<z.infer<typeof spotSchema>>;

export const avoidedSchema = spotSchema.extend({ radiusM });
/** Somebody who stands there, as a disc. */
export type Avoided = Readonly<z.infer<typeof avoidedSchema>>;

export const pathRequestSchema = z.object({
  start: spotSchema,
  goal: z.union([spotSchema, z.object({ node })]),
  /** The robot is planned for as a disc: so it may turn wherever it is. */
  radiusM,
  /** By its name; left out: the host's usual one. */
  planner: z.string().min(1).max(80).optional(),
  /** Same seed, same roadmap. */
  seed: z.number().int().nonnegative().max(0xffff_ffff).default(1),
  avoid: z.array(avoidedSchema).max(MOST_AVOIDED).default([]),
  /** Plan on what this robot knows of the building, not on the building. */
  knownBy: id.optional(),
  /** To be drawn: what the planner built on the way. */
  withRoadmap: z.boolean().default(false),
});
export type PathRequest = Readonly<z.infer<typeof pathRequestSchema>>;
/** What a caller may leave out is optional here. */
export type PathRequestDraft = Readonly<z.input<typeof pathRequestSchema>>;

export const driveLegSchema = z.object({
  kind: z.literal('drive'),
  floor: id.optional(),
  points: z.array(placeSchema).min(1).max(MOST_POINTS).readonly(),
  lengthM: amount,
});
/** Begins and ends before the door of the elevator, outside. `from` equal to `to`: the robot stands in the cabin and gets out there. */
export const rideLegSchema = z.object({
  kind: z.literal('ride'),
  /** Its id in the site. */
  elevator: id,
  /** The middle of its shaft, the same on all floors. */
  at: placeSchema,
  from: id,
  to: id,
});
export const legSchema = z.discriminatedUnion('kind', [driveLegSchema, rideLegSchema]);
export type DriveLeg = Readonly<z.infer<typeof driveLegSchema>>;
export type RideLeg = Readonly<z.infer<typeof rideLegSchema>>;
export type Leg = DriveLeg | RideLeg;

export const floorRoadmapSchema = z.object({
  floor: id.optional(),
  nodes: z.array(placeSchema).readonly(),
  edges: z.array(z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()]).readonly()).readonly(),
  /** So many edges are not told, for they would not fit a message. */
  edgesLeftOut: z.number().int().nonnegative().default(0),
});
/** What a planner built on one floor. */
export type FloorRoadmap = Readonly<z.infer<typeof floorRoadmapSchema>>;

const told = { planner: z.string().max(80), ms: amount, roadmaps: z.array(floorRoadmapSchema).max(64).readonly().optional() };

export const pathAnswerSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('path'),
    legs: z.array(legSchema).min(1).max(64).readonly(),
    /** Topological ids, in the order in which they are passed. */
    nodes: z.array(node).max(1000).readonly(),
    /** Of what is driven. */
    lengthM: amount,
    ...told,
  }),
  /** Proven: whatever is tried, nothing of that size gets there. */
  z.object({ kind: z.literal('no path'), reason: text, ...told }),
  /** Not proven: there may be one. */
  z.object({ kind: z.literal('not found'), reason: text, ...told }),
  /** Nobody looked: what was asked makes no sense there. */
  z.object({ kind: z.literal('refused'), reason: text }),
]);
export type PathAnswer = Readonly<z.infer<typeof pathAnswerSchema>>;
export type PathFound = Extract<PathAnswer, { kind: 'path' }>;

/** What a host of planners says of itself: when it is asked who plans here, and every few seconds. */
export const pathHostSchema = z.object({
  host: id,
  planners: z
    .array(z.object({ name: z.string().min(1).max(80), summary: z.string().max(300) }))
    .max(64)
    .readonly(),
  /** So many wait to be answered: others are asked first. */
  waiting: z.number().int().nonnegative(),
});
export type PathHostWord = Readonly<z.infer<typeof pathHostSchema>>;

/** Room for what surrounds it. */
const MOST_BYTES = MAX_PAYLOAD_BYTES - 1000;

/** The bytes of an answer. Of roadmaps that are too large for a message edges are left out, then all of them: the way is never. */
export function encodeAnswer(answer: PathAnswer): Uint8Array {
  const whole = encodeJson(answer);
  if (whole.length <= MOST_BYTES || answer.kind === 'refused') return whole;
  for (let share = 0.5; share > 0.01; share /= 2) {
    const bytes = encodeJson({ ...answer, roadmaps: answer.roadmaps?.map((roadmap) => thinned(roadmap, share)) });
    if (bytes.length <= MOST_BYTES) return bytes;
  }
  const { roadmaps: _, ...bare } = answer;
  const bytes = encodeJson(bare);
  if (bytes.length <= MOST_BYTES) return bytes;
  return encodeJson({ kind: 'refused', reason: 'the way has so many points that no message can tell it; set a goal that is nearer' });
}

/** Every so-manyth edge, so that what is left is of all parts of the floor, and the nodes that those join. */
function thinned(roadmap: FloorRoadmap, share: number): FloorRoadmap {
  const step = 1 / share;
  const kept = roadmap.edges.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  const numbers = new Map([...new Set(kept.flat())].map((former, index) => [former, index]));
  const nodes = [...numbers.keys()].flatMap((former) => (roadmap.nodes[former] ? [roadmap.nodes[former]] : []));
  const edges = kept.map(([a, b]) => [numbers.get(a) ?? 0, numbers.get(b) ?? 0] as const);
  return { ...roadmap, nodes, edges, edgesLeftOut: roadmap.edgesLeftOut + roadmap.edges.length - edges.length };
}
