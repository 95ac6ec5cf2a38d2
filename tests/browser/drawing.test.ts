import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { planarPose, planarTwist } from '../../src/core/base/pose.ts';
import { pioneer3dx } from '../../src/core/robots/catalog/pioneer-3-dx.ts';
import { draftOf } from '../../src/core/robots/robots.ts';
import type { Guest } from './guest.ts';
import { insertPatiently } from './insertion.ts';
import { Lab } from './lab.ts';
import { until } from './until.ts';

const FRAMES = 12;
const LEAST_FRAME_MS = 100;
const MOST_PIXELS = 480 * 320;
/** No other picture is as wide as that of the shadows. */
const SHADOWS_PX = 2048;

let opened: AsyncDisposableStack;
let lab: Lab;
let ada: Guest;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  lab = opened.use(await Lab.open());
  const owner = opened.use(await lab.join('Owner'));
  await insertPatiently(owner, draftOf(pioneer3dx, { name: 'Rover', pose: planarPose(0, 0, 0) }), 'rover');
  // Round and round: there is something to draw in every frame.
  const circling = { kind: 'drift', twist: planarTwist(0.4, 0.5), durationMs: 3_600_000 } as const;
  expect(await owner.command('rover', circling)).toMatchObject({ kind: 'done' });
  ada = opened.use(await lab.enter('Ada', { drawing: 'full', deviceScaleFactor: 1 }));
});
afterAll(() => opened.disposeAsync());

async function choose(drawing: string): Promise<void> {
  await ada.page.getByRole('button', { name: lab.world, exact: true }).click();
  await ada.page.getByRole('menuitem', { name: 'Settings' }).click();
  const dialog = ada.page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByRole('radiogroup', { name: 'Drawing' }).getByText(drawing, { exact: true }).click();
  await ada.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

interface Drawn {
  /** Between each frame of the 3D view and the next. */
  readonly gapsMs: readonly number[];
  readonly pixels: number;
  /** Of the widest picture that was drawn for them. */
  readonly widestPx: number;
}

/** The next frames of the 3D view. */
const watchFrames = (page: Page, frames: number): Promise<Drawn> =>
  page.evaluate(async (most) => {
    const drawing = WebGL2RenderingContext.prototype;
    const { clear, viewport } = drawing;
    const timesMs: number[] = [];
    let widestPx = 0;
    await new Promise<void>((resolve) => {
      drawing.viewport = function (x, y, width, height) {
        widestPx = Math.max(widestPx, width);
        viewport.call(this, x, y, width, height);
      };
      drawing.clear = function (mask) {
        clear.call(this, mask);
        const nowMs = Number(document.timeline.currentTime);
        if (timesMs.at(-1) !== nowMs) timesMs.push(nowMs);
        if (timesMs.length === most) resolve();
      };
    });
    Object.assign(drawing, { clear, viewport });
    const canvas = document.querySelector<HTMLCanvasElement>('.mh-scene canvas');
    return {
      gapsMs: timesMs.slice(1).map((ms, index) => ms - (timesMs[index] ?? 0)),
      pixels: (canvas?.width ?? 0) * (canvas?.height ?? 0),
      widestPx,
    };
  }, frames);

/** Somebody at it gets no more frames for that. */
async function watchTouchedFrames(): Promise<Drawn> {
  const watching = watchFrames(ada.page, FRAMES);
  const box = await ada.page.locator('.mh-scene').boundingBox();
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  watching.then(over, over);
  for (let x = 0; !isOver; x = (x + 7) % 100) await ada.page.mouse.move((box?.x ?? 0) + 50 + x, (box?.y ?? 0) + 100);
  return await watching;
}

function expectLight({ gapsMs, pixels, widestPx }: Drawn): void {
  for (const gapMs of gapsMs) expect(gapMs).toBeGreaterThanOrEqual(LEAST_FRAME_MS - 1);
  expect(pixels).toBeGreaterThan(0);
  expect(pixels).toBeLessThanOrEqual(MOST_PIXELS);
  expect(widestPx).toBeLessThan(SHADOWS_PX);
}

it('a view that is drawn light has at most ten frames a second, few pixels and no shadows, and stays so', async () => {
  await choose('Best');
  const best = await watchFrames(ada.page, 2);
  expect(best.widestPx).toBe(SHADOWS_PX);
  expect(best.pixels).toBeGreaterThan(MOST_PIXELS);
  await choose('Light');
  await until('the next frame is a small one', async () => (await watchFrames(ada.page, 1)).pixels <= MOST_PIXELS);
  expectLight(await watchTouchedFrames());
  await ada.reload();
  expectLight(await watchFrames(ada.page, FRAMES));
});
