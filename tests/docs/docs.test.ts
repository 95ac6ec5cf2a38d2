import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StartedProcess } from '../processes/started-process.ts';
import { blockOf, blocks } from './documentation.ts';

const run = promisify(execFile);

/** What a hub says first, with --json. */
interface Listening {
  readonly url: string;
  readonly administrator: string;
}

// Inside the project: examples import the package by its name.
const CACHE = '.cache/docs';
const MODEL = `${CACHE}/model.json`;
const RUN = ['script', 'board', 'ts', 'sql'];
/** A block of `board` starts a process for each of its lines. */
const PATIENCE_MS = 120_000;
/** At the end of a line of `board`: what it exits with, where that is not 0. */
const EXIT_NOTE = / # exit (\d)$/;
/** What needs more than one hub, or what it makes is looked at: tests/deploy runs it, but for the model, maps.test.ts, sites.test.ts and planners.test.ts what is of maps, and language.test.ts what is of programs. */
const ELSEWHERE = [
  'edl crossing',
  'json model',
  'json positions',
  'json site',
  'json task',
  'robot first',
  'robot pioneer-3-dx',
  'sh apply',
  'sh certificates',
  'sh export',
  'sh grant',
  'sh maps',
  'sh pictures',
  'sh plan',
  'sh program',
  'sh run',
  'sh sites',
  'sh task',
  'sh task-run',
  'sql postgres',
  'task circle',
  'task stamping',
  'text base-positions',
  'text circle',
  'text compiled',
  'text crossing',
  'text first-positions',
  'text mended',
  'text positions',
  'text program-slip',
  'text python',
  'text run',
  'text site-slip',
  'text task-run',
  'ts bus',
  'ts planner',
];
const examples = blocks
  .filter(({ language, note }) => RUN.includes(language) && note === '')
  .map((block, i) => ({ ...block, world: `docs-${i}` }));

describe('the examples of the docs', { timeout: PATIENCE_MS }, () => {
  let folder: string;
  let hub: StartedProcess;
  let listening: Listening;

  beforeAll(async () => {
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(MODEL, blockOf('json', 'model').text);
    folder = mkdtempSync(join(tmpdir(), 'manyhands-docs-'));
    hub = StartedProcess.start('the hub', 'src/hub/main.ts', ['hub', '--port', '0', '--data', folder, '--json']);
    listening = await hub.until('it said where it listens', ({ value }) => value as Listening);
  });

  afterAll(async () => {
    await hub[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  it('are there to be run', () => expect(new Set(examples.map(({ language }) => language))).toEqual(new Set(RUN)));

  it('have no other notes than those that some test looks for', () => {
    const noted = blocks.filter(({ note }) => note !== '').map(({ language, note }) => `${language} ${note}`);
    expect(noted.toSorted()).toEqual(ELSEWHERE);
  });

  /** As somebody who reads the docs would. */
  async function runExample({ language, text, world }: (typeof examples)[number]): Promise<void> {
    const path = `${CACHE}/${world}.${language}`;
    switch (language) {
      case 'script':
        writeFileSync(path, text);
        await run(process.execPath, ['src/hub/main.ts', 'join', `${listening.url}/${world}`, '--as', 'reader', '--script', path]);
        return;
      case 'board':
        for (const line of here(text, listening.url, world).trim().split('\n')) await runLine(line);
        return;
      case 'ts':
        writeFileSync(path, here(text, listening.url, world));
        await run(process.execPath, [path, listening.administrator, MODEL]);
        return;
      default: {
        // The hub may be writing just now: tools for SQL wait a moment, too.
        using database = new DatabaseSync(join(folder, 'manyhands.db'), { timeout: PATIENCE_MS });
        database.exec(text);
      }
    }
  }

  it.each(examples)('$file:$line runs', async (example) => {
    await expect(runExample(example)).resolves.toBeUndefined();
  });

  it('put the models they speak of into the catalog', async () => {
    const { models, problems } = (await (await fetch(`${listening.url}/api/v1/models`)).json()) as Catalog;
    expect(models.map(({ id }) => id)).toEqual(expect.arrayContaining(['pan-tilt', 'signpost']));
    expect(problems).toEqual([]);
  });

  it('say what a hub says when it listens', () => {
    const said = JSON.parse(blockOf('json', '').text) as object;
    expect(Object.keys(said)).toEqual(Object.keys(listening));
  });
});

interface Catalog {
  readonly models: readonly { readonly id: string }[];
  readonly problems: readonly unknown[];
}

/** One line of a shell, without its quotes: no value of the docs has spaces in it. */
async function runLine(line: string): Promise<void> {
  const [program, ...args] = line.replace(EXIT_NOTE, '').replaceAll("'", '').split(' ');
  expect(program).toBe('bin/manyhands');
  const { code } = await run(process.execPath, ['src/hub/main.ts', ...args]).then(
    () => ({ code: 0 }),
    (error: { code: number }) => error,
  );
  expect(code, line).toBe(Number(EXIT_NOTE.exec(line)?.[1] ?? 0));
}

/** The docs speak of the hub that `npm start` runs. */
const here = (text: string, url: string, world: string): string =>
  text.replaceAll('http://127.0.0.1:7330/demo', `${url}/${world}`).replaceAll('http://127.0.0.1:7330', url);
