import { ByteReader, ByteWriter } from '../base/bytes.ts';
import { MalformedError } from '../base/errors.ts';
import { hashBytes, hashText } from '../base/hash.ts';
import type { Pose, Twist } from '../base/pose.ts';
import { IDLE_CONTROL } from './control.ts';
import { decodeControl, encodeControl, isIdle } from './control-codec.ts';
import { changesOf, epochOf, incarnationOf } from './epoch.ts';
import type { Contact } from './guarded-motion.ts';
import { type BaseMotion, type DofMotion, NEVER, type RideJoint } from './motion.ts';
import type { EntityState, SealedState } from './state.ts';
import { MOST_WORK_BYTES, type Work } from './work.ts';

/**
 * Numbers are rounded to what matters and sent as short whole numbers. The owner evaluates the rounded motion too,
 * so that rounding never makes replicas differ.
 */
const LENGTH = 1e4; // 0.1 mm
const SPEED = 1e4; // 0.1 mm/s, 0.1 mrad/s
const VALUE = 1e5; // 10 urad, 10 um
const QUATERNION = 1e5;
const RAMP = 1e3;

const FLAG = { control: 1, recent: 2, working: 4, gone: 8, generation: 16, contact: 32, work: 64 } as const;
/** Of work. */
const WORK = { active: 1, halted: 2 } as const;
const MOST_DOFS = 256;
const MOST_KNOTS = 1024;
const MOST_RECENT = 64;
const MOST_JOINTS = 32;

const BASE_KINDS = ['still', 'drift', 'path', 'ride', 'drift-until', 'ride-link'] as const;
const DOF_KINDS = ['still', 'glide', 'drift', 'path'] as const;

export function sealState(entity: string, state: EntityState): SealedState {
  return openState(entity, encodeState(state));
}

/** Decodes; throws MalformedError. */
export function openState(entity: string, bytes: Uint8Array): SealedState {
  return { state: decodeState(bytes), bytes, hash: hashBytes(bytes, hashText(entity)) };
}

function encodeState(state: EntityState): Uint8Array {
  const out = new ByteWriter();
  let flags = 0;
  if (!isIdle(state.control)) flags |= FLAG.control;
  if (state.recent.length > 0) flags |= FLAG.recent;
  if (state.working) flags |= FLAG.working;
  if (state.goneTo !== undefined) flags |= FLAG.gone;
  if (state.generation > 0) flags |= FLAG.generation;
  if (state.contact) flags |= FLAG.contact;
  if (state.work) flags |= FLAG.work;
  out.byte(flags).count(incarnationOf(state.epoch)).count(changesOf(state.epoch)).count(state.seq);
  if (flags & FLAG.generation) out.count(state.generation);
  writeBase(out, state.base);
  out.count(state.dofs.length);
  for (const dof of state.dofs) writeDof(out, dof);
  if (flags & FLAG.control) encodeControl(out, state.control);
  if (flags & FLAG.recent) {
    out.count(state.recent.length);
    for (const id of state.recent) out.text(id);
  }
  if (state.goneTo !== undefined) out.text(state.goneTo);
  if (state.contact) writeContact(out, state.contact);
  if (state.work) writeWork(out, state.work);
  return out.finish();
}

function decodeState(bytes: Uint8Array): EntityState {
  const input = new ByteReader(bytes);
  const flags = input.byte();
  const epoch = epochOf(input.count(), input.count());
  const seq = input.count();
  const generation = flags & FLAG.generation ? input.count() : 0;
  const base = readBase(input);
  const dofs = readList(input, MOST_DOFS, 'degrees of freedom', readDof);
  const control = flags & FLAG.control ? decodeControl(input) : IDLE_CONTROL;
  const recent = flags & FLAG.recent ? readList(input, MOST_RECENT, 'recent commands', (from) => from.text()) : [];
  const goneTo = flags & FLAG.gone ? input.text() : undefined;
  const contact = flags & FLAG.contact ? readContact(input) : undefined;
  const work = flags & FLAG.work ? readWork(input) : undefined;
  input.end();
  return {
    epoch,
    seq,
    generation,
    base,
    dofs,
    control,
    recent,
    working: (flags & FLAG.working) !== 0,
    goneTo,
    ...(contact && { contact }),
    ...(work && { work }),
  };
}

function writeContact(out: ByteWriter, { with: other, x, y, z, atMs }: Contact): void {
  out.text(other);
  for (const metres of [x, y, z]) out.integer(Math.round(metres * LENGTH));
  out.integer(Math.round(atMs));
}

