import type { MonitorInk } from './monitor-ink.ts';
import type { RobotState } from './robot-state.ts';

/** How the symbol of a robot looks, apart from its colour. */
export type SymbolLook = 'plain' | 'stopped' | 'unsure';

export const lookOf = ({ kind }: RobotState): SymbolLook =>
  kind === 'stopped' ? 'stopped' : kind === 'gone' || kind === 'stale' ? 'unsure' : 'plain';

/** Of the whole sprite, over the half of the symbol's side: room for the hatched edge of one that is stopped. */
export const SPRITE_ROOM = 1.75;
const HATCHES = 7;

/** Symbols as little pictures, each drawn once: hundreds of them are copied in a frame. Bitmaps, for of a canvas each copy would be taken anew. */
export class SymbolSprites {
  /** By look, colour and half of the symbol's side. Not by a text of them: to write one for each robot took longer than to draw it. */
  #sprites = noSprites();
  #ink: MonitorInk | undefined;
  #pixelRatio = 1;

  /** A rounded square in the robot's paint whose arrow points along x; `halfPx` of the picture, `pixelRatio` of the screen. */
  of(colour: number | undefined, look: SymbolLook, halfPx: number, { ink, pixelRatio }: { ink: MonitorInk; pixelRatio: number }) {
    if (this.#ink !== ink || this.#pixelRatio !== pixelRatio) {
      this.#sprites = noSprites();
      this.#ink = ink;
      this.#pixelRatio = pixelRatio;
    }
    const byColour = this.#sprites[look];
    const bySize = byColour.get(colour) ?? new Map<number, ImageBitmap>();
    byColour.set(colour, bySize);
    const sprite = bySize.get(halfPx) ?? draw(ink.paint(colour), look, halfPx * pixelRatio, ink);
    bySize.set(halfPx, sprite);
    return sprite;
  }
}

const noSprites = (): Record<SymbolLook, Map<number | undefined, Map<number, ImageBitmap>>> => ({
  plain: new Map(),
  stopped: new Map(),
  unsure: new Map(),
});

function draw(paint: string, look: SymbolLook, half: number, ink: MonitorInk): ImageBitmap {
  const side = Math.ceil(half * SPRITE_ROOM) * 2;
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws nothing in two dimensions: no canvas context');
  context.translate(side / 2, side / 2);
  if (look === 'stopped') drawHatchedEdge(context, half, ink);
  context.globalAlpha = look === 'unsure' ? 0.55 : 1;
  context.fillStyle = look === 'unsure' ? ink.control : paint;
  context.strokeStyle = ink.panel;
  context.lineWidth = Math.max(1, half * 0.16);
  context.beginPath();
  context.roundRect(-half, -half, 2 * half, 2 * half, half * 0.42);
  context.fill();
  context.stroke();
  context.globalAlpha = 1;
  context.fillStyle = look === 'unsure' ? ink.panel : ink.onPaint;
  context.beginPath();
  context.moveTo(half * 0.62, 0);
  context.lineTo(-half * 0.38, -half * 0.5);
  context.lineTo(-half * 0.38, half * 0.5);
  context.closePath();
  context.fill();
  if (look === 'unsure') {
    context.strokeStyle = ink.control;
    context.setLineDash([half * 0.4, half * 0.3]);
    context.beginPath();
    context.roundRect(-half * 1.3, -half * 1.3, half * 2.6, half * 2.6, half * 0.6);
    context.stroke();
  }
  return canvas.transferToImageBitmap();
}

function drawHatchedEdge(context: OffscreenCanvasRenderingContext2D, half: number, ink: MonitorInk): void {
  const edge = half * 1.55;
  context.save();
  context.beginPath();
  context.roundRect(-edge, -edge, 2 * edge, 2 * edge, half * 0.6);
  context.fillStyle = ink.panel;
  context.fill();
  context.clip();
  context.strokeStyle = ink.stop;
  context.lineWidth = half * 0.17;
  context.beginPath();
  for (let i = -HATCHES; i <= HATCHES; i++) {
    const at = (i * 4 * edge) / (2 * HATCHES);
    context.moveTo(at - edge, edge);
    context.lineTo(at + edge, -edge);
  }
  context.stroke();
  context.restore();
  context.strokeStyle = ink.stop;
  context.lineWidth = Math.max(1, half * 0.14);
  context.beginPath();
  context.roundRect(-edge, -edge, 2 * edge, 2 * edge, half * 0.6);
  context.stroke();
}
