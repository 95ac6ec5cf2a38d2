import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { jupiterXl } from '../../src/core/robots/catalog/jupiter-xl.ts';
import { exportBody } from '../../src/formats/formats.ts';
import type { Studio } from './studio.ts';

/** Files of a robot as somebody would bring them: a URDF and its meshes. Ours is one of the catalog under another name. */
export class BroughtRobot implements Disposable {
  readonly files: readonly string[];
  readonly #folder = mkdtempSync(join(tmpdir(), 'manyhands-robot-'));

  private constructor(files: ReadonlyMap<string, Uint8Array>) {
    this.files = [...files].map(([path, bytes]) => {
      // Meshes are found by the ends of their paths.
      const file = join(this.#folder, path.replaceAll('/', '-'));
      writeFileSync(file, path.endsWith('.urdf') ? Buffer.from(bytes).toString().replaceAll('meshes/', 'meshes-') : bytes);
      return file;
    });
  }

  static async make(): Promise<BroughtRobot> {
    return new BroughtRobot(await exportBody({ ...jupiterXl, id: 'lab-arm', name: 'Lab arm' }, new Map()));
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true });
  }
}

/** A world with a bench and nothing else, whose page somebody is in who may import. */
export async function openEmptyCell(studio: Studio, page: Page): Promise<void> {
  const { id } = await studio.createWorld({ name: 'New cell' });
  await page.goto(`${studio.url}/w/${id}`);
  await page.getByRole('button', { name: 'Add', exact: true }).waitFor();
}

/** The dialog with the robot in it. */
export async function bring(page: Page, robot: BroughtRobot): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Import' }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await choosing).setFiles([...robot.files]);
  await page.getByText('Degrees of freedom').first().waitFor();
}

/** Imports it, and opens the editor on it. */
export async function edit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Import', exact: true }).last().click();
  // Its meshes go to the hub first, and a slow machine draws the catalog meanwhile.
  await page.getByRole('dialog', { name: 'Import a robot' }).waitFor({ state: 'detached', timeout: 60_000 });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'More about Lab arm' }).click();
  await page.getByRole('menuitem', { name: 'Edit degrees of freedom' }).click();
  await page.getByRole('dialog', { name: 'Degrees of freedom of Lab arm' }).getByLabel('Name of the joint').waitFor();
}
