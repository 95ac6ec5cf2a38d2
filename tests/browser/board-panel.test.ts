import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planarPose } from '../../src/core/base/pose.ts';
import { puma560 } from '../../src/core/robots/catalog/puma-560.ts';
import { draftOf } from '../../src/core/robots/robots.ts';
import type { World } from '../../src/library/manyhands.ts';
import { monotonicMs } from '../processes/started-process.ts';
import type { Guest } from './guest.ts';
import { insertPatiently } from './insertion.ts';
import { Lab } from './lab.ts';
import { until } from './until.ts';

const WRITE_MS = 50;
const STALE_MS = 1000;
const MANY = 1000;
/** The panel looks five times a second, and this machine may be busy with other things. */
const LATE_MS = 3000;
/** How far the clocks may be off, which is counted into an age. */
const CLOCKS_MS = 250;

let opened: AsyncDisposableStack;
let lab: Lab;
let program: World;
let ada: Guest;
let fetched: string[];

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  lab = opened.use(await Lab.open());
  program = opened.use(await lab.join('Ranger'));
  await program.board.ready;
  ada = opened.use(await lab.enter('Ada'));
  fetched = [];
  ada.page.on('request', (request) => fetched.push(request.url()));
});
afterAll(() => opened.disposeAsync());

const panel = (): Locator => ada.page.getByRole('region', { name: 'Values of this world' });
const row = (name: string): Locator => panel().getByRole('treeitem', { name, exact: true });
const about = (name: string): Locator => panel().getByRole('region', { name: `About ${name}` });
const says = async (where: Locator, words: RegExp): Promise<boolean> =>
  (await where.count()) === 1 && words.test((await where.textContent()) ?? '');

async function openPanel(): Promise<void> {
  await ada.page.getByRole('button', { name: lab.world, exact: true }).click();
  await ada.page.getByRole('menuitem', { name: 'Blackboard: every value, its age' }).click();
}

/** Writes again and again; answers what ends it, and tells then when it last wrote. */
function keepWriting(name: string, valueAt: (count: number) => number): () => Promise<number> {
  let count = 0;
  let writing: Promise<unknown> = Promise.resolve();
  let lastMs = 0;
  const timer = setInterval(() => {
    lastMs = monotonicMs();
    writing = program.board.write(name, valueAt(count++));
  }, WRITE_MS);
  return async () => {
    clearInterval(timer);
    await writing;
    return lastMs;
  };
}

/** In milliseconds, as they stand there. */
const agesOf = (text: string): number[] => [...text.matchAll(/(\d+) ms/g)].map((match) => Number(match[1]));
const agesIn = async (where: Locator): Promise<number[]> => agesOf((await where.textContent()) ?? '');

/** Collects what stands in a row whenever that changes, without the value; ask the answer what was seen. */
async function watchRow(name: string): Promise<() => Promise<string[]>> {
  const watching = await row(name).evaluateHandle((element) => {
    const seen: string[] = [];
    const look = () => void seen.push(element.querySelector('[data-freshness]')?.textContent ?? '');
    new MutationObserver(look).observe(element, { subtree: true, childList: true, characterData: true });
    look();
    return seen;
  });
  return () => watching.jsonValue();
}

