import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mutant } from './mutant.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export class MutantError extends Error {
  override readonly name = 'MutantError';
}

/** A copy of the core with the fault in it, and of the simulator to find it with. Answers where the copy's worker is. */
export function plant(mutant: Mutant): { worker: string; remove: () => void } {
  const folder = join(ROOT, '.cache', 'mutants', `${mutant.name}-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const isSource = (path: string) => !path.endsWith('.test.ts') && !path.endsWith('.contract.ts');
  for (const part of ['core', 'dynamics', 'simulator'])
    cpSync(join(ROOT, 'src', part), join(folder, 'src', part), { recursive: true, filter: isSource });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  for (const { file, find, replace } of mutant.edits) {
    const path = join(folder, 'src', 'core', file);
    const parts = readFileSync(path, 'utf8').split(find);
    if (parts.length !== 2)
      throw new MutantError(
        `mutant ${mutant.name}: ${file} has its text ${parts.length - 1} times, not once; bring its line in the catalog up to date`,
      );
    writeFileSync(path, parts.join(replace));
  }
  return { worker: join(folder, 'src', 'simulator', 'worker.ts'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
