import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { HubCluster } from '../../tests/processes/hub-cluster.ts';
import type { HubProcess } from '../../tests/processes/hub-process.ts';
import { Actor } from './actor.ts';
import { DESKTOP, drawFrames, PHONE, type Studio, settled } from './studio.ts';

/** So long the hubs run before the picture, so that there is something in the plots. */
const PAST_MS = 150_000;
const KILLED_MS = 14_000;

export interface ClusterScene extends AsyncDisposable {
  /** Of Mara, who is at hub one, with the panel open. */
  readonly page: Page;
  enterByPhone(): Promise<Page>;
}

/** The workcell over three hubs with people at each; the third has just been killed. */
export async function openCluster(studio: Studio): Promise<ClusterScene> {
  await using opened = new AsyncDisposableStack();
  const cluster = opened.use(await HubCluster.start(1));
  const starter = await cluster.apart();
  await studio.startHub('workcell', ...starter.shared, '--name', 'one');
  opened.defer(() => studio.stopHub());
  const start = async (name: string): Promise<HubProcess> =>
    opened.use(await starter.start(name, '--world', 'workcell', '--demo', '--log-level', 'warn'));
  const [two, three] = [await start('two'), await start('three')];
  const { link } = await studio.invite('workcell', { role: 'operator', note: 'Cell team' });
  const kenji = opened.use(await Actor.join(two.url, link, 'Kenji Mori', { colour: 6, eye: [2.9, -0.45, 1.5], at: [1.4, 0, 0.9] }));
  opened.use(await Actor.join(three.url, link, 'Ines Duarte', { colour: 4, eye: [-1.5, 0.45, 1.6], at: [-0.3, 0.85, 1.1] }));
  await kenji.lease('jupiter', { kind: 'ask' });
  const page = await studio.enter(DESKTOP, studio.administratorLink, 'Mara Lind');
  await page.getByRole('link', { name: 'Open Workcell' }).first().click();
  await settled(page);
  await drawFrames(page, 'few');
  await openPanel(page);
  await pause(PAST_MS);
  await three.kill();
  await pause(KILLED_MS);
  const parts = opened.move();
  return {
    page,
    async enterByPhone() {
      const phone = await studio.enter(PHONE, studio.administratorLink, 'Mara Lind');
      await phone.goto(`${studio.url}/w/workcell`);
      await settled(phone);
      await drawFrames(phone, 'few');
      await openPanel(phone);
      return phone;
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

async function openPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Workcell', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Cluster: hubs, load, owners' }).click();
  await page.getByRole('region', { name: 'Hubs and this world' }).locator('canvas').first().waitFor();
}
