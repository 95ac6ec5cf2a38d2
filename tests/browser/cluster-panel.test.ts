import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planarPose } from '../../src/core/base/pose.ts';
import { pioneer3dx } from '../../src/core/robots/catalog/pioneer-3-dx.ts';
import { draftOf } from '../../src/core/robots/robots.ts';
import { joinWorld, type World } from '../../src/library/manyhands.ts';
import { HubCluster } from '../processes/hub-cluster.ts';
import type { HubProcess } from '../processes/hub-process.ts';
import { Guest } from './guest.ts';
import { insertPatiently } from './insertion.ts';
import { Lab } from './lab.ts';
import { WORLD } from './lasting-hub.ts';
import { until } from './until.ts';

const NAMES = ['one', 'two', 'three'] as const;

let opened: AsyncDisposableStack;
let hubs: HubProcess[];
let ada: Guest;
let robot: World;
let fetched: string[];

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  const starter = await opened.use(await HubCluster.start(1)).apart();
  hubs = [];
  for (const name of NAMES) hubs.push(opened.use(await starter.start(name, '--world', WORLD)));
  const browser = await Lab.browser();
  const urlOf = (index: number) => hubs[index]?.url ?? '';
  robot = opened.use(await joinWorld(urlOf(1), { name: 'Robot', world: WORLD, onError: () => undefined }));
  await insertPatiently(robot, draftOf(pioneer3dx, { name: 'Tug', pose: planarPose(3, 0, 0) }), 'tug');
  ada = opened.use(await Guest.enter(browser, urlOf(0), 'Ada', { drawing: 'light' }));
  fetched = [];
  ada.page.on('request', (request) => fetched.push(request.url()));
  await ada.insert(draftOf(pioneer3dx, { name: 'Cart', pose: planarPose(0, 0, 0) }), 'cart');
});
afterAll(() => opened.disposeAsync());

const panel = (): Locator => ada.page.getByRole('region', { name: 'Hubs and this world' });
const hub = (name: string): Locator => panel().getByRole('article', { name: `Hub ${name}` });
const says = async (where: Locator, words: RegExp): Promise<boolean> => words.test((await where.textContent()) ?? '');

/** On a busy machine she may have been lost to her first hub before. */
async function hubOfAda(): Promise<(typeof NAMES)[number]> {
  const door = await ada.door();
  return NAMES.find((_, index) => door?.includes(`:${hubs[index]?.port}/`)) ?? 'one';
}

const kill = (name: (typeof NAMES)[number]): Promise<void> | undefined => hubs[NAMES.indexOf(name)]?.kill();

/** At which Robot is, or was before it was lost. */
const hubsOfRobot = (): string => NAMES.filter((_, index) => hubs[index]?.joined.includes('Robot')).join('|');

describe('the panel of the cluster', () => {
  it('[H10] shows every hub, which one is ours, and which is on duty; what draws the plots is fetched only then', async () => {
    const menu = ada.page.getByRole('button', { name: WORLD, exact: true });
    expect(fetched.filter((url) => url.includes('plots-'))).toEqual([]);
    await menu.click();
    await ada.page.getByRole('menuitem', { name: 'Cluster: hubs, load, owners' }).click();
    const own = await hubOfAda();
    for (const name of NAMES) await until(`${name} is shown as here`, () => says(hub(name), /Here/));
    await until('her hub is marked, and no other', async () => {
      const marked = await Promise.all(NAMES.map((name) => says(hub(name), /your hub/)));
      return marked.join() === NAMES.map((name) => name === own).join();
    });
    const onDuty = await Promise.all(NAMES.map((name) => says(hub(name), new RegExp(`On duty for ${WORLD}`))));
    expect(onDuty.filter(Boolean)).toHaveLength(1);
    const other = own === 'two' ? 'three' : 'two';
    await until(`the round trip to ${other} is known`, () => says(hub(other), new RegExp(`To ${own}[\\d.]+ m?s`)));
    await until('the plots are drawn', async () => (await panel().locator('figure canvas').count()) === 6);
    expect(fetched.filter((url) => url.includes('plots-'))).not.toEqual([]);
  });

  it('[H13] has plots with a line for each hub that go on', async () => {
    const cpu = panel().getByRole('figure', { name: 'CPU, of a core' });
    for (const name of NAMES)
      await expect(until(`${name} is in the plot`, () => says(cpu, new RegExp(`${name} \\d+ %`)))).resolves.toEqual(expect.any(Number));
  });

  it('[H1] shows at which hub each participant is, and who owns what', async () => {
    const row = (name: string) => panel().getByRole('row').filter({ hasText: name });
    const own = await hubOfAda();
    await until(`Ada is at ${own}`, () => says(row('Ada'), new RegExp(`Ada\\(you\\)${own}± [\\d.]+ ms`)));
    await until('Robot is at its hub', () => says(row('Robot'), new RegExp(`Robot(${hubsOfRobot()})± [\\d.]+ ms`)));
    const estate = (owner: string) => panel().getByRole('listitem', { name: `What ${owner} owns` });
    await until('Ada owns the cart', () => says(estate('Ada'), new RegExp(`${own}1Cart`)));
    await expect(until('Robot owns the tug', () => says(estate('Robot'), new RegExp(`(${hubsOfRobot()})1Tug`)))).resolves.toEqual(
      expect.any(Number),
    );
  });

  it('fits on a phone, with nothing under the Stop button', async () => {
    const { page } = ada;
    const before = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: WORLD, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Cluster: hubs, load, owners' }).click();
    await until('the hubs are shown', () => says(hub('three'), /Here/));
    expect(await panel().evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    const stop = await page.getByRole('button', { name: 'Stop every robot of this world' }).boundingBox();
    const tabs = await page.getByLabel('Panel', { exact: true }).first().boundingBox();
    expect(tabs?.y).toBeGreaterThanOrEqual((stop?.y ?? 0) + (stop?.height ?? 0));
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.setViewportSize(before ?? { width: 1120, height: 640 });
    await until('it is docked again', async () => says(hub(await hubOfAda()), /your hub/));
  });

  it('[H10] [H6] shows a hub that was killed as silent, then as gone; when it is her own, goes on at another', async () => {
    const own = await hubOfAda();
    const [bystander = 'two', last = 'three'] = NAMES.filter((name) => name !== own);
    await kill(bystander);
    await until(`${bystander} is silent`, () => says(hub(bystander), /Silent for \d+ s/));
    await until(`${bystander} is gone`, () => says(hub(bystander), /Gone for \d+ s/));
    await kill(own);
    await until(`${last} is our hub`, () => says(hub(last), /your hub/));
    await expect(
      until(`Ada is at ${last}`, () => says(panel().getByRole('row').filter({ hasText: 'Ada' }), new RegExp(last))),
    ).resolves.toEqual(expect.any(Number));
  });

  it('keeps what was last known when no hub is left, and says from when it is', async () => {
    const own = await hubOfAda();
    await kill(own);
    await until('it says that it is old', async () => (await panel().getByText('Your hub has told nothing for').count()) === 1);
    expect(await says(hub(own), /Was here \d+ s ago/)).toBe(true);
  });
});
