import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ImportedBody, importBody } from '../../src/formats/formats.ts';
import { Guest } from './guest.ts';
import { Lab } from './lab.ts';
import { LastingHub } from './lasting-hub.ts';
import { until } from './until.ts';

/** A column with an arm that swings about it; the arm is a mesh in a folder of its own. */
const SWINGER = `<?xml version="1.0"?>
<robot name="Swinger">
  <link name="column">
    <visual><origin xyz="0 0 0.25"/><geometry><cylinder radius="0.08" length="0.5"/></geometry></visual>
  </link>
  <link name="arm">
    <visual><geometry><mesh filename="package://swinger/meshes/arm.stl" scale="0.001 0.001 0.001"/></geometry></visual>
  </link>
  <joint name="shoulder" type="revolute">
    <parent link="column"/><child link="arm"/>
    <origin xyz="0 0 0.5"/><axis xyz="0 0 1"/>
    <limit lower="-1.5" upper="1.5" velocity="2" effort="10"/>
  </joint>
</robot>
`;
const HOSTILE = `<?xml version="1.0"?>
<!DOCTYPE robot [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<robot name="&b;"><link name="base"/></robot>
`;

let opened: AsyncDisposableStack;
let lab: Lab;
let folder: string;
let ada: Guest;
let bob: Guest;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  folder = mkdtempSync(join(tmpdir(), 'manyhands-robots-'));
  opened.defer(() => rmSync(folder, { recursive: true }));
  lab = opened.use(await Lab.at(await LastingHub.start()));
  ada = opened.use(await enterByLink('Ada'));
  bob = opened.use(await lab.enter('Bob'));
  mkdirSync(join(folder, 'swinger/meshes'), { recursive: true });
  writeFileSync(join(folder, 'swinger/robot.urdf'), SWINGER);
  writeFileSync(join(folder, 'swinger/meshes/arm.stl'), boxStl([0, -40, 0], [400, 40, 60]));
  writeFileSync(join(folder, 'hostile.urdf'), HOSTILE);
  writeFileSync(join(folder, 'bracket.stl'), boxStl([-50, -50, 0], [50, 50, 200]));
});
afterAll(() => opened.disposeAsync());

