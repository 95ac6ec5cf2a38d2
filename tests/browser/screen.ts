import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';

/** `light`: few pixels, ten frames a second, as users can choose in the settings. `full`: for tests that look at pictures or count frames. */
export type Drawing = 'light' | 'full';

export interface Screen extends Pick<BrowserContextOptions, 'viewport' | 'deviceScaleFactor' | 'hasTouch' | 'isMobile'> {
  readonly drawing?: Drawing;
}

/** Wide enough for all panels, and few pixels: they are drawn without a graphics card. */
const SCREEN = { viewport: { width: 1120, height: 640 }, deviceScaleFactor: 0.5 } as const;
/** Guards against waiting for ever: the machine may be busy with other tests. */
const PATIENCE_MS = 60_000;

/** A browser of somebody's own, with nothing kept in it. */
export async function newScreen(browser: Browser, { drawing = 'full', ...screen }: Screen = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ ...SCREEN, ...screen });
  await prepare(context, drawing);
  return context;
}

/** Before its pages are loaded. */
export async function prepare(context: BrowserContext, drawing: Drawing): Promise<void> {
  context.setDefaultTimeout(PATIENCE_MS);
  if (drawing === 'light') await context.addInitScript(() => localStorage.setItem('manyhands.quality', 'light'));
}

/** The same screen for a page in a window of several tabs. */
export const screenInTab = { ...SCREEN.viewport, deviceScaleFactor: SCREEN.deviceScaleFactor, mobile: false } as const;
