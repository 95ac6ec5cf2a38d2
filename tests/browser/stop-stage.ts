import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type Pose, planarPose } from '../../src/core/base/pose.ts';
import { pioneer3dx } from '../../src/core/robots/catalog/pioneer-3-dx.ts';
import { draftOf } from '../../src/core/robots/robots.ts';
import type { Outcome, World } from '../../src/library/manyhands.ts';
import { monotonicMs } from '../processes/started-process.ts';
import { Chromium } from './chromium.ts';
import { CutLine } from './cut-line.ts';
import { Guest } from './guest.ts';
import { LastingHub } from './lasting-hub.ts';
import { lastMovedMs, MotionWatch, type SeenAt, wayM } from './motion-watch.ts';
import type { Drawing } from './screen.ts';
import { until } from './until.ts';

/** What may happen to somebody who holds a key to drive. */
export const MISHAPS = ['blur', 'tab closed', 'offline', 'hub paused'] as const;
export type Mishap = (typeof MISHAPS)[number];
/** Whose process simulates the robot that is driven. */
export const OWNERS = ['hub', 'page'] as const;
export type Owner = (typeof OWNERS)[number];

export interface StopReport {
  readonly mishap: Mishap;
  readonly owner: Owner;
  /** How long after the mishap it was last seen moving, by each who watched; negative infinity if never. */
  readonly stoppedAfterMs: Readonly<Record<string, number>>;
  /** How far it went after the mishap, by the independent observer. */
  readonly wayM: number;
  /** How far from there it turned out to be when all was good again: its owner may have been out of reach. */
  readonly correctionM: number;
}

const ROBOT = 'pioneer';
const NAME = 'Pioneer 3-DX';
const START = planarPose(0, 0, 0);
/** It must be under way, at full speed, before anything happens. */
const UNDER_WAY_M = 0.3;
/** A page that has just been given its first robot stands still for most of a second, and lets go of what is held then: who drives presses again, so often. */
const PRESS_AGAIN_MS = 4000;
const MOST_PRESSES = 6;
/** No finger is faster; and what is down again before the page looks was never up for it. */
const RELEASED_MS = 150;
/** It is taken to stand when it has not moved for so long: long enough to see one that starts again. */
const STANDS_MS = 800;

/** A hub, a robot, somebody who drives it in a browser, and a participant in another process that looks on. */
export class StopStage implements AsyncDisposable {
  readonly #opened: AsyncDisposableStack;
  readonly #hub: LastingHub;
  readonly #line: CutLine;
  readonly #chromium: Chromium;
  readonly #observer: World;
  readonly #drawing: Drawing;
  /** The tab that comes before the driver's. */
  readonly #otherTab: Page;
  #driver: Guest | undefined;
  #onlooker: Guest | undefined;

  private constructor(
    opened: AsyncDisposableStack,
    parts: { hub: LastingHub; line: CutLine; chromium: Chromium; observer: World; otherTab: Page; drawing: Drawing },
  ) {
    this.#opened = opened;
    this.#hub = parts.hub;
    this.#line = parts.line;
    this.#chromium = parts.chromium;
    this.#observer = parts.observer;
    this.#drawing = parts.drawing;
    this.#otherTab = parts.otherTab;
  }

  static async open(drawing: Drawing): Promise<StopStage> {
    await using opened = new AsyncDisposableStack();
    const hub = opened.use(await LastingHub.start());
    const line = opened.use(await CutLine.open(hub.port));
    const observer = opened.use(await hub.join('Observer'));
    const chromium = opened.use(await Chromium.start());
    await observer.insert(draftOf(pioneer3dx, { pose: START }), ROBOT);
    const otherTab = await chromium.window.newPage();
    return new StopStage(opened.move(), { hub, line, chromium, observer, otherTab, drawing });
  }

  /** Somebody drives until something happens; times how long the robot went on. */
  async play(mishap: Mishap, owner: Owner): Promise<StopReport> {
    try {
      return await this.#play(mishap, owner);
    } catch (cause) {
      throw new Error(`${mishap}, owned by the ${owner}: it cannot be played; the log of the hub ends with ${this.#hub.log}`, { cause });
    }
  }

