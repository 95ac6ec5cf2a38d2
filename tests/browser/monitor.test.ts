import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planarPose, planarTwist } from '../../src/core/base/pose.ts';
import { catalog, draftOf } from '../../src/core/robots/robots.ts';
import type { World } from '../../src/library/manyhands.ts';
import type { WorldLink } from '../../src/web/link/world-link.ts';
import { CutLine } from './cut-line.ts';
import { insertPatiently } from './insertion.ts';
import { Lab } from './lab.ts';
import { until } from './until.ts';

const UPSTAIRS_M = 3.5;
const EDL = 'LENGTH 1200\nWIDTH 800\n1 WALL: x= 600 y= 400 theta= 90 long= 800\n2 DOOR: x= 600 y= 400 theta= 0 wide= 120\n';
const SITE = {
  name: 'Two floors',
  floors: [
    { name: 'Ground floor', heightCm: 0, edl: EDL },
    { name: 'First floor', heightCm: 350, edl: EDL },
  ],
};

interface Seen {
  readonly manyhands?: { readonly link: WorldLink; readonly monitor?: { placeOf(entity: string): readonly [number, number] | undefined } };
}

let opened: AsyncDisposableStack;
let lab: Lab;
let line: CutLine;
let world: World;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  lab = opened.use(await Lab.open());
  line = opened.use(await CutLine.open(lab.port));
  world = await lab.join('Dispatcher');
  opened.defer(() => world.leave());
  const pioneer = catalog.find(({ id }) => id === 'pioneer-3-dx');
  if (!pioneer) throw new Error('there is no Pioneer in the catalog');
  await insertPatiently(world, draftOf(pioneer, { pose: planarPose(2, 2, 0), name: 'Rover', colour: 2 }), 'rover');
  await insertPatiently(
    world,
    draftOf(pioneer, { pose: { ...planarPose(9, 6, 0), z: UPSTAIRS_M }, name: 'Climber', colour: 5 }),
    'climber',
  );
});
afterAll(() => opened.disposeAsync());

async function enter(url: string, name: string, viewport = { width: 1200, height: 700 }): Promise<Page> {
  const page = await lab.page({ viewport });
  await page.goto(`${url}/w/${lab.world}/monitor`);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Your name').press('Enter');
  return page;
}

/** Where a robot is drawn, on the screen. */
async function placeOf(page: Page, entity: string): Promise<readonly [number, number] | undefined> {
  const at = await page.evaluate((id) => (globalThis as Seen).manyhands?.monitor?.placeOf(id), entity);
  const box = await page.getByRole('application').boundingBox();
  return at && box ? [box.x + at[0], box.y + at[1]] : undefined;
}

async function drawnAt(page: Page, entity: string): Promise<readonly [number, number]> {
  await until(`${entity} is drawn`, async () => (await placeOf(page, entity)) !== undefined);
  return (await placeOf(page, entity)) ?? [0, 0];
}

const drive = async (entity: string, forwardMPerS: number, durationMs: number): Promise<void> => {
  const outcome = await world.command(entity, { kind: 'drift', twist: planarTwist(forwardMPerS, 0), durationMs });
  expect(outcome.kind).toBe('done');
};

/** As `manyhands site apply` keeps it, and as somebody shares a file. */
async function keepSite(page: Page): Promise<void> {
  const status = await page.evaluate(
    async ([path, text]) => {
      const token = JSON.parse(localStorage.getItem('manyhands.session') ?? '{}').token as string;
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      return (await fetch(path, { method: 'POST', headers, body: text })).status;
    },
    [`/api/v1/worlds/${lab.world}/files?name=site.json`, JSON.stringify(SITE)] as const,
  );
  expect(status).toBe(201);
}

