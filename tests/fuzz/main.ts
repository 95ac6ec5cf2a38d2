import { parseArgs } from 'node:util';
import { startSeed } from '../seed.ts';
import { fuzzEdl, LONGEST_MS } from './edl.ts';
import { type FileFuzzReport, formats, fuzzFiles, isFormat } from './files.ts';
import { type FuzzReport, fuzzFrames } from './frames.ts';
import { fuzzPrograms } from './programs.ts';
import type { TextFuzzReport } from './texts.ts';

const HELP = `Attacks a live part with input that no honest peer sends.

  npm run fuzz -- frames [--seconds 30] [--seed N] [--json]    random and mutated frames at a hub's door
  npm run fuzz -- FORMAT [--files 200000] [--seed N] [--json]  mutated files at the import: ${formats.join(', ')}
  npm run fuzz -- edl [--files 1000000] [--seed N] [--json]    mutated maps at the language
  npm run fuzz -- programs [--files 1000000] [--seed N] [--json]  mutated programs at the robot language, and at its machine

The part must survive, and those who use it meanwhile must notice nothing. Prints what happened, with --json as one object on a line. Ends with 0 when all was right, else with 1.`;

/** Files are imported in a millisecond, maps and programs are read in less. */
const FILES = 200_000;
const TEXTS = 1_000_000;
const LANGUAGES = ['edl', 'programs'];

interface Options {
  readonly seconds: number;
  readonly files: number;
  readonly seed: number;
}

/** What was attacked: the whole report, and what to tell of it. To add one: a file, and a line here. */
async function attack(
  name: string,
  { seconds, files, seed }: Options,
): Promise<{ report: { problems: readonly string[] }; told: string[] }> {
  if (isFormat(name)) {
    const report = await fuzzFiles({ format: name, files, seed });
    return { report, told: toldOfFiles(report) };
  }
  if (name === 'edl') {
    const report = fuzzEdl({ texts: files, seed, longestMs: LONGEST_MS });
    return { report, told: toldOfTexts('maps', report) };
  }
  if (name === 'programs') {
    const report = fuzzPrograms({ texts: files, seed, longestMs: LONGEST_MS });
    return { report, told: toldOfTexts('programs', report) };
  }
  const report = await fuzzFrames({ seconds, seed });
  return { report, told: toldOfFrames(report) };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '30' },
    files: { type: 'string' },
    seed: { type: 'string', default: String(startSeed) },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const name = positionals[0] ?? '';
const [seconds, files, seed] = [
  Number(values.seconds),
  Number(values.files ?? (LANGUAGES.includes(name) ? TEXTS : FILES)),
  Number(values.seed),
];
if (values.help) console.log(HELP);
else if (!(name === 'frames' || LANGUAGES.includes(name) || isFormat(name)) || !(seconds > 0) || !(files > 0) || !Number.isInteger(seed)) {
  console.error(HELP);
  process.exitCode = 2;
} else {
  const { report, told } = await attack(name, { seconds, files, seed });
  console.log(values.json ? JSON.stringify(report) : [...told, ...report.problems.map((problem) => `wrong: ${problem}`)].join('\n'));
  process.exitCode = report.problems.length === 0 ? 0 : 1;
}

function toldOfFiles({ seed, format, files, imported, slowestMs, mostMegabytes }: FileFuzzReport): string[] {
  return [
    `seed ${seed}: ${files} ${format} files, ${imported} imported, the others refused`,
    `the slowest took ${slowestMs.toFixed(0)} ms, memory grew by ${mostMegabytes.toFixed(0)} MB at most`,
  ];
}

function toldOfTexts(what: string, { seed, texts, compiled, formatted, slowestMs }: TextFuzzReport): string[] {
  return [
    `seed ${seed}: ${texts} ${what}, ${compiled} without errors, ${formatted} formatted`,
    `the slowest took ${slowestMs.toFixed(0)} ms`,
  ];
}

function toldOfFrames({ seed, links, frames, closed, quietP99Ms, p99Ms }: FuzzReport): string[] {
  const reasons = Object.entries(closed).map(([reason, times]) => `${reason} ${times}`);
  return [
    `seed ${seed}: ${links} links, ${frames} frames; closed: ${reasons.join(', ')}`,
    `a neighbour's p99 round trip: ${quietP99Ms.toFixed(1)} ms in peace, ${p99Ms.toFixed(1)} ms under attack`,
  ];
}