describe('the panel of the blackboard', () => {
  it('says what to do where there is nothing, and declares what was asked for', async () => {
    await openPanel();
    await until('it says that there is nothing', () => says(panel(), /No values yet/));
    await panel().getByRole('button', { name: 'Declare a value.' }).click();
    const dialog = ada.page.getByRole('dialog', { name: 'New value' });
    await dialog.getByLabel('Name').fill('Lab/Goal');
    expect(await dialog.getByRole('button', { name: 'Declare' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Name').fill('lab/goal');
    await dialog.getByLabel('Unit').fill('m');
    await dialog.getByRole('button', { name: 'Declare' }).click();
    await until('it is listed, and nobody has written it', () => says(row('lab/goal'), /nobody wrote it/));
    await until('the program knows it too', () => program.board.declaration('lab/goal')?.unit === 'm');
  });

  it('writes what was typed, and the program gets it; what is no number is refused at once', async () => {
    await row('lab/goal').click();
    await ada.page.keyboard.press('Enter');
    const field = about('lab/goal').getByLabel('Write lab/goal');
    await field.fill('near');
    await until('it says what is wrong', () => says(about('lab/goal'), /"near" is no number/));
    expect(await about('lab/goal').getByRole('button', { name: 'Write' }).isDisabled()).toBe(true);
    await field.fill('−1.25');
    await field.press('Enter');
    await until('the program has it', () => {
      const answer = program.board.read('lab/goal');
      return answer.kind === 'value' && answer.value === -1.25;
    });
    await until('the outcome stands beside it', () => says(about('lab/goal'), /Written at \d\d:\d\d:\d\d/));
    await until('the value is shown, with its writer', () => says(row('lab/goal'), /−1\.250\s*m.*Ada/));
  });

  it('shows what a program writes, with its age, its hops and why it cannot be written; when the writer stops it turns stale in time', async () => {
    await program.board.declare('lab/range', { type: 'number', unit: 'm', writers: { kind: 'participant', id: program.id } });
    const stop = keepWriting('lab/range', (count) => 1 + (count % 10) / 10);
    await until('it is fresh', () => says(row('lab/range'), /\d\.\d00\s*m\d+ ms.*Ranger/));
    await row('lab/range').click();
    await until('it is read only, and says why', () => says(about('lab/range'), /declared for Ranger to write/));
    const seen = await watchRow('lab/range');
    const lastMs = await stop();
    const isLong = () => says(row('lab/range'), /stale [3-9]\d{3} ms/);
    await until('it has been stale for some time', isLong);
    const [ageMs = 0] = await agesIn(row('lab/range'));
    expect(ageMs).toBeGreaterThan(monotonicMs() - lastMs - LATE_MS);
    expect(ageMs).toBeLessThan(monotonicMs() - lastMs + CLOCKS_MS);
    const words = await seen();
    for (const text of words) expect(text.includes('stale'), text).toBe((agesOf(text)[0] ?? 0) > STALE_MS);
    expect(words.some((text) => text.includes('stale')) && words.some((text) => !text.includes('stale'))).toBe(true);
  });

  it('plots a value and exports it; what draws the plots is fetched only then', async () => {
    expect(fetched.filter((url) => url.includes('plots-'))).toEqual([]);
    const stop = keepWriting('lab/range', (count) => count);
    await row('lab/range').getByRole('button', { name: 'Plot lab/range' }).click();
    const figure = panel().getByRole('figure', { name: 'm', exact: true });
    await until(
      'it is drawn',
      async () => (await figure.locator('canvas').count()) === 1 && (await says(figure, /lab\/range \d+\.\d{3} m/)),
    );
    const download = ada.page.waitForEvent('download');
    await until('there is something to export', () => says(figure, /lab\/range (\d{2,})\.\d{3} m/));
    await panel().getByRole('button', { name: 'Export as CSV' }).click();
    const [head = '', ...lines] = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n');
    expect(head).toBe('time,lab/range [m],age of lab/range [ms]');
    const values = lines.map((line) => Number(line.split(',')[1])).filter((value) => value > 0);
    expect(values.length).toBeGreaterThan(1);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    for (const line of lines) expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,[\d.]*,[\d.]*$/);
    await panel().getByRole('button', { name: 'Pause' }).click();
    await stop();
    await panel().getByRole('button', { name: 'Plot nothing' }).click();
    await until('nothing is drawn', async () => (await panel().locator('figure').count()) === 0);
  });

  it('has robots in it, folded, and moves one by its joint; keys walk through the tree', async () => {
    await insertPatiently(program, draftOf(puma560, { name: 'Puma', pose: planarPose(0, 0, 0), colour: 1 }), 'puma');
    await until('the robot is listed', async () => (await row('robots/puma').count()) === 1);
    expect(await row('robots/puma/pose').count()).toBe(0);
    await row('robots/puma').click();
    await until('its values are listed', async () => (await row('robots/puma/control').count()) === 1);
    await row('robots/puma').click();
    await panel().getByLabel('Filter by name').fill('puma pose');
    await until('where it stands is shown', () => says(row('robots/puma/pose'), /0\.000, 0\.000 m/));
    await row('robots/puma/pose').click();
    await until('the pose is only to be read', () => says(about('robots/puma/pose'), /Read only/));
    await panel().getByLabel('Filter by name').fill('robots/*/joints/0');
    await row('robots/puma/joints/0').click();
    await ada.page.keyboard.press('ArrowUp');
    await ada.page.keyboard.press('ArrowDown');
    expect(await row('robots/puma/joints/0').getAttribute('aria-selected')).toBe('true');
    await ada.page.keyboard.press('Enter');
    await ada.page.keyboard.type('0.2');
    await ada.page.keyboard.press('Enter');
    await until('the joint is there', () => {
      const answer = program.board.read('robots/puma/joints/0');
      return answer.kind === 'value' && Math.abs((answer.value as number) - 0.2) < 1e-3;
    });
    await panel().getByLabel('Filter by name').fill('no such name');
    await until('it says that nothing fits', () => says(panel(), /No name fits/));
    await panel().getByRole('button', { name: 'Show all.' }).click();
  });

  it('draws only the rows that can be seen, of many; and the last when one goes there', async () => {
    const names = Array.from({ length: MANY }, (_, i) => `many/value-${i}`);
    for (const name of names) void program.board.declare(name, { type: 'number' });
    await until('all are declared', () => program.board.names('many/*').length === MANY);
    for (const [i, name] of names.entries()) void program.board.write(name, i);
    await until('all are counted', () => says(panel(), /10\d\d values/));
    await row('lab/goal').click();
    await ada.page.keyboard.press('End');
    const last = panel().getByRole('treeitem').last();
    await until('the last is shown', async () => (await last.getAttribute('aria-label')) === 'robots/puma' && (await last.isVisible()));
    expect(await last.getAttribute('aria-selected')).toBe('true');
    expect(await panel().getByRole('treeitem').count()).toBeLessThan(80);
  });

  it('fits on a phone, with nothing under the Stop button', async () => {
    const { page } = ada;
    const before = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    await openPanel();
    await until('values are shown', () => says(row('lab/goal'), /1\.250/));
    expect(await panel().evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    const stop = await page.getByRole('button', { name: 'Stop every robot of this world' }).boundingBox();
    const tabs = await page.getByLabel('Panel', { exact: true }).first().boundingBox();
    expect(tabs?.y).toBeGreaterThanOrEqual((stop?.y ?? 0) + (stop?.height ?? 0));
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.setViewportSize(before ?? { width: 1120, height: 640 });
  });

  it('says that the writer is gone when it has left, and how old its last word is', async () => {
    await program.leave();
    await until('it is gone', () => says(row('lab/range'), /stale \d+ m?s.*Ranger \(gone\)/));
    await ada.select('Puma');
    await expect(
      until('the inspector says that the robot is stale', () =>
        says(ada.inspector.getByRole('banner').or(ada.inspector.locator('header')), /stale/),
      ),
    ).resolves.toEqual(expect.any(Number));
  });
});
