import type { Browser, BrowserContext, CDPSession, JSHandle, Locator, Page } from 'playwright-core';
import type { ActionDraft, EntityDraft } from '../../src/core/api/messages.ts';
import type { Pose } from '../../src/core/base/pose.ts';
import type { Outcome } from '../../src/core/world/world.ts';
import type { EntityInfo, Person, WorldLink } from '../../src/web/link/world-link.ts';
import { WORLD } from './lasting-hub.ts';
import type { SeenAt } from './motion-watch.ts';
import { newScreen, prepare, type Screen, screenInTab } from './screen.ts';

export interface GuestOptions extends Screen {
  readonly world?: string;
}

const POLLING_MS = 20;

interface Watched {
  readonly seen: number[];
  readonly timer: number;
}

/** A person in a browser of their own, in a world. What people do goes through the page; what tests need to know comes from `window.manyhands.link`. */
export class Guest implements AsyncDisposable {
  readonly name: string;
  readonly page: Page;
  readonly #context: BrowserContext;
  #link: JSHandle<WorldLink>;
  readonly #end: () => Promise<void>;

  private constructor(name: string, page: Page, link: JSHandle<WorldLink>, end: () => Promise<void>) {
    this.name = name;
    this.page = page;
    this.#context = page.context();
    this.#link = link;
    this.#end = end;
  }

  /** In a browser of their own, which always believes to be looked at. `url`: of the hub, or of whatever stands before it. */
  static async enter(browser: Browser, url: string, name: string, { world = WORLD, ...screen }: GuestOptions = {}): Promise<Guest> {
    const context = await newScreen(browser, screen);
    const page = await context.newPage();
    return new Guest(name, page, await enterWorld(page, url, name, world), () => context.close());
  }

  /** In a tab of a window, which other tabs may hide. All tabs of a window are of one person. */
  static async enterInTab(
    window: BrowserContext,
    url: string,
    name: string,
    { world = WORLD, drawing = 'full' }: Pick<GuestOptions, 'world' | 'drawing'> = {},
  ): Promise<Guest> {
    await prepare(window, drawing);
    const page = await window.newPage();
    const session = await window.newCDPSession(page);
    await session.send('Emulation.setDeviceMetricsOverride', screenInTab);
    return new Guest(name, page, await enterWorld(page, url, name, world), () => page.close());
  }

  get id(): Promise<string> {
    return this.#link.evaluate((link) => link.me.get()?.id ?? '');
  }

  /** Resolves when its link is open. */
  isBack(): Promise<void> {
    return isOpen(this.page, this.#link);
  }

  /** Where its participant is: at the hub that the page came from, or at another one. */
  door(): Promise<string | undefined> {
    return this.#link.evaluate((link) => link.door.get());
  }

  status(): Promise<string> {
    return this.#link.evaluate((link) => link.status.get().kind);
  }

  async hashes(): Promise<ReadonlyMap<string, number>> {
    return new Map(await this.#link.evaluate(async (link) => [...(await link.stateHashes())]));
  }

  entity(id: string): Promise<EntityInfo | undefined> {
    return this.#link.evaluate((link, entity) => link.entities.get().get(entity), id);
  }

  entities(): Promise<readonly string[]> {
    return this.#link.evaluate((link) => [...link.entities.get().keys()]);
  }

  people(): Promise<readonly Person[]> {
    return this.#link.evaluate((link) => link.people.get());
  }

  insert(draft: EntityDraft, id?: string): Promise<string> {
    return this.#link.evaluate((link, [what, as]) => link.insert(what, as), [draft, id] as const);
  }

  remove(id: string): Promise<void> {
    return this.#link.evaluate((link, entity) => link.remove(entity), id);
  }

  command(id: string, action: ActionDraft): Promise<Outcome> {
    return this.#link.evaluate((link, [entity, what]) => link.command(entity, what), [id, action] as const);
  }

  /** As it is drawn now. */
  async shown(id: string): Promise<{ readonly pose: Pose; readonly values: readonly number[] }> {
    const [numbers, values] = await this.#link.evaluate((link, entity) => {
      const info = link.entities.get().get(entity);
      const frame = link.frame();
      if (!info || !frame) throw new Error(`${entity} is not drawn`);
      const { slot, valuesAt, description } = info;
      return [[...frame.poses.subarray(7 * slot, 7 * slot + 7)], [...frame.values.subarray(valuesAt, valuesAt + description.dofs.length)]];
    }, id);
    return { pose: poseFrom(numbers ?? []), values: values ?? [] };
  }

