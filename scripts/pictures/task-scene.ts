import type { Page } from 'playwright-core';
import { joinWorld } from '../../src/library/manyhands.ts';
import { DESKTOP, drawFrames, type Screen, type Studio, settled } from './studio.ts';

const CELL = 'practice-cell';
const LOOK_EVERY_MS = 200;

/** The practice cell with its task board, on which the paper's example is performed: Jupiter stamps the piece. */
export async function openTask(studio: Studio): Promise<Page> {
  await studio.startHub(CELL);
  const page = await enter(studio, DESKTOP);
  const board = page.getByRole('tabpanel', { name: 'Task board' });
  await board.getByText('Every start can be reached').waitFor();
  await board.getByRole('button', { name: 'Start', exact: true }).click();
  await using observer = await joinWorld(`${studio.url}/${CELL}`, { name: 'Camera', link: studio.administratorLink });
  // In its middle: the tool is on the piece.
  while ((observer.programs.of('jupiter')?.effects ?? 0) < 6) await page.waitForTimeout(LOOK_EVERY_MS);
  return page;
}

/** The table on a small screen. */
export const openTaskByPhone = (studio: Studio, screen: Screen): Promise<Page> => enter(studio, screen);

async function enter(studio: Studio, screen: Screen): Promise<Page> {
  const page = await studio.enter(screen, studio.administratorLink, 'Mara Lind');
  await page.goto(`${studio.url}/w/${CELL}`);
  await settled(page);
  await drawFrames(page, 'few');
  await page.getByRole('button', { name: 'Practice cell', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Task board/ }).click();
  await page.getByRole('listitem').filter({ hasText: 'unload' }).first().waitFor();
  return page;
}
