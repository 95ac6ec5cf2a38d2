import { type Ink, inkOf } from '../maps/drawing/ink.ts';
import { INK_ON_PAINT, PALETTE, paletteColour } from '../scene/palette.ts';

/** The colours of the monitor, and how large its words are. */
export interface MonitorInk extends Ink {
  readonly control: string;
  readonly stop: string;
  readonly onPaint: string;
  /** Of a robot, by its number of the palette. */
  paint(colour: number | undefined): string;
  /** 1 on a desk; more on a wall, to be read from across the room. */
  readonly scale: number;
}

export const FONT = 'Inter Variable, Inter, sans-serif';

export function monitorInkOf(element: Element, scale: number): MonitorInk {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(`--mh-${name}`).trim();
  const ink = inkOf(element);
  // Each is read once: a style that is asked in every frame is reckoned in every frame.
  const tags = ['', ...PALETTE.map((_, index) => ink.tag(index + 1))];
  return {
    ...ink,
    ...{ control: of('control'), stop: of('stop'), onPaint: INK_ON_PAINT, scale },
    paint: (colour) => paletteColour(colour).paint,
    tag: (colour) => tags[colour] ?? ink.muted,
  };
}
