import type { Page } from 'playwright-core';
import { monotonicMs } from '../processes/started-process.ts';
import { until } from './until.ts';

/** What is driven stands for so long: the page has let go of it. */
const STANDS_MS = 2000;

export interface HeldKey {
  readonly key: string;
  /** For the message when it does not come about. */
  readonly until: string;
  readonly isThere: () => boolean;
  /** Of what is driven: another number while it moves. */
  readonly place: () => number;
}

/**
 * Holds a key until what is driven is there. A page that stood still for a moment lets go of a robot, rightly: then the key is pressed anew,
 * as a person would, and not held on in vain.
 */
export async function holdKey(page: Page, { key, until: what, isThere, place }: HeldKey): Promise<void> {
  let [last, movedMs] = [place(), monotonicMs()];
  await page.keyboard.down(key);
  try {
    await until(what, async () => {
      if (isThere()) return true;
      if (place() !== last) [last, movedMs] = [place(), monotonicMs()];
      if (monotonicMs() - movedMs < STANDS_MS) return false;
      await page.keyboard.up(key);
      // The page has seen it go up.
      await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
      await page.keyboard.down(key);
      movedMs = monotonicMs();
      return false;
    });
  } finally {
    await page.keyboard.up(key);
  }
}
