import type { Browser, Page } from 'playwright-core';
import { type Drawing, newScreen } from './screen.ts';
import { until } from './until.ts';

const SCREEN = { viewport: { width: 1200, height: 700 } };

/** A hub, and the world that is entered there. */
interface HubOfMaps {
  readonly url: string;
  readonly administratorLink: string;
  readonly world: string;
}

interface SeenMap {
  readonly text: string;
  readonly walls: readonly unknown[];
}

/** Somebody in the map editor who may put maps into the world. */
export class MapAuthor implements AsyncDisposable {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  /** By the link of an administrator. */
  static async enter(browser: Browser, hub: HubOfMaps, name: string, drawing: Drawing = 'full'): Promise<MapAuthor> {
    const page = await (await newScreen(browser, { ...SCREEN, deviceScaleFactor: drawing === 'full' ? 1 : 0.5, drawing })).newPage();
    await page.goto(hub.administratorLink);
    await page.getByLabel('Your name').fill(name);
    await page.getByLabel('Your name').press('Enter');
    await page.waitForFunction(() => localStorage.getItem('manyhands.session') !== null);
    await page.goto(`${hub.url}/w/${hub.world}/maps`);
    // Which maps there are is known: another can be made.
    await page.locator('button:not([data-disabled])', { hasText: 'New map' }).waitFor();
    return new MapAuthor(page);
  }

  async import(name: string, text: string): Promise<void> {
    await this.page.getByLabel('A map to import').setInputFiles({ name: `${name}.edl`, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await until(`${name} is open`, async () => (await this.text()) === text);
    await this.page.getByText('Saved').waitFor();
  }

  /** What the text says, as the page has it. */
  text(): Promise<string> {
    return this.page.evaluate(() => (globalThis as { manyhands?: { map?: SeenMap } }).manyhands?.map?.text ?? '');
  }

  /** Writes over a line of the text, by its keys. */
  async rewrite(line: string, as: string): Promise<void> {
    await this.page.locator('.cm-line', { hasText: line }).first().click();
    await this.page.keyboard.press('Home');
    await this.page.keyboard.press('Shift+End');
    await this.page.keyboard.type(as);
    await until(`the text says ${as}`, async () => (await this.text()).includes(as));
  }

  get putButton() {
    return this.page.getByRole('button', { name: 'Put into the world' });
  }

  /** What the button opens. */
  get panel() {
    return this.page.getByRole('region', { name: 'Put into the world' });
  }

  /** Asks for the panel, and waits until it is known what stands in the world. */
  async openPanel(): Promise<void> {
    await this.putButton.click();
    await this.panel.locator('button:not([data-disabled])', { hasText: 'Put it in' }).waitFor();
  }

  async closePanel(): Promise<void> {
    await this.panel.getByRole('button', { name: 'Done' }).click();
  }

  /** Which things of the world this page sees. */
  entities(): Promise<readonly string[]> {
    return this.page.evaluate(() => {
      const { manyhands } = globalThis as { manyhands?: { link: { entities: { get(): ReadonlyMap<string, unknown> } } } };
      return [...(manyhands?.link.entities.get().keys() ?? [])];
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().close();
  }
}
