/** `npm run -s bench -- NAME [--json] [--runs N] [--quick] [--picture FILE]`; `all` for all of them. README.md says how to read it. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { catalog, pictures } from './benches/catalog.ts';
import type { BenchOptions, Figure } from './harness/bench.ts';
import { BoundMissedError } from './harness/error-log.ts';
import { noticeNeighbours } from './harness/quiet.ts';
import { type Comparison, formatTable, judge } from './harness/result.ts';

const USAGE = `usage: npm run -s bench -- NAME [--json] [--runs N] [--quick] [--picture FILE]
  NAME     ${Object.keys(catalog).join(', ')} or all
  --json   one object a line on stdout
  --runs   how often ours and the peers are measured in turn (5)
  --quick  once and shortly: shows that the bench works, and judges nothing
  --picture FILE  of ${Object.keys(pictures).join(', ')}: writes what was found as a plot (SVG)`;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    runs: { type: 'string', default: '5' },
    quick: { type: 'boolean' },
    picture: { type: 'string' },
    help: { type: 'boolean' },
  },
});
const say = (line: string) => process.stderr.write(`${line}\n`);
const names = positionals.includes('all') ? Object.keys(catalog) : positionals;
const runs = Number(flags.runs);

if (flags.help) {
  console.log(USAGE);
} else if (names.length === 0 || names.some((name) => !Object.hasOwn(catalog, name)) || !(Number.isInteger(runs) && runs > 0)) {
  say(USAGE);
  process.exitCode = 2;
} else {
  try {
    const missed = await runAll();
    if (missed && !flags.quick) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof BoundMissedError)) throw error;
    say(error.message);
    process.exitCode = 3;
  }
}

async function runAll(): Promise<boolean> {
  let figures: Figure[] = [];
  const show = (figure: Figure): void => {
    figures.push(figure);
    const line = JSON.stringify(figure);
    if (flags.json) console.log(line);
    else say(line);
  };
  const options: BenchOptions = flags.quick
    ? { runs: 1, timing: { warmUpMs: 300, windowMs: 1500 }, say, show, rigour: 'quick' }
    : { runs, timing: { warmUpMs: 1000, windowMs: 5000 }, say, show, rigour: 'strict' };
  const found: Comparison[] = [];
  for (const name of names) {
    const warning = await noticeNeighbours();
    if (warning !== undefined) say(warning);
    say(`${name}: ${options.runs} runs`);
    const bench = await catalog[name]?.();
    figures = [];
    const comparisons = (await bench?.(options)) ?? [];
    const picture = pictures[name];
    if (picture && flags.picture !== undefined) writeFileSync(flags.picture, picture(figures));
    if (flags.json) for (const comparison of comparisons) console.log(JSON.stringify(judge(comparison)));
    found.push(...comparisons);
  }
  const table = formatTable(found);
  if (flags.json) say(table);
  else console.log(table);
  return found.some((comparison) => !judge(comparison).pass);
}