describe('a robot that somebody drops on the page', () => {
  it('is in the world of everybody, and moves for everybody', async () => {
    const meshSeenByBob = bob.page.waitForResponse((response) => response.url().includes('/api/v1/meshes/') && response.ok());
    await drop(ada, join(folder, 'swinger'));
    const dialog = ada.page.getByRole('dialog', { name: 'Import a robot' });
    await expectFact(dialog, 'Degrees of freedom', '1');
    await expectFact(dialog, 'Triangles', '12');
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Swinger');
    await dialog.getByLabel('Name').press('Enter');
    await dialog.waitFor({ state: 'detached' });
    for (const guest of [ada, bob]) await guest.row('Swinger').waitFor();
    await meshSeenByBob;

    await ada.select('Swinger');
    const degrees = ada.inspector.getByLabel('shoulder, degrees');
    await degrees.fill('45');
    await degrees.press('Enter');
    const id = await swinger(bob);
    await until('Bob sees the joint at 45 degrees', async () => Math.abs(((await bob.shown(id)).values[0] ?? 0) - Math.PI / 4) < 1e-3);
  });

  it('is exported as files that make the same robot again', async () => {
    await openMenu(ada, 'Swinger');
    const downloading = ada.page.waitForEvent('download');
    await ada.page.getByRole('menuitem', { name: 'Export as URDF and glTF' }).press('Enter');
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('swinger.zip');
    const again = await imported(unzipSync(readFileSync(await download.path())));
    expect(again.model.dofs).toMatchObject([{ name: 'shoulder', kind: 'rotation', low: -1.5, high: 1.5 }]);
    expect(again.meshes.size).toBe(1);
    await ada.page.keyboard.press('Escape');
  });

  it('is refused with the place of what is wrong, and nothing of it stays', async () => {
    const before = await catalogOf(bob);
    await drop(ada, join(folder, 'hostile.urdf'));
    const dialog = ada.page.getByRole('dialog', { name: 'Import a robot' });
    await dialog.getByRole('alert', { name: 'Problems' }).getByText('hostile.urdf:2').waitFor();
    expect(await dialog.getByRole('button', { name: 'Import', exact: true }).count()).toBe(0);
    expect(await catalogOf(bob)).toEqual(before);
    await ada.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});

it('a bare mesh becomes a robot, and whoever has the catalog open sees it without loading the page again', async () => {
  await drop(ada, join(folder, 'bracket.stl'));
  const dialog = ada.page.getByRole('dialog', { name: 'Import a robot' });
  await dialog.getByLabel('Name').fill('Bracket');
  await dialog.getByText('mm', { exact: true }).click();
  await expectFact(dialog, 'Height', '200 mm');
  await dialog.getByLabel('Insert one where I look').press('Space');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.waitFor({ state: 'detached' });

  await openMenu(ada, 'Bracket');
  await ada.page.getByRole('menuitem', { name: 'Edit degrees of freedom' }).press('Enter');
  const editor = ada.page.getByRole('dialog', { name: 'Degrees of freedom of Bracket' });
  await editor.getByRole('button', { name: 'Add a degree of freedom' }).press('Enter');
  await editor.getByLabel('Name of the joint').fill('lid');
  await editor.getByRole('checkbox', { name: /^part 1 of/ }).press('Space');
  await editor.getByLabel('Upper limit, degrees').fill('120');
  await editor.getByLabel('Upper limit, degrees').press('Tab');
  const told = bob.page.waitForResponse((response) => response.url().endsWith('/api/v1/models') && response.status() === 200);
  await editor.getByRole('button', { name: 'Save' }).press('Enter');
  await editor.waitFor({ state: 'detached' });

  // Bob's page has done nothing for it: the hub's word is enough.
  await (await told).finished();
  await bob.page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await bob.page
    .getByRole('dialog', { name: 'Add from the catalog' })
    .getByRole('button', { name: /^Bracket/ })
    .press('Enter');
  await bob.inspector.getByLabel('lid, degrees').waitFor();
  const [lid] = (await catalogOf(bob)).find(({ name }) => name === 'Bracket')?.dofs ?? [];
  expect(lid).toMatchObject({ name: 'lid', kind: 'rotation' });
  expect(lid?.high).toBeCloseTo((120 * Math.PI) / 180, 6);
});

/** As somebody who may import robots: only an operator gets in without a link. */
async function enterByLink(name: string): Promise<Guest> {
  const page = await lab.page();
  await page.goto(lab.administratorLink);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Your name').press('Enter');
  await page.waitForFunction(() => localStorage.getItem('manyhands.session') !== null);
  await page.close();
  return await Guest.enterInTab(page.context(), lab.url, name, { drawing: 'light' });
}

/** As a person drops files or folders of theirs on the middle of the view. */
async function drop(guest: Guest, ...files: string[]): Promise<void> {
  const session = await guest.browserSession();
  const at = { x: 500, y: 300 };
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await session.send('Input.dispatchDragEvent', { type, ...at, data });
  await session.detach();
}

async function openMenu(guest: Guest, model: string): Promise<void> {
  await guest.page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  // The inspector has one of that name, too.
  const catalog = guest.page.getByRole('dialog', { name: 'Add from the catalog' });
  await catalog.getByRole('button', { name: `More about ${model}` }).click();
}

async function expectFact(dialog: Locator, term: string, value: string): Promise<void> {
  const fact = dialog.locator('dt', { hasText: term }).locator('xpath=following-sibling::dd[1]');
  await until(`${term} is ${value}`, async () => (await fact.count()) === 1 && (await fact.textContent()) === value);
}

async function swinger(guest: Guest): Promise<string> {
  for (const id of await guest.entities()) if ((await guest.entity(id))?.description.name === 'Swinger') return id;
  throw new Error(`${guest.name} sees no Swinger`);
}

interface CatalogRow {
  readonly name: string;
  readonly dofs: readonly { readonly name: string; readonly kind: string; readonly high: number }[];
}

/** What the hub tells this person of its catalog. */
async function catalogOf(guest: Guest): Promise<readonly CatalogRow[]> {
  return await guest.page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('manyhands.session') ?? '{}') as { token: string };
    const response = await fetch('/api/v1/models', { headers: { authorization: `Bearer ${token}` } });
    return ((await response.json()) as { models: CatalogRow[] }).models;
  });
}

const imported = (files: Record<string, Uint8Array>): Promise<ImportedBody> => importBody(new Map(Object.entries(files)));

/** A box between two corners, as a text that any program would write. */
function boxStl(low: readonly [number, number, number], high: readonly [number, number, number]): string {
  const corner = (bits: number) => [0, 1, 2].map((axis) => (((bits >> axis) & 1) === 1 ? high : low)[axis]).join(' ');
  const sides = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  const triangles = sides.flatMap(([a = 0, b = 0, c = 0, d = 0]) => [
    [a, b, c],
    [a, c, d],
  ]);
  const facet = (corners: readonly number[]) =>
    `facet normal 0 0 0\nouter loop\n${corners.map((bits) => `vertex ${corner(bits)}`).join('\n')}\nendloop\nendfacet`;
  return `solid box\n${triangles.map(facet).join('\n')}\nendsolid box\n`;
}
