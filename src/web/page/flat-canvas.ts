import { hasGraphicsCard } from '../scene/graphics-card.ts';

/**
 * For drawings of many strokes. Without a graphics card these take the processor half a second by the way of one, and a tenth of that when it
 * draws them itself, as it does for who reads what was drawn.
 */
export const flatContextOf = (canvas: HTMLCanvasElement): CanvasRenderingContext2D | null =>
  canvas.getContext('2d', { willReadFrequently: isDrawnByProcessor() });

export const isDrawnByProcessor = (): boolean => !hasGraphicsCard();