  /** Reads where it is to be drawn as often as a screen shows it; ask the answer what was seen. Times are of the world. */
  async watch(id: string): Promise<() => Promise<SeenAt[]>> {
    const watching = await this.#link.evaluateHandle((link, entity): Watched => {
      const seen: number[] = [];
      const look = () => {
        const slot = link.entities.get().get(entity)?.slot;
        const frame = link.frame();
        if (slot !== undefined && frame) seen.push(frame.worldMs, ...frame.poses.subarray(7 * slot, 7 * slot + 7));
      };
      return { seen, timer: window.setInterval(look, 16) };
    }, id);
    return async () => {
      const numbers = await watching.evaluate(({ seen, timer }) => {
        clearInterval(timer);
        return seen;
      });
      return Array.from({ length: numbers.length / 8 }, (_, i) => {
        const [atMs = 0, ...pose] = numbers.slice(8 * i, 8 * i + 8);
        return { atMs, pose: poseFrom(pose) };
      });
    };
  }

  /** What the page shows and knows, for the message of a test that went wrong. */
  async account(): Promise<string> {
    const known = await this.#link.evaluate(async (link) => ({
      status: link.status.get(),
      time: link.time.get(),
      members: await link.members(),
      entities: [...link.entities.get().values()].map(({ id, owner, isLive, epoch, control, ageMs }) => ({
        id,
        owner,
        isLive,
        epoch,
        control,
        ageMs,
      })),
      troubles: link.troubles.get().slice(-5),
      focus: [document.visibilityState, document.hasFocus(), document.activeElement?.outerHTML.slice(0, 120)],
    }));
    const shown = await this.page.locator('body').ariaSnapshot();
    return `${shown.replaceAll(/\s+/g, ' ')}; it knows ${JSON.stringify(known)}`;
  }

  /** The row of a thing in the outliner; those of people, who may be said to drive it, come after. */
  row(name: string): Locator {
    const rows = this.page.getByRole('navigation', { name: 'Things and people' }).getByRole('button');
    return rows.filter({ has: this.page.getByText(name, { exact: true }) }).first();
  }

  async select(name: string): Promise<void> {
    await this.row(name).click();
  }

  get inspector(): Locator {
    return this.page.getByRole('region', { name: /^Inspector of/ });
  }

  /** Speaks to the browser itself about this page. */
  browserSession(): Promise<CDPSession> {
    return this.#context.newCDPSession(this.page);
  }

  /** As F5 does. */
  async reload(): Promise<void> {
    await this.page.reload();
    this.#link = await linkOf(this.page);
    await this.isBack();
  }

  /** Closes the tab, as a user does. */
  async close(): Promise<void> {
    await this.page.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }
}

async function enterWorld(page: Page, url: string, name: string, world: string): Promise<JSHandle<WorldLink>> {
  await page.goto(`${url}/w/${world}`);
  const isKnown = await page.evaluate(() => localStorage.getItem('manyhands.session') !== null);
  if (!isKnown) {
    await page.getByLabel('Your name').fill(name);
    await page.getByLabel('Your name').press('Enter');
  }
  const link = await linkOf(page);
  await isOpen(page, link);
  return link;
}

async function isOpen(page: Page, link: JSHandle<WorldLink>): Promise<void> {
  await page.waitForFunction((opened) => opened.status.get().kind === 'open', link, { polling: POLLING_MS });
}

async function linkOf(page: Page): Promise<JSHandle<WorldLink>> {
  try {
    const find = () => (window as { manyhands?: { link: WorldLink } }).manyhands?.link;
    return (await page.waitForFunction(find, undefined, { polling: POLLING_MS })) as JSHandle<WorldLink>;
  } catch (cause) {
    throw new Error(`the page did not enter the world; it shows: ${await page.locator('body').textContent()}`, { cause });
  }
}

function poseFrom([x = 0, y = 0, z = 0, qx = 0, qy = 0, qz = 0, qw = 1]: readonly number[]): Pose {
  return { x, y, z, qx, qy, qz, qw };
}
