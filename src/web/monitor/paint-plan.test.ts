import { expect, it } from 'vitest';
import { readSite } from '../../core/maps/maps.ts';
import { Viewport } from '../maps/drawing/viewport.ts';
import type { KnownBuilding } from '../overlays/overlay.ts';
import type { MonitorInk } from './monitor-ink.ts';
import { paintPlans } from './paint-plan.ts';
import { floorsOf, Sheet } from './sheet.ts';

const EDL = 'LENGTH 1000\nWIDTH 600\n1 WALL: x= 500 y= 300 theta= 90 long= 600\n2 DOOR: x= 500 y= 300 theta= 0 wide= 120\n';
const SITE = JSON.stringify({ name: 'Two rooms', floors: [{ name: 'Ground floor', heightCm: 0, edl: EDL }] });
/** A pixel is a centimetre; up is down. */
const VIEW = new Viewport(1, [0, 0]);
const LAYERS = { trails: true, robotNames: true, roomNames: true, roomGraph: true };

/** What was drawn, as x and y in metres of all its corners; and what was written. */
function painted(known: KnownBuilding | undefined) {
  const { site } = readSite(SITE);
  if (!site) throw new Error('the building cannot be read');
  const places: (readonly [number, number])[] = [];
  const words: string[] = [];
  const note = (x: number, y: number) => places.push([x / 100, -y / 100]);
  const deeds: Record<string, (...given: never[]) => unknown> = {
    moveTo: note,
    lineTo: note,
    fillRect: (x: number, y: number, wide: number, high: number) => [note(x, y), note(x + wide, y + high)],
    rect: (x: number, y: number, wide: number, high: number) => [note(x, y), note(x + wide, y + high)],
    fillText: (text: string) => words.push(text),
  };
  const context = new Proxy({}, { get: (_, name) => deeds[String(name)] ?? (() => undefined), set: () => true });
  const ink = { scale: 1 } as MonitorInk;
  const { tiles } = new Sheet(floorsOf(site), 1);
  const size = { widthPx: 1000, heightPx: 600 };
  paintPlans(context as CanvasRenderingContext2D, { tiles, site, view: VIEW, size, ink, layers: LAYERS, known, titles: 'hidden' });
  // The scale is of the picture, not of the building.
  return { places: places.slice(0, -4), words: words.slice(0, -1) };
}

it('[MN14] nothing is painted of a building that was not seen: neither walls nor doors, edges, rooms', () => {
  const seen = { cellM: 1, x: 1, y: 1, columns: 2, rows: 1, cells: Uint8Array.of(1, 1) };
  const floor = { floor: 'ground-floor', heightM: 0, walls: Float32Array.of(0, 1, 0, 2), openings: new Float32Array(0), seen };
  const { places, words } = painted({ robot: 'rover', floors: [floor] });
  expect(places.length).toBeGreaterThan(0);
  expect(places.every(([x, y]) => x >= 0 && x <= 3.01 && y >= 0.99 && y <= 2)).toBe(true);
  expect(words).toEqual([]);
  expect(painted({ robot: 'rover', floors: [] }).places).toEqual([]);
  // The painter is not blind: as it is, all is there.
  const all = painted(undefined);
  expect(all.places.some(([x, y]) => x === 10 && y === 6)).toBe(true);
  expect(all.words).toHaveLength(2);
});
