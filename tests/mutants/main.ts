import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { CATALOG } from './catalog.ts';
import type { Mutant } from './mutant.ts';
import { tryMutant, tryWithout, type Verdict } from './trial.ts';

const HELP = `Plants faults in the product, one at a time, and runs the test that must find each. The sources stay as they are.

  npm run mutants -- all        every mutant of the catalog
  npm run mutants -- NAME ...   only these
  npm run mutants -- some [--seed N]   five of them, others every day
  npm run mutants -- list       their names, what they break and which test must find them

Faults that only the simulator can find have a catalog of their own: npm run simulate -- --mutant all.
Ends with 0 when every mutant was killed, else with 1.`;

const HANDFUL = 5;

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
    return 0;
  }
  const chosen = choose(positionals, Number(values.seed ?? daysSince1970()));
  const problems = await tryWithout(chosen);
  for (const problem of problems) say(problem);
  let alive = 0;
  const waiting = [...chosen];
  const workers = Array.from({ length: Math.min(availableParallelism(), chosen.length) }, async () => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const verdict = await tryMutant(mutant);
      if (verdict.kind !== 'killed') alive++;
      say(`${mutant.name}: ${fateOf(verdict)} (${mutant.about})`);
    }
  });
  await Promise.all(workers);
  say(`${chosen.length - alive} of ${chosen.length} mutants killed`);
  return alive === 0 && problems.length === 0 ? 0 : 1;
}

function choose(names: readonly string[], seed: number): readonly Mutant[] {
  if (names[0] === 'all') return CATALOG;
  if (names[0] === 'some') {
    say(`five mutants from number ${seed} on: npm run mutants -- some --seed ${seed}`);
    return Array.from({ length: HANDFUL }, (_, i) => CATALOG.at((HANDFUL * seed + i) % CATALOG.length)).filter(
      (mutant) => mutant !== undefined,
    );
  }
  return names.map((name) => {
    const mutant = CATALOG.find((one) => one.name === name);
    if (!mutant) throw new RangeError(`there is no mutant ${name}; "npm run mutants -- list" names them all`);
    return mutant;
  });
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

const daysSince1970 = (): number => Math.floor(Date.now() / 86_400_000);

process.exitCode = await main();