function readContact(input: ByteReader): Contact {
  const other = input.text();
  const [x, y, z] = [input.integer() / LENGTH, input.integer() / LENGTH, input.integer() / LENGTH];
  return { with: other, x, y, z, atMs: input.integer() };
}

function writeWork(out: ByteWriter, { bytes, isActive, haltedMs }: Work): void {
  out.byte((isActive ? WORK.active : 0) | (haltedMs === undefined ? 0 : WORK.halted));
  if (haltedMs !== undefined) out.integer(Math.round(haltedMs));
  out.count(bytes.length).raw(bytes);
}

function readWork(input: ByteReader): Work {
  const flags = input.byte();
  const haltedMs = flags & WORK.halted ? input.integer() : undefined;
  const length = input.count();
  if (length > MOST_WORK_BYTES) throw new MalformedError(`${length} bytes of work, at most ${MOST_WORK_BYTES} are allowed`);
  return { bytes: input.raw(length), isActive: (flags & WORK.active) !== 0, haltedMs };
}

function readList<T>(input: ByteReader, most: number, what: string, read: (input: ByteReader) => T): T[] {
  const length = input.count();
  if (length > most) throw new MalformedError(`${length} ${what}, at most ${most} are allowed`);
  const list: T[] = [];
  while (list.length < length) list.push(read(input));
  return list;
}

const kindByte = <K extends string>(kinds: readonly K[], kind: K): number => kinds.indexOf(kind);

function readKind<K extends string>(input: ByteReader, kinds: readonly K[]): K {
  const byte = input.byte();
  const kind = kinds[byte];
  if (kind === undefined) throw new MalformedError(`motion kind ${byte} is not known`);
  return kind;
}

function writeBase(out: ByteWriter, motion: BaseMotion): void {
  const endless = motion.kind === 'drift' && motion.t1 === NEVER;
  out.byte(
    kindByte(
      BASE_KINDS,
      motion.kind === 'drift' && !endless ? 'drift-until' : motion.kind === 'ride' && motion.through ? 'ride-link' : motion.kind,
    ),
  );
  switch (motion.kind) {
    case 'still':
      writePose(out, motion.pose);
      break;
    case 'drift':
      writePose(out, motion.from);
      writeTwist(out, motion.twist);
      out.integer(Math.round(motion.t0));
      if (!endless) out.integer(Math.round(motion.t1));
      break;
    case 'path':
      out.count(motion.knots.length);
      for (const knot of motion.knots) {
        out.integer(Math.round(knot.t));
        writePose(out, knot.pose);
      }
      break;
    case 'ride':
      out.text(motion.parent);
      writePose(out, motion.offset);
      if (motion.through) writeJoints(out, motion.through);
      break;
  }
}

function readBase(input: ByteReader): BaseMotion {
  const kind = readKind(input, BASE_KINDS);
  switch (kind) {
    case 'still':
      return { kind, pose: readPose(input) };
    case 'drift':
      return { kind, from: readPose(input), twist: readTwist(input), t0: input.integer(), t1: NEVER };
    case 'drift-until':
      return { kind: 'drift', from: readPose(input), twist: readTwist(input), t0: input.integer(), t1: input.integer() };
    case 'path':
      return { kind, knots: readKnots(input, (t) => ({ t, pose: readPose(input) })) };
    case 'ride':
      return { kind, parent: input.text(), offset: readPose(input) };
    case 'ride-link':
      return { kind: 'ride', parent: input.text(), offset: readPose(input), through: readList(input, MOST_JOINTS, 'joints', readJoint) };
  }
}

function writeJoints(out: ByteWriter, joints: readonly RideJoint[]): void {
  out.count(joints.length);
  for (const { dof, kind, pivot, axis, factor, origin } of joints) {
    out.integer(dof).byte(kind === 'rotation' ? 0 : 1);
    for (const value of [...pivot, ...axis, factor]) out.integer(Math.round(value * VALUE));
    writePose(out, origin);
  }
}

function readJoint(input: ByteReader): RideJoint {
  const dof = input.integer();
  const kind = input.byte() === 0 ? 'rotation' : 'translation';
  const triple = (): [number, number, number] => [input.integer() / VALUE, input.integer() / VALUE, input.integer() / VALUE];
  const [pivot, axis] = [triple(), triple()];
  if (dof >= 0 && Math.hypot(...axis) === 0) throw new MalformedError('a joint that turns about nothing');
  return { dof, kind, pivot, axis, factor: input.integer() / VALUE, origin: readPose(input) };
}