describe('the monitor', () => {
  let page: Page;

  it('shows robots on a plain floor while there is no building, and finds one that comes', async () => {
    page = await enter(lab.url, 'Ada');
    await page.getByText('No building: robots on a plain floor.').waitFor();
    await page.getByRole('button', { name: /^Rover/ }).waitFor();
    await keepSite(page);
    await page.getByRole('button', { name: 'First floor, 1 robot' }).waitFor();
    await page.getByRole('button', { name: 'Ground floor, 1 robot' }).waitFor();
  });

  it('moves the symbol of a robot that drives, and tells how fast', async () => {
    const before = await drawnAt(page, 'rover');
    await drive('rover', 0.2, 10_000);
    await page.getByRole('button', { name: /^Rover Moving 0\.20 m\/s/ }).waitFor();
    await until('its symbol has moved to the right', async () => ((await placeOf(page, 'rover'))?.[0] ?? 0) > before[0] + 12);
    await page.getByRole('button', { name: /^Rover At rest 0\.00 m\/s/ }).waitFor();
    const after = await drawnAt(page, 'rover');
    expect(Math.abs(after[1] - before[1])).toBeLessThan(3);
  });

  it('selects by a click, and shows what is known', async () => {
    await page.mouse.click(...(await drawnAt(page, 'rover')));
    const card = page.getByRole('region', { name: 'Selected: Rover' });
    await card.getByText(/^4\.0, 2\.0 m, −?0\.0°$/).waitFor();
    await card.getByText('Ground floor').waitFor();
    const [x, y] = await drawnAt(page, 'rover');
    await page.mouse.click(x + 80, y + 60);
    await expect(card.waitFor({ state: 'detached' })).resolves.toBeUndefined();
  });

  it('shows one floor, another, and all of them', async () => {
    await page.getByRole('button', { name: /^First floor/ }).click();
    await page.getByText('12 × 8 m, 1 robot').waitFor();
    await until('only who is upstairs is drawn', async () => (await placeOf(page, 'rover')) === undefined);
    await drawnAt(page, 'climber');
    await page.keyboard.press('PageDown');
    await until('only who is downstairs is drawn', async () => (await placeOf(page, 'climber')) === undefined);
    await page.keyboard.press('b');
    await Promise.all([drawnAt(page, 'rover'), drawnAt(page, 'climber')]);
    await expect(page.getByText('2 floors, 2 robots').waitFor()).resolves.toBeUndefined();
  });

  it('comes nearer by the wheel, is dragged, and shows all again', async () => {
    const [x, y] = await drawnAt(page, 'rover');
    const apart = async () => {
      const [a, b] = [await drawnAt(page, 'rover'), await drawnAt(page, 'climber')];
      return Math.hypot(a[0] - b[0], a[1] - b[1]);
    };
    const fittedPx = await apart();
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, -600);
    await until('it is nearer', async () => (await apart()) > fittedPx * 1.5);
    const [nearX, nearY] = await drawnAt(page, 'rover');
    // A pixel of the screen is two of the page, and is seen larger now.
    expect(Math.hypot(nearX - x, nearY - y)).toBeLessThan(8);
    await page.mouse.move(x + 60, y + 60);
    await page.mouse.down();
    await page.mouse.move(x + 100, y + 80, { steps: 4 });
    await page.mouse.up();
    await until('it was dragged', async () => Math.abs(((await placeOf(page, 'rover'))?.[0] ?? 0) - nearX - 40) < 5);
    await page.getByRole('button', { name: 'All of it' }).click();
    await until('all is seen again', async () => Math.abs((await apart()) - fittedPx) < 2);
  });

  it('follows the selected robot, until somebody moves the map', async () => {
    await page.getByRole('button', { name: /^Rover/ }).click();
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    const box = await page.getByRole('application').boundingBox();
    const middle = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const;
    const isInTheMiddle = async () => {
      const at = await placeOf(page, 'rover');
      return at !== undefined && Math.hypot(at[0] - middle[0], at[1] - middle[1]) < 6;
    };
    await until('it is in the middle', isInTheMiddle);
    await drive('rover', -0.2, 8000);
    await page.getByRole('button', { name: /^Rover Moving/ }).waitFor();
    await until('it has driven away', async () => (world.entity('rover')?.pose.x ?? 9) < 2.6);
    await until('it is in the middle still', isInTheMiddle);
    await page.getByRole('button', { name: 'Following' }).waitFor();
    await page.getByRole('application').press('ArrowRight');
    await page.getByRole('button', { name: 'Follow', exact: true }).waitFor();
  });

  it('tells who stopped a robot', async () => {
    await page.getByRole('button', { name: 'Stop Rover' }).click();
    await page.getByRole('button', { name: /^Rover Stopped by you/ }).waitFor();
    expect(world.entity('rover')?.control.stop?.reason).toBe('Stop pressed');
    await world.rearm('rover');
    await page.getByRole('button', { name: /^Rover At rest/ }).waitFor();
  });

  it('is large on a wall, and has Stop there, too', async () => {
    await page.keyboard.press('w');
    await page.waitForURL(`**/w/${lab.world}/monitor/wall`);
    await page.getByText('2 at rest').waitFor();
    await page.getByRole('complementary').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Stop every robot of this world' }).waitFor();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('complementary', { name: 'Robots' }).waitFor()).resolves.toBeUndefined();
  });
});

describe('the monitor and the 3D view', () => {
  it('lead to each other: to the selected robot, and back', async () => {
    const page = await enter(lab.url, 'Eve');
    await page.getByRole('button', { name: /^Climber/ }).click();
    await page.getByRole('button', { name: 'Open 3D view there' }).click();
    await page.waitForURL(`**/w/${lab.world}#at=climber`);
    await expect(page.getByRole('region', { name: 'Inspector of Climber' }).waitFor()).resolves.toBeUndefined();
    await page.getByRole('button', { name: lab.world, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Monitor: the building from above' }).click();
    await drawnAt(page, 'climber');
    await page.context().close();
  });
});

describe('the monitor on a phone', () => {
  it('selects by a finger, chooses a floor, and fits', async () => {
    const phone = await lab.page({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await phone.goto(`${lab.url}/w/${lab.world}/monitor`);
    await phone.getByLabel('Your name').fill('Pia');
    await phone.getByLabel('Your name').press('Enter');
    await phone.touchscreen.tap(...(await drawnAt(phone, 'climber')));
    await phone.getByRole('region', { name: 'Selected: Climber' }).waitFor();
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await phone.getByRole('combobox', { name: 'Floor' }).click();
    await phone.getByRole('option', { name: 'First floor' }).click();
    await until('only who is upstairs is drawn', async () => (await placeOf(phone, 'rover')) === undefined);
    await phone.context().close();
  });
});

describe('the monitor of who loses the hub', () => {
  it('says so, keeps the building, and goes on when it is back', async () => {
    const page = await enter(line.url, 'Bob');
    await drawnAt(page, 'rover');
    line.cut();
    await page.getByText(/^Connection lost/).waitFor();
    await drawnAt(page, 'rover');
    line.mend();
    await page.getByText('Live', { exact: true }).waitFor();
    const [x] = await drawnAt(page, 'rover');
    await drive('rover', 0.4, 4000);
    await until('its symbol moves again', async () => ((await placeOf(page, 'rover'))?.[0] ?? 0) > x + 8);
    await page.context().close();
  });
});
