import { between, type Random } from './random.ts';

export interface BackOff {
  /** The most that the first pause takes. */
  readonly firstMs: number;
  /** The most that any pause takes. */
  readonly longestMs: number;
}

/**
 * How long to wait after so many failures in a row (from 1) before the next try. The pauses double; each is shortened by up to a half, at random,
 * so that those who failed together do not all come back together.
 */
export const backOffMs = ({ firstMs, longestMs }: BackOff, failures: number, random: Random): number =>
  Math.min(longestMs, firstMs * 2 ** (failures - 1)) * between(random, 0.5, 1);
