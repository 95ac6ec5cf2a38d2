import type { Page } from 'playwright-core';
import { planarPose } from '../../src/core/base/pose.ts';
import { pioneer3dx } from '../../src/core/robots/catalog/pioneer-3-dx.ts';
import { draftOf } from '../../src/core/robots/robots.ts';
import { applySite } from '../../src/hub/site/apply-site.ts';
import { joinWorld, type World } from '../../src/library/manyhands.ts';
import { DESKTOP, drawFrames, type Studio, settled } from './studio.ts';

const BUILDING = 'src/hub/demos/research-building/research-building.json';
const NAME = 'Research building';

export interface GuidanceScene extends AsyncDisposable {
  /** Of Mara, with the robot selected. */
  readonly page: Page;
  openPlanner(): Promise<void>;
  compare(): Promise<void>;
}

/** A building of three floors with nobody in it but a Pioneer that is to be sent about. */
export async function openGuidance(studio: Studio): Promise<GuidanceScene> {
  await studio.startHub('fig-8');
  const { id } = await studio.createWorld({ name: NAME });
  const teacher = { hub: studio.url, link: studio.administratorLink, name: 'Mara Lind' } as const;
  await applySite(BUILDING, { ...teacher, world: id, inTheWay: 'refuse', format: 'human' });
  const world: World = await joinWorld(`${studio.url}/${id}`, { name: 'Dispatcher', link: studio.administratorLink });
  await world.insert(draftOf(pioneer3dx, { name: 'Pioneer', colour: 8, pose: planarPose(8, 8.2, 2.4) }), 'pioneer');
  const page = await studio.enter(DESKTOP, studio.administratorLink, 'Mara Lind');
  await page.goto(`${studio.url}/w/${id}`);
  await settled(page);
  await drawFrames(page, 'few');
  await page.getByRole('navigation', { name: 'Things and people' }).getByRole('button').filter({ hasText: 'Pioneer' }).first().click();
  return {
    page,
    openPlanner: async () => {
      await page.getByRole('button', { name: NAME }).first().click();
      await page.getByRole('menuitem', { name: /^Planner/ }).click();
    },
    compare: async () => {
      await page.getByPlaceholder('Or a room').click();
      await page.getByRole('option', { name: 'Workshop' }).last().click();
      await page.getByRole('button', { name: 'Compare all' }).click();
      await page.locator('tbody tr').nth(4).getByText(' ms').waitFor();
      await page.getByRole('button', { name: 'prm', exact: true }).click();
    },
    [Symbol.asyncDispose]: () => world.leave(),
  };
}
