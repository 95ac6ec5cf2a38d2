import { z } from 'zod';
import { bytesToText, textToBytes } from '../base/bytes.ts';
import { MalformedError } from '../base/errors.ts';
import { isId } from '../base/ids.ts';
import { isWellFormed, wellFormed } from '../base/well-formed.ts';

/** What participants say to each other, apart from states and beats, which have codecs of their own because there are so many of them. */

const id = z.string().refine(isId, 'must be 1 to 64 of a-z, 0-9, _ and -');
/** With the numbers of a cell behind it, a region is still an id. */
const floor = z.string().max(48).refine(isId, 'must be 1 to 48 of a-z, 0-9, _ and -');
const MOST_FLOORS = 64;
/** What no record could keep is refused before anybody sees it: a deed whose reason cannot be written down would leave no trace. */
export const wellFormedText: z.ZodString = z.string().refine(isWellFormed, 'must have no NUL and no half of a surrogate pair');
const name = wellFormedText.trim().min(1).max(80);
/** Letters of a reason that somebody gave. */
export const LONGEST_REASON = 200;
const reason = wellFormedText.max(LONGEST_REASON);
const cleaned = (text: string): string => wellFormed(text, LONGEST_REASON);
/** A hundred kilometres is more than any site, and keeps every number exact. */
const metres = z.number().min(-1e5).max(1e5);
const speed = z.number().min(-1e3).max(1e3);
const value = z.number().min(-1e6).max(1e6);
const unit = z.number().min(-1.01).max(1.01);
/** A day: the longest a motion may take. */
export const LONGEST_MOTION_MS: number = 24 * 3600 * 1000;
const durationMs = z.number().min(0).max(LONGEST_MOTION_MS);
const time = z
  .number()
  .min(-(2 ** 52))
  .max(2 ** 52);

export const poseSchema = z
  .object({ x: metres, y: metres, z: metres, qx: unit, qy: unit, qz: unit, qw: unit })
  .refine((pose) => Math.abs(Math.hypot(pose.qx, pose.qy, pose.qz, pose.qw) - 1) < 0.01, 'qx, qy, qz, qw must be a unit quaternion');

export const twistSchema = z.object({ vx: speed, vy: speed, vz: speed, wx: speed, wy: speed, wz: speed });

/** Radians or metres per second, each second. So little that it never gets going is none. */
export const accelerationSchema = z.number().min(1e-3).max(1e6);

export const dofSchema = z
  .object({
    name,
    kind: z.enum(['rotation', 'translation']),
    /** Limits: radians or metres. */
    low: value,
    high: value,
    speedPerS: z.number().positive().max(1e4),
    /** Left out: full speed in half a second. */
    accelerationPerS2: accelerationSchema.optional(),
  })
  .refine((dof) => dof.low <= dof.high, 'low must not be above high');

export const descriptionSchema = z
  .object({
    name,
    model: id,
    /** `static`: furniture, which nobody drives. `dynamic`: robots, conveyors, parts. */
    kind: z.enum(['static', 'dynamic']),
    /** 1 to 12 of the palette: given when it is inserted, kept for good. */
    colour: z.number().int().min(1).max(12).optional(),
    dofs: z.array(dofSchema).max(256),
    /** How quickly its base gains and loses speed under a stick; left out: 1 m/s² and 5 rad/s². */
    driving: z.object({ accelerationMPerS2: accelerationSchema, turnRadPerS2: accelerationSchema }).optional(),
    /** Where it starts, and where a reset puts it. */
    initial: z.object({ pose: poseSchema, values: z.array(value).max(256) }),
    /** It is on several floors at once, as an elevator is: who looks at any of them hears of it. */
    everyFloor: z.literal(true).optional(),
    /** Only these participants may own it: the processes that can reach the real robot. */
    hosts: z.array(id).max(16).optional(),
  })
  .refine((described) => described.initial.values.length === described.dofs.length, 'initial.values must have one value for each of dofs');

export type Dof = z.infer<typeof dofSchema>;
export type EntityDescription = z.infer<typeof descriptionSchema>;
/** What a caller may leave out is optional here. */
export type EntityDraft = z.input<typeof descriptionSchema>;