function writeDof(out: ByteWriter, motion: DofMotion): void {
  out.byte(kindByte(DOF_KINDS, motion.kind));
  switch (motion.kind) {
    case 'still':
      out.integer(Math.round(motion.value * VALUE));
      break;
    case 'glide':
      out.integer(Math.round(motion.from * VALUE)).integer(Math.round(motion.to * VALUE));
      out
        .integer(Math.round(motion.t0))
        .integer(Math.round(motion.t1))
        .count(Math.round(motion.ramp * RAMP));
      break;
    case 'drift':
      out.integer(Math.round(motion.from * VALUE)).integer(Math.round(motion.ratePerS * VALUE));
      out.integer(Math.round(motion.t0)).integer(motion.t1 === NEVER ? -1 : Math.round(motion.t1));
      break;
    case 'path':
      out.count(motion.knots.length);
      for (const knot of motion.knots) out.integer(Math.round(knot.t)).integer(Math.round(knot.value * VALUE));
      break;
  }
}

function readDof(input: ByteReader): DofMotion {
  const kind = readKind(input, DOF_KINDS);
  switch (kind) {
    case 'still':
      return { kind, value: input.integer() / VALUE };
    case 'glide': {
      const [from, to, t0, t1] = [input.integer() / VALUE, input.integer() / VALUE, input.integer(), input.integer()];
      const ramp = input.count() / RAMP;
      if (ramp > 0.5) throw new MalformedError(`ramp ${ramp} is over 0.5`);
      return { kind, from, to, t0, t1, ramp };
    }
    case 'drift': {
      const [from, ratePerS, t0, t1] = [input.integer() / VALUE, input.integer() / VALUE, input.integer(), input.integer()];
      return { kind, from, ratePerS, t0, t1: t1 < 0 ? NEVER : t1 };
    }
    case 'path':
      return { kind, knots: readKnots(input, (t) => ({ t, value: input.integer() / VALUE })) };
  }
}

function readKnots<K extends { readonly t: number }>(input: ByteReader, read: (t: number) => K): K[] {
  let previous = Number.NEGATIVE_INFINITY;
  const knots = readList(input, MOST_KNOTS, 'knots', () => {
    const t = input.integer();
    if (t < previous) throw new MalformedError(`a path goes back in time, from ${previous} ms to ${t} ms`);
    previous = t;
    return read(t);
  });
  if (knots.length === 0) throw new MalformedError('a path without knots');
  return knots;
}

/** Most bodies stand upright: their attitude is one angle. The low bit of the first number says which form follows. */
function writePose(out: ByteWriter, pose: Pose): void {
  const upright = Math.abs(pose.qx) < 1e-6 && Math.abs(pose.qy) < 1e-6;
  out.integer(Math.round(pose.x * LENGTH) * 2 + (upright ? 0 : 1));
  out.integer(Math.round(pose.y * LENGTH)).integer(Math.round(pose.z * LENGTH));
  if (upright) {
    out.integer(Math.round(2 * Math.atan2(pose.qz, pose.qw) * SPEED));
  } else {
    for (const part of [pose.qx, pose.qy, pose.qz, pose.qw]) out.integer(Math.round(part * QUATERNION));
  }
}

function readPose(input: ByteReader): Pose {
  const first = input.integer();
  const upright = first % 2 === 0;
  const x = (upright ? first : first - 1) / 2 / LENGTH;
  const y = input.integer() / LENGTH;
  const z = input.integer() / LENGTH;
  if (upright) {
    const half = input.integer() / SPEED / 2;
    return { x, y, z, qx: 0, qy: 0, qz: Math.sin(half), qw: Math.cos(half) };
  }
  const [qx, qy, qz, qw] = [input.integer(), input.integer(), input.integer(), input.integer()];
  const length = Math.hypot(qx, qy, qz, qw);
  if (length === 0) throw new MalformedError('a quaternion of zeros is no attitude');
  return { x, y, z, qx: qx / length, qy: qy / length, qz: qz / length, qw: qw / length };
}

const TWIST_PARTS = ['vx', 'vy', 'vz', 'wx', 'wy', 'wz'] as const;

/** Only the parts that are not zero, behind a byte that says which. */
function writeTwist(out: ByteWriter, twist: Twist): void {
  const rounded = TWIST_PARTS.map((part) => Math.round(twist[part] * SPEED));
  out.byte(rounded.reduce((mask, value, i) => (value === 0 ? mask : mask | (1 << i)), 0));
  for (const value of rounded) if (value !== 0) out.integer(value);
}

function readTwist(input: ByteReader): Twist {
  const mask = input.byte();
  const part = (i: number) => (mask & (1 << i) ? input.integer() / SPEED : 0);
  return { vx: part(0), vy: part(1), vz: part(2), wx: part(3), wy: part(4), wz: part(5) };
}
