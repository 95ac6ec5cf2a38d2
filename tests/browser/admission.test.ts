import { expect, it } from 'vitest';
import { joinWorld } from '../../src/library/manyhands.ts';
import { HubProcess } from '../processes/hub-process.ts';
import { launchChromium } from './chromium.ts';
import { WORLD } from './lasting-hub.ts';

it('[H7] a page that is one too many says why, and what to do', { timeout: 60_000 }, async () => {
  await using hub = await HubProcess.start('--world', WORLD, '--most-in-world', '1');
  await using ann = await joinWorld(hub.url, { name: 'Ann', world: WORLD });
  await using browser = await launchChromium();
  const page = await browser.newPage();
  await page.goto(`${hub.url}/w/${WORLD}`);
  await page.getByLabel('Your name').fill('Ben');
  await page.getByLabel('Your name').press('Enter');
  await page.getByText('You cannot enter this world').waitFor();
  await page.getByText(`1 are in ${WORLD}, which is all it takes; wait until someone leaves, or ask for more room`).waitFor();
  expect(ann.status.kind).toBe('connected');
});
