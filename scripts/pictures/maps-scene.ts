import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { DESKTOP, drawFrames, PHONE, type Studio } from './studio.ts';

/** A door on no wall, so that something is wrong. */
const SLIPS = `
21 DOOR:
  x= 1500.0
  y= 1050.0
  theta= 0.0
  wide= 90.0
`;

export interface MapsScene {
  /** Of Mara, with the map open and something selected. */
  readonly page: Page;
  readonly kenji: Page;
  enterByPhone(): Promise<Page>;
}

/** Two people at the map of a research floor. */
export async function openMaps(studio: Studio): Promise<MapsScene> {
  await studio.startHub('workcell');
  const { link } = await studio.invite('workcell', { role: 'operator', note: 'Building team' });
  const enter = async (size: typeof DESKTOP, by: string, name: string): Promise<Page> => {
    const page = await studio.enter(size, by, name);
    await page.goto(`${studio.url}/w/workcell/maps`);
    // Little is drawn here, and what is read from a text waits for the next frame.
    await drawFrames(page, 'all');
    return page;
  };
  const openFloor = async (page: Page): Promise<void> => {
    await page.getByRole('link', { name: /Research floor/ }).click();
    await page.getByText('Saved').waitFor();
  };
  const page = await enter(DESKTOP, studio.administratorLink, 'Mara Lind');
  await page.getByText('No maps yet').waitFor();
  const floor = `${readFileSync('examples/research-floor.edl', 'utf8')}${SLIPS}`;
  await page
    .getByLabel('A map to import')
    .setInputFiles({ name: 'Research floor.edl', mimeType: 'text/plain', buffer: Buffer.from(floor) });
  await page.getByText('Saved').waitFor();
  const kenji = await enter(DESKTOP, link, 'Kenji Mori');
  await openFloor(kenji);
  await kenji
    .locator('.cm-line', { hasText: 'x= 750.0' })
    .first()
    .click({ position: { x: 90, y: 10 } });
  await page.locator('.cm-line', { hasText: '8 DOOR:' }).click({ position: { x: 70, y: 10 } });
  await page.locator('.mh-caret-name', { hasText: 'Kenji' }).waitFor();
  const enterByPhone = async (): Promise<Page> => {
    const phone = await enter(PHONE, link, 'Ines Dahl');
    await openFloor(phone);
    return phone;
  };
  return { page, kenji, enterByPhone };
}
