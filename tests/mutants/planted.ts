import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { editedSources } from './edited-source.ts';
import type { Mutant } from './mutant.ts';

const HOOK = new URL('./replaced-module.mjs', import.meta.url);
export const ROOT: string = fileURLToPath(new URL('../..', import.meta.url));

/** The changed sources of a mutant in a folder of their own, and the environment in which they are loaded instead of the project's. The project's files stay as they are. */
export class Planted implements Disposable {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;

  constructor(mutant: Mutant) {
    this.folder = mkdtempSync(join(tmpdir(), 'manyhands-mutant-'));
    const replacements: Record<string, string> = {};
    for (const [file, source] of editedSources(ROOT, mutant)) {
      const folder = join(this.folder, String(Object.keys(replacements).length));
      mkdirSync(folder);
      const replacement = join(folder, basename(file));
      writeFileSync(replacement, source);
      replacements[join(ROOT, file)] = replacement;
    }
    this.environment = {
      ...process.env,
      MANYHANDS_REPLACED_MODULES: JSON.stringify(replacements),
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${pathToFileURL(fileURLToPath(HOOK)).href}`.trim(),
    };
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
