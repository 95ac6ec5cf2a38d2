import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const fixtures = fileURLToPath(new URL('./fixtures', import.meta.url));
const copied = ['package.json', 'tsconfig.base.json', 'tsconfig.browser.json', 'src'];

export interface Verdict {
  readonly passed: boolean;
  readonly output: string;
}

/** A copy of the project's sources with a fixture laid over it, for the real checks to look at. */
export class PlantedTree implements Disposable {
  readonly folder: string;

  /** Without a fixture the copy is as clean as the project itself. */
  constructor(fixture?: string) {
    // Inside the project, so that imports of packages resolve as they do there.
    const cache = join(root, '.cache');
    mkdirSync(cache, { recursive: true });
    this.folder = mkdtempSync(join(cache, 'planted-'));
    for (const name of copied) cpSync(join(root, name), join(this.folder, name), { recursive: true });
    if (fixture !== undefined) cpSync(join(fixtures, fixture), this.folder, { recursive: true });
  }

  /** Lays one more fixture over it. Its files get names of their own, since others may be called like them. */
  plant(fixture: string): void {
    const named = (text: string) => text.replaceAll(/\b(planted|egg|hen)\b(?=\.)/g, `$1-${fixture}`);
    for (const entry of readdirSync(join(fixtures, fixture), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const target = join(this.folder, named(relative(join(fixtures, fixture), path)));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, named(readFileSync(path, 'utf8')));
    }
  }

  types(...projects: string[]): Verdict {
    return this.#run('node_modules/typescript/bin/tsc', ['--build', ...projects]);
  }

  arrows(): Verdict {
    return this.#run('scripts/arrows.ts', [this.folder]);
  }

  grammars(): Verdict {
    return this.#run('scripts/grammars.ts', ['--check', this.folder]);
  }

  /** With the tests, for some rules are cited only by those with real processes; but without those of the checks, in which much is wrong on purpose. */
  tidy(): Verdict {
    const isCopied = (path: string): boolean => !path.startsWith(join(root, 'tests/checks'));
    cpSync(join(root, 'tests'), join(this.folder, 'tests'), { recursive: true, filter: isCopied });
    return this.#run('scripts/tidy.ts', [this.folder]);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }

  #run(program: string, args: readonly string[]): Verdict {
    const options = { cwd: this.folder, encoding: 'utf8' } as const;
    const { status, stdout, stderr, error } = spawnSync(process.execPath, [join(root, program), ...args], options);
    if (error) throw new Error(`${program} could not be run`, { cause: error });
    return { passed: status === 0, output: `${stdout}${stderr}` };
  }
}
