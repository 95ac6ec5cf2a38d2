import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { Program } from './processes.ts';

/** Runs `manyhands` with these words to its end. */
export async function manyhands(...words: string[]): Promise<{ readonly code: number | null; readonly program: Program }> {
  const program = new Program('src/hub/main.ts', words);
  program.end();
  return { code: await program.exited, program };
}

/** A folder for the files of one command's tests. */
export class CommandFolder {
  readonly path: string;

  constructor(command: string) {
    this.path = mkdtempSync(join(tmpdir(), `manyhands-${command}-`));
    afterAll(() => rmSync(this.path, { recursive: true }));
  }

  /** Writes a file, and answers where it is. */
  file(name: string, text: string): string {
    const path = join(this.path, name);
    writeFileSync(path, text);
    return path;
  }
}
