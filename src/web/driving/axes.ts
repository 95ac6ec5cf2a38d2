/** What hands ask for, each axis from -1 to 1: forward, and to the left. */
export interface Axes {
  readonly forward: number;
  readonly left: number;
}

export const CENTRED: Axes = { forward: 0, left: 0 };

export const isCentred = ({ forward, left }: Axes): boolean => forward === 0 && left === 0;

export const within = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value));

/** Nothing inside the dead zone, from zero on outside of it, and 1 at the end of the way. */
export function withoutDeadZone(value: number, deadZone: number): number {
  const beyond = Math.abs(value) - deadZone;
  return beyond <= 0 ? 0 : Math.sign(value) * Math.min(1, beyond / (1 - deadZone));
}

/** `softness` 0 is straight; at 1 small deflections move least. The ends stay where they are. */
export const curved = (value: number, softness: number): number => value * (1 - softness) + value ** 3 * softness;

/** Both axes of a stick together, so that its dead zone is a circle and its diagonal is no faster than its sides. */
export function shapeStick(axes: Axes, { deadZone, softness }: { deadZone: number; softness: number }): Axes {
  const reach = Math.hypot(axes.forward, axes.left);
  const shaped = curved(withoutDeadZone(Math.min(1, reach), deadZone), softness);
  if (shaped === 0) return CENTRED;
  return { forward: (axes.forward / reach) * shaped, left: (axes.left / reach) * shaped };
}

export function sum(parts: Iterable<Axes>): Axes {
  let forward = 0;
  let left = 0;
  for (const part of parts) {
    forward += part.forward;
    left += part.left;
  }
  return { forward: within(-1, forward, 1), left: within(-1, left, 1) };
}

/** Milliseconds from rest to the full way. */
const RISE_MS = 250;

/** Towards what is asked: away from the middle no faster than the rise, towards it and through it at once. */
export function rise(now: number, asked: number, passedMs: number): number {
  const from = Math.sign(now) === Math.sign(asked) ? now : 0;
  if (Math.abs(asked) <= Math.abs(from)) return asked;
  return from + Math.sign(asked) * Math.min(Math.abs(asked - from), passedMs / RISE_MS);
}
