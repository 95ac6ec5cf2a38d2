/** The map editor in Chromium: what an edit of a large map costs until it is drawn, and how long a map takes into the world of others. */
import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import { isOfSite } from '../../src/core/buildings/buildings.ts';
import { launchChromium } from '../../tests/browser/chromium.ts';
import { Guest } from '../../tests/browser/guest.ts';
import { LastingHub } from '../../tests/browser/lasting-hub.ts';
import { MapAuthor } from '../../tests/browser/map-author.ts';
import { until } from '../../tests/browser/until.ts';
import { mapFloor } from './map-floor.ts';

/** What is wrong with a map is looked for when nobody writes: an edit begins when that is over. */
const SETTLE_MS = 700;
const PATIENCE_MS = 60_000;
const SAMPLE_US = 200;

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string } }[];
  readonly samples?: readonly number[];
}

/** When nobody writes for so long, what is wrong with the map is looked for, which is no part of drawing it. */
const CHECKED_AFTER_MS = 150;
/** On a machine that is too busy hardly any edit is drawn before that. */
const MOST_TRIES = 10;

/**
 * For each edit, what JavaScript takes of the processor from the key to the drawing being drawn, in ms: its share, by samples, of what the page's thread takes,
 * which also lays out the text and paints.
 */
export async function redrawTimes(edits: number): Promise<number[]> {
  await using hub = await LastingHub.start();
  const browser = await launchChromium();
  try {
    await using author = await MapAuthor.enter(browser, hub, 'Ada');
    await author.import('Tower', mapFloor());
    const { page } = author;
    // In the middle of what is drawn, at the end of a number.
    await page.locator('.cm-line', { hasText: 'x= ' }).first().click();
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    await session.send('Profiler.enable');
    await session.send('Profiler.setSamplingInterval', { interval: SAMPLE_US });
    const times: number[] = [];
    for (let edit = 0; edit < MOST_TRIES * edits && times.length < edits; edit++) {
      await pause(SETTLE_MS);
      await session.send('Profiler.start');
      const beforeMs = await threadMs(session);
      const pressedMs = performance.now();
      await page.keyboard.press(edit % 2 === 0 ? 'Digit1' : 'Backspace');
      await page.evaluate(
        () =>
          new Promise((resolve) => {
            requestAnimationFrame(() => requestAnimationFrame(resolve));
          }),
      );
      const tookMs = (await threadMs(session)) - beforeMs;
      const isInTime = performance.now() - pressedMs < CHECKED_AFTER_MS;
      const { profile } = await session.send('Profiler.stop');
      if (isInTime) times.push(tookMs * shareOfScripts(profile));
    }
    if (times.length === 0) throw new Error('this machine is too busy to tell how long an edit takes');
    return times;
  } finally {
    await browser.close();
  }
}

/** What its thread took of the processor since the page was loaded. */
async function threadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'ThreadTime')?.value;
  if (seconds === undefined) throw new Error('this Chromium does not tell what its threads take');
  return seconds * 1000;
}

/** Of all samples in which the thread worked, those in which it worked for a script, or cleared up after one. */
function shareOfScripts({ nodes, samples = [] }: Profile): number {
  const nameOf = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.functionName]));
  const working = samples.map((id) => nameOf.get(id)).filter((name) => name !== '(idle)' && name !== '(root)');
  return working.filter((name) => name !== '(program)').length / Math.max(1, working.length);
}

const FIELD = (xCm: number) => `LENGTH 800.0\nWIDTH 400.0\n\n1 WALL:\n  x= ${xCm}.0\n  y= 200.0\n  theta= 90.0\n  long= 400.0\n`;

/** For each change, the ms from the click until two pages and a participant without one have the walls where they are then. */
export async function applyTimes(changes: number): Promise<number[]> {
  await using hub = await LastingHub.start();
  const browser = await launchChromium();
  try {
    await using author = await MapAuthor.enter(browser, hub, 'Ada');
    await using guest = await Guest.enter(browser, hub.url, 'Bob');
    await using headless = await hub.join('Cleo');
    await author.import('Hall', FIELD(300));
    const walls = (ids: readonly string[]) => ids.filter(isOfSite).sort().join();
    const seen = async () => [walls(await author.entities()), walls(await guest.entities()), walls(headless.entities.map(({ id }) => id))];
    const times: number[] = [];
    for (let change = 0; change <= changes; change++) {
      if (change > 0) await author.rewrite(`x= ${280 + 20 * change}.0`, `  x= ${300 + 20 * change}.0`);
      await author.openPanel();
      await pause(SETTLE_MS);
      const [before] = await seen();
      const press = author.panel.getByRole('button', { name: 'Put it in' }).click();
      times.push(
        await until(
          'all have the other walls',
          async () => {
            const [first, ...others] = await seen();
            return first !== '' && first !== before && others.every((other) => other === first);
          },
          PATIENCE_MS,
        ),
      );
      await press;
      await author.panel.getByText('It stands in the world').waitFor();
      await author.closePanel();
    }
    // The first one reads the modules of what it needs.
    return times.slice(1);
  } finally {
    await browser.close();
  }
}
