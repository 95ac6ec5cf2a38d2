import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Mutant } from './mutant.ts';
import { ROOT } from './planted.ts';
import { tryMutant, tryWithout } from './trial.ts';

const SLOW = { timeout: 240_000 };

const killedBy = { file: 'src/core/base/random.test.ts', title: 'gives integers below a bound' };
const mutantOf = (symbol: string, find: string, replace: string): Mutant => ({
  name: 'planted',
  about: 'planted to try the trial',
  edits: [{ file: 'src/core/base/random.ts', symbol, find, replace }],
  killedBy,
});

describe('the trial of a mutant', () => {
  it('tells one that a test finds from one that no test finds', SLOW, async () => {
    expect(await tryMutant(mutantOf('integerBelow', 'random.next() * bound', 'random.next() * (bound + 9)'))).toMatchObject({
      kind: 'killed',
    });
    expect(await tryMutant(mutantOf('pick', 'pick from an empty list', 'there is nothing to pick from'))).toEqual({ kind: 'survived' });
  });

  it('says so if no test has the title', SLOW, async () => {
    const mutant = { ...mutantOf('integerBelow', 'random.next()', '0'), killedBy: { ...killedBy, title: 'no test is called this' } };
    expect(await tryMutant(mutant)).toMatchObject({ kind: 'broken' });
    expect(await tryWithout([mutant])).toHaveLength(1);
  });
});

it('a handful of the mutants, others every day, are killed', SLOW, () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'tests/mutants/main.ts'), 'some'], { encoding: 'utf8' });
  console.info(stdout);
  expect(status, `${stdout}${stderr}`).toBe(0);
  expect(stdout).toContain('5 of 5 mutants killed');
});
