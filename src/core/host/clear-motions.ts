import type { CollisionBody } from '../physics/physics.ts';
import type { DofMotion, WholeMotion } from '../world/world.ts';

/** Of each body. A cell of robots makes some dozens over and over. */
const MOST_REMEMBERED = 256;
/** A motion that began so little ago was looked at from its beginning. */
const BEGINS_WITHIN_MS = 1;

/** Motions of joints by which a body is known not to meet itself: programs make the same ones again and again, and all robots of a model alike. */
export class ClearMotions {
  readonly #known = new WeakMap<CollisionBody, Set<string>>();

  has(body: CollisionBody, motion: WholeMotion, fromMs: number): boolean {
    const known = this.#known.get(body);
    const key = known && keyOf(motion, fromMs);
    return key !== undefined && known?.has(key) === true;
  }

  /** It was looked at from this instant to its end. */
  add(body: CollisionBody, motion: WholeMotion, fromMs: number): void {
    const key = keyOf(motion, fromMs);
    if (key === undefined) return;
    const known = this.#known.get(body) ?? new Set();
    this.#known.set(body, known.add(key));
    const [oldest] = known;
    if (known.size > MOST_REMEMBERED && oldest !== undefined) known.delete(oldest);
  }
}

/** The way of all joints, whenever it is gone; undefined when it is under way already, or goes otherwise than from one place to another. */
function keyOf({ dofs }: WholeMotion, fromMs: number): string | undefined {
  const ways = dofs.map((dof) => wayOf(dof, fromMs));
  return ways.includes(undefined) ? undefined : ways.join(' ');
}

function wayOf(dof: DofMotion, fromMs: number): string | undefined {
  if (dof.kind === 'still') return `${dof.value}`;
  if (dof.kind !== 'glide') return undefined;
  const { from, to, t0, t1, ramp } = dof;
  if (t1 <= fromMs) return `${to}`;
  // Joints that take different times go another way together. To the microsecond: the rest is rounding.
  return Math.abs(fromMs - t0) > BEGINS_WITHIN_MS ? undefined : `${from}>${to}:${(t1 - t0).toFixed(3)}:${ramp}`;
}
