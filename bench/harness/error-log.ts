/** How far what a receiver shows is from the truth. A robot that should be seen and is not counts as infinitely far. */
import { largest, quantile } from './statistics.ts';

export interface ErrorBound {
  readonly lengthM: number;
  readonly angleRad: number;
}

export interface ErrorSummary {
  readonly samples: number;
  readonly missing: number;
  /** Of the samples, this share is not above. */
  readonly lengthM: number;
  readonly angleRad: number;
  readonly worstLengthM: number;
  readonly worstAngleRad: number;
}

/** A stall of the operating system must not fail a bench, a wrong replica must: this share of all samples keeps the bound. */
export const KEPT_SHARE = 0.999;
const FEWEST_SAMPLES = 300;

export class ErrorLog {
  #lengths: number[] = [];
  #angles: number[] = [];
  #missing = 0;

  add(lengthM: number, angleRad: number): void {
    this.#lengths.push(lengthM);
    this.#angles.push(Math.abs(angleRad));
  }

  addMissing(): void {
    this.#missing++;
    this.add(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  }

  clear(): void {
    this.#lengths = [];
    this.#angles = [];
    this.#missing = 0;
  }

  summary(): ErrorSummary {
    return {
      samples: this.#lengths.length,
      missing: this.#missing,
      lengthM: quantile(this.#lengths, KEPT_SHARE),
      angleRad: quantile(this.#angles, KEPT_SHARE),
      worstLengthM: largest(this.#lengths),
      worstAngleRad: largest(this.#angles),
    };
  }
}

export const isWithin = (errors: ErrorSummary, bound: ErrorBound): boolean =>
  errors.samples >= FEWEST_SAMPLES && errors.lengthM <= bound.lengthM && errors.angleRad <= bound.angleRad;

/** A system that is cheap because it is wrong has not been measured. */
export class BoundMissedError extends Error {
  override readonly name = 'BoundMissedError';

  constructor(system: string, bound: ErrorBound) {
    super(
      `${system} is too far off: ${KEPT_SHARE * 100} % of at least ${FEWEST_SAMPLES} samples must be within ${metres(bound.lengthM)} and ${degrees(bound.angleRad)}`,
    );
  }
}

export const describeErrors = ({ samples, missing, lengthM, angleRad, worstLengthM, worstAngleRad }: ErrorSummary): string =>
  `error ${metres(lengthM)} / ${degrees(angleRad)} (worst ${metres(worstLengthM)} / ${degrees(worstAngleRad)}; ${samples} samples, ${missing} missing)`;

const metres = (value: number): string => `${(value * 100).toFixed(2)} cm`;
const degrees = (rad: number): string => `${((rad * 180) / Math.PI).toFixed(2)} degrees`;
