/** Consecutive days start this far apart, modulo 2^31: their seeds do not overlap. Odd, so that no two days start at the same seed. */
const DAY_STRIDE = 982_451_653;
const SEEDS = 2 ** 31;
const DAY_MS = 86_400_000;

/** MANYHANDS_SEED if it is set; otherwise a seed of the UTC day, so that two days test different things and one day repeats itself. */
export function startSeedOf(setting: string | undefined, wallMs: number): number {
  if (setting === undefined || setting === '') return (Math.floor(wallMs / DAY_MS) * DAY_STRIDE) % SEEDS;
  const seed = Number(setting);
  if (!Number.isInteger(seed) || seed < 0 || seed >= SEEDS)
    throw new RangeError(`MANYHANDS_SEED is ${setting}; it must be a whole number from 0 to ${SEEDS - 1}`);
  return seed;
}

/** Where random tests of this process start. */
export const startSeed: number = startSeedOf(process.env.MANYHANDS_SEED, Date.now());
