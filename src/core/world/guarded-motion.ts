import type { Posture } from './actions.ts';
import { type BaseMotion, type DofMotion, endOf, NEVER, poseAt, valueAt } from './motion.ts';

/** How a whole entity moves. */
export interface WholeMotion {
  readonly base: BaseMotion;
  readonly dofs: readonly DofMotion[];
}

/** What ended a motion before it was over: shown to everybody. */
export interface Contact {
  /** The entity in the way; the entity itself when its own links would meet. */
  readonly with: string;
  /** Where, in the world. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** World time at which it stands. */
  readonly atMs: number;
}

/** Asked by an owner before it publishes a motion: until when it may go, if not to its end. */
export type MotionGuard = (entity: string, motion: WholeMotion) => Contact | undefined;

/** Asked by an owner before it gives an entity to who asks for it: why it keeps it, if it does. */
export type Keep = (entity: string, participant: string) => string | undefined;

/** A ramp is followed by so many straight pieces. */
const MOST_PIECES = 32;
const SHORTEST_PIECE_MS = 20;

/** The same motion up to an instant of world time, and still from then on. */
export function cutAt({ base, dofs }: WholeMotion, nowMs: number, atMs: number): WholeMotion {
  return { base: cutBase(base, nowMs, atMs), dofs: dofs.map((dof) => cutDof(dof, nowMs, atMs)) };
}

/** Nothing of it moves of itself. */
export const isStill = ({ base, dofs }: WholeMotion, worldMs: number): boolean =>
  (base.kind === 'ride' || endOf(base) <= worldMs) && dofs.every((dof) => endOf(dof) <= worldMs);

/** What a stick may do where something is in the way: no state is said twice while it is held against it. */
export function guardedHold(
  change: WholeMotion | undefined,
  posture: Posture,
  worldMs: number,
  judge: (motion: WholeMotion) => Contact | undefined,
  shown: Contact | undefined,
): (WholeMotion & { readonly contact?: Contact }) | undefined {
  const contact = change && judge(change);
  if (!change || !contact) return change;
  if (contact.atMs <= worldMs && shown?.with === contact.with && isStill(posture, worldMs)) return undefined;
  const cut = cutAt(change, worldMs, contact.atMs);
  // What cannot set off stays on what carries it.
  return { ...cut, ...(contact.atMs <= worldMs && posture.base.kind === 'ride' && { base: posture.base }), contact };
}

function cutBase(base: BaseMotion, nowMs: number, atMs: number): BaseMotion {
  if (base.kind === 'ride' || base.kind === 'still' || endOf(base) <= atMs) return base;
  const end = poseAt(base, atMs, () => undefined);
  if (!end) return base;
  if (atMs <= nowMs || atMs <= startOf(base)) return { kind: 'still', pose: end };
  if (base.kind === 'drift') return { ...base, t1: Math.floor(atMs) };
  return { kind: 'path', knots: [...base.knots.filter(({ t }) => t < atMs), { t: atMs, pose: end }] };
}

function cutDof(dof: DofMotion, nowMs: number, atMs: number): DofMotion {
  if (endOf(dof) <= atMs) return dof;
  const end = valueAt(dof, atMs);
  if (atMs <= nowMs || atMs <= startOf(dof)) return { kind: 'still', value: end };
  switch (dof.kind) {
    case 'still':
      return dof;
    case 'drift':
      return { ...dof, t1: dof.t1 === NEVER ? Math.floor(atMs) : Math.min(dof.t1, Math.floor(atMs)) };
    case 'path':
      return { kind: 'path', knots: [...dof.knots.filter(({ t }) => t < atMs), { t: atMs, value: end }] };
    case 'glide': {
      if (dof.ramp === 0) return { ...dof, to: end, t1: atMs };
      // Cut in the middle of its ramps it is no glide any more: it is followed piece by piece, so that several that move together still do.
      const fromMs = Math.max(dof.t0, nowMs);
      const pieces = Math.max(1, Math.min(MOST_PIECES, Math.ceil((atMs - fromMs) / SHORTEST_PIECE_MS)));
      const knots = Array.from({ length: pieces + 1 }, (_, piece) => {
        const t = fromMs + ((atMs - fromMs) * piece) / pieces;
        return { t, value: valueAt(dof, t) };
      });
      return { kind: 'path', knots };
    }
  }
}

/** World time may be behind it: a clock that was ahead was set. */
const startOf = (motion: BaseMotion | DofMotion): number =>
  motion.kind === 'drift' || motion.kind === 'glide' ? motion.t0 : motion.kind === 'path' ? (motion.knots[0]?.t ?? -NEVER) : -NEVER;
