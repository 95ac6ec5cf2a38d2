import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { pick, seededRandom } from '../../src/core/base/random.ts';
import { applyEdits, checkEdl, floorPlanOf, formatEdl, parseEdl, readCfg, writeCfg } from '../../src/core/maps/maps.ts';
import { drawFloor } from '../../src/formats/maps/floor-drawing.ts';
import { mutated } from './file-mutations.ts';

/** An editor asks after every key. Of the processor's time, and of the fastest of three: what else runs is not the text's fault. */
const LONGEST_MS = 50;
/** A floor of two hundred members; what takes longer has more to say. */
const LONGEST_TEXT = 20_000;
const MOST_PROBLEMS = 20;

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

/** Spoilt maps, so many. Each must be answered, in time, and the answers must agree with each other. */
export function fuzzEdl({ texts, seed }: { texts: number; seed: number }): EdlFuzzReport {
  const problems: string[] = [];
  let [compiled, formatted, slowestMs] = [0, 0, 0];
  for (let number = 0; number < texts && problems.length < MOST_PROBLEMS; number++) {
    const random = seededRandom(seed * 1_000_003 + number);
    const text = new TextDecoder().decode(mutated(random, pick(random, samples), pick(random, samples))).slice(0, LONGEST_TEXT);
    try {
      const { document, diagnostics } = checkEdl(text, { robotRadiusCm: 30 });
      const told = `text ${number} of seed ${seed}`;
      const isCompiled = document !== undefined && diagnostics.every(({ severity }) => severity !== 'error');
      if (isCompiled) compiled++;
      if (isCompiled && !isDeepStrictEqual(readCfg(writeCfg(document)).document, document))
        problems.push(`${told}: its .cfg reads otherwise`);
      if (document && /NaN|Infinity/.test(drawFloor(floorPlanOf(document), '')))
        problems.push(`${told}: its drawing has numbers that are none`);
      const tidy = formatEdl(text).text;
      if (tidy !== undefined) {
        formatted++;
        if (!isDeepStrictEqual(parseEdl(tidy).document, document)) problems.push(`${told}: formatting changed what it says`);
        if (formatEdl(tidy).text !== tidy) problems.push(`${told}: formatting it again changes it again`);
      }
      for (const { fix } of diagnostics.slice(0, 3)) if (fix) checkEdl(applyEdits(text, fix.edits));
      const tookMs = leastMs(() => checkEdl(text));
      slowestMs = Math.max(slowestMs, tookMs);
      if (tookMs > LONGEST_MS) problems.push(`${told} took ${tookMs.toFixed(0)} ms`);
    } catch (thrown) {
      problems.push(
        `text ${number} of seed ${seed}: ${thrown instanceof Error ? (thrown.stack ?? '').split('\n').slice(0, 3).join(' ') : String(thrown)}`,
      );
    }
  }
  return { seed, texts, compiled, formatted, slowestMs, problems };
}

function leastMs(work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 3 && least > LONGEST_MS; times++) {
    const start = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