  async #play(mishap: Mishap, owner: Owner): Promise<StopReport> {
    const driver = await this.#seatDriver();
    await this.#giveTo(owner === 'hub' ? this.#hub.resident : await driver.id);
    using watch = new MotionWatch(() => this.#pose());
    const screens = await this.#watchScreens(mishap, driver);
    await driver.select(NAME);
    await this.#getUnderWay(driver);
    // A page that was just opened may still be busy with that.
    for (const { guest } of screens) await until(`${guest.name} sees that`, async () => (await guest.shown(ROBOT)).pose.x > UNDER_WAY_M);
    const happenedMs = await this.#happen(mishap, driver);
    await until('the robot stands', () => stands(watch.seen, happenedMs));
    const stood = watch.seen.slice();
    const stoodOn = await Promise.all(screens.map(async ({ who, seen }) => ({ who, seen: await seen() })));
    // World time goes as the machine's clock does, from another zero.
    const happenedInWorldMs = this.#observer.time.worldMs - (monotonicMs() - happenedMs);
    await this.#makeGood(mishap, driver);
    const goodAgainMs = monotonicMs();
    await until('the robot still stands', () => stands(watch.seen, goodAgainMs));
    const stoppedAfterMs: Record<string, number> = { observer: lastMovedMs(stood) - happenedMs };
    for (const { who, seen } of stoodOn) stoppedAfterMs[who] = lastMovedMs(seen) - happenedInWorldMs;
    if (mishap !== 'tab closed') await driver.page.keyboard.up('w');
    const correctionM = wayM(watch.seen, stood.at(-1)?.atMs);
    return { mishap, owner, stoppedAfterMs, wayM: wayM(stood, happenedMs), correctionM };
  }

  async #getUnderWay(driver: Guest): Promise<void> {
    for (let press = 1; ; press++) {
      await driver.page.keyboard.down('w');
      try {
        await until('the robot is under way', () => (this.#pose()?.x ?? 0) > UNDER_WAY_M, PRESS_AGAIN_MS);
        return;
      } catch (cause) {
        if (press === MOST_PRESSES) throw new Error(`it does not go; the driver's page shows: ${await driver.account()}`, { cause });
      }
      await driver.page.keyboard.up('w');
      await pause(RELEASED_MS);
    }
  }

  /** Who cannot be seen by the observer sees for themselves. A hidden tab or a closed one sees nothing. */
  async #watchScreens(mishap: Mishap, driver: Guest): Promise<{ who: string; guest: Guest; seen: () => Promise<SeenAt[]> }[]> {
    switch (mishap) {
      case 'blur':
      case 'tab closed':
        return [];
      case 'offline':
        return [{ who: 'driver', guest: driver, seen: await driver.watch(ROBOT) }];
      case 'hub paused': {
        const onlooker = await this.#seatOnlooker();
        return [
          { who: 'driver', guest: driver, seen: await driver.watch(ROBOT) },
          { who: 'onlooker', guest: onlooker, seen: await onlooker.watch(ROBOT) },
        ];
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened.disposeAsync();
  }

  /** Answers when it happened, or a little earlier. */
  async #happen(mishap: Mishap, driver: Guest): Promise<number> {
    const atMs = monotonicMs();
    switch (mishap) {
      case 'blur':
        await this.#otherTab.bringToFront();
        return atMs;
      case 'tab closed':
        await driver.close();
        return atMs;
      case 'offline':
        return this.#line.cut();
      case 'hub paused':
        return this.#hub.pause();
    }
  }

  /** The key is still down: nothing may start again by itself. */
  async #makeGood(mishap: Mishap, driver: Guest): Promise<void> {
    switch (mishap) {
      case 'blur':
        await driver.page.bringToFront();
        return;
      case 'tab closed':
        this.#driver = undefined;
        return;
      case 'offline':
        this.#line.mend();
        break;
      case 'hub paused':
        this.#hub.goOn();
    }
    await driver.isBack();
  }

  #pose(): Pose | undefined {
    return this.#observer.entity(ROBOT)?.posture.pose;
  }

  async #seatDriver(): Promise<Guest> {
    this.#driver ??= await Guest.enterInTab(this.#chromium.window, this.#line.url, 'Driver', { drawing: this.#drawing });
    return this.#driver;
  }

  async #seatOnlooker(): Promise<Guest> {
    this.#onlooker ??= await Guest.enter(this.#chromium.browser, this.#hub.url, 'Onlooker', { drawing: this.#drawing });
    return this.#onlooker;
  }

  /** Through the observer's hands: whoever owns it lets it have it, and it gives it on. */
  async #giveTo(owner: string): Promise<void> {
    await untilDone('the robot is at its start', () => this.#observer.command(ROBOT, { kind: 'place', pose: START }));
    await untilDone(`${owner} has it`, async () => {
      const taken = await this.#observer.command(ROBOT, { kind: 'handover' });
      return taken.kind === 'done' ? this.#observer.handOver(ROBOT, owner) : taken;
    });
    await until(`${owner} is known to own it`, () => this.#observer.entity(ROBOT)?.owner === owner);
  }
}

/** Asks again and again. Who gives up says what the last answer was. */
async function untilDone(what: string, ask: () => Promise<Outcome>): Promise<void> {
  let last: Outcome | undefined;
  const isDone = async () => {
    last = await ask();
    return last.kind === 'done';
  };
  await until(what, isDone).catch((cause) => {
    throw new Error(`${what} did not come about; the last answer was ${JSON.stringify(last)}`, { cause });
  });
}

/** It has been watched since, and has not moved for a while. */
function stands(seen: readonly SeenAt[], sinceMs: number): boolean {
  const lastMs = seen.at(-1)?.atMs ?? 0;
  return lastMs - Math.max(sinceMs, lastMovedMs(seen)) > STANDS_MS;
}
