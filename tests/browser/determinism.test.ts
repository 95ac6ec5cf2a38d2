import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { type Tumbled, tumble } from './determinism/tumble.ts';
import { Lab } from './lab.ts';
import { newScreen } from './screen.ts';

const ENTRY = fileURLToPath(new URL('./determinism/page.ts', import.meta.url));
const SECONDS = 60;
const LONGEST_MS = 900_000;

/** The same sources as one module for a page. */
async function bundled(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      lib: { entry: ENTRY, formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [first] = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[];
  const [chunk] = first?.output ?? [];
  if (chunk?.type !== 'chunk') throw new Error('vite made no module');
  return chunk.code;
}

async function tumbleInPage(code: string, seed: number): Promise<Tumbled> {
  await using context = await newScreen(await Lab.browser());
  const page = await context.newPage();
  await page.addScriptTag({ type: 'module', content: code });
  await page.waitForFunction('globalThis.tumble');
  return await page.evaluate<Tumbled>(`tumble(${seed}, ${SECONDS})`);
}

describe('pushing, falling, stacking and being carried', () => {
  it('[P21] goes the same way to the last bit from the same seed, in Node and in Chromium, for a minute', {
    timeout: LONGEST_MS,
  }, async () => {
    const code = await bundled();
    const [here, there] = await Promise.all([tumble(1, SECONDS), tumbleInPage(code, 1)]);
    for (const kind of ['box', 'fallen', 'carried']) expect(here.moved.map((id) => id.split('-')[0])).toContain(kind);
    expect(here.states).toBeGreaterThan(500);
    expect({ ...there, values: [] }).toEqual({ ...here, values: [] });
    expect(there.values).toEqual(here.values.map((value) => expect.closeTo(value, 9)));
  });

  it('[P21] goes the same way again, and another way from another seed', { timeout: LONGEST_MS }, async () => {
    const [first, second, other] = [await tumble(3, 5), await tumble(3, 5), await tumble(4, 5)];
    expect(second).toEqual(first);
    expect(other.hashes).not.toEqual(first.hashes);
  });
});
