import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { planarPose } from '../../src/core/base/pose.ts';
import { puma560 } from '../../src/core/robots/catalog/puma-560.ts';
import { draftOf } from '../../src/core/robots/robots.ts';
import type { Guest } from './guest.ts';
import { insertPatiently } from './insertion.ts';
import { Lab } from './lab.ts';
import { until } from './until.ts';

let opened: AsyncDisposableStack;
let lab: Lab;
let ada: Guest;
let ben: Guest;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  lab = opened.use(await Lab.open());
  ada = opened.use(await lab.enter('Ada'));
  ben = opened.use(await lab.enter('Ben'));
});
afterAll(() => opened.disposeAsync());

async function openFlags({ page }: Guest): Promise<Locator> {
  await page.getByRole('button', { name: lab.world, exact: true }).click();
  await page.getByRole('menuitem', { name: /^Flags/ }).click();
  const panel = page.getByRole('region', { name: 'Flags', exact: true });
  await panel.getByRole('group', { name: 'Flag 10' }).waitFor();
  return panel;
}

const shownIn = (panel: Locator, flag: string): Promise<string> => panel.getByLabel(`Value of ${flag}`, { exact: true }).inputValue();

it('the flags of the environment are set in one page, and seen in another and by a program, with their age', async () => {
  const [panel, other] = [await openFlags(ada), await openFlags(ben)];
  expect(await shownIn(panel, 'Flag 3')).toBe('0');
  await panel.getByRole('button', { name: 'Flag 3: one more' }).click();
  await until('Ben sees it', async () => (await shownIn(other, 'Flag 3')) === '1');
  await until('with its age', async () => /\d m?s/.test((await other.getByRole('group', { name: 'Flag 3' }).textContent()) ?? ''));
  const field = other.getByLabel('Value of Flag 10', { exact: true });
  await field.fill('-7');
  await field.press('Enter');
  await until('Ada sees that', async () => (await shownIn(panel, 'Flag 10')) === '−7');
  await using program = await lab.join('Program');
  await program.board.ready;
  await until('a program reads both', () => {
    const [third, tenth] = ['cell/flag/3', 'cell/flag/10'].map((name) => program.board.read(name));
    return third?.kind === 'value' && third.value === 1 && tenth?.kind === 'value' && tenth.value === -7;
  });
  await program.board.write('cell/flag/3', 5);
  await until('and what it writes is shown', async () => (await shownIn(panel, 'Flag 3')) === '5');
});

it('the flag of a robot is set in one page, and seen in another and by who holds the robot', async () => {
  await using owner = await lab.join('Owner');
  await insertPatiently(owner, draftOf(puma560, { name: 'Puma', colour: 1, pose: planarPose(0, 0, 0) }), 'puma');
  const [panel, other] = [ada, ben].map(({ page }) => page.getByRole('region', { name: 'Flags', exact: true }));
  if (!panel || !other) throw new Error('two are here');
  await panel.getByRole('button', { name: 'Puma: one more' }).click();
  await until('Ben sees it', async () => (await shownIn(other, 'Puma')) === '1');
  expect(owner.flags.of('puma')).toBe(1);
});

it('a panel that cannot be loaded says so, and the rest of the page goes on', async () => {
  const { page } = ada;
  await page.route(/assets\/tasks-[^/]*\.js$/, (route) => route.abort());
  await page.getByRole('button', { name: lab.world, exact: true }).click();
  await page.getByRole('menuitem', { name: /^Task board/ }).click();
  await page.getByText(/^This part of the page failed: /).waitFor();
  await page.getByRole('button', { name: 'Load the page again' }).waitFor();
  const panel = page.getByRole('region', { name: 'Flags', exact: true });
  await panel.getByRole('button', { name: 'Flag 4: one more' }).click();
  await expect(until('flags are set all the same', async () => (await shownIn(panel, 'Flag 4')) === '1')).resolves.toEqual(
    expect.any(Number),
  );
});
