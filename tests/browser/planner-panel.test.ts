import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { planarPose } from '../../src/core/base/pose.ts';
import { pioneer3dx } from '../../src/core/robots/catalog/pioneer-3-dx.ts';
import { draftOf } from '../../src/core/robots/robots.ts';
import { HubClient } from '../../src/hub/catalog/hub-client.ts';
import type { World } from '../../src/library/manyhands.ts';
import type { Guest } from './guest.ts';
import { insertPatiently } from './insertion.ts';
import { Lab } from './lab.ts';
import { LastingHub } from './lasting-hub.ts';
import type { Seen } from './seen.ts';
import { until } from './until.ts';

/** Two rooms, with a door between them that is not on the straight way. */
const EDL = 'LENGTH 1000\nWIDTH 600\n1 WALL: x= 500 y= 300 theta= 90 long= 600\n2 DOOR: x= 500 y= 500 theta= 0 wide= 120\n';
const SITE = JSON.stringify({ name: 'Two rooms', floors: [{ name: 'Ground floor', heightCm: 0, edl: EDL }] });

let opened: AsyncDisposableStack;
let lab: Lab;
let world: World;
let ada: Guest;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  lab = opened.use(await Lab.at(await LastingHub.start()));
  world = opened.use(await lab.join('Owner'));
  await insertPatiently(world, draftOf(pioneer3dx, { name: 'Rover', colour: 2, pose: planarPose(2, 2, 0) }), 'rover');
  const client = await HubClient.come({ hub: undefined, link: lab.administratorLink, name: 'Teacher' });
  expect(await client.putSite(lab.world, SITE, 'refuse')).toMatchObject({ kind: 'applied' });
  ada = opened.use(await lab.enter('Ada'));
});
afterAll(() => opened.disposeAsync());

it('a planner of one’s own comes into a running hub, is compared with the others on the same question, and its way is driven', async () => {
  const { page } = ada;
  mkdirSync(lab.hub.planners, { recursive: true });
  copyFileSync('examples/planner-of-your-own.ts', join(lab.hub.planners, 'grid.ts'));
  await ada.select('Rover');
  await page.getByRole('button', { name: lab.world }).first().click();
  await page.getByRole('menuitem', { name: /^Planner/ }).click();
  await page.getByPlaceholder('Or a room').click();
  await page.getByRole('option').last().click();
  const rows = page.locator('tbody tr');
  const answered = rows.filter({ hasText: / ms$/ });
  const compare = async (): Promise<boolean> => {
    const button = page.getByRole('button', { name: 'Compare all' });
    await button.click();
    await button.and(page.locator(':not([data-loading])')).waitFor();
    return (await answered.count()) === 6;
  };
  // The panel looks every few seconds who plans with what; a hub that has much to do may not have answered in time.
  await until('all have answered, the new one, too', compare);
  const told = await page.evaluate(() => (globalThis as Seen).manyhands?.guidance?.comparison.state.get().rows ?? []);
  const lengths = new Map(told.map(({ planner, answer }) => [planner, answer?.kind === 'path' ? answer.lengthM : Number.NaN]));
  const shortest = lengths.get('visibility') ?? Number.NaN;
  // As the crow flies it is 5.6 m: the wall is in the way. None is shorter than the visibility graph, and the grid's is near it.
  expect(shortest).toBeGreaterThan(7);
  for (const lengthM of lengths.values()) expect(lengthM).toBeGreaterThan(shortest - 1e-6);
  expect(lengths.get('grid')).toBeLessThan(1.2 * shortest);
  expect(await page.evaluate(() => (globalThis as Seen).manyhands?.guidance?.graphs.get().length)).toBeGreaterThan(0);
  expect(world.entity('rover')?.posture.pose).toMatchObject({ x: expect.closeTo(2, 2), y: expect.closeTo(2, 2) });

  await page.getByRole('button', { name: 'grid', exact: true }).click();
  await page.getByRole('button', { name: 'Go with grid' }).click();
  await until('it has come through the door', () => (world.entity('rover')?.posture.pose.x ?? 0) > 5.5, 120_000);
  expect(await page.evaluate(() => (globalThis as Seen).manyhands?.link.travel.journeys.get().get('rover')?.planner)).toBe('grid');
});