export const leaseRequestSchema = z.discriminatedUnion('kind', [
  /** `held`: the lease epoch under which the asker held it already, to claim it back from a taker that never heard of it. */
  z.object({
    kind: z.literal('ask'),
    held: z
      .number()
      .int()
      .nonnegative()
      .max(2 ** 32)
      .optional(),
  }),
  z.object({ kind: z.literal('cancel') }),
  z.object({ kind: z.literal('grant'), to: id }),
  z.object({ kind: z.literal('refuse'), to: id }),
  z.object({ kind: z.literal('release') }),
  z.object({ kind: z.literal('force'), reason }),
]);
export type LeaseRequest = z.infer<typeof leaseRequestSchema>;

/** From the base of what carries to the link that does, joint by joint. */
const rideJointSchema = z.object({
  dof: z.number().int().min(-1).max(255),
  kind: z.enum(['rotation', 'translation']),
  pivot: z.tuple([metres, metres, metres]).readonly(),
  axis: z
    .tuple([speed, speed, speed])
    .readonly()
    .refine((axis) => Math.hypot(...axis) > 1e-3, 'an axis must point somewhere'),
  factor: z.number().min(-1000).max(1000),
  origin: poseSchema,
});

/** Letters of an order about the work of an entity. */
export const LONGEST_ORDER = 4000;

export const actionSchema = z.discriminatedUnion('kind', [
  /** One degree of freedom to a value, as fast as the model and `speedPerS` allow or in `durationMs`. */
  z.object({
    kind: z.literal('glide'),
    dof: z.number().int().min(0).max(255),
    to: value,
    durationMs: durationMs.optional(),
    speedPerS: z.number().positive().max(1e4).optional(),
    ramp: z.number().min(0).max(0.5).default(0.25),
  }),
  /** Several degrees of freedom to these values, as one motion: they set off and arrive together. null leaves one as it moves. */
  z.object({
    kind: z.literal('assume'),
    values: z.array(value.nullable()).min(1).max(256),
    durationMs: durationMs.optional(),
    ramp: z.number().min(0).max(0.5).default(0.25),
  }),
  /** The base along poses, each a time after the start. */
  z.object({
    kind: z.literal('follow'),
    knots: z
      .array(z.object({ afterMs: durationMs, pose: poseSchema }))
      .min(1)
      .max(500),
  }),
  z.object({ kind: z.literal('drift'), twist: twistSchema, durationMs }),
  /** Puts the base there at once: editing, not driving. */
  z.object({ kind: z.literal('place'), pose: poseSchema }),
  /** Rides on a parent, where it is now or at `offset` in the frame of the parent, or of the link that `through` leads to. */
  z.object({
    kind: z.literal('ride'),
    parent: id,
    offset: poseSchema.optional(),
    through: z.array(rideJointSchema).min(1).max(32).optional(),
  }),
  /** Ends every movement where it is, and gets off its parent. */
  z.object({ kind: z.literal('halt') }),
  z.object({ kind: z.literal('lease'), request: leaseRequestSchema }),
  z.object({ kind: z.literal('rearm'), stop: z.string().max(100) }),
  /** Takes the stick: held control follows on the urgent subject. */
  z.object({ kind: z.literal('drive') }),
  z.object({ kind: z.literal('letgo') }),
  /** About what it does by itself: a program. What is said is for who gives that a meaning at its owner. */
  z.object({ kind: z.literal('work'), order: z.string().max(LONGEST_ORDER) }),
  /** Asks the owner to hand the entity over to the asker, or to whom the asker names. */
  z.object({ kind: z.literal('handover'), to: id.optional() }),
]);
export type Action = z.infer<typeof actionSchema>;
/** What a caller may leave out is optional here. */
export type ActionDraft = z.input<typeof actionSchema>;

export const commandSchema = z.object({
  id: z.string().min(1).max(80),
  /** Only the owner of this epoch may apply it: a former owner that does not know yet gets the same message. */
  epoch: z.number().int().nonnegative(),
  /** Shared time after which the owner must not apply it any more: a queue of old commands moves nothing. */
  expiresAt: time,
  action: actionSchema,
});
export type Command = z.infer<typeof commandSchema>;

export const replySchema = z.discriminatedUnion('kind', [
  /** `region` is where the state that shows the effect was published. */
  z.object({ kind: z.literal('applied'), epoch: z.number().int().nonnegative(), seq: z.number().int().nonnegative(), region: id }),
  /** Our own words around somebody's reason, or around a list of hosts. */
  z.object({ kind: z.literal('refused'), reason: z.string().max(2000) }),
  /** Not the owner, or not sure to be. */
  z.object({ kind: z.literal('elsewhere') }),
]);
export type Reply = z.infer<typeof replySchema>;

