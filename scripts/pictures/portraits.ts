import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { WorldList } from '../../src/core/api/http.ts';
import { say } from '../progress.mjs';
import { DESKTOP, type Studio } from './studio.ts';

const FOLDER = 'src/hub/demos/portraits';

/** What a lobby shows of the demos on a hub that was just started: made by a lobby, as of any world that has no picture. */
export async function portraits(studio: Studio): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  await studio.startHub('workcell');
  const page = await studio.enter(DESKTOP, studio.administratorLink, 'Mara Lind');
  await page.waitForFunction(
    () => document.querySelectorAll('article').length > 6 && !document.body.textContent.includes('No picture yet'),
  );
  const { worlds } = await studio.ask<WorldList>('GET', '/worlds');
  for (const { id, pictureUrl = '' } of worlds) {
    const bytes = Buffer.from(await asWebp(page, pictureUrl), 'base64');
    writeFileSync(join(FOLDER, `${id}.webp`), bytes);
    say(`${FOLDER}/${id}.webp: ${Math.round(bytes.length / 1000)} KB`);
  }
}

/** A tenth of the bytes of the PNG that a page keeps. */
const asWebp = (page: Page, url: string): Promise<string> =>
  page.evaluate(async (address) => {
    const image = await createImageBitmap(await (await fetch(address)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 })).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  }, url);
