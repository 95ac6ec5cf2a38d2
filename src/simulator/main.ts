import { parseArgs } from 'node:util';
import { integerBelow, seededRandom } from '../core/base/random.ts';
import { runCampaign, WORKER } from './campaign.ts';
import { meansOf, missing } from './means.ts';
import { hunt, type MutantResult } from './mutant-hunt.ts';
import { MUTANTS } from './mutants.ts';
import { PLACES, type Place, placeOf, rangeOf, runSeed, type SeedReport } from './scenario.ts';
import { startSeed } from './start-seed.ts';

const HELP = `Runs the world's core under faults, in virtual time, and checks the invariants. Of ten seeds one has arms that
grasp and let go of parts, one has carts that push boxes, one has hubs, through whose doors all come, and three servers
that keep the records, and one has works: programs, tasks, a blackboard, a Store that crashes, and a second world.

  npm run -s simulate -- --seeds 10000            so many seeds from the start seed of the day
  npm run -s simulate -- --seeds 500 --from 2000  from another one
  npm run -s simulate -- --seed 42 --trace        one seed again, message by message
  npm run -s simulate -- --mutant all             plant every fault of the catalog; each must be found (or NAME,NAME)
  npm run -s simulate -- --mutant NAME --starts 5 from five start seeds; prints the median number of seeds to a kill
  npm run -s simulate -- --place hubs --seeds 300 only seeds with hubs (or a workshop, a yard, works)
  npm run -s simulate -- --without works          seeds without works (or another place)
  --json                                          the last line is an object for programs
  --most N                                        seeds a mutant may take (1000)

The start seed changes with the UTC day and is printed. The environment variable MANYHANDS_SEED sets it, too. Ends with 0 when nothing was violated, every mutant was killed and, in 300 seeds or more, everything that is counted happened; else with 1.`;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: `${startSeed}` },
    seed: { type: 'string' },
    place: { type: 'string' },
    without: { type: 'string' },
    trace: { type: 'boolean', default: false },
    mutant: { type: 'string' },
    starts: { type: 'string', default: '1' },
    most: { type: 'string', default: '1000' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const sum = (reports: readonly SeedReport[], of: (report: SeedReport) => number): number =>
  reports.reduce((total, report) => total + of(report), 0);

async function replay(seed: number): Promise<SeedReport[]> {
  const report = await runSeed(seed, values.trace ? (line) => void process.stdout.write(`${line}\n`) : undefined);
  describe(report);
  return [report];
}

function describe(report: SeedReport): void {
  for (const { invariant, atMs, what } of report.violations.slice(0, 5))
    say(`seed ${report.seed} at ${(atMs / 1000).toFixed(2)} s: ${invariant} ${what}; again: npm run -s simulate -- --seed ${report.seed}`);
}

const isPlace = (name: string): name is Place => name in PLACES;

function placeNamed(name: string | undefined): Place | undefined {
  if (name === undefined || isPlace(name)) return name;
  throw new RangeError(`there is no place ${name}; there are ${Object.keys(PLACES).join(', ')}`);
}

async function runSeeds(from: number, seeds: number): Promise<SeedReport[]> {
  const reports: SeedReport[] = [];
  const startedMs = Date.now();
  const without = placeNamed(values.without);
  await runCampaign({
    worker: WORKER,
    ...rangeOf(placeNamed(values.place), from),
    seeds,
    isLeftOut: (seed) => without !== undefined && placeOf(seed) === without,
    mode: 'all',
    onReport: (report) => {
      reports.push(report);
      describe(report);
      if (reports.length % 100 === 0) say(`${reports.length} of ${seeds} seeds, ${((Date.now() - startedMs) / 1000).toFixed(0)} s`);
    },
  });
  return reports.sort((a, b) => a.seed - b.seed);
}

/** `all`, or names with commas between them. */
async function huntAll(names: string, from: number, starts: number, most: number): Promise<MutantResult[]> {
  const wanted = names === 'all' ? MUTANTS.map(({ name }) => name) : names.split(',');
  const unknown = wanted.find((name) => !MUTANTS.some((mutant) => mutant.name === name));
  if (unknown !== undefined) throw new RangeError(`there is no mutant ${unknown}; there are ${MUTANTS.map(({ name }) => name).join(', ')}`);
  const random = seededRandom(from);
  const froms = Array.from({ length: starts }, (_, i) => (i === 0 ? from : integerBelow(random, 2 ** 31)));
  const results: MutantResult[] = [];
  for (const mutant of MUTANTS.filter(({ name }) => wanted.includes(name))) results.push(await hunt(mutant, froms, most, say));
  return results;
}

async function main(): Promise<number> {
  if (values.help) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  const startedMs = Date.now();
  const from = Number(values.from);
  let reports: SeedReport[] = [];
  if (values.seed === undefined) say(`start seed ${from}; again: --from ${from}`);
  if (values.seed !== undefined) reports = await replay(Number(values.seed));
  else if (values.seeds !== undefined || values.mutant === undefined) reports = await runSeeds(from, Number(values.seeds ?? 100));
  const mutants = values.mutant === undefined ? [] : await huntAll(values.mutant, from, Number(values.starts), Number(values.most));
  const violations = reports.filter((report) => report.violations.length > 0).length;
  const seeds = reports.length;
  const never = missing(reports, placeNamed(values.place));
  const summary = {
    seeds,
    violations,
    seconds: Math.round((Date.now() - startedMs) / 100) / 10,
    epochs: sum(reports, (report) => report.epochs),
    commands: sum(reports, (report) => report.commands),
    stateHash: reports.reduce((hash, report) => (Math.imul(hash, 31) + report.stateHash) >>> 0, 0),
    mutants,
    means: meansOf(reports),
  };
  if (values.json) process.stdout.write(`${JSON.stringify(summary)}\n`);
  else if (seeds > 0)
    say(`${seeds} seeds, ${violations} with violations, ${summary.seconds} s; means per seed: ${JSON.stringify(summary.means)}`);
  if (never.length > 0) say(`never in ${seeds} seeds: ${never.join(', ')}; the workload or the weather is too tame`);
  return violations > 0 || never.length > 0 || mutants.some((mutant) => !mutant.killed) ? 1 : 0;
}

process.exitCode = await main();
