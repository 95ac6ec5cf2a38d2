import type { Page } from 'playwright-core';
import { drawFrames, type Screen, type Studio, settled } from './studio.ts';

/** Of the Puma, from the belt to the lathe; kept as `cell-a`. */
const LIST = `p1 52.5 67 -84.4 0 -72.6 0 66 // above the belt
p2 52.5 57.6 -78.2 0 -69.4 0 66 // on the belt
p3 128.6 74.2 -88.5 0 -75.7 0 34 // before the lathe
p4 136.9 58.8 -61.3 0 -87.5 0 34 // in the chuck
home 0 90 -90 0 0 0 66
`;

/** The workcell with the teach pendant of the Puma open, which stands at a position of its list. */
export async function openPendant(studio: Studio, screen: Screen): Promise<Page> {
  const page = await studio.enter(screen, studio.administratorLink, 'Mara Lind');
  await page.goto(`${studio.url}/w/workcell?look=puma`);
  await settled(page);
  await drawFrames(page, 'few');
  await openPanelOfPuma(page, screen);
  const pendant = page.getByRole('region', { name: 'Teach pendant of Puma 560' });
  await pendant.waitFor();
  await pendant
    .getByText(/No positions yet/)
    .or(pendant.getByRole('listitem').first())
    .waitFor();
  if ((await pendant.getByRole('listitem').count()) === 0)
    await pendant
      .getByLabel('List of positions: a file to load')
      .setInputFiles({ name: 'cell-a.pos', mimeType: 'text/plain', buffer: Buffer.from(LIST) });
  await pendant.getByRole('button', { name: 'p1', exact: true }).click();
  await pendant.getByRole('button', { name: 'Go to p1' }).click();
  await pendant.getByLabel('It stands at p1').waitFor();
  await pendant.getByRole('button', { name: 'p2', exact: true }).click();
  return page;
}

async function openPanelOfPuma(page: Page, { width }: Screen): Promise<void> {
  const isNarrow = width <= 1100;
  const rows = page.getByRole('navigation', { name: 'Things and people' }).getByRole('button');
  if (isNarrow) await page.getByRole('button', { name: /^Outliner/ }).click();
  await rows.filter({ hasText: 'Puma 560' }).first().click();
  if (isNarrow) {
    await page.getByLabel('Panel', { exact: true }).first().click();
    await page.getByRole('option', { name: 'Teach pendant' }).click();
    return;
  }
  await page.getByRole('button', { name: 'Workcell', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Teach pendant/ }).click();
}
