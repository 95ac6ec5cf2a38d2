/** Builds the bench's page with the product's bundler, opens it in Chromium and asks it how long its frames take. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { launchChromium } from '../../tests/browser/chromium.ts';
import type { FrameTimes } from './page-scene.ts';

const ADDRESS = 'http://page.bench/';

export async function framesOfPage(entities: number, frames: number): Promise<FrameTimes> {
  const script = await bundle(join(import.meta.dirname, 'page-scene.ts'));
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    page.setDefaultTimeout(300_000);
    await page.route('**/*', async (route) => {
      const isScript = route.request().url().endsWith('.js');
      await route.fulfill(isScript ? { contentType: 'text/javascript', body: script } : { contentType: 'text/html', body: HTML });
    });
    await page.goto(ADDRESS, { waitUntil: 'commit' });
    await page.waitForFunction(() => 'measureFrames' in window);
    return await page.evaluate(([count, times]) => window.measureFrames(count, times), [entities, frames] as const);
  } finally {
    await browser.close();
  }
}

const HTML = '<!doctype html><body style="margin: 0"><script type="module" src="/page.js"></script>';

async function bundle(entry: string): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'manyhands-page-'));
  try {
    await build({
      configFile: false,
      logLevel: 'warn',
      build: { outDir, emptyOutDir: true, target: 'es2023', lib: { entry, formats: ['es'], fileName: () => 'page.js' } },
    });
    return await readFile(join(outDir, 'page.js'), 'utf8');
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
