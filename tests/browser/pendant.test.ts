import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planarPose } from '../../src/core/base/pose.ts';
import { pioneer3dx } from '../../src/core/robots/catalog/pioneer-3-dx.ts';
import { puma560 } from '../../src/core/robots/catalog/puma-560.ts';
import { draftOf } from '../../src/core/robots/robots.ts';
import type { Guest } from './guest.ts';
import { insertPatiently } from './insertion.ts';
import { Lab } from './lab.ts';
import { until } from './until.ts';

const DEGREE = Math.PI / 180;
/** A degree of freedom is drawn in single precision, and taught to a hundredth of a degree. */
const NEAR = 0.01 * DEGREE;

let opened: AsyncDisposableStack;
let lab: Lab;
let ada: Guest;
let ben: Guest;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  lab = opened.use(await Lab.open());
  const owner = opened.use(await lab.join('Owner'));
  await insertPatiently(owner, draftOf(puma560, { name: 'Puma', colour: 1, pose: planarPose(0, 0, 0) }), 'puma');
  await insertPatiently(owner, draftOf(pioneer3dx, { name: 'Rover', colour: 2, pose: planarPose(2, 1, 0) }), 'rover');
  ada = opened.use(await lab.enter('Ada'));
  ben = opened.use(await lab.enter('Ben'));
});
afterAll(() => opened.disposeAsync());

const pendantOf = ({ page }: Guest, robot: string): Locator => page.getByRole('region', { name: `Teach pendant of ${robot}` });

async function openPendant(guest: Guest, robot: string): Promise<Locator> {
  await guest.select(robot);
  const pendant = pendantOf(guest, robot);
  if ((await guest.page.getByRole('region', { name: /^Teach pendant of/ }).count()) === 0) {
    await guest.page.getByRole('button', { name: lab.world, exact: true }).click();
    await guest.page.getByRole('menuitem', { name: /^Teach pendant/ }).click();
  }
  await pendant.waitFor();
  return pendant;
}

const names = async (pendant: Locator): Promise<string[]> =>
  pendant.getByRole('listitem').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.name ?? ''));

async function jointTo(pendant: Locator, joint: string, degrees: number): Promise<void> {
  const field = pendant.getByRole('textbox', { name: `${joint}, degrees`, exact: true });
  await field.fill(String(degrees));
  await field.press('Enter');
  await until(`${joint} is at ${degrees}°`, async () => (await field.inputValue()) === `${degrees.toFixed(1).replace('-', '−')}°`);
}

