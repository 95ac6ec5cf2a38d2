import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HubProcess } from '../processes/hub-process.ts';

const run = promisify(execFile);

interface Example {
  readonly file: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

/** Every fenced block of a page in one of the languages that run here. */
function examplesOf(file: string): Example[] {
  const page = readFileSync(file, 'utf8');
  return [...page.matchAll(/^```(script|ts)\n([\s\S]*?)^```/gm)].map((match) => ({
    file,
    line: page.slice(0, match.index).split('\n').length,
    language: match[1] ?? '',
    text: match[2] ?? '',
  }));
}

const pages = ['README.md', ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : []))];
const examples = pages.flatMap(examplesOf);
const CACHE = '.cache/docs';

describe('the examples of the docs', () => {
  let hub: HubProcess;

  beforeAll(async () => {
    mkdirSync(CACHE, { recursive: true });
    hub = await HubProcess.start();
  });

  afterAll(() => hub[Symbol.asyncDispose]());

  it('are there to be run', () => expect(examples.length).toBeGreaterThan(8));

  it.each(examples.map((example, i) => ({ ...example, world: `docs-${i}` })))('$file:$line runs', async ({ language, text, world }) => {
    const path = `${CACHE}/${world}.${language}`;
    if (language === 'script') {
      writeFileSync(path, text);
      await run(process.execPath, ['src/hub/main.ts', 'join', `${hub.url}/${world}`, '--as', 'reader', '--script', path]);
      return;
    }
    writeFileSync(path, text.replaceAll('http://127.0.0.1:7330/demo', `${hub.url}/${world}`));
    await run(process.execPath, [path]);
  });
});
