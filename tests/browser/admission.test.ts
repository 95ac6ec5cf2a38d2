import { expect, it } from 'vitest';
import { joinWorld } from '../../src/library/manyhands.ts';
import { HubProcess } from '../processes/hub-process.ts';
import { Lab } from './lab.ts';
import { WORLD } from './lasting-hub.ts';
import { newScreen } from './screen.ts';

it('[H7] a page that is one too many says why, and what to do', async () => {
  await using hub = await HubProcess.start('--world', WORLD, '--most-in-world', '1');
  await using ann = await joinWorld(hub.url, { name: 'Ann', world: WORLD });
  await using context = await newScreen(await Lab.browser());
  const page = await context.newPage();
  await page.goto(`${hub.url}/w/${WORLD}`);
  await page.getByLabel('Your name').fill('Ben');
  await page.getByLabel('Your name').press('Enter');
  await page.getByText('You cannot enter this world').waitFor();
  await page.getByText(`1 are in ${WORLD}, which is all it takes; wait until someone leaves, or ask for more room`).waitFor();
  expect(ann.status.kind).toBe('connected');
});
