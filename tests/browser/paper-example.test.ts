import { createHash } from 'node:crypto';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BELT_TOP_M } from '../../src/core/robots/catalog/conveyor.ts';
import type { World } from '../../src/library/manyhands.ts';
import type { Guest } from './guest.ts';
import { Lab } from './lab.ts';
import { LastingHub } from './lasting-hub.ts';
import { until } from './until.ts';

const CELL = 'practice-cell';
/** The example takes 75 s of world time, and is stopped in its middle. */
const PATIENCE_MS = 90_000;
const ROBOTS = ['Puma 560', 'Jupiter XL', 'Mitsubishi EX', 'Conveyor', 'Lathe'];

let opened: AsyncDisposableStack;
let lab: Lab;
let observer: World;
let ada: Guest;
let ben: Guest;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  lab = opened.use(await Lab.at(await LastingHub.start(CELL)));
  observer = opened.use(await lab.join('Observer'));
  ada = opened.use(await lab.enter('Ada'));
  ben = opened.use(await lab.enter('Ben', { drawing: 'full' }));
});
afterAll(() => opened.disposeAsync());

async function boardOf({ page }: Guest): Promise<Locator> {
  await page.getByRole('button', { name: 'Practice cell', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Task board/ }).click();
  return page.getByRole('tabpanel', { name: 'Task board' });
}

/** What the view shows, as a number that is another for another picture. */
const pictureOf = async ({ page }: Guest): Promise<string> =>
  createHash('sha256')
    .update(await page.locator('canvas').first().screenshot())
    .digest('hex');

/** World time goes so much faster than the clock: nobody looks at how fast it is. */
const RATE = 2;
/** Of the table: the Puma takes the piece back from the lathe. */
const UNLOAD = 2;

it('the example of the paper runs from start to end, is stopped in its middle and goes on; a second browser sees it all', async () => {
  const [board, boardOfBen] = [await boardOf(ada), await boardOf(ben)];
  await until('its table is there', async () => (await board.getByRole('listitem').count()) === 6);
  await board.getByText('Every start can be reached, none is circular.').waitFor();
  const pictures = [await pictureOf(ben)];
  const stage = async (what: string, isSo: () => boolean | Promise<boolean>): Promise<void> => {
    await until(what, isSo, PATIENCE_MS);
    pictures.push(await pictureOf(ben));
  };
  // Whoever looks only now and then may miss a program that runs for seconds.
  const begun = new Set<string>();
  using _watching = observer.programs.changes.on(({ robot }) => {
    if (observer.programs.of(robot)?.phase === 'running') begun.add(robot);
  });
  await board.getByRole('button', { name: 'Start', exact: true }).click();
  await observer.changeTime({ kind: 'run', rate: RATE });
  await stage('Ben sees the Puma lift the piece', async () => (await ben.shown('piece')).pose.z > BELT_TOP_M + 0.1);
  await stage('the lathe turns it', () => begun.has('lathe'));

  await ben.page.getByRole('button', { name: 'Stop every robot of this world' }).click();
  await board.getByRole('button', { name: 'Resume', exact: true }).waitFor();
  await stage('all of it stands', () =>
    ['puma', 'lathe', 'conveyor'].every((robot) => observer.entity(robot)?.control.stop?.recorded === true),
  );
  for (const robot of ROBOTS) await rearm(robot);
  await board.getByRole('button', { name: 'Resume', exact: true }).click();

  await stage('the Puma has taken it back to the belt', () =>
    boardOfBen.getByRole('listitem').nth(UNLOAD).getByLabel('finished', { exact: true }).isVisible(),
  );
  await stage('Jupiter stamps it', () => begun.has('jupiter'));
  await stage('the Mitsubishi cleans it', () => begun.has('mitsubishi'));
  for (const each of [board, boardOfBen])
    await until('all have finished', async () => (await each.getByLabel('finished', { exact: true }).count()) === 6, PATIENCE_MS);
  await stage('the piece is at the end of the belt', async () => (await ben.shown('piece')).pose.x > 1.7);
  expect(new Set(pictures).size, 'each stage looks like itself').toBe(pictures.length);
  const [hashes, others] = [await ada.hashes(), await ben.hashes()];
  for (const robot of ['puma', 'jupiter', 'mitsubishi', 'conveyor', 'lathe', 'piece'])
    expect(others.get(robot), robot).toBe(hashes.get(robot));
});

async function rearm(robot: string): Promise<void> {
  await ada.select(robot);
  const button = ada.inspector.getByRole('button', { name: 'Re-arm' });
  await button.hover();
  await ada.page.mouse.down();
  await until(`${robot} is re-armed`, async () => !(await button.isVisible()));
  await ada.page.mouse.up();
}