describe('the teach pendant', () => {
  it('records where an arm stands, twice; a second person sees both at once', async () => {
    const pendant = await openPendant(ada, 'Puma');
    await pendant.getByText('No positions yet. Move Puma to where it should go, then press Record.').waitFor();
    await jointTo(pendant, 'J1 waist', 20);
    await pendant.getByRole('button', { name: 'Record' }).click();
    await until('p1 is listed', async () => (await names(pendant)).join() === 'p1');
    await jointTo(pendant, 'J1 waist', -35);
    await pendant.getByRole('button', { name: 'Record' }).click();
    await until('p2 is listed', async () => (await names(pendant)).join() === 'p1,p2');
    const other = await openPendant(ben, 'Puma');
    await until('Ben sees both', async () => (await names(other)).join() === 'p1,p2');
    await expect(other.getByLabel('It stands at p2').waitFor()).resolves.toBeUndefined();
  });

  it('goes to one at the chosen speed, and everybody sees the joints there', async () => {
    const pendant = pendantOf(ada, 'Puma');
    await pendant.getByText('100 %').click();
    await pendant.getByRole('button', { name: 'p1', exact: true }).click();
    await pendant.getByRole('button', { name: 'Go to p1' }).click();
    await until('the waist is at 20° for Ben', async () => Math.abs(((await ben.shown('puma')).values[0] ?? 0) - 20 * DEGREE) < NEAR);
    await pendantOf(ben, 'Puma').getByLabel('It stands at p1').waitFor();
    // It was free, so whoever moved it has it: Ben is told so, and his buttons do nothing.
    await until('Ben is told who has it', async () => (await pendantOf(ben, 'Puma').getByText('Ada has Puma in hand').count()) === 1);
    expect(await pendantOf(ben, 'Puma').getByRole('button', { name: 'Jog J1 waist up' }).isDisabled()).toBe(true);
  });

  it('jogs a joint while a button is held, and no longer', async () => {
    const pendant = pendantOf(ada, 'Puma');
    const button = pendant.getByRole('button', { name: 'Jog J1 waist up' });
    await button.hover();
    await ada.page.mouse.down();
    await until('it moves', async () => ((await ada.shown('puma')).values[0] ?? 0) > 23 * DEGREE);
    await ada.page.mouse.up();
    await expect(until('it stands', async () => (await ada.entity('puma'))?.isWorking === false)).resolves.toEqual(expect.any(Number));
  });

  it('reorders by keys and by dragging, renames, notes and edits; Ben follows', async () => {
    const pendant = pendantOf(ada, 'Puma');
    const other = pendantOf(ben, 'Puma');
    await pendant.getByRole('button', { name: /^Reorder p1/ }).press('ArrowDown');
    await until('p1 is the second for Ben', async () => (await names(other)).join() === 'p2,p1');
    await pendant.getByText('p1 is now 2 of 2').waitFor({ state: 'attached' });
    const [from, to] = [pendant.getByRole('button', { name: /^Reorder p1/ }), pendant.getByRole('listitem').first()];
    const [handle, first] = [await from.boundingBox(), await to.boundingBox()];
    if (!handle || !first) throw new Error('there are no rows to drag');
    await ada.page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
    await ada.page.mouse.down();
    await ada.page.mouse.move(first.x + 20, first.y + 4, { steps: 5 });
    await ada.page.mouse.up();
    await until('p1 is the first again', async () => (await names(other)).join() === 'p1,p2');
    await pendant.getByRole('button', { name: 'p2', exact: true }).click();
    await pendant.getByRole('button', { name: 'Rename' }).click();
    await pendant.getByLabel('Name of p2').fill('above the belt');
    await pendant.getByLabel('Name of p2').press('Enter');
    const field = pendant.getByLabel('J1 waist of above the belt, degrees');
    await field.fill('-12,5');
    await field.press('Enter');
    await pendant.getByLabel('Note on above the belt').fill('not too fast');
    await pendant.getByLabel('Note on above the belt').press('Enter');
    await expect(
      until('Ben has all of it', async () => {
        const text = (await other.getByRole('listitem').nth(1).textContent()) ?? '';
        return text.includes('above the belt') && text.includes('not too fast') && text.includes('−12.5');
      }),
    ).resolves.toEqual(expect.any(Number));
  });

  it('removes one and takes that back; a key that removes a row leaves the robot alone', async () => {
    const pendant = pendantOf(ada, 'Puma');
    await pendant.getByRole('button', { name: 'p1', exact: true }).click();
    await ada.page.keyboard.press('Delete');
    await until('it is gone for Ben', async () => (await names(pendantOf(ben, 'Puma'))).join() === 'above the belt');
    expect(await ada.entities()).toContain('puma');
    await pendant.getByRole('button', { name: 'Undo a change of the list' }).click();
    await until('it is back', async () => (await names(pendantOf(ben, 'Puma'))).join() === 'p1,above the belt');
  });

  it('saves a list to a file, and loads it under another name; the list is open again after the page was loaded anew', async () => {
    const pendant = pendantOf(ada, 'Puma');
    const menu = () => pendant.getByRole('button', { name: 'More about lists' }).click();
    const download = ada.page.waitForEvent('download');
    await menu();
    await ada.page.getByRole('menuitem', { name: 'Save to a file' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text).toMatch(/^p1 20 .*\n"above the belt" -12\.5 .* \/\/ not too fast\n/);
    await pendant
      .getByLabel('List of positions: a file to load')
      .setInputFiles({ name: 'Second.pos', mimeType: 'text/plain', buffer: Buffer.from('p1 0 90\np9 0 90 // last\n') });
    await until('it is open', async () => (await names(pendant)).join() === 'p1,p9');
    await ada.reload();
    const again = await openPendant(ada, 'Puma');
    await until('the list that was open is open', async () => (await names(again)).join() === 'p1,p9');
    expect(await again.getByLabel('List of positions', { exact: true }).first().inputValue()).toBe('Second');
  });

  it('teaches a base by its pose, and drives it there', async () => {
    const pendant = await openPendant(ada, 'Rover');
    await pendant.getByRole('button', { name: 'Record' }).click();
    await until('p1 is listed', async () => (await names(pendant)).includes('p1'));
    await pendant.getByText('100 %').click();
    await pendant.getByRole('button', { name: 'Forward' }).hover();
    await ada.page.mouse.down();
    await until('it drives', async () => (await ada.shown('rover')).pose.x > 2.2);
    await ada.page.mouse.up();
    await pendant.getByRole('button', { name: 'p1', exact: true }).click();
    await until('it has come to rest', async () => !(await ada.entity('rover'))?.isWorking);
    await pendant.getByRole('button', { name: 'Go to p1' }).click();
    await expect(
      until(
        'it is back for Ben',
        async () => Math.hypot((await ben.shown('rover')).pose.x - 2, (await ben.shown('rover')).pose.y - 1) < 0.01,
        30_000,
      ),
    ).resolves.toEqual(expect.any(Number));
  });
});
