import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { StartedProcess } from '../processes/started-process.ts';

const run = promisify(execFile);

interface Instruction {
  readonly word: string;
  readonly rest: string;
}

/** An image under construction: a folder instead of its file system. */
interface Stage {
  readonly name: string;
  readonly folder: string;
  readonly instructions: readonly Instruction[];
}

const WORKDIR = '/manyhands/';
/** What the build is handed: all that is not let through again is left out. */
const HANDED = readFileSync('.containerignore', 'utf8')
  .split('\n')
  .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));

const instructions = readFileSync('deploy/Containerfile', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line): Instruction => {
    const [, word = '', rest = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
    return { word, rest };
  });

let root: string;
const stages: Stage[] = [];

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'manyhands-container-'));
  for (const instruction of instructions) {
    if (instruction.word === 'FROM') {
      const name = / AS (\w+)$/.exec(instruction.rest)?.[1] ?? 'last';
      mkdirSync(join(root, name));
      stages.push({ name, folder: join(root, name), instructions: [] });
    } else await carryOut(stages.at(-1) as Stage, instruction);
  }
}, 240_000);
afterAll(() => rmSync(root, { recursive: true }));

/** As a container engine would, in a plain folder. */
async function carryOut({ folder }: Stage, { word, rest }: Instruction): Promise<void> {
  switch (word) {
    case 'COPY':
      copy(folder, rest.split(' '));
      return;
    case 'RUN':
      // The packages are those that are here already: nothing is fetched in a test.
      if (rest.startsWith('npm install')) symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
      else if (!rest.includes('/data')) await run('sh', ['-e', '-c', rest.replace(/^node /, `${process.execPath} `)], { cwd: folder });
      return;
    case 'WORKDIR':
      expect(`${rest}/`).toBe(WORKDIR);
      return;
    default:
      expect(['USER', 'VOLUME', 'EXPOSE', 'ENTRYPOINT', 'CMD']).toContain(word);
  }
}

function copy(folder: string, words: readonly string[]): void {
  const [, from] = /^--from=(\w+)$/.exec(words[0] ?? '') ?? [];
  const [target = '', ...sources] = words.slice(from === undefined ? 0 : 1).toReversed();
  for (const source of sources) {
    const path = from === undefined ? source : source.replace(WORKDIR, '');
    if (from === undefined && !HANDED.includes(path.replace(/\/$/, ''))) throw new Error(`.containerignore keeps ${path} from the build`);
    cpSync(join(from === undefined ? '.' : join(root, from), path), join(folder, target === './' ? path : target), { recursive: true });
  }
}

it('Containerfile makes an image whose command runs a hub with its page', { timeout: 60_000 }, async () => {
  const last = stages.at(-1) as Stage;
  expect(existsSync(join(last.folder, 'src'))).toBe(false);
  const commandOf = (word: string) => JSON.parse(instructions.find((instruction) => instruction.word === word)?.rest ?? '') as string[];
  const [program, main = '', ...command] = [...commandOf('ENTRYPOINT'), ...commandOf('CMD')];
  expect(program).toBe('node');
  const data = join(root, 'data');
  const args = command.map((word) => (word === '/data' ? data : word === '0.0.0.0' ? '127.0.0.1' : word));
  await using hub = StartedProcess.start('the hub', join(last.folder, main), [...args, '--port', '0', '--json']);
  const url = await hub.until('it said where it listens', ({ value }) => (value as { url?: string }).url);
  const page = await fetch(url);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="')]);
  expect(existsSync(join(data, 'manyhands.db'))).toBe(true);
});
