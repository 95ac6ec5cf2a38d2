import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { floorPlanOf, parseEdl } from '../../src/core/maps/maps.ts';
import { CutLine } from './cut-line.ts';
import { Lab } from './lab.ts';
import { LastingHub } from './lasting-hub.ts';
import { until } from './until.ts';

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
let lab: Lab;
let line: CutLine;
let ada: Page;
let bob: Page;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  lab = opened.use(await Lab.at(await LastingHub.start()));
  line = opened.use(await CutLine.open(lab.port));
  ada = await enter(lab.url, 'Ada');
  bob = await enter(line.url, 'Bob');
});
afterAll(() => opened.disposeAsync());

async function enter(url: string, name: string): Promise<Page> {
  const page = await lab.page({ viewport: { width: 1200, height: 700 } });
  await page.goto(`${url}/w/${lab.world}/maps`);
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

/** What was done before has been drawn. */
const framesOf = (page: Page) => page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));

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
  it('one imports it, the other opens it, and each sees where the other is', async () => {
    await ada.getByText('No maps yet').waitFor();
    await ada.getByLabel('A map to import').setInputFiles({ name: 'Two rooms.edl', mimeType: 'text/plain', buffer: Buffer.from(MAP) });
    await until('Ada has the map', async () => (await textOf(ada)) === MAP);
    await ada.getByText('Saved').waitFor();
    await bob.getByRole('link', { name: /Two rooms/ }).click();
    await until('Bob has the map', async () => (await textOf(bob)) === MAP);
    expect((await mapOf(bob)).walls).toHaveLength(6);
    await ada.locator('.cm-line', { hasText: 'WALL' }).click();
    await bob.locator('.mh-caret-name', { hasText: 'Ada' }).waitFor();
    await bob.getByLabel('Ada is in this map').waitFor();
  });

  it('what one moves in the drawing changes that member’s own text, for both', async () => {
    await drag(ada, [500, 500], [600, 500]);
    const moved = MAP.replace('WALL: # between the rooms\n  x= 500.0', 'WALL: # between the rooms\n  x= 600.0');
    await until('both have the wall where it was put', async () => (await textOf(ada)) === moved && (await textOf(bob)) === moved);
    await ada.getByText(/1 error/).waitFor();
    await ada.keyboard.press('Control+z');
    await expect(until('it is undone for both', async () => (await textOf(ada)) === MAP && (await textOf(bob)) === MAP)).resolves.toEqual(
      expect.any(Number),
    );
  });

  it('both write at once, one offline for a while: the same text and the same segments in the end', async () => {
    await Promise.all([typeAtEnd(ada, '\n# from Ada\n'), typeAtEnd(bob, '\n# from Bob\n')]);
    // Who is cut off in the midst of a line of another's writes on in the midst of it.
    const haveBoth = async () =>
      (await Promise.all([ada, bob].map(textOf))).every((text) => /# from Ada\n/.test(text) && /# from Bob\n/.test(text));
    await until('each has the line of the other', haveBoth);
    line.cut();
    await typeAtEnd(bob, '\n3 WALL: x= 250.0 y= 400.0 theta= 0.0 long= 300.0\n');
    await typeAtEnd(ada, '\n4 WALL: x= 750.0 y= 200.0 theta= 0.0 long= 200.0\n');
    await bob
      .getByText(/\d+ edits? waits?/)
      .first()
      .waitFor();
    await drag(ada, [500, 500], [400, 500]);
    line.mend();
    const areSame = async () => {
      const [adas, bobs] = [await textOf(ada), await textOf(bob)];
      return adas === bobs && adas.includes('3 WALL:') && adas.includes('4 WALL:');
    };
    await until('both have the same text', areSame);
    await bob.getByText('Saved').waitFor();
    const [adas, bobs] = [await mapOf(ada), await mapOf(bob)];
    expect(bobs).toEqual(adas);
    expect(adas.text).toContain('# from Ada');
    expect(adas.text).toContain('# from Bob');
    const { document } = parseEdl(adas.text);
    expect(document && floorPlanOf(document).walls).toEqual(adas.walls);
  });

  it('one undoes only what was one’s own', async () => {
    await typeAtEnd(ada, '# last of Ada');
    await until('Bob has it', async () => (await textOf(bob)).includes('last of Ada'));
    await typeAtEnd(bob, ' # last of Bob');
    await until('Ada has it', async () => (await textOf(ada)).includes('last of Bob'));
    await ada.getByRole('button', { name: 'Undo what you did' }).click();
    await until('Ada’s is gone', async () => !(await textOf(bob)).includes('last of Ada'));
    expect(await textOf(bob)).toContain('last of Bob');
  });

  it('the map outlasts the hub', async () => {
    // The word is drawn a frame after the edit: the one before may still be there.
    await framesOf(ada);
    await ada.getByText('Saved').waitFor();
    const before = await textOf(ada);
    await lab.hub.kill();
    await lab.hub.startAgain();
    await ada.reload();
    await until('Ada has it again', async () => (await textOf(ada)) === before);
    await typeAtEnd(ada, '\n# after all\n');
    await expect(until('Bob has what was written after it', async () => (await textOf(bob)).includes('# after all'))).resolves.toEqual(
      expect.any(Number),
    );
  });

  it('who has a map open that another deletes is told so, and can write in it no more', async () => {
    await ada.getByRole('button', { name: 'Two rooms', exact: true }).click();
    await ada.getByText('Delete this map').click();
    await ada.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await bob.getByText('This map is not there any more').waitFor();
    const before = await textOf(bob);
    await typeAtEnd(bob, '# into nothing');
    await framesOf(bob);
    expect(await textOf(bob)).toBe(before);
  });
});
