/** cubic-bezier(.2, 0, 0, 1): sets off at once, arrives softly. `share` of the time in, share of the way out. */
export function eased(share: number): number {
  if (share <= 0) return 0;
  if (share >= 1) return 1;
  // x(u) = 3·0.2·u(1-u)² + u³ grows with u, so halving finds u; 20 steps are finer than a pixel.
  let [low, high] = [0, 1];
  for (let i = 0; i < 20; i++) {
    const u = (low + high) / 2;
    const x = 0.6 * u * (1 - u) * (1 - u) + u * u * u;
    if (x < share) low = u;
    else high = u;
  }
  const u = (low + high) / 2;
  return 3 * u * u * (1 - u) + u * u * u;
}

/** How much of the way is made in this time, if `perFrame` of it is made in each sixtieth of a second. */
export const damped = (perFrame: number, seconds: number): number => 1 - (1 - perFrame) ** (seconds * 60);
