import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planarPose } from '../../src/core/base/pose.ts';
import { puma560 } from '../../src/core/robots/catalog/puma-560.ts';
import { draftOf } from '../../src/core/robots/robots.ts';
import type { Guest } from './guest.ts';
import { insertPatiently } from './insertion.ts';
import { Lab } from './lab.ts';
import { until } from './until.ts';

const DEGREE = Math.PI / 180;
const TURN = 'speed(100);\nmove(1, 15);\nwait(4000);\nflag(1);\n';
const TASK = 'N - - left turn -\nS left 2 right turn -\n';

let opened: AsyncDisposableStack;
let lab: Lab;
let ada: Guest;
let ben: Guest;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  lab = opened.use(await Lab.open());
  const owner = opened.use(await lab.join('Owner'));
  await insertPatiently(owner, draftOf(puma560, { name: 'Left', colour: 1, pose: planarPose(0, 0, 0) }), 'left');
  await insertPatiently(owner, draftOf(puma560, { name: 'Right', colour: 2, pose: planarPose(3, 0, 0) }), 'right');
  ada = opened.use(await lab.enter('Ada'));
  ben = opened.use(await lab.enter('Ben'));
});
afterAll(() => opened.disposeAsync());

async function openPanel({ page }: Guest, item: RegExp): Promise<void> {
  await page.getByRole('button', { name: lab.world, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const boardOf = ({ page }: Guest): Locator => page.getByRole('tabpanel', { name: 'Task board' });
const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

describe('the task board', () => {
  it('loads a table, says what is wrong at its row, and takes changes back; a second person sees them', async () => {
    const { page } = ada;
    await openPanel(ada, /^Program: /);
    await page.getByLabel('A program to import').setInputFiles(file('turn.prg', TURN));
    await page.getByRole('button', { name: 'Program turn' }).waitFor();
    await openPanel(ada, /^Hide the program/);
    await openPanel(ada, /^Task board/);
    const board = boardOf(ada);
    await board.getByLabel('Task: a file to load').setInputFiles(file('Both.task', TASK));
    await board.getByText('Every start can be reached, none is circular.').waitFor();
    await openPanel(ben, /^Task board/);
    await until('Ben sees both rows', async () => (await boardOf(ben).getByRole('listitem').count()) === 2);
    await board.getByRole('listitem').first().getByRole('button', { name: 'when a robot has started or finished' }).click();
    await board.getByRole('listitem').first().getByLabel('Whose status').selectOption('right');
    await until('the circle is told, for Ben too', async () => /waits? for/.test((await boardOf(ben).textContent()) ?? ''));
    expect(await board.getByRole('button', { name: 'Start', exact: true }).isDisabled()).toBe(true);
    await board.getByRole('button', { name: 'Undo a change of the task' }).click();
    await board.getByRole('button', { name: 'Undo a change of the task' }).click();
    await board.getByText('Every start can be reached, none is circular.').waitFor();
  });

  it('starts programs when their time has come, and draws who ran when', async () => {
    const board = boardOf(ada);
    await board.getByRole('button', { name: 'Start', exact: true }).click();
    await board.getByRole('listitem').nth(1).getByLabel('waits').waitFor();
    await until('both have finished', async () => (await board.getByLabel('finished', { exact: true }).count()) === 2);
    expect(await board.getByRole('img', { name: 'Who ran when in Both' }).locator('rect').count()).toBe(2);
    for (const robot of ['left', 'right'])
      expect(Math.abs(((await ben.shown(robot)).values[0] ?? 0) - 15 * DEGREE), robot).toBeLessThan(0.1 * DEGREE);
    await board.getByRole('button', { name: 'Start', exact: true }).waitFor();
  });

  it('is the same for everybody, whoever started it, and goes on when that page is closed', async () => {
    const [boardOfAda, board] = [boardOf(ada), boardOf(ben)];
    const [left, right] = [board.getByRole('listitem').nth(0), board.getByRole('listitem').nth(1)];
    await boardOfAda.getByRole('button', { name: 'Start', exact: true }).click();
    await left.getByLabel('runs', { exact: true }).waitFor();
    await board.getByRole('button', { name: 'Pause', exact: true }).click();
    await boardOfAda.getByRole('button', { name: 'Resume', exact: true }).waitFor();
    await board.getByRole('button', { name: 'Resume', exact: true }).click();
    await left.getByLabel('runs', { exact: true }).waitFor();
    await ada[Symbol.asyncDispose]();
    expect(await right.getByLabel('waits', { exact: true }).count()).toBe(1);
    await until('both have finished', async () => (await board.getByLabel('finished', { exact: true }).count()) === 2);
  });
});
