import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** A serial line of which one end is a device's file, as socat makes it, and the other one is in the test's hands. */
export class SerialLine implements AsyncDisposable {
  /** What a program opens as if something were plugged in. */
  readonly path: string;
  readonly far: ChildProcessByStdio<Writable, Readable, null>;
  readonly #folder: string;
  readonly #gone: Promise<unknown>;

  private constructor(folder: string, path: string, far: ChildProcessByStdio<Writable, Readable, null>) {
    this.#folder = folder;
    this.path = path;
    this.far = far;
    this.#gone = new Promise((resolve) => far.once('close', resolve));
    far.stdin.on('error', () => {});
  }

  /** At this path, if one is given: plugged in again. */
  static async lay(at?: string): Promise<SerialLine> {
    const path = at ?? join(mkdtempSync(join(tmpdir(), 'manyhands-serial-')), 'tty');
    const folder = dirname(path);
    rmSync(path, { force: true });
    const far = spawn('socat', [`pty,raw,echo=0,link=${path}`, '-'], { stdio: ['pipe', 'pipe', 'inherit'] });
    for (let i = 0; i < 1000 && !existsSync(path); i++) await new Promise((resolve) => setTimeout(resolve, 10));
    return new SerialLine(folder, path, far);
  }

  /** Pulls the plug. */
  unplug(): void {
    this.far.kill('SIGKILL');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.far.kill('SIGKILL');
    await this.#gone;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
