/** Spoilt texts at a language: each must be answered, in time, and the answers must agree with each other. */
import { type Random, seededRandom } from '../../src/core/base/random.ts';
import { leastMs } from './least-ms.ts';

const MOST_PROBLEMS = 20;

/** What is said of one text. */
export interface Answers {
  readonly isCompiled: boolean;
  readonly isFormatted: boolean;
  readonly problems: readonly string[];
}

export interface Language {
  readonly spoilt: (random: Random) => string;
  readonly answersOf: (text: string) => Answers;
  /** What an editor asks after every key. */
  readonly check: (text: string) => void;
}

export interface TextFuzzReport {
  readonly seed: number;
  readonly texts: number;
  /** Those that had no errors all the same. */
  readonly compiled: number;
  readonly formatted: number;
  readonly slowestMs: number;
  readonly problems: readonly string[];
}

export interface TextFuzzOptions {
  readonly texts: number;
  readonly seed: number;
  /** How long an answer may take; left out, nobody looks. */
  readonly longestMs?: number;
}

export function fuzzTexts({ spoilt, answersOf, check }: Language, { texts, seed, longestMs }: TextFuzzOptions): TextFuzzReport {
  const problems: string[] = [];
  let [compiled, formatted, slowestMs] = [0, 0, 0];
  for (let number = 0; number < texts && problems.length < MOST_PROBLEMS; number++) {
    const text = spoilt(seededRandom(seed * 1_000_003 + number));
    const told = `text ${number} of seed ${seed}`;
    const fromMs = performance.now();
    try {
      const answers = answersOf(text);
      const answeredMs = performance.now() - fromMs;
      if (answers.isCompiled) compiled++;
      if (answers.isFormatted) formatted++;
      problems.push(...answers.problems.map((problem) => `${told}: ${problem}`));
      if (longestMs === undefined) continue;
      // All that was asked took less than the one answer may: it needs no look of its own.
      const tookMs = answeredMs <= longestMs ? answeredMs : leastMs(() => check(text), longestMs);
      slowestMs = Math.max(slowestMs, tookMs);
      if (tookMs > longestMs) problems.push(`${told} took ${tookMs.toFixed(0)} ms`);
    } catch (thrown) {
      problems.push(`${told}: ${thrown instanceof Error ? (thrown.stack ?? '').split('\n').slice(0, 3).join(' ') : String(thrown)}`);
    }
  }
  return { seed, texts, compiled, formatted, slowestMs, problems };
}
