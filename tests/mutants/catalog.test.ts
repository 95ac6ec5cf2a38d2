import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MUTANTS as FOR_SIMULATOR } from '../../src/simulator/mutants.ts';
import { CATALOG } from './catalog.ts';
import { editedSources, symbolsOf } from './edited-source.ts';
import { type Mutant, MutantError } from './mutant.ts';
import { ROOT } from './planted.ts';

describe('every mutant', () => {
  it('has a name of its own', () => {
    const names = CATALOG.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it.each(CATALOG.map((mutant) => [mutant.name, mutant] as const))(
    '%s finds its place, and the file of its test is there',
    (_name, mutant) => {
      for (const [file, source] of editedSources(ROOT, mutant)) {
        expect(source).not.toBe(readFileSync(join(ROOT, file), 'utf8'));
        // A mutant that is no program would be killed by any test.
        expect(() => symbolsOf(file, source)).not.toThrow();
      }
      expect(existsSync(join(ROOT, mutant.killedBy.file))).toBe(true);
    },
  );
});

it.each(FOR_SIMULATOR.map((mutant) => [mutant.name, mutant] as const))('the simulator’s mutant %s finds its place', (_name, { edits }) => {
  for (const { file, find } of edits) expect(readFileSync(join(ROOT, 'src/core', file), 'utf8').split(find), file).toHaveLength(2);
});

const edit = { file: 'src/core/base/hash.ts', symbol: 'hashNumber', find: 'return', replace: 'return 1 +' };
const killedBy = { file: 'src/core/base/hash.test.ts', title: '' };

describe('a mutant that no longer fits the sources is refused', () => {
  const mutantWith = (change: Partial<typeof edit>): Mutant => ({ name: 'planted', about: '', edits: [{ ...edit, ...change }], killedBy });

  it('with the symbol or the text that is missing', () => {
    expect(() => editedSources(ROOT, mutantWith({ symbol: 'hashNothing' }))).toThrow(MutantError);
    expect(() => editedSources(ROOT, mutantWith({ symbol: 'hashNothing' }))).toThrow('src/core/base/hash.ts has no hashNothing');
    expect(() => editedSources(ROOT, mutantWith({ find: 'this text is nowhere' }))).toThrow('has its text 0 times, not once');
  });
});
