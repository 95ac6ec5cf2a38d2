import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import type { ActionDraft } from '../../src/core/api/messages.ts';
import { planarPose, planarTwist } from '../../src/core/base/pose.ts';
import { between, seededRandom } from '../../src/core/base/random.ts';
import { amigobot } from '../../src/core/robots/catalog/amigobot.ts';
import { draftOf } from '../../src/core/robots/robots.ts';
import type { World } from '../../src/library/manyhands.ts';
import { Chromium } from './chromium.ts';
import { Guest } from './guest.ts';
import { LastingHub } from './lasting-hub.ts';
import { longestStallMs, MotionWatch } from './motion-watch.ts';
import type { Drawing } from './screen.ts';
import { until } from './until.ts';

interface HiddenReport {
  /** Between hiding and freezing. */
  readonly graceMs: number;
  /** For how long at most one of its robots stood, by the observer. */
  readonly longestStallMs: number;
  /** Who had them in the end. */
  readonly owners: readonly string[];
}

const ROBOTS = ['amigobot-1', 'amigobot-2', 'amigobot-3'];
/** Round and round: they are never at rest. */
const CIRCLING = { kind: 'drift', twist: planarTwist(0.4, 0.5), durationMs: 3_600_000 } as const;
const FROZEN_MS = 3500;

/** How long a robot may stand because its owner was hidden. */
const LONGEST_STALL_MS = 2500;
/** A browser freezes what has been hidden for a while; so soon that nothing could be handed over it does not. */
const [SHORTEST_GRACE_MS, LONGEST_GRACE_MS] = [30, 400];
const SEED = 7;

/** Hides and freezes a page that owns robots, again and again; `say` is told of each round. Answers what was wrong. */
export async function hideAgainAndAgain(times: number, say: (line: string) => void, drawing: Drawing = 'full'): Promise<readonly string[]> {
  await using stage = await HiddenStage.open(drawing);
  const random = seededRandom(SEED);
  const problems: string[] = [];
  for (let round = 1; round <= times; round++) {
    const { graceMs, longestStallMs: stallMs, owners } = await stage.play(between(random, SHORTEST_GRACE_MS, LONGEST_GRACE_MS));
    const line = `round ${round}: frozen ${graceMs.toFixed(0)} ms after it was hidden; its robots, now with ${[...new Set(owners)].join(', ')}, stood for at most ${stallMs.toFixed(0)} ms`;
    say(line);
    if (stallMs > LONGEST_STALL_MS) problems.push(line);
  }
  return problems;
}

/** A page that owns robots that never rest, and another tab that can come before it. */
class HiddenStage implements AsyncDisposable {
  readonly #opened: AsyncDisposableStack;
  readonly #observer: World;
  readonly #owner: Guest;
  readonly #other: Page;
  readonly #session: CDPSession;

  private constructor(opened: AsyncDisposableStack, parts: { observer: World; owner: Guest; other: Page; session: CDPSession }) {
    this.#opened = opened;
    this.#observer = parts.observer;
    this.#owner = parts.owner;
    this.#other = parts.other;
    this.#session = parts.session;
  }

  static async open(drawing: Drawing): Promise<HiddenStage> {
    await using opened = new AsyncDisposableStack();
    const hub = opened.use(await LastingHub.start());
    const chromium = opened.use(await Chromium.start());
    const observer = opened.use(await hub.join('Observer'));
    const other = await chromium.window.newPage();
    const owner = await Guest.enterInTab(chromium.window, hub.url, 'Owner', { drawing });
    for (const [i, id] of ROBOTS.entries()) await owner.insert(draftOf(amigobot, { name: id, pose: planarPose(i, 0, 0) }), id);
    return new HiddenStage(opened.move(), { observer, owner, other, session: await owner.browserSession() });
  }

  /** The page owns its robots, is hidden, frozen for a while, and comes back. */
  async play(graceMs: number): Promise<HiddenReport> {
    await this.#haveThem();
    await using watches = new AsyncDisposableStack();
    const seen = ROBOTS.map((id) => watches.use(new MotionWatch(() => this.#observer.entity(id)?.posture.pose)).seen);
    await this.#other.bringToFront();
    if (graceMs > 0) await pause(graceMs);
    await this.#session.send('Page.setWebLifecycleState', { state: 'frozen' });
    await pause(FROZEN_MS);
    const owners = ROBOTS.map((id) => this.#observer.entity(id)?.owner ?? '');
    await this.#session.send('Page.setWebLifecycleState', { state: 'active' });
    await this.#owner.page.bringToFront();
    await this.#owner.isBack();
    return { graceMs, owners, longestStallMs: Math.max(...seen.map(longestStallMs)) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened.disposeAsync();
  }

  /** The page owns them all, and they move. */
  async #haveThem(): Promise<void> {
    const me = await this.#owner.id;
    const isDone = async (id: string, action: ActionDraft) => (await this.#owner.command(id, action)).kind === 'done';
    for (const id of ROBOTS) {
      await until(`the page owns ${id}`, () => isDone(id, { kind: 'handover' }));
      await until(`the page moves ${id}`, () => isDone(id, CIRCLING));
      await until(`${id} is seen to be the page's`, () => this.#observer.entity(id)?.owner === me);
    }
  }
}
