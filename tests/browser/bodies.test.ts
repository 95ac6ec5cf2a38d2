import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Pose, planarPose } from '../../src/core/base/pose.ts';
import { catalog, draftOf } from '../../src/core/robots/robots.ts';
import type { Guest } from './guest.ts';
import { Lab } from './lab.ts';
import { until } from './until.ts';

const BENCH_M = 0.72;

let opened: AsyncDisposableStack;
let lab: Lab;
let ada: Guest;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  lab = opened.use(await Lab.open());
  ada = opened.use(await lab.enter('Ada'));
  for (const id of await ada.entities()) await ada.remove(id);
});
afterAll(() => opened.disposeAsync());

async function stand(model: string, pose: Pose): Promise<string> {
  const found = catalog.find(({ id }) => id === model);
  if (!found) throw new Error(`the catalog has no ${model}`);
  return await ada.insert(draftOf(found, { pose, colour: 1 }));
}

describe('in the view', () => {
  it('what is chosen in the catalog goes where one clicks, and stands on what is there', async () => {
    const bench = await stand('workbench', planarPose(0, 0, 0));
    await until('Ada sees the bench', async () => (await ada.entity(bench)) !== undefined);
    await ada.page.getByRole('button', { name: 'From above' }).click();
    await ada.page.getByRole('button', { name: 'Everything in view' }).click();
    await ada.page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    const dialog = ada.page.getByRole('dialog', { name: 'Add from the catalog' });
    await dialog.getByText('Where I click').click();
    await dialog.getByRole('button', { name: /^Cube/ }).press('Enter');
    await ada.page.getByText('Click or tap where').waitFor();
    await ada.page.keyboard.press('Escape');
    await ada.page.getByText('Click or tap where').waitFor({ state: 'detached' });

    await ada.page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await dialog.getByRole('button', { name: /^Cube/ }).press('Enter');
    await ada.page.getByText('Click or tap where').waitFor();
    const view = await ada.page.locator('canvas').first().boundingBox();
    if (!view) throw new Error('there is no view');
    await ada.page.mouse.click(view.x + view.width / 2, view.y + view.height / 2);
    await ada.page.getByText('Click or tap where').waitFor({ state: 'detached' });
    await until('there is a cube', async () => (await named('Cube')) !== undefined);
    const cube = (await named('Cube')) ?? '';
    await expect(
      until('the cube lies on the bench', async () => {
        const { pose } = await ada.shown(cube);
        return Math.hypot(pose.x, pose.y) < 0.2 && Math.abs(pose.z - BENCH_M) < 0.005;
      }),
    ).resolves.toEqual(expect.any(Number));
  });

  it('something in the way of a robot is told by its name where it is', async () => {
    await stand('puma-560', planarPose(0, 3, 0));
    await stand('wall', planarPose(0, 3.48, 0));
    await ada.select('Puma 560');
    await ada.page.getByRole('button', { name: 'Orbit' }).click();
    await ada.page.getByRole('button', { name: 'Everything in view' }).click();
    const waist = ada.inspector.getByLabel('J1 waist, degrees');
    await waist.fill('90');
    await waist.press('Enter');
    const words = 'Puma 560 stopped: Wall in its way';
    await ada.page.getByText(words).first().waitFor();
    expect(await ada.page.locator('.mh-pulse').count()).toBe(1);
    await ada.inspector.getByText('Stopped: Wall in its way').waitFor();
    await ada.page.getByRole('button', { name: /^Notifications/ }).press('Enter');
    await ada.page.getByRole('listitem').filter({ hasText: words }).waitFor();
  });
});

async function named(name: string): Promise<string | undefined> {
  for (const id of await ada.entities()) if ((await ada.entity(id))?.description.name === name) return id;
  return undefined;
}
