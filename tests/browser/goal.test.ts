import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { planarPose } from '../../src/core/base/pose.ts';
import { pioneer3dx } from '../../src/core/robots/catalog/pioneer-3-dx.ts';
import { draftOf } from '../../src/core/robots/robots.ts';
import { applySite } from '../../src/hub/site/apply-site.ts';
import type { World } from '../../src/library/manyhands.ts';
import { insertPatiently } from './insertion.ts';
import { Lab } from './lab.ts';
import type { Seen } from './seen.ts';
import { until } from './until.ts';

const BUILDING = 'src/hub/demos/research-building/research-building.json';
const JOURNEY_MS = 240_000;
/** In the control room, two floors up. */
const GOAL = { x: 7.5, y: 9.5, z: 8 };

let opened: AsyncDisposableStack;
let lab: Lab;
let world: World;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  lab = opened.use(await Lab.open());
  world = opened.use(await lab.join('Owner'));
  await insertPatiently(world, draftOf(pioneer3dx, { name: 'Rover', colour: 2, pose: planarPose(4, 6, Math.PI) }), 'rover');
  // Two more upstairs, by whose places in the picture others are found; not before the elevator, out of which they would let nobody.
  const upstairs = (id: string, x: number) =>
    insertPatiently(world, draftOf(pioneer3dx, { name: id, pose: { ...planarPose(x, 6, 0), z: GOAL.z } }), id);
  await upstairs('west', 9);
  await upstairs('east', 19);
  const teacher = { hub: undefined, link: lab.administratorLink, name: 'Teacher' };
  expect(await applySite(BUILDING, { ...teacher, world: lab.world, inTheWay: 'refuse', format: 'human' })).toBe(0);
});
afterAll(() => opened.disposeAsync());

async function enterMonitor(): Promise<Page> {
  const page = await lab.page({ viewport: { width: 1200, height: 700 } });
  await page.goto(`${lab.url}/w/${lab.world}/monitor`);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Your name').press('Enter');
  return page;
}

const placeOf = (page: Page, id: string) => page.evaluate((entity) => (globalThis as Seen).manyhands?.monitor?.placeOf(entity), id);

/** Where a place of the second floor is on the screen, by two robots that stand on it. */
async function onScreen(page: Page, { x, y }: { readonly x: number; readonly y: number }): Promise<[number, number]> {
  const [west, east] = [await placeOf(page, 'west'), await placeOf(page, 'east')];
  const box = await page.getByRole('application').boundingBox();
  if (!west || !east || !box) throw new Error('the second floor is not drawn');
  const pxPerM = (east[0] - west[0]) / 10;
  return [box.x + west[0] + (x - 9) * pxPerM, box.y + west[1] - (y - 6) * pxPerM];
}

it('a robot on the ground floor is sent to a room on the second by one press: it plans, rides the elevator and arrives, turned as it was asked', async () => {
  const page = await enterMonitor();
  await page
    .getByRole('button', { name: /^Rover/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Second floor/ }).click();
  await until('the second floor is drawn', async () => (await placeOf(page, 'west')) !== undefined);
  // A hub reads the building when it is first asked for a way: on a busy machine that takes its time.
  const plan = () =>
    page.evaluate(async () => {
      const goal = { x: 7.5, y: 9.5, floor: 'second-floor' };
      return (await (globalThis as Seen).manyhands?.link.travel.plan({ start: { x: 4, y: 6, floor: 'ground-floor' }, goal, radiusM: 0.3 }))
        ?.kind;
    });
  await until('the hub plans', async () => (await plan()) === 'path');
  await page.keyboard.press('g');
  const [x, y] = await onScreen(page, GOAL);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 40, { steps: 3 });
  await page.mouse.up();

  const journey = page.getByRole('status', { name: 'Journey' });
  await journey.getByText('m, ').waitFor();
  await world.changeTime({ kind: 'run', rate: 2 });
  await journey.getByText('Rides the elevator').waitFor({ timeout: JOURNEY_MS });
  await journey.getByText('Arrived').waitFor({ timeout: JOURNEY_MS });
  const pose = world.entity('rover')?.posture.pose;
  expect(Math.hypot((pose?.x ?? 0) - GOAL.x, (pose?.y ?? 0) - GOAL.y)).toBeLessThan(0.2);
  expect(pose?.z).toBeCloseTo(GOAL.z, 2);
  expect(2 * Math.atan2(pose?.qz ?? 0, pose?.qw ?? 1)).toBeCloseTo(Math.PI / 2, 1);
});
