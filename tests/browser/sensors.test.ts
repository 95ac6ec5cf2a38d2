import { afterAll, beforeAll, expect, it } from 'vitest';
import { planarPose } from '../../src/core/base/pose.ts';
import { pioneer3dx } from '../../src/core/robots/catalog/pioneer-3-dx.ts';
import { draftOf } from '../../src/core/robots/robots.ts';
import { HubClient } from '../../src/hub/catalog/hub-client.ts';
import type { World } from '../../src/library/manyhands.ts';
import { Chromium } from './chromium.ts';
import { CutLine } from './cut-line.ts';
import { Guest } from './guest.ts';
import { LastingHub, WORLD } from './lasting-hub.ts';
import type { Seen } from './seen.ts';
import { until } from './until.ts';

const PATIENCE_MS = 60_000;
const SITE = JSON.stringify({ name: 'Room', floors: [{ name: 'Ground floor', heightCm: 0, edl: 'LENGTH 600\nWIDTH 400\n' }] });

let opened: AsyncDisposableStack;
let line: CutLine;
let world: World;
let ada: Guest;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  const hub = opened.use(await LastingHub.start());
  line = opened.use(await CutLine.open(hub.port));
  world = opened.use(await hub.join('Owner'));
  // Before there is anything else to do: what the first robot of a process is made of takes long on a busy machine.
  await world.insert(draftOf(pioneer3dx, { name: 'Rover', colour: 2, pose: planarPose(2, 2, 0) }), 'rover');
  const chromium = opened.use(await Chromium.start());
  const client = await HubClient.come({ hub: undefined, link: hub.administratorLink, name: 'Teacher' });
  expect(await client.putSite(WORLD, SITE, 'refuse')).toMatchObject({ kind: 'applied' });
  ada = opened.use(await Guest.enter(chromium.browser, line.url, 'Ada'));
  ada.page.setDefaultTimeout(PATIENCE_MS);
}, 120_000);
afterAll(() => opened.disposeAsync(), 30_000);

/** The echo straight ahead of the laser, as it is drawn. */
const drawnAhead = () =>
  ada.page.evaluate(() => {
    const scan = (globalThis as Seen).manyhands?.guidance?.senses.scans.get().find(({ look }) => look === 'fan');
    if (!scan) return undefined;
    const [x = 0, , cos = 0, , metres = 0] = scan.beams.subarray(5 * ((scan.beams.length / 5 - 1) / 2));
    return { x: x + cos * metres, isStale: scan.isStale };
  });

it('the sensors of the selected robot are listed with their ages and drawn at the walls; when nothing comes any more, they are stale', {
  timeout: 180_000,
}, async () => {
  const { page } = ada;
  expect(await page.evaluate(() => (globalThis as Seen).manyhands?.guidance?.senses.scans.get().length)).toBe(0);
  await ada.select('Rover');
  await page.getByRole('tab', { name: 'Sensors' }).click();
  await page.getByText('This robot').click();
  await until('its laser is drawn', async () => (await drawnAhead()) !== undefined, PATIENCE_MS);
  // The wall's face is 5 cm inside of the edge of the floor.
  const ahead = await drawnAhead();
  expect(Math.abs((ahead?.x ?? 0) - 5.95)).toBeLessThan(0.1);
  const laser = page.getByRole('region', { name: 'Sensors' }).getByRole('listitem').filter({ hasText: 'Laser' });
  await laser.getByText(/nearest [\d.]+ m/).waitFor();
  await until(
    'it is fresh',
    async () => /\d+ ms/.test((await laser.textContent()) ?? '') && !((await laser.textContent()) ?? '').includes('stale'),
    PATIENCE_MS,
  );

  line.cut();
  await laser.getByText('stale').waitFor();
  await until('its drawing is, too', async () => (await drawnAhead())?.isStale === true, PATIENCE_MS);
  line.mend();
  await until('it is fresh again', async () => (await drawnAhead())?.isStale === false, PATIENCE_MS);

  // What is not shown is not asked for.
  await page.getByRole('tab', { name: 'Drive' }).click();
  await page.keyboard.press('Escape');
  await until('nothing is drawn', async () => (await drawnAhead()) === undefined);
});
