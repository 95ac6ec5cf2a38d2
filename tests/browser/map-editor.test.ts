import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { floorPlanOf, parseEdl } from '../../src/core/maps/maps.ts';
import { Chromium } from './chromium.ts';
import { CutLine } from './cut-line.ts';
import { LastingHub, WORLD } from './lasting-hub.ts';
import { until } from './until.ts';

const PATIENCE_MS = 60_000;
const MAP = `# Two rooms.
LENGTH 1000.0
WIDTH 600.0

0 POINT:
  x= 100.0
  y= 100.0
  theta= 0.0

1 WALL: # between the rooms
  x= 500.0
  y= 300.0
  theta= 90.0
  long= 600.0

2 DOOR:
  x= 500.0
  y= 150.0
  theta= 0.0
  wide= 100.0
`;

let opened: AsyncDisposableStack;
let hub: LastingHub;
let line: CutLine;
let ada: Page;
let bob: Page;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  hub = opened.use(await LastingHub.start());
  line = opened.use(await CutLine.open(hub.port));
  const { browser } = opened.use(await Chromium.start());
  ada = await enter(browser, hub.url, 'Ada');
  bob = await enter(browser, line.url, 'Bob');
}, 90_000);
afterAll(() => opened.disposeAsync(), 30_000);

async function enter(browser: Browser, url: string, name: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1200, height: 700 } })).newPage();
  await page.goto(`${url}/w/${WORLD}/maps`);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Your name').press('Enter');
  return page;
}

interface SeenMap {
  readonly text: string;
  readonly walls: readonly unknown[];
}

const mapOf = (page: Page): Promise<SeenMap> =>
  page.evaluate(() => (globalThis as { manyhands?: { map?: SeenMap } }).manyhands?.map ?? { text: '', walls: [] });
const textOf = async (page: Page): Promise<string> => (await mapOf(page)).text;

/** At the end of the text, by its keys. */
async function typeAtEnd(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
}

/** Where a place of the field is on the screen: the drawing shows all of it, by its own margin. */
async function drag(page: Page, fromCm: readonly [number, number], toCm: readonly [number, number]): Promise<void> {
  const box = await page.getByRole('application').boundingBox();
  if (!box) throw new Error('there is no drawing');
  const scale = Math.min((box.width - 152) / 1000, (box.height - 88) / 600);
  const at = ([x, y]: readonly [number, number]) =>
    [box.x + (box.width - 1000 * scale) / 2 + x * scale, box.y + (box.height + 600 * scale) / 2 - y * scale] as const;
  await page.mouse.move(...at(fromCm));
  await page.mouse.down();
  await page.mouse.move(...at([(fromCm[0] + toCm[0]) / 2, (fromCm[1] + toCm[1]) / 2]));
  await page.mouse.move(...at(toCm));
  await page.mouse.up();
}

