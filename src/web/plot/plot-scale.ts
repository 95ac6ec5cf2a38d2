const STEPS = [1, 2, 4, 6, 8, 10] as const;

/** Where a scale from zero ends: at a round number that can be halved, above all values and not below `least`. */
export function scaleEnd(most: number, least: number): number {
  const wanted = Math.max(most, least);
  const unit = 10 ** Math.floor(Math.log10(wanted));
  const step = STEPS.find((candidate) => candidate * unit >= wanted * (1 - 1e-9)) ?? 10;
  return step * unit;
}

/** A scale around values of which nobody knows how large they are: round ends, and no less than `least` from one to the other, so that noise is not drawn as if it were much. */
export function scaleAround(low: number, high: number, least: number): readonly [number, number] {
  const span = Math.max(high - low, least);
  const step = scaleEnd(span / 4, 0);
  const middle = (low + high) / 2;
  const from = Math.floor(Math.min(low, middle - span / 2) / step + 1e-9) * step;
  const to = Math.ceil(Math.max(high, middle + span / 2) / step - 1e-9) * step;
  return [from, to];
}
