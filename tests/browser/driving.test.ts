import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planarPose } from '../../src/core/base/pose.ts';
import { pioneer3dx } from '../../src/core/robots/catalog/pioneer-3-dx.ts';
import { puma560 } from '../../src/core/robots/catalog/puma-560.ts';
import { draftOf } from '../../src/core/robots/robots.ts';
import type { World } from '../../src/library/manyhands.ts';
import type { Guest } from './guest.ts';
import { holdKey } from './held-key.ts';
import { insertPatiently } from './insertion.ts';
import { Lab } from './lab.ts';
import { until } from './until.ts';

let opened: AsyncDisposableStack;
let lab: Lab;
let observer: World;
let ada: Guest;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  lab = opened.use(await Lab.open());
  observer = opened.use(await lab.join('Observer'));
  await insertPatiently(observer, draftOf(pioneer3dx, { name: 'Pioneer', pose: planarPose(0, 0, 0) }), 'pioneer');
  await insertPatiently(observer, draftOf(puma560, { name: 'Puma', pose: planarPose(0, 2, 0) }), 'puma');
  for (const robot of ['pioneer', 'puma']) expect(await observer.handOver(robot, lab.resident)).toMatchObject({ kind: 'done' });
  ada = opened.use(await lab.enter('Ada', { drawing: 'full' }));
});
afterAll(() => opened.disposeAsync());

const x = (): number => observer.entity('pioneer')?.posture.pose.x ?? Number.NaN;
const waist = (): number => observer.entity('puma')?.posture.values[0] ?? Number.NaN;

describe('in a browser', () => {
  it('W held drives a robot by metres, and letting go stops it', () => driveWithW());

  it('a jog button held moves a joint, and letting go stops it', () => jog());

  it('a view in which nothing moves is not drawn, whatever is selected', async () => {
    await ada.select('Puma');
    await expect(until('nothing is drawn for a second', async () => (await framesWithin(1000)) === 0)).resolves.toEqual(expect.any(Number));
  });

  it('both work as well when the view is drawn twice a second', async () => {
    await ada.page.evaluate(() => {
      const draw = window.requestAnimationFrame.bind(window);
      window.requestAnimationFrame = (frame) => window.setTimeout(() => draw(frame), 500);
    });
    await driveWithW();
    await jog();
  });
});

async function driveWithW(): Promise<void> {
  const from = x();
  await ada.select('Pioneer');
  await holdKey(ada.page, { key: 'w', until: 'it has gone a metre', isThere: () => x() > from + 1, place: x });
  const releasedAt = x();
  // At 0.48 m/s, half a second.
  await standsStill(x);
  expect(x() - releasedAt).toBeLessThan(0.24);
}

async function jog(): Promise<void> {
  const from = waist();
  await ada.select('Puma');
  await ada.inspector.getByRole('button', { name: 'Jog', exact: false }).first().hover();
  await ada.page.mouse.down();
  try {
    await until('the joint has turned', () => Math.abs(waist() - from) > 0.3);
  } finally {
    await ada.page.mouse.up();
  }
  const releasedAt = waist();
  await standsStill(waist);
  expect(Math.abs(waist() - releasedAt)).toBeLessThan(0.5 * 0.4 * (puma560.dofs[0]?.speedPerS ?? 0));
}

/** How often the 3D view is drawn: it is cleared before. */
function framesWithin(durationMs: number): Promise<number> {
  return ada.page.evaluate(async (ms) => {
    const drawing = WebGL2RenderingContext.prototype;
    const { clear } = drawing;
    let frames = 0;
    drawing.clear = function (mask) {
      frames += 1;
      clear.call(this, mask);
    };
    await new Promise((resolve) => setTimeout(resolve, ms));
    drawing.clear = clear;
    return frames;
  }, durationMs);
}

/** For a quarter of a second. */
async function standsStill(value: () => number): Promise<void> {
  let [last, sinceMs] = [value(), performance.now()];
  await until('it stands still', () => {
    if (value() !== last) [last, sinceMs] = [value(), performance.now()];
    return performance.now() - sinceMs > 250;
  });
}
