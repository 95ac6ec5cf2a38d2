import type { Browser, Page } from 'playwright-core';
import { joinWorld, type World } from '../../src/library/manyhands.ts';
import { Chromium } from './chromium.ts';
import { Guest, type GuestOptions } from './guest.ts';
import { LastingHub } from './lasting-hub.ts';
import { newScreen, type Screen } from './screen.ts';

/** What the test files of a worker share: started when the first file asks for it. It ends with the worker: see `tests/processes/sweeper.ts`. */
let hub: Promise<LastingHub> | undefined;
let chromium: Promise<Chromium> | undefined;
/** Worlds made by this worker: no two have the same id. */
let worlds = 0;

async function sharedHub(): Promise<LastingHub> {
  hub ??= LastingHub.start();
  return await hub.catch((error: unknown) => {
    // Whoever tries again starts another one.
    hub = undefined;
    throw error;
  });
}

async function sharedBrowser(): Promise<Browser> {
  chromium ??= Chromium.start();
  const shared = await chromium.catch((error: unknown) => {
    chromium = undefined;
    throw error;
  });
  if (shared.browser.isConnected()) return shared.browser;
  // It has crashed.
  chromium = undefined;
  return await sharedBrowser();
}

/**
 * Where the tests of one file meet: a world and a browser. The browser is that of all files of this worker, and nothing is left in it at the
 * end; so is the hub, unless the file has one of its own.
 */
export class Lab implements AsyncDisposable {
  readonly hub: LastingHub;
  readonly browser: Browser;
  readonly world: string;
  readonly #end: () => Promise<void>;

  private constructor(hub: LastingHub, browser: Browser, world: string, end: () => Promise<void>) {
    this.hub = hub;
    this.browser = browser;
    this.world = world;
    this.#end = end;
  }

  /** An empty world of one's own at the hub of this worker. */
  static async open(): Promise<Lab> {
    const shared = await sharedHub();
    const browser = await sharedBrowser();
    const world = await shared.makeWorld(`lab-${++worlds}`);
    return new Lab(shared, browser, world, () => shared.removeWorld(world));
  }

  /** At a hub of one's own, which the lab ends. `own-processes.ts` says which files need that, and why. */
  static async at(own: LastingHub): Promise<Lab> {
    return new Lab(own, await sharedBrowser(), own.world, () => own[Symbol.asyncDispose]());
  }

  /** A browser for a test that needs no hub, or other ones. */
  static browser(): Promise<Browser> {
    return sharedBrowser();
  }

  get url(): string {
    return this.hub.url;
  }

  get port(): number {
    return this.hub.port;
  }

  /** Who comes by it may do everything. */
  get administratorLink(): string {
    return this.hub.administratorLink;
  }

  /** The id of the hub's own participant. */
  get resident(): string {
    return `hub-${this.world}`;
  }

  join(name: string): Promise<World> {
    return joinWorld(this.url, { name, world: this.world, onError: () => undefined });
  }

  /** Somebody in this world, in a browser of their own. `url`: of what stands before the hub. */
  enter(name: string, { url = this.url, ...options }: GuestOptions & { readonly url?: string } = {}): Promise<Guest> {
    return Guest.enter(this.browser, url, name, { world: this.world, drawing: 'light', ...options });
  }

  /** An empty page in a browser of its own. */
  async page(screen: Screen = {}): Promise<Page> {
    return await (await newScreen(this.browser, { drawing: 'light', ...screen })).newPage();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await closePages(this.browser);
    await this.#end();
  }
}

/** Only the window that Chromium itself has stays. */
async function closePages(browser: Browser): Promise<void> {
  await Promise.all(
    browser
      .contexts()
      .slice(1)
      .map((context) => context.close()),
  );
}
