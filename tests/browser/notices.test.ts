import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode, encode } from 'fast-png';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applySite } from '../../src/hub/site/apply-site.ts';
import type { Guest } from './guest.ts';
import { Lab } from './lab.ts';
import { until } from './until.ts';

const SIDE_PX = 64;

/** Told apart by which of red, green and blue are strong. */
const quarters = {
  'upper left': [255, 0, 255],
  'upper right': [0, 255, 0],
  'lower left': [0, 0, 255],
  'lower right': [255, 255, 0],
} as const;
type Quarter = keyof typeof quarters;

let opened: AsyncDisposableStack;
let lab: Lab;
let guests: Guest[];
let file: string;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'manyhands-notices-'));
  opened.defer(() => rmSync(folder, { recursive: true }));
  lab = opened.use(await Lab.open());
  guests = [];
  for (const name of ['Ada', 'Bob']) guests.push(opened.use(await lab.enter(name, { drawing: 'full' })));
  const [ada] = guests;
  for (const id of (await ada?.entities()) ?? []) await ada?.remove(id);
  const edl =
    'LENGTH 600 WIDTH 400\n1 WALL: x= 300 y= 200 theta= 0 long= 400\n2 NOTICE: x= 300 y= 200 theta= 270 height= 60 file= sign.png name= "Sign"\n';
  file = join(folder, 'house.json');
  writeFileSync(file, JSON.stringify({ name: 'House', floors: [{ name: 'Ground floor', edl }] }));
  writeFileSync(join(folder, 'sign.png'), encode({ width: SIDE_PX, height: SIDE_PX, channels: 3, data: quarteredPixels() }));
});
afterAll(() => opened.disposeAsync());

describe('a notice', () => {
  it('[A11] shows its picture upright to everybody who looks', async () => {
    const options = {
      world: lab.world,
      hub: lab.url,
      link: lab.administratorLink,
      name: 'Root',
      inTheWay: 'refuse',
      format: 'json',
    } as const;
    expect(await applySite(file, options)).toBe(0);
    for (const guest of guests) {
      await guest.row('Building').click();
      await guest.row('Sign').click();
      await guest.page.keyboard.press('f');
      await until(`${guest.name} sees the picture`, async () => (await seen(guest)).size === 4);
      const places = await seen(guest);
      const at = (quarter: Quarter) => places.get(quarter) ?? expect.fail(`${guest.name} does not see the ${quarter} quarter`);
      for (const [left, right] of [
        ['upper left', 'upper right'],
        ['lower left', 'lower right'],
      ] as const)
        expect(at(left).x).toBeLessThan(at(right).x);
      for (const [upper, lower] of [
        ['upper left', 'lower left'],
        ['upper right', 'lower right'],
      ] as const)
        expect(at(upper).y).toBeLessThan(at(lower).y);
      // Else who looks next, from the same place, looks through the colours of this one.
      await guest.close();
    }
  });
});

function quarteredPixels(): Uint8Array {
  const pixels = new Uint8Array(3 * SIDE_PX * SIDE_PX);
  for (let y = 0; y < SIDE_PX; y++) {
    for (let x = 0; x < SIDE_PX; x++) {
      const quarter = `${y < SIDE_PX / 2 ? 'upper' : 'lower'} ${x < SIDE_PX / 2 ? 'left' : 'right'}` as Quarter;
      pixels.set(quarters[quarter], 3 * (y * SIDE_PX + x));
    }
  }
  return pixels;
}

/** More than the axes in the corner have, and a small part of a quarter. */
const LEAST_PIXELS = 400;
/** Shares of the strongest of red, green and blue: what is brightly lit is paler on the screen than in its file. */
const STRONG = 0.85;
const WEAK = 0.78;

/** The middles of the quarters of the picture, in the view as it is on the screen. */
async function seen({ page }: Guest): Promise<Map<Quarter, { x: number; y: number }>> {
  const { width, height, channels, data } = decode(await page.locator('canvas').first().screenshot());
  const found = new Map<Quarter, { x: number; y: number; count: number }>();
  for (let i = 0; i < width * height; i++) {
    const rgb = data.subarray(i * channels, i * channels + 3);
    const strongest = Math.max(...rgb);
    if (strongest < 60) continue;
    const quarter = (Object.keys(quarters) as Quarter[]).find((name) =>
      quarters[name].every((value, channel) =>
        value > 0 ? (rgb[channel] ?? 0) > STRONG * strongest : (rgb[channel] ?? 0) < WEAK * strongest,
      ),
    );
    if (!quarter) continue;
    const sum = found.get(quarter) ?? { x: 0, y: 0, count: 0 };
    found.set(quarter, { x: sum.x + (i % width), y: sum.y + Math.floor(i / width), count: sum.count + 1 });
  }
  return new Map(
    [...found].flatMap(([quarter, { x, y, count }]) => (count < LEAST_PIXELS ? [] : [[quarter, { x: x / count, y: y / count }] as const])),
  );
}
