import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '../../src/core/base/random.ts';
import { MUTANTS as FOR_SIMULATOR } from '../../src/simulator/mutants.ts';
import { startSeed } from '../seed.ts';
import { CATALOG } from './catalog.ts';
import type { Mutant } from './mutant.ts';
import { ROOT } from './planted.ts';
import { tryMutant, tryWithout, type Verdict } from './trial.ts';

const HELP = `Plants faults in the product, one at a time. A test or the simulator must find each. The sources stay as they are.

  npm run mutants -- all               every mutant: first those for tests, then those for the simulator
  npm run mutants -- NAME ...          only these
  npm run mutants -- some [--seed N]   five of those for tests, others every day
  npm run mutants -- list              their names, what they break and which test must find them

Ends with 0 when every mutant was killed, else with 1.`;

const HANDFUL = 5;

interface Choice {
  readonly forTests: readonly Mutant[];
  readonly forSimulator: readonly string[];
}

const say = (line: string): void => console.log(line);

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string' }, help: { type: 'boolean', default: false } },
  });
  if (values.help || positionals.length === 0) {
    say(HELP);
    return values.help ? 0 : 2;
  }
  if (positionals[0] === 'list') {
    for (const { name, about, killedBy } of CATALOG) say(`${name}: ${about}\n  ${killedBy.file} > ${killedBy.title}`);
    for (const { name, about } of FOR_SIMULATOR) say(`${name}: ${about}\n  the simulator`);
    return 0;
  }
  const { forTests, forSimulator } = choose(positionals, Number(values.seed ?? startSeed));
  const areKilled = forTests.length === 0 || (await runTests(forTests));
  const areFound = await simulate(forSimulator);
  return areKilled && areFound ? 0 : 1;
}

function choose(names: readonly string[], seed: number): Choice {
  if (names[0] === 'all') return { forTests: CATALOG, forSimulator: ['all'] };
  if (names[0] === 'some') {
    say(`${HANDFUL} mutants by seed ${seed}: npm run mutants -- some --seed ${seed}`);
    const random = seededRandom(seed);
    const shuffled = CATALOG.map((mutant) => ({ mutant, place: random.next() })).toSorted((a, b) => a.place - b.place);
    return { forTests: shuffled.slice(0, HANDFUL).map(({ mutant }) => mutant), forSimulator: [] };
  }
  const known = new Set([...CATALOG, ...FOR_SIMULATOR].map(({ name }) => name));
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) throw new RangeError(`there is no mutant ${unknown}; "npm run mutants -- list" names them all`);
  return {
    forTests: CATALOG.filter(({ name }) => names.includes(name)),
    forSimulator: FOR_SIMULATOR.map(({ name }) => name).filter((name) => names.includes(name)),
  };
}

/** On all cores. Answers whether all were killed. */
async function runTests(mutants: readonly Mutant[]): Promise<boolean> {
  const problems = await tryWithout(mutants);
  for (const problem of problems) say(problem);
  let killed = 0;
  const waiting = [...mutants];
  const workers = Array.from({ length: Math.min(availableParallelism(), mutants.length) }, async () => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const verdict = await tryMutant(mutant);
      if (verdict.kind === 'killed') killed++;
      say(`${mutant.name}: ${fateOf(verdict)} (${mutant.about})`);
    }
  });
  await Promise.all(workers);
  say(`${killed} of ${mutants.length} mutants killed`);
  return killed === mutants.length && problems.length === 0;
}

function fateOf(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'killed':
      return `killed by "${verdict.by}"`;
    case 'survived':
      return 'SURVIVED';
    case 'broken':
      return `NOT TRIED: ${verdict.why}`;
  }
}

/** One after the other, each on all cores. Answers whether all were found. */
async function simulate(names: readonly string[]): Promise<boolean> {
  let areFound = true;
  for (const name of names) {
    const running = spawn(process.execPath, [join(ROOT, 'src/simulator/main.ts'), '--mutant', name], { stdio: 'inherit' });
    const [code] = await once(running, 'exit');
    areFound &&= code === 0;
  }
  return areFound;
}

process.exitCode = await main();
