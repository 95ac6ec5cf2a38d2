import { afterAll, beforeAll, expect, it } from 'vitest';
import { planarPose } from '../../src/core/base/pose.ts';
import { pioneer3dx } from '../../src/core/robots/catalog/pioneer-3-dx.ts';
import { draftOf } from '../../src/core/robots/robots.ts';
import type { World } from '../../src/library/manyhands.ts';
import type { Guest } from './guest.ts';
import { insertPatiently } from './insertion.ts';
import { Lab } from './lab.ts';
import { until } from './until.ts';

let opened: AsyncDisposableStack;
let lab: Lab;
let observer: World;
let ada: Guest;
let bob: Guest;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  lab = opened.use(await Lab.open());
  observer = opened.use(await lab.join('Observer'));
  for (const [id, y] of [
    ['pioneer', 0],
    ['other', 1],
  ] as const)
    await insertPatiently(observer, draftOf(pioneer3dx, { name: id === 'pioneer' ? 'Pioneer' : 'Other', pose: planarPose(0, y, 0) }), id);
  [ada, bob] = await Promise.all([lab.enter('Ada'), lab.enter('Bob')]);
  opened.use(ada);
  opened.use(bob);
  await Promise.all([ada.select('Pioneer'), bob.select('Pioneer')]);
});
afterAll(() => opened.disposeAsync());

const button = (guest: Guest, name: string) => guest.inspector.getByRole('button', { name, exact: true });
const shows = (guest: Guest, text: string) => guest.inspector.getByText(text).waitFor();
const holder = () => observer.entity('pioneer')?.control.lease?.holder;

it('one takes it; the other sees that, asks, is refused, asks again and is given it, and it is taken back with a reason', async () => {
  await button(ada, 'Take').click();
  await button(ada, 'Release').waitFor();
  expect(holder()).toBe(await ada.id);

  await button(bob, 'Ask Ada').click();
  await bob.inspector.getByText(/^Asked/).waitFor();
  await ada.page.getByText('Bob asks for Pioneer').waitFor();
  await ada.page.getByRole('button', { name: 'Refuse' }).click();
  await shows(bob, 'Ada keeps it for now.');
  expect(holder()).toBe(await ada.id);

  await button(bob, 'Ask Ada').click();
  await ada.page.getByText('Bob asks for Pioneer').waitFor();
  await ada.page.locator('[aria-live=polite]').getByRole('button', { name: 'Hand over' }).click();
  await button(bob, 'Release').waitFor();
  await button(ada, 'Ask Bob').waitFor();
  expect(holder()).toBe(await bob.id);

  await button(ada, 'Take').click();
  await ada.page.getByLabel('Why take Pioneer now?').fill('the cell is on fire');
  await ada.page.getByRole('button', { name: 'Take it' }).click();
  await button(ada, 'Release').waitFor();
  await shows(bob, 'Ada took it: the cell is on fire');
  expect(holder()).toBe(await ada.id);
  await button(ada, 'Release').click();
  await button(bob, 'Take').waitFor();
});

it('a Stop latches for both, a touch does not re-arm it, and a press of 0.6 s does', async () => {
  await button(bob, 'Stop Pioneer').click();
  for (const guest of [ada, bob]) await guest.inspector.getByText(/^Stopped by Bob/).waitFor();
  const before = observer.entity('pioneer')?.posture.pose;
  await ada.row('Pioneer').focus();
  await ada.page.keyboard.down('w');
  await ada.inspector.getByText('re-arm it first').waitFor();
  await ada.page.keyboard.up('w');
  expect(observer.entity('pioneer')?.posture.pose).toEqual(before);

  await touch(ada);
  expect(observer.entity('pioneer')?.control.stop).toMatchObject({ by: await bob.id, recorded: true });
  await button(ada, 'Re-arm').hover();
  await ada.page.mouse.down();
  await until('it is re-armed', () => observer.entity('pioneer')?.control.stop === undefined);
  await ada.page.mouse.up();
  for (const guest of [ada, bob]) await button(guest, 'Take').waitFor();
});

it('Stop for all stops every robot, for both', async () => {
  await bob.page.getByRole('button', { name: 'Stop every robot of this world' }).click();
  for (const robot of ['pioneer', 'other'])
    await until(`${robot} is stopped`, () => observer.entity(robot)?.control.stop?.recorded === true);
  expect(observer.entity('other')?.control.stop?.recorded).toBe(true);
  for (const guest of [ada, bob]) {
    await guest.inspector.getByText(/^Stopped by Bob/).waitFor();
    await guest.page.getByRole('navigation', { name: 'Things and people' }).getByText('Stopped').nth(1).waitFor();
  }
});

/** A press of so long re-arms. */
const HOLD_MS = 600;

const pageTime = (guest: Guest, ms: number): Promise<unknown> =>
  guest.page.evaluate((pauseMs) => new Promise((resolve) => setTimeout(resolve, pauseMs)), ms);

/**
 * Half as long as a press that re-arms, and then the page has as much time as one takes. A busy machine may hold the button longer, which may
 * re-arm: then Bob stops it again, and the touch is repeated.
 */
async function touch(guest: Guest): Promise<void> {
  const { page } = guest;
  for (;;) {
    await button(guest, 'Re-arm').hover();
    const press = await page.evaluateHandle(() => {
      const held = { downMs: 0, upMs: 0 };
      const options = { capture: true, once: true };
      window.addEventListener('pointerdown', () => Object.assign(held, { downMs: performance.now() }), options);
      window.addEventListener('pointerup', () => Object.assign(held, { upMs: performance.now() }), options);
      return held;
    });
    await page.mouse.down();
    await pageTime(guest, HOLD_MS / 2);
    await page.mouse.up();
    await pageTime(guest, HOLD_MS);
    const { downMs, upMs } = await press.jsonValue();
    expect(upMs - downMs).toBeGreaterThanOrEqual(HOLD_MS / 2 - 1);
    if (upMs - downMs < HOLD_MS) return;
    const stopButton = button(bob, 'Stop Pioneer');
    if (await stopButton.isVisible()) await stopButton.click();
    await until('it is stopped again', () => observer.entity('pioneer')?.control.stop?.recorded === true);
  }
}
