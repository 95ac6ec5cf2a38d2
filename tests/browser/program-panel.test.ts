import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { planarPose } from '../../src/core/base/pose.ts';
import { puma560 } from '../../src/core/robots/catalog/puma-560.ts';
import { draftOf } from '../../src/core/robots/robots.ts';
import type { World } from '../../src/library/manyhands.ts';
import type { Guest } from './guest.ts';
import { insertPatiently } from './insertion.ts';
import { Lab } from './lab.ts';
import { until } from './until.ts';

let opened: AsyncDisposableStack;
let lab: Lab;
let world: World;
let ada: Guest;
let ben: Guest;
/** What the pages asked for that is not the hub's, or that the hub has not got. */
const strange: string[] = [];

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  lab = opened.use(await Lab.open());
  world = opened.use(await lab.join('Owner'));
  await insertPatiently(world, draftOf(puma560, { name: 'Puma', colour: 1, pose: planarPose(0, 0, 0) }), 'puma');
  ada = opened.use(await lab.enter('Ada'));
  ben = opened.use(await lab.enter('Ben'));
  for (const { page } of [ada, ben]) {
    page.on('request', (request) => {
      if (!request.url().startsWith(lab.url) && /^https?:/.test(request.url())) strange.push(request.url());
    });
    page.on('response', (response) => {
      if (response.status() >= 400) strange.push(`${response.status()} ${response.url()}`);
    });
  }
});
afterAll(() => opened.disposeAsync());

async function openPanel({ page }: Guest): Promise<Locator> {
  const panel = page.getByRole('region', { name: 'Program editor' });
  if (await panel.isVisible()) return panel;
  await page.getByRole('button', { name: lab.world }).first().click();
  await page.getByRole('menuitem', { name: /^Program:/ }).click();
  await panel.waitFor();
  return panel;
}

/** Without the names at the cursors of others. */
const textOf = (panel: Locator): Promise<string> =>
  panel.getByRole('textbox', { name: 'Text of the program' }).evaluate((content) => {
    const copy = content.cloneNode(true) as HTMLElement;
    for (const caret of copy.querySelectorAll('.mh-caret')) caret.remove();
    return [...copy.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n');
  });

it('a program is written together, mended, seen and changed as blocks, and run on a robot line by line', async () => {
  const { page } = ada;
  const panel = await openPanel(ada);
  await panel.getByRole('button', { name: /^Program / }).click();
  await page.getByRole('menuitem', { name: 'New program' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('wave');
  await page.getByRole('button', { name: 'Make it' }).click();
  const editor = panel.getByRole('textbox', { name: 'Text of the program' });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(
    '// waves\nint n = 0;\nspeed(40);\nwhile (n < 2) {\n  move(1, 20);\n  move(1, -20);\n  n = n + 1;\n}\nprint("waved ", n)\n',
  );

  // A slip, where it is, and its fix at one press.
  const problems = panel.getByRole('region', { name: 'Problems' });
  await problems.getByText('a ; is missing here').waitFor();
  expect(await problems.getByText('line 9').count()).toBe(1);
  await panel.getByText('Blocks', { exact: true }).click();
  await panel.getByText(/The text has errors, so the blocks wait. line 9: a ; is missing here/).waitFor();
  await problems.getByRole('button', { name: 'Add ;', exact: true }).click();
  await problems.getByText('No problems').waitFor();

  // Another person sees it, and what the first does with blocks.
  const bens = await openPanel(ben);
  await until('it is written for the other', async () => (await textOf(bens)).includes('print("waved ", n);'));
  const speed = panel.locator('.blocklyBlockCanvas .blocklyEditableField').filter({ hasText: /^40$/ });
  await speed.click();
  await page.keyboard.type('70');
  await page.keyboard.press('Enter');
  await until('the text follows the block', async () => (await textOf(bens)).includes('speed(70);'));
  await bens.getByRole('img', { name: 'Ada is in this program' }).waitFor();

  // The text of the other comes back into the blocks.
  await bens.getByRole('textbox', { name: 'Text of the program' }).click();
  await ben.page.keyboard.press('ControlOrMeta+Home');
  await ben.page.keyboard.insertText('// together\n');
  await panel.locator('.blocklyBlockCanvas .blocklyEditableField').filter({ hasText: '// together' }).waitFor();
  expect(await textOf(bens)).toBe(
    '// together\n// waves\nint n = 0;\nspeed(70);\nwhile (n < 2) {\n  move(1, 20);\n  move(1, -20);\n  n = n + 1;\n}\nprint("waved ", n);\n',
  );

  // It runs: the robot moves, and both see where the program is.
  await panel.getByText('Text', { exact: true }).click();
  await panel.getByRole('button', { name: 'Begin, statement by statement' }).click();
  await panel.getByText('wave paused before line').waitFor();
  await bens.locator('.mh-line-paused').waitFor();
  const waist = () => world.entity('puma')?.posture.values[0] ?? 0;
  const before = waist();
  await panel.getByRole('button', { name: 'Go on' }).click();
  await until('the robot moves', () => Math.abs(waist() - before) > 0.05);
  await panel.locator('.mh-line-running').waitFor();
  await panel.getByText('wave finished').waitFor();
  const facts = bens.getByRole('region', { name: 'Variables and output' });
  await facts.getByText('waved 2').waitFor();
  expect(await facts.locator('dd').allTextContents()).toEqual(['2']);
  expect(strange).toEqual([]);
});
