import { parseArgs } from 'node:util';
import { runCampaign, WORKER } from './campaign.ts';
import { MUTANTS } from './mutants.ts';
import { plant } from './mutate.ts';
import { PLACES, PLACES_EVERY, type Place, runSeed, type SeedReport } from './scenario.ts';
import { WORKS_COUNTS } from './works-counts.ts';

const HELP = `Runs the world's core under faults, in virtual time, and checks the invariants. Of ten seeds one has arms that
grasp and let go of parts, one has carts that push boxes, one has hubs, through whose doors all come, and three servers
that keep the records, and one has works: programs, tasks, a blackboard, a Store that crashes, and a second world.

  npm run -s simulate -- --seeds 10000            all seeds from 1
  npm run -s simulate -- --seeds 500 --from 2000  another range
  npm run -s simulate -- --seed 42 --trace        one seed again, message by message
  npm run -s simulate -- --mutant all             plant every fault of the catalog; each must be found
  npm run -s simulate -- --place hubs --seeds 300 only seeds with hubs (or a workshop, a yard, works)
  --json                                          the last line is an object for programs
  --most N                                        seeds a mutant may take (1000)

Ends with 0 when nothing was violated and every mutant was killed, else with 1.`;

interface MutantResult {
  readonly name: string;
  readonly killed: boolean;
  readonly seeds: number;
}

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    place: { type: 'string' },
    trace: { type: 'boolean', default: false },
    mutant: { type: 'string' },
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
    say(`seed ${report.seed} at ${(atMs / 1000).toFixed(2)} s: ${invariant} ${what}`);
}

/** Which seeds are meant: all from one on, or of every ten the one that has the place. */
function rangeOf(place: string | undefined, from: number): { from: number; step: number } {
  if (place === undefined) return { from, step: 1 };
  if (!isPlace(place)) throw new RangeError(`there is no place ${place}; there are ${Object.keys(PLACES).join(', ')}`);
  const first = PLACES[place];
  return { from: first + PLACES_EVERY * Math.max(0, Math.ceil((from - first) / PLACES_EVERY)), step: PLACES_EVERY };
}

const isPlace = (name: string): name is Place => name in PLACES;

async function runSeeds(from: number, seeds: number): Promise<SeedReport[]> {
  const reports: SeedReport[] = [];
  const startedMs = Date.now();
  await runCampaign({
    worker: WORKER,
    ...rangeOf(values.place, from),
    seeds,
    mode: 'all',
    onReport: (report) => {
      reports.push(report);
      describe(report);
      if (reports.length % 100 === 0) say(`${reports.length} of ${seeds} seeds, ${((Date.now() - startedMs) / 1000).toFixed(0)} s`);
    },
  });
  return reports.sort((a, b) => a.seed - b.seed);
}

async function hunt(name: string, from: number, most: number): Promise<MutantResult[]> {
  const hunted = MUTANTS.filter((mutant) => name === 'all' || mutant.name === name);
  if (hunted.length === 0) throw new RangeError(`there is no mutant ${name}; there are ${MUTANTS.map((mutant) => mutant.name).join(', ')}`);
  const results: MutantResult[] = [];
  for (const mutant of hunted) {
    const { worker, remove } = plant(mutant);
    let seeds = 0;
    let killer: SeedReport | undefined;
    await runCampaign({
      worker,
      ...rangeOf(mutant.place, mutant.foundIn ?? (mutant.place ? 1 : from)),
      seeds: most,
      mode: 'stop-at-violation',
      onReport: (report) => {
        seeds++;
        if (report.violations.length > 0) killer ??= report;
      },
    });
    remove();
    results.push({ name: mutant.name, killed: killer !== undefined, seeds });
    const fate = killer
      ? `killed after ${seeds} seeds by ${killer.violations[0]?.invariant} in seed ${killer.seed}`
      : `SURVIVED ${seeds} seeds`;
    say(`${mutant.name}: ${fate} (${mutant.about})`);
  }
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
  if (values.seed !== undefined) reports = await replay(Number(values.seed));
  else if (values.seeds !== undefined || values.mutant === undefined) reports = await runSeeds(from, Number(values.seeds ?? 100));
  const mutants = values.mutant === undefined ? [] : await hunt(values.mutant, from, Number(values.most));
  const violations = reports.filter((report) => report.violations.length > 0).length;
  const seeds = reports.length;
  const mean = (of: (report: SeedReport) => number): number => (seeds === 0 ? 0 : Math.round((100 * sum(reports, of)) / seeds) / 100);
  const summary = {
    seeds,
    violations,
    seconds: Math.round((Date.now() - startedMs) / 100) / 10,
    epochs: sum(reports, (report) => report.epochs),
    commands: sum(reports, (report) => report.commands),
    stateHash: reports.reduce((hash, report) => (Math.imul(hash, 31) + report.stateHash) >>> 0, 0),
    mutants,
    means: {
      faults: mean((report) => report.faults),
      messagesHit: mean((report) => report.messagesHit),
      takeOvers: mean((report) => report.takeOvers),
      commands: mean((report) => report.commands),
      lateJoins: mean((report) => report.lateJoins),
      grasps: mean((report) => report.grasps),
      releases: mean((report) => report.releases),
      races: mean((report) => report.races),
      pushes: mean((report) => report.pushes),
      leadersLost: mean((report) => report.leadersLost),
      writesUndone: mean((report) => report.writesUndone),
      relistings: mean((report) => report.relistings),
      moves: mean((report) => report.moves),
      refusals: mean((report) => report.refusals),
      ...Object.fromEntries(WORKS_COUNTS.map((count) => [count, mean((report) => report[count])])),
    },
  };
  if (values.json) process.stdout.write(`${JSON.stringify(summary)}\n`);
  else say(`${seeds} seeds, ${violations} with violations, ${summary.seconds} s; means per seed: ${JSON.stringify(summary.means)}`);
  return violations > 0 || mutants.some((mutant) => !mutant.killed) ? 1 : 0;
}

process.exitCode = await main();
