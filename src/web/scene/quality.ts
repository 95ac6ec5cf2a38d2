export type ShadowQuality = 'full' | 'low' | 'off';

export interface QualityLevel {
  readonly pixelRatio: number;
  readonly shadows: ShadowQuality;
  /** Above this, what is there most often is drawn coarsely. */
  readonly mostTriangles: number;
  /** Pixels of the whole view: a larger one gets fewer for each of its points. */
  readonly mostPixels: number;
}

/**
 * `automatic` begins with the best there is, or without a graphics card with the fastest, and steps down where that is too slow. `light` draws
 * no more than it must: for machines that have other things to do.
 */
export type QualityChoice = 'automatic' | 'best' | 'fastest' | 'light';

const MANY_TRIANGLES = 2_500_000;
const ANY_SIZE = Number.POSITIVE_INFINITY;
const FASTEST: QualityLevel = { pixelRatio: 1, shadows: 'off', mostTriangles: 0, mostPixels: ANY_SIZE };
const LIGHT_PIXELS = 480 * 320;
const LIGHT: QualityLevel = { ...FASTEST, mostPixels: LIGHT_PIXELS };
/** A view that is drawn light is drawn at most ten times a second. */
const LIGHT_FRAME_MS = 100;
const SLOW_MS = 33;
const SLOW_FOR_MS = 2000;
/** A gap may also be a page that was hidden or a debugger that stopped it: one alone, however long, is not slow for 2 s. */
const MOST_COUNTED_MS = 1000;

/** The least time between two frames. */
export const leastFrameMs = (choice: QualityChoice): number => (choice === 'light' ? LIGHT_FRAME_MS : 0);

/** Pixels for each point of a view of this size. */
export const pixelRatioAt = ({ pixelRatio, mostPixels }: QualityLevel, widthPx: number, heightPx: number): number =>
  Math.min(pixelRatio, Math.sqrt(mostPixels / (widthPx * heightPx)));

/** First fewer pixels, then coarser shadows, then none and everything drawn coarsely; never the grid or the labels. */
export function qualityLevels(devicePixelRatio: number): QualityLevel[] {
  const most = Math.min(2, devicePixelRatio);
  const ratios = [most, 1.5, 1, 0.75].filter((ratio, i) => i === 0 || ratio < most);
  const lowest = ratios.at(-1) ?? 1;
  return [
    ...ratios.map((pixelRatio): QualityLevel => ({ pixelRatio, shadows: 'full', mostTriangles: MANY_TRIANGLES, mostPixels: ANY_SIZE })),
    { pixelRatio: lowest, shadows: 'low', mostTriangles: MANY_TRIANGLES, mostPixels: ANY_SIZE },
    { ...FASTEST, pixelRatio: lowest },
  ];
}

/** Steps down when frames took over 33 ms for 2 s on end. It does not step up again: that would make it swing. */
export class Quality {
  readonly #levels: readonly QualityLevel[];
  readonly #isFixed: boolean;
  #step: number;
  #slowForMs = 0;

  constructor(devicePixelRatio: number, { choice, hasGraphicsCard }: { choice: QualityChoice; hasGraphicsCard: boolean }) {
    this.#levels =
      choice === 'light' ? [{ ...LIGHT, pixelRatio: Math.min(LIGHT.pixelRatio, devicePixelRatio) }] : qualityLevels(devicePixelRatio);
    this.#isFixed = choice !== 'automatic';
    this.#step = choice === 'best' || (choice === 'automatic' && hasGraphicsCard) ? 0 : this.#levels.length - 1;
  }

  get level(): QualityLevel {
    return this.#levels[this.#step] ?? FASTEST;
  }

  /** After each frame that was rendered right after another one. Returns whether the level changed. */
  sample(frameMs: number): boolean {
    this.#slowForMs = frameMs > SLOW_MS ? this.#slowForMs + Math.min(frameMs, MOST_COUNTED_MS) : 0;
    if (this.#isFixed || this.#slowForMs < SLOW_FOR_MS || this.#step + 1 >= this.#levels.length) return false;
    this.#step += 1;
    this.#slowForMs = 0;
    return true;
  }
}