/** One-way words to an owner, repeated by their sender until they show. */
export const urgentSchema = z.discriminatedUnion('kind', [
  // Whatever is wrong with the letters of a reason must not keep a robot from stopping.
  z.object({ kind: z.literal('stop'), id: z.string().min(1).max(80), reason: z.string().max(LONGEST_REASON).transform(cleaned) }),
  z.object({
    kind: z.literal('hold'),
    nonce: z.string().max(40),
    seq: z.number().int().nonnegative(),
    twist: twistSchema,
    /** Rates of degrees of freedom held by jog buttons: index and rad/s or m/s. */
    rates: z.array(z.tuple([z.number().int().min(0).max(255), speed])).max(16),
  }),
]);
export type Urgent = z.infer<typeof urgentSchema>;

/** From an owner to whoever holds the stick: prove that you are there by sending this back. */
export const nonceSchema = z.object({
  kind: z.literal('nonce'),
  entity: id,
  epoch: z.number().int().nonnegative(),
  nonce: z.string().max(40),
});
export type Nonce = z.infer<typeof nonceSchema>;

export const ownershipSchema = z.object({
  owner: id,
  epoch: z.number().int().nonnegative(),
  /** Tells a writer whose answer was lost whether this record is its own. */
  nonce: z.string().max(40),
  /** A latched stop, kept where no crash can lose it. */
  stop: z.object({ id: z.string().max(80), by: id, reason }).optional(),
});
export type OwnershipRecord = z.infer<typeof ownershipSchema>;

const segmentSchema = z.object({
  rate: z.number().min(0).max(100),
  sharedT0: time,
  worldT0: time,
  generation: z.number().int().nonnegative(),
});
export const worldTimeSchema = z.object({
  rev: z.number().int().nonnegative(),
  segments: z.array(segmentSchema).min(1).max(64),
  /** Of the last changes: tells a writer whose answer was lost whether its own came through. */
  nonces: z.array(z.string().max(40)).max(8).optional(),
});

export const timeChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('run'), rate: z.number() }),
  z.object({ kind: z.literal('pause') }),
  z.object({ kind: z.literal('step'), stepMs: durationMs }),
  z.object({ kind: z.literal('reset') }),
]);

export const leaderSchema = z.object({
  leader: id,
  /** Tells its lives apart: its clock is another in each. */
  life: z.string().max(40).default(''),
  term: z.number().int().nonnegative(),
  /** How far its clock may have been from the former leader's when it began to lead. */
  errorMs: z.number().nonnegative(),
});
export type LeaderRecord = z.infer<typeof leaderSchema>;

/** What a world knows of a floor of its building. Within the radius round x and y is all of it. */
export const floorSchema = z.object({ id: floor, name, heightM: metres, x: metres, y: metres, radiusM: metres.nonnegative() }).readonly();
export type WorldFloor = z.infer<typeof floorSchema>;

export const setupSchema = z.object({
  /** Incremented at each start of the world. */
  incarnation: z.number().int().nonnegative(),
  /** Floors are cut into cells of this many metres; 0 leaves them whole. */
  cellM: z.number().nonnegative().max(1000),
  /** The floors of its building; left out, or none: all is on one. */
  floors: z.array(floorSchema).max(MOST_FLOORS).readonly().optional(),
});
export type WorldSetup = z.infer<typeof setupSchema>;

export const clockAnswerSchema = z.object({ term: z.number().int(), sharedMs: time, errorMs: z.number().nonnegative() });

export const chatSchema = z.object({ text: wellFormedText.trim().min(1).max(2000) });

export const encodeJson = (message: unknown): Uint8Array<ArrayBuffer> => textToBytes(JSON.stringify(message));

/** Parses and checks; throws MalformedError that names the field. */
export function decodeJson<S extends z.ZodType>(schema: S, bytes: Uint8Array): z.output<S> {
  let message: unknown;
  try {
    message = JSON.parse(bytesToText(bytes));
  } catch (cause) {
    throw new MalformedError('not JSON', { cause });
  }
  return check(schema, message);
}

/** Checks what a caller or a peer gave; throws MalformedError that names the field. */
export function check<S extends z.ZodType>(schema: S, message: unknown): z.output<S> {
  const parsed = schema.safeParse(message);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new MalformedError(`${issue?.path.join('.') || 'message'}: ${issue?.message ?? 'not as expected'}`);
}
