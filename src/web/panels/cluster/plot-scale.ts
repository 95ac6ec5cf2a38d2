const STEPS = [1, 2, 4, 6, 8, 10] as const;

/** Where a scale from zero ends: at a round number that can be halved, above all values and not below `least`. */
export function scaleEnd(most: number, least: number): number {
  const wanted = Math.max(most, least);
  const unit = 10 ** Math.floor(Math.log10(wanted));
  const step = STEPS.find((candidate) => candidate * unit >= wanted * (1 - 1e-9)) ?? 10;
  return step * unit;
}
