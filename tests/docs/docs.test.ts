import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StartedProcess } from '../processes/started-process.ts';
import { type Block, blocks } from './documentation.ts';

const run = promisify(execFile);

/** What a hub says first, with --json. */
interface Listening {
  readonly url: string;
  readonly administrator: string;
}

// Inside the project: examples import the package by its name.
const CACHE = '.cache/docs';
const MODEL = `${CACHE}/model.json`;
const RUN = ['script', 'ts', 'sql'];
const examples = blocks.filter(({ language }) => RUN.includes(language)).map((block, i) => ({ ...block, world: `docs-${i}` }));

describe('the examples of the docs', () => {
  let folder: string;
  let hub: StartedProcess;
  let listening: Listening;

  beforeAll(async () => {
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(MODEL, only('json', 'model').text);
    folder = mkdtempSync(join(tmpdir(), 'manyhands-docs-'));
    hub = StartedProcess.start('the hub', 'src/hub/main.ts', ['hub', '--port', '0', '--data', folder, '--json']);
    listening = await hub.until('it said where it listens', ({ value }) => value as Listening);
  });

  afterAll(async () => {
    await hub[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  it('are there to be run', () => expect(new Set(examples.map(({ language }) => language))).toEqual(new Set(RUN)));

  it.each(examples)('$file:$line runs', async ({ language, text, world }) => {
    const path = `${CACHE}/${world}.${language}`;
    switch (language) {
      case 'script':
        writeFileSync(path, text);
        await run(process.execPath, ['src/hub/main.ts', 'join', `${listening.url}/${world}`, '--as', 'reader', '--script', path]);
        return;
      case 'ts':
        writeFileSync(path, here(text, listening.url, world));
        await run(process.execPath, [path, listening.administrator, MODEL]);
        return;
      default: {
        using database = new DatabaseSync(join(folder, 'manyhands.db'));
        database.exec(text);
      }
    }
  });

  it('put the models they speak of into the catalog', async () => {
    const { models, problems } = (await (await fetch(`${listening.url}/api/v1/models`)).json()) as Catalog;
    expect(models.map(({ id }) => id)).toEqual(expect.arrayContaining(['pan-tilt', 'signpost']));
    expect(problems).toEqual([]);
  });

  it('say what a hub says when it listens', () => {
    const said = JSON.parse(only('json', '').text) as object;
    expect(Object.keys(said)).toEqual(Object.keys(listening));
  });
});

interface Catalog {
  readonly models: readonly { readonly id: string }[];
  readonly problems: readonly unknown[];
}

/** The docs speak of the hub that `npm start` runs. */
const here = (text: string, url: string, world: string): string =>
  text.replaceAll('http://127.0.0.1:7330/demo', `${url}/${world}`).replaceAll('http://127.0.0.1:7330', url);

function only(language: string, note: string): Block {
  const [found, ...others] = blocks.filter((block) => block.language === language && block.note === note);
  if (!found || others.length > 0)
    throw new Error(`one block "${language} ${note}" is expected in the docs, not ${others.length + Number(Boolean(found))}`);
  return found;
}
