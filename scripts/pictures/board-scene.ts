import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { joinWorld, planarPose, type World } from '../../src/library/manyhands.ts';
import { DESKTOP, drawFrames, PHONE, type Studio, settled } from './studio.ts';

/** So long something is plotted before the picture. */
const PAST_MS = 18_000;
const EVERY_MS = 50;

export interface BoardScene extends AsyncDisposable {
  /** Of Mara, with the panel open. */
  readonly page: Page;
  enterByPhone(): Promise<Page>;
}

/** The workcell with a program that measures, and one that has left. */
export async function openBoard(studio: Studio): Promise<BoardScene> {
  await using opened = new AsyncDisposableStack();
  await studio.startHub('workcell');
  const { link } = await studio.invite('workcell', { role: 'operator', note: 'Cell team' });
  await leaveSomething(studio, link);
  const gauge = opened.use(await joinWorld(studio.url, { name: 'Belt gauge', link }));
  await measure(gauge, opened);
  const enter = async (size: typeof DESKTOP): Promise<Page> => {
    const page = await studio.enter(size, studio.administratorLink, 'Mara Lind');
    await page.goto(`${studio.url}/w/workcell`);
    await settled(page);
    await drawFrames(page, 'few');
    await openPanel(page);
    return page;
  };
  const page = await enter(DESKTOP);
  await pause(PAST_MS);
  const parts = opened.move();
  return { page, enterByPhone: () => enter(PHONE), [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

/** What somebody wrote who is not here any more. */
async function leaveSomething(studio: Studio, link: string): Promise<void> {
  await using kettle = await joinWorld(studio.url, { name: 'Air line', link });
  await kettle.board.ready;
  await kettle.board.declare('cell/air', { type: 'number', unit: 'Pa' });
  await kettle.board.write('cell/air', 598_300);
}

async function measure({ board, id }: World, opened: AsyncDisposableStack): Promise<void> {
  await board.ready;
  await board.declare('cell/belt/speed', { type: 'number', unit: 'm/s', writers: { kind: 'participant', id } });
  await board.declare('cell/belt/load', { type: 'number', unit: 'kg' });
  await board.declare('cell/lamp', { type: 'boolean' });
  await board.declare('cell/goal', { type: 'pose' });
  await board.write('cell/lamp', true);
  await board.write('cell/goal', planarPose(0.4, -0.25, 1.2));
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += EVERY_MS / 1000;
    const earlier = [{ node: 'can0', kind: 'device', shareMs: 20, basis: 'assumed' }] as const;
    void board.write('cell/belt/speed', 0.25 + 0.08 * Math.sin(seconds / 2) + 0.02 * Math.sin(seconds * 3), { earlier });
    void board.write('cell/belt/load', 3 + 2 * Math.max(0, Math.sin(seconds / 3)));
  }, EVERY_MS);
  opened.defer(() => clearInterval(timer));
}

async function openPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Workcell', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Blackboard: every value, its age' }).click();
  await page.getByRole('treeitem', { name: 'cell/belt/speed', exact: true }).click();
  await page.getByRole('button', { name: 'Plot cell/belt/speed' }).click();
}
