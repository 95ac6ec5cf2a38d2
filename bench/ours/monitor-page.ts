/** What the script of the monitor costs in a frame: the product's page in a browser, at a hub, in a world of many robots that all drive on a large floor. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { planarPose, planarTwist } from '../../src/core/base/pose.ts';
import { SITE_FILE } from '../../src/core/maps/maps.ts';
import { catalog } from '../../src/core/robots/catalog/catalog.ts';
import { draftOf } from '../../src/core/robots/draft.ts';
import { joinWorld, type World } from '../../src/library/manyhands.ts';
import { beginSession } from '../../src/library/session.ts';
import { launchChromium } from '../../tests/browser/chromium.ts';
import { LastingHub, WORLD } from '../../tests/browser/lasting-hub.ts';
import { mapFloor } from './map-floor.ts';

export interface MonitorFrames {
  /** Milliseconds that the script of each frame took, of the lists that change with it too. */
  readonly times: readonly number[];
}

/** On a street of circles that touch no wall of the picture: nobody judges their motions. */
const SPACING_M = 3.4;
const IN_A_ROW = 23;
const TWIST = planarTwist(0.5, 0.5);
const DRIVEN_MS = 3_600_000;
/** Until trails are as long as they get. */
const SETTLE_MS = 62_000;
/** As large as a wall's; coarse, for pixels are not the script's: with all of them so few frames were shown that each had to do what else belongs to ten. */
const WALL_SCREEN = { viewport: { width: 1920, height: 1080 }, deviceScaleFactor: 0.5 };
const PATIENCE_MS = 120_000;

/** One page for all runs; a run is a window of frames. */
export async function* framesOfMonitor(robots: number, runs: number, windowMs: number): AsyncGenerator<MonitorFrames> {
  await using hub = await LastingHub.start();
  await keepFloor(hub);
  const world = await joinWorld(hub.url, { name: 'Fleet', world: WORLD, motions: 'unguarded' });
  const browser = await launchChromium('none');
  try {
    await drive(world, robots);
    const page = await openMonitor(browser, hub.url, robots);
    await pause(SETTLE_MS);
    for (let run = 1; run <= runs; run++) yield await measured(page, windowMs);
  } finally {
    await browser.close();
    await world.leave();
  }
}

/** As one applies a site, but without its walls: what is measured is the picture. */
async function keepFloor(hub: LastingHub): Promise<void> {
  const { token } = await beginSession(hub.url, { link: hub.administratorLink, name: 'Fleet' });
  const document = JSON.stringify({ name: 'Tower', floors: [{ name: 'Ground floor', edl: mapFloor() }] });
  const response = await fetch(`${hub.url}/api/v1/worlds/${WORLD}/files?name=${SITE_FILE}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: document,
  });
  if (!response.ok) throw new Error(`the floor was not kept: ${response.status} ${await response.text()}`);
}

async function drive(world: World, robots: number): Promise<void> {
  const models = catalog.filter(({ kind }) => kind === 'wheeled');
  for (let i = 0; i < robots; i++) {
    const model = models[i % models.length];
    if (!model) throw new Error('the catalog has nothing that drives');
    const pose = planarPose(3 + (i % IN_A_ROW) * SPACING_M, 3 + Math.floor(i / IN_A_ROW) * SPACING_M, i);
    const { id } = await world.insert(draftOf(model, { pose, name: `Robot ${i + 1}`, colour: (i % 12) + 1 }), `robot-${i + 1}`);
    const outcome = await world.command(id, { kind: 'drift', twist: TWIST, durationMs: DRIVEN_MS });
    if (outcome.kind !== 'done') throw new Error(`robot ${i + 1} does not drive: ${outcome.reason}`);
  }
}

async function openMonitor(browser: Browser, url: string, robots: number): Promise<Page> {
  const page = await (await browser.newContext(WALL_SCREEN)).newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.addInitScript(watchFrames);
  await page.goto(`${url}/w/${WORLD}/monitor`);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Your name').press('Enter');
  await page.getByText(`${robots} in all`).waitFor();
  await page.getByRole('button', { name: /^Robot 1 Moving/ }).click();
  return page;
}

async function measured(page: Page, windowMs: number): Promise<MonitorFrames> {
  const times = await page.evaluate(async (durationMs) => {
    window.frameTimes = [];
    await new Promise((resolve) => setTimeout(resolve, durationMs));
    return window.frameTimes;
  }, windowMs);
  if (times.length === 0) throw new Error(`the page drew nothing within ${windowMs} ms`);
  return { times };
}

declare global {
  interface Window {
    frameTimes: number[];
  }
}

/**
 * Runs in the page before anything else of it: how long each frame takes, up to where React has changed what goes with it, which it does right after.
 * Frames come by a timer: without a graphics card so few are shown that their code would never be warm.
 */
function watchFrames(): void {
  window.frameTimes = [];
  window.requestAnimationFrame = (callback) =>
    window.setTimeout(() => {
      const fromMs = performance.now();
      callback(fromMs);
      queueMicrotask(() => window.frameTimes.push(performance.now() - fromMs));
    }, 1000 / 60);
  window.cancelAnimationFrame = (handle) => window.clearTimeout(handle);
}
