import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import type { Invitation, NewInvitation, NewWorld, WorldCard } from '../../src/core/api/http.ts';
import { beginSession } from '../../src/library/session.ts';
import { launchChromium } from '../../tests/browser/chromium.ts';
import { StartedProcess } from '../../tests/processes/started-process.ts';
import { say } from '../progress.mjs';
import { inFewerBytes } from './fewer-bytes.ts';
import { asWithAGraphicsCard } from './frame-clock.ts';

const FOLDER = 'docs/pictures';
/** Without a graphics card, and with others at work on the machine, a picture can take minutes. */
const PATIENCE_MS = 300_000;

/** What a hub says of itself when it listens. */
interface Listening {
  readonly url: string;
  readonly administrator: string;
}

export interface Screen {
  readonly width: number;
  readonly height: number;
  readonly colours: 'light' | 'dark';
  readonly hands: 'mouse' | 'touch';
}

export const DESKTOP: Screen = { width: 1440, height: 900, colours: 'light', hands: 'mouse' };
export const WALL: Screen = { width: 1920, height: 1080, colours: 'dark', hands: 'mouse' };
export const PHONE: Screen = { width: 390, height: 844, colours: 'dark', hands: 'touch' };

/** A hub with its data in a temporary folder, a browser, and where the pictures go. */
export class Studio implements AsyncDisposable {
  readonly #data: string;
  readonly #browser: Browser;
  #hub: StartedProcess | undefined;
  #listening: Listening = { url: '', administrator: '' };
  #token = '';

  private constructor(data: string, browser: Browser) {
    this.#data = data;
    this.#browser = browser;
  }

  static async open(): Promise<Studio> {
    return new Studio(mkdtempSync(join(tmpdir(), 'manyhands-pictures-')), await launchChromium());
  }

  get url(): string {
    return this.#listening.url;
  }

  get administratorLink(): string {
    return this.#listening.administrator;
  }

  /** Ends the hub that runs, if one does, and starts one on the same data. `world` is opened at once, and so was opened before all others. `more`: options of the hub. */
  async startHub(world: string, ...more: readonly string[]): Promise<void> {
    await this.stopHub();
    const options = ['--port', '0', '--data', this.#data, '--world', world, '--demo', '--json', '--log-level', 'warn', ...more];
    this.#hub = StartedProcess.start('the hub', 'src/hub/main.ts', ['hub', ...options]);
    this.#listening = await this.#hub.until('it said where it listens', ({ value }) => value as Listening);
    this.#token = (await beginSession(this.url, { link: this.administratorLink, name: 'Mara Lind' })).token;
  }

  async stopHub(): Promise<void> {
    await this.#hub?.[Symbol.asyncDispose]();
    this.#hub = undefined;
  }

  createWorld(wish: NewWorld): Promise<WorldCard> {
    return this.ask('POST', '/worlds', wish);
  }

  invite(world: string, wish: NewInvitation): Promise<Invitation> {
    return this.ask('POST', `/worlds/${world}/invitations`, wish);
  }

  /** As the administrator. */
  async ask<T>(method: string, path: string, json?: unknown): Promise<T> {
    const headers = { authorization: `Bearer ${this.#token}`, ...(json !== undefined && { 'content-type': 'application/json' }) };
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers,
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }

  async shareFile(world: string, name: string, text: string): Promise<void> {
    const response = await fetch(`${this.url}/api/v1/worlds/${world}/files?name=${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'text/plain' },
      body: text,
    });
    if (!response.ok) throw new Error(`${name} was not shared: ${await response.text()}`);
  }

  /** A browser of one person's own, with an empty page. */
  async page({ width, height, colours, hands }: Screen): Promise<Page> {
    const context: BrowserContext = await this.#browser.newContext({
      viewport: { width, height },
      colorScheme: colours,
      // Cameras cut and panels appear: nothing is caught half-way.
      reducedMotion: 'reduce',
      hasTouch: hands === 'touch',
      isMobile: hands === 'touch',
      locale: 'en-GB',
    });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript(asWithAGraphicsCard);
    await context.addInitScript(() => localStorage.setItem('manyhands.quality', 'best'));
    return await context.newPage();
  }

  /** Opens a join link and gives a name; what comes of it is not waited for. */
  async knock(screen: Screen, link: string, name: string): Promise<Page> {
    const page = await this.page(screen);
    await page.goto(link);
    await page.getByLabel('Your name').fill(name);
    await page.getByRole('button', { name: 'Join' }).click();
    return page;
  }

  async enter(screen: Screen, link: string, name: string): Promise<Page> {
    const page = await this.knock(screen, link, name);
    await page.getByLabel('Your name').waitFor({ state: 'detached' });
    return page;
  }

  /** Of the whole page, or of one part of it. */
  async take(name: string, page: Page, { of }: { readonly of?: Locator | Clip } = {}): Promise<void> {
    await settled(page);
    const options = { timeout: PATIENCE_MS, animations: 'disabled', caret: 'hide' } as const;
    const picture =
      of === undefined
        ? await page.screenshot(options)
        : 'width' in of
          ? await page.screenshot({ ...options, clip: of })
          : await of.screenshot(options);
    await drawFrames(page, 'few');
    const bytes = await inFewerBytes(this.#browser, picture);
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, `${name}.png`), bytes);
    say(`${FOLDER}/${name}.png: ${Math.round(bytes.length / 1000)} KB`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    await this.stopHub();
    rmSync(this.#data, { recursive: true });
  }
}

export interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const drawFrames = (page: Page, frames: 'all' | 'few'): Promise<void> =>
  page.evaluate((wanted) => {
    document.documentElement.dataset.frames = wanted;
  }, frames);

/** All fonts are there, and what was just changed has been drawn. Frames go on being drawn. */
export async function settled(page: Page, frames = 5): Promise<void> {
  await drawFrames(page, 'all');
  await page.evaluate(async (count) => {
    await document.fonts.ready;
    for (let frame = 0; frame < count; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, frames);
}
