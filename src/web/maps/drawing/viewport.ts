/** Centimetres, y upwards. */
export type PlaceCm = readonly [xCm: number, yCm: number];
/** Of the picture, y downwards. */
export type PlacePx = readonly [xPx: number, yPx: number];

export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

const SMALLEST_PX_PER_CM = 0.005;
const LARGEST_PX_PER_CM = 20;
const MARGIN_PX = 44;
/** Of a wide picture: its tools stand at the left. */
const WIDE_MARGIN_PX = 76;
const WIDE_PX = 600;

/** Which part of the plane is seen, and how large. */
export class Viewport {
  readonly pxPerCm: number;
  /** Where the plane's origin is in the picture. */
  readonly origin: PlacePx;

  constructor(pxPerCm: number, origin: PlacePx) {
    this.pxPerCm = Math.min(LARGEST_PX_PER_CM, Math.max(SMALLEST_PX_PER_CM, pxPerCm));
    this.origin = origin;
  }

  /** All of a field, with a margin. */
  static fitted({ widthPx, heightPx }: Size, lengthCm: number, widthCm: number): Viewport {
    const room = (px: number, marginPx: number) => Math.max(40, px - 2 * marginPx);
    const besidePx = widthPx >= WIDE_PX ? WIDE_MARGIN_PX : MARGIN_PX / 2;
    const scale = Math.min(room(widthPx, besidePx) / Math.max(1, lengthCm), room(heightPx, MARGIN_PX) / Math.max(1, widthCm));
    return new Viewport(scale, [(widthPx - lengthCm * scale) / 2, (heightPx + widthCm * scale) / 2]);
  }

  toPx([xCm, yCm]: PlaceCm): PlacePx {
    return [this.origin[0] + xCm * this.pxPerCm, this.origin[1] - yCm * this.pxPerCm];
  }

  toCm([xPx, yPx]: PlacePx): PlaceCm {
    return [(xPx - this.origin[0]) / this.pxPerCm, (this.origin[1] - yPx) / this.pxPerCm];
  }

  shifted([dx, dy]: PlacePx): Viewport {
    return new Viewport(this.pxPerCm, [this.origin[0] + dx, this.origin[1] + dy]);
  }

  /** What is under `about` stays there. */
  zoomed(factor: number, about: PlacePx): Viewport {
    const [xCm, yCm] = this.toCm(about);
    const { pxPerCm } = new Viewport(this.pxPerCm * factor, this.origin);
    return new Viewport(pxPerCm, [about[0] - xCm * pxPerCm, about[1] + yCm * pxPerCm]);
  }
}
