import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { chance, pick, type Random, seededRandom } from '../../src/core/base/random.ts';
import { applyEdits, checkEdl, floorPlanOf, formatEdl, parseEdl, readCfg, writeCfg } from '../../src/core/maps/maps.ts';
import { drawFloor } from '../../src/formats/maps/floor-drawing.ts';
import { mutated } from './file-mutations.ts';

/** An editor asks after every key. */
export const LONGEST_MS = 50;
/** A floor of two hundred members; what takes longer has more to say. */
const LONGEST_TEXT = 20_000;
const MOST_PROBLEMS = 20;
/** Of texts in which one member stands as often as there is room. */
const CROWDED_SHARE = 0.02;

const NO_NUMBER = /NaN|Infinity/;
/** Between the tags of a drawing: names, which may be anything. */
const WORDS = />[^<]*</g;

const samples = ['src/core/maps/samples/fig-8.edl', 'examples/research-floor.edl'].map((path) => Uint8Array.from(readFileSync(path)));

export interface EdlFuzzReport {
  readonly seed: number;
  readonly texts: number;
  /** Those that had no errors all the same. */
  readonly compiled: number;
  readonly formatted: number;
  readonly slowestMs: number;
  readonly problems: readonly string[];
}

export interface EdlFuzzOptions {
  readonly texts: number;
  readonly seed: number;
  /** How long an answer may take; left out, nobody looks. */
  readonly longestMs?: number;
}

/** Spoilt maps, so many. Each must be answered, in time, and the answers must agree with each other. */
export function fuzzEdl({ texts, seed, longestMs }: EdlFuzzOptions): EdlFuzzReport {
  const problems: string[] = [];
  let [compiled, formatted, slowestMs] = [0, 0, 0];
  for (let number = 0; number < texts && problems.length < MOST_PROBLEMS; number++) {
    const text = spoilt(seededRandom(seed * 1_000_003 + number));
    const told = `text ${number} of seed ${seed}`;
    try {
      const answers = answersOf(text);
      if (answers.isCompiled) compiled++;
      if (answers.isFormatted) formatted++;
      problems.push(...answers.problems.map((problem) => `${told}: ${problem}`));
      if (longestMs === undefined) continue;
      const tookMs = leastMs(() => checkEdl(text), longestMs);
      slowestMs = Math.max(slowestMs, tookMs);
      if (tookMs > longestMs) problems.push(`${told} took ${tookMs.toFixed(0)} ms`);
    } catch (thrown) {
      problems.push(`${told}: ${thrown instanceof Error ? (thrown.stack ?? '').split('\n').slice(0, 3).join(' ') : String(thrown)}`);
    }
  }
  return { seed, texts, compiled, formatted, slowestMs, problems };
}

function spoilt(random: Random): string {
  const text = new TextDecoder().decode(mutated(random, pick(random, samples), pick(random, samples)));
  return (chance(random, CROWDED_SHARE) ? crowded(random, text) : text).slice(0, LONGEST_TEXT);
}

/** Without numbers, which may be there only once. */
function crowded(random: Random, text: string): string {
  const [field, ...members] = text.replaceAll(/^\d+ (?=[A-Z]+:)/gm, '').split(/\n(?=[A-Z]+:)/);
  if (members.length === 0) return text;
  const again = `${pick(random, members)}\n`;
  return [field, ...members, again.repeat(Math.ceil(LONGEST_TEXT / again.length))].join('\n');
}

interface Answers {
  readonly isCompiled: boolean;
  readonly isFormatted: boolean;
  readonly problems: readonly string[];
}

function answersOf(text: string): Answers {
  const problems: string[] = [];
  const { document, diagnostics } = checkEdl(text, { robotRadiusCm: 30 });
  const isCompiled = document !== undefined && diagnostics.every(({ severity }) => severity !== 'error');
  if (isCompiled && !isDeepStrictEqual(readCfg(writeCfg(document)).document, document)) problems.push('its .cfg reads otherwise');
  if (document && NO_NUMBER.test(drawFloor(floorPlanOf(document), '').replaceAll(WORDS, '><')))
    problems.push('its drawing has numbers that are none');
  const tidy = formatEdl(text).text;
  if (tidy !== undefined) {
    if (!isDeepStrictEqual(parseEdl(tidy).document, document)) problems.push('formatting changed what it says');
    if (formatEdl(tidy).text !== tidy) problems.push('formatting it again changes it again');
  }
  for (const { fix } of diagnostics.slice(0, 3)) if (fix) checkEdl(applyEdits(text, fix.edits));
  return { isCompiled, isFormatted: tidy !== undefined, problems };
}

/** Of the processor, and of the fastest of three: what else runs, and what the engine compiles meanwhile, is not the text's fault. */
function leastMs(work: () => void, enoughMs: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 3 && least > enoughMs; times++) {
    const start = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
