import type { Page } from 'playwright-core';
import { DESKTOP, drawFrames, PHONE, type Studio, settled } from './studio.ts';

const TEXT = `// Shows the cell to visitors.
int n = 0;
int v = 0;

speed(40);
while (n < 6) { // six times
  move("waist", 10);
  move("wrist", 5); // a nod
  rcellflag(2, v);
  if (v == 0 && n < 5) {
    wait(500);
  } else {
    grip();
  }
  move("wrist", -5);
  move("waist", -10);
  n = n + 1;
  print("round ", n);
}
flag(2);
`;

export interface ProgramScene extends AsyncDisposable {
  /** Of Mara, with the panel open. */
  readonly page: Page;
  /** Text beside blocks. */
  showBoth(): Promise<void>;
  /** Runs it, until it stands inside of its loop. */
  runToGrip(): Promise<void>;
  enterByPhone(): Promise<Page>;
}

/** The workcell, and a program for its Puma. */
export async function openProgram(studio: Studio): Promise<ProgramScene> {
  await studio.startHub('workcell');
  const enter = async (size: typeof DESKTOP): Promise<Page> => {
    const page = await studio.enter(size, studio.administratorLink, 'Mara Lind');
    await page.goto(`${studio.url}/w/workcell`);
    await settled(page);
    await drawFrames(page, 'few');
    return page;
  };
  const open = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Workcell' }).first().click();
    await page.getByRole('menuitem', { name: /^Program:/ }).click();
    await page.getByRole('region', { name: 'Program editor' }).waitFor();
  };
  const page = await enter(DESKTOP);
  await page.getByRole('navigation', { name: 'Things and people' }).getByRole('button').filter({ hasText: 'Puma' }).first().click();
  await open(page);
  await page.getByLabel('A program to import').setInputFiles({ name: 'tour.prg', mimeType: 'text/plain', buffer: Buffer.from(TEXT) });
  await page.locator('.cm-content').waitFor();
  return {
    page,
    showBoth: async () => {
      // The panel takes what room the outliner and the inspector had.
      await widen(page);
      await page.getByText('Both', { exact: true }).click();
      await page.locator('.blocklyBlockCanvas .blocklyDraggable').first().waitFor();
    },
    runToGrip: async () => {
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByText('round 1').waitFor();
      await page.locator('.mh-block-here').first().waitFor();
      await page.mouse.move(700, 890);
    },
    enterByPhone: async () => {
      const phone = await enter(PHONE);
      await open(phone);
      await phone.getByText('Blocks', { exact: true }).click();
      await phone.locator('.blocklyBlockCanvas .blocklyDraggable').first().waitFor();
      return phone;
    },
    [Symbol.asyncDispose]: () => page.context().close(),
  };
}

/** Drags the edge between the panel and the view. */
async function widen(page: Page): Promise<void> {
  const panel = await page.getByRole('region', { name: 'Program editor' }).boundingBox();
  if (!panel) throw new Error('the program panel is not drawn');
  const [x, y] = [panel.x + panel.width + 1, panel.y + panel.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 400, y, { steps: 8 });
  await page.mouse.up();
}
