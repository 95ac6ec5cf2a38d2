import { afterAll, beforeAll, expect, it } from 'vitest';
import { planarPose } from '../../src/core/base/pose.ts';
import { pioneer3dx } from '../../src/core/robots/catalog/pioneer-3-dx.ts';
import { draftOf } from '../../src/core/robots/robots.ts';
import { HubClient } from '../../src/hub/catalog/hub-client.ts';
import type { World } from '../../src/library/manyhands.ts';
import { CutLine } from './cut-line.ts';
import type { Guest } from './guest.ts';
import { insertPatiently } from './insertion.ts';
import { Lab } from './lab.ts';
import type { Seen } from './seen.ts';
import { until } from './until.ts';

const SITE = JSON.stringify({ name: 'Room', floors: [{ name: 'Ground floor', heightCm: 0, edl: 'LENGTH 600\nWIDTH 400\n' }] });

let opened: AsyncDisposableStack;
let lab: Lab;
let line: CutLine;
let world: World;
let ada: Guest;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  lab = opened.use(await Lab.open());
  line = opened.use(await CutLine.open(lab.port));
  world = opened.use(await lab.join('Owner'));
  await insertPatiently(world, draftOf(pioneer3dx, { name: 'Rover', colour: 2, pose: planarPose(2, 2, 0) }), 'rover');
  const client = await HubClient.come({ hub: undefined, link: lab.administratorLink, name: 'Teacher' });
  expect(await client.putSite(lab.world, SITE, 'refuse')).toMatchObject({ kind: 'applied' });
  ada = opened.use(await lab.enter('Ada', { url: line.url }));
});
afterAll(() => opened.disposeAsync());

/** The echo straight ahead of the laser, as it is drawn. */
const drawnAhead = () =>
  ada.page.evaluate(() => {
    const scan = (globalThis as Seen).manyhands?.guidance?.senses.scans.get().find(({ look }) => look === 'fan');
    if (!scan) return undefined;
    const [x = 0, , cos = 0, , metres = 0] = scan.beams.subarray(5 * ((scan.beams.length / 5 - 1) / 2));
    return { x: x + cos * metres, isStale: scan.isStale };
  });

it('the sensors of the selected robot are listed with their ages and drawn at the walls; when nothing comes any more, they are stale', async () => {
  const { page } = ada;
  expect(await page.evaluate(() => (globalThis as Seen).manyhands?.guidance?.senses.scans.get().length)).toBe(0);
  await ada.select('Rover');
  await page.getByRole('tab', { name: 'Sensors' }).click();
  await page.getByText('This robot').click();
  await until('its laser is drawn', async () => (await drawnAhead()) !== undefined);
  // The wall's face is 5 cm inside of the edge of the floor.
  const ahead = await drawnAhead();
  expect(Math.abs((ahead?.x ?? 0) - 5.95)).toBeLessThan(0.1);
  const laser = page.getByRole('region', { name: 'Sensors' }).getByRole('listitem').filter({ hasText: 'Laser' });
  await laser.getByText(/nearest [\d.]+ m/).waitFor();
  await until(
    'it is fresh',
    async () => /\d+ ms/.test((await laser.textContent()) ?? '') && !((await laser.textContent()) ?? '').includes('stale'),
  );

  line.cut();
  await laser.getByText('stale').waitFor();
  await until('its drawing is, too', async () => (await drawnAhead())?.isStale === true);
  line.mend();
  await until('it is fresh again', async () => (await drawnAhead())?.isStale === false);

  // What is not shown is not asked for.
  await page.getByRole('tab', { name: 'Drive' }).click();
  await page.keyboard.press('Escape');
  await until('nothing is drawn', async () => (await drawnAhead()) === undefined);
});
