/** How often the page draws in a second with the Blackboard panel open, of many changing values and of none: the view is of the same size in both. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { joinWorld } from '../../src/library/manyhands.ts';
import { launchChromium } from '../../tests/browser/chromium.ts';
import { Guest } from '../../tests/browser/guest.ts';
import { LastingHub, WORLD } from '../../tests/browser/lasting-hub.ts';

export interface PageRates {
  /** Frames a second of the page with nothing in its panel, and with all values in it. */
  readonly emptyPerS: number;
  readonly panelPerS: number;
  /** Values that were written a second meanwhile. */
  readonly writtenPerS: number;
}

const SETTLE_MS = 4000;
/** So many writes are spread evenly over a second. */
const BEATS_PER_S = 20;

/** Both pages in one browser, one after the other, each alone; each value changes once a second. */
export async function ratesOfPage(values: number, windowMs: number): Promise<PageRates> {
  await using hub = await LastingHub.start();
  const browser = await launchChromium();
  try {
    const emptyPerS = await ofPage(browser, hub.url, windowMs, (guest) => openPanel(guest, 0));
    await using writer = await Writer.start(hub.url, values);
    const panelPerS = await ofPage(browser, hub.url, windowMs, async (guest) => {
      await openPanel(guest, values);
      writer.begin();
    });
    return { emptyPerS, panelPerS, writtenPerS: writer.perS };
  } finally {
    await browser.close();
  }
}

async function openPanel({ page }: Guest, values: number): Promise<void> {
  await page.getByRole('button', { name: WORLD, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Blackboard: every value, its age' }).click();
  await page.getByText(`${values} values`).waitFor();
}

async function ofPage(browser: Browser, url: string, windowMs: number, prepare: (guest: Guest) => Promise<void>): Promise<number> {
  await using guest = await Guest.enter(browser, url, 'Ada');
  await prepare(guest);
  await pause(SETTLE_MS);
  return await guest.page.evaluate(
    (durationMs) =>
      new Promise<number>((resolve) => {
        const fromMs = performance.now();
        let frames = 0;
        const count = (nowMs: number) => {
          frames++;
          if (nowMs - fromMs < durationMs) requestAnimationFrame(count);
          else resolve((frames * 1000) / (nowMs - fromMs));
        };
        requestAnimationFrame(count);
      }),
    windowMs,
  );
}

/** A program whose values all change, a part of them at each beat. */
class Writer implements AsyncDisposable {
  readonly #world: Awaited<ReturnType<typeof joinWorld>>;
  readonly #names: readonly string[];
  #timer: NodeJS.Timeout | undefined;
  #beganMs = 0;
  #written = 0;

  private constructor(world: Awaited<ReturnType<typeof joinWorld>>, names: readonly string[]) {
    this.#world = world;
    this.#names = names;
  }

  static async start(url: string, values: number): Promise<Writer> {
    const world = await joinWorld(url, { name: 'Writer', world: WORLD });
    const names = Array.from({ length: values }, (_, i) => `bench/group-${i % 10}/value-${i}`);
    await world.board.ready;
    await Promise.all(names.map((name) => world.board.declare(name, { type: 'number', unit: 'm' })));
    await Promise.all(names.map((name) => world.board.write(name, 0)));
    return new Writer(world, names);
  }

  begin(): void {
    this.#beganMs = performance.now();
    const part = this.#names.length / BEATS_PER_S;
    let at = 0;
    this.#timer = setInterval(() => {
      for (let i = 0; i < part; i++) {
        const name = this.#names[at++ % this.#names.length];
        if (name !== undefined) void this.#world.board.write(name, Math.sin(at / 100));
        this.#written++;
      }
    }, 1000 / BEATS_PER_S);
  }

  get perS(): number {
    return (this.#written * 1000) / (performance.now() - this.#beganMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#world.leave();
  }
}