describe('two people at one map', () => {
  it('one imports it, the other opens it, and each sees where the other is', { timeout: PATIENCE_MS }, async () => {
    await ada.getByText('No maps yet').waitFor();
    await ada.getByLabel('A map to import').setInputFiles({ name: 'Two rooms.edl', mimeType: 'text/plain', buffer: Buffer.from(MAP) });
    await until('Ada has the map', async () => (await textOf(ada)) === MAP, PATIENCE_MS);
    await ada.getByText('Saved').waitFor();
    await bob.getByRole('link', { name: /Two rooms/ }).click();
    await until('Bob has the map', async () => (await textOf(bob)) === MAP, PATIENCE_MS);
    expect((await mapOf(bob)).walls).toHaveLength(6);
    await ada.locator('.cm-line', { hasText: 'WALL' }).click();
    await bob.locator('.mh-caret-name', { hasText: 'Ada' }).waitFor();
    await bob.getByLabel('Ada is in this map').waitFor();
  });

  it('what one moves in the drawing changes that member’s own text, for both', { timeout: PATIENCE_MS }, async () => {
    await drag(ada, [500, 500], [600, 500]);
    const moved = MAP.replace('WALL: # between the rooms\n  x= 500.0', 'WALL: # between the rooms\n  x= 600.0');
    await until(
      'both have the wall where it was put',
      async () => (await textOf(ada)) === moved && (await textOf(bob)) === moved,
      PATIENCE_MS,
    );
    await ada.getByText(/1 error/).waitFor();
    await ada.keyboard.press('Control+z');
    await until('it is undone for both', async () => (await textOf(ada)) === MAP && (await textOf(bob)) === MAP, PATIENCE_MS);
  });

  it('both write at once, one offline for a while: the same text and the same segments in the end', {
    timeout: 2 * PATIENCE_MS,
  }, async () => {
    await Promise.all([typeAtEnd(ada, '\n# from Ada\n'), typeAtEnd(bob, '\n# from Bob\n')]);
    // Who is cut off in the midst of a line of another's writes on in the midst of it.
    const haveBoth = async () =>
      (await Promise.all([ada, bob].map(textOf))).every((text) => /# from Ada\n/.test(text) && /# from Bob\n/.test(text));
    await until('each has the line of the other', haveBoth, PATIENCE_MS);
    line.cut();
    await typeAtEnd(bob, '\n3 WALL: x= 250.0 y= 400.0 theta= 0.0 long= 300.0\n');
    await typeAtEnd(ada, '\n4 WALL: x= 750.0 y= 200.0 theta= 0.0 long= 200.0\n');
    await bob
      .getByText(/\d+ edits? waits?/)
      .first()
      .waitFor({ timeout: PATIENCE_MS });
    await drag(ada, [500, 500], [400, 500]);
    line.mend();
    const areSame = async () => {
      const [adas, bobs] = [await textOf(ada), await textOf(bob)];
      return adas === bobs && adas.includes('3 WALL:') && adas.includes('4 WALL:');
    };
    await until('both have the same text', areSame, PATIENCE_MS);
    await bob.getByText('Saved').waitFor({ timeout: PATIENCE_MS });
    const [adas, bobs] = [await mapOf(ada), await mapOf(bob)];
    expect(bobs).toEqual(adas);
    expect(adas.text).toContain('# from Ada');
    expect(adas.text).toContain('# from Bob');
    const { document } = parseEdl(adas.text);
    expect(document && floorPlanOf(document).walls).toEqual(adas.walls);
  });

  it('one undoes only what was one’s own', { timeout: PATIENCE_MS }, async () => {
    await typeAtEnd(ada, '# last of Ada');
    await until('Bob has it', async () => (await textOf(bob)).includes('last of Ada'), PATIENCE_MS);
    await bob.waitForTimeout(600);
    await typeAtEnd(bob, ' # last of Bob');
    await until('Ada has it', async () => (await textOf(ada)).includes('last of Bob'), PATIENCE_MS);
    await ada.getByRole('button', { name: 'Undo what you did' }).click();
    await until('Ada’s is gone', async () => !(await textOf(bob)).includes('last of Ada'), PATIENCE_MS);
    expect(await textOf(bob)).toContain('last of Bob');
  });

  it('the map outlasts the hub', { timeout: 2 * PATIENCE_MS }, async () => {
    // The word is drawn a frame after the edit: the one before may still be there.
    await ada.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await ada.getByText('Saved').waitFor();
    const before = await textOf(ada);
    await hub.kill();
    await hub.startAgain();
    await ada.reload();
    await until('Ada has it again', async () => (await textOf(ada)) === before, PATIENCE_MS);
    await typeAtEnd(ada, '\n# after all\n');
    await until('Bob has what was written after it', async () => (await textOf(bob)).includes('# after all'), PATIENCE_MS);
  });

  it('who has a map open that another deletes is told so, and can write in it no more', { timeout: PATIENCE_MS }, async () => {
    await ada.getByRole('button', { name: 'Two rooms', exact: true }).click();
    await ada.getByText('Delete this map').click();
    await ada.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await bob.getByText('This map is not there any more').waitFor();
    const before = await textOf(bob);
    await typeAtEnd(bob, '# into nothing');
    await bob.waitForTimeout(300);
    expect(await textOf(bob)).toBe(before);
  });
});
