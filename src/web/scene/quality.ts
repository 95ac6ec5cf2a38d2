import type { ShadowQuality } from './lighting.ts';

export interface QualityLevel {
  readonly pixelRatio: number;
  readonly shadows: ShadowQuality;
}

const SLOW_MS = 33;
const SLOW_FOR_MS = 2000;
/** A longer gap is a page that was hidden or a debugger that stopped it, not a slow frame. */
const PAUSE_MS = 1000;

/** First fewer pixels, then coarser shadows, then none; never the grid or the labels. */
export function qualityLevels(devicePixelRatio: number): QualityLevel[] {
  const most = Math.min(2, devicePixelRatio);
  const ratios = [most, 1.5, 1, 0.75].filter((ratio, i) => i === 0 || ratio < most);
  const lowest = ratios.at(-1) ?? 1;
  return [
    ...ratios.map((pixelRatio): QualityLevel => ({ pixelRatio, shadows: 'full' })),
    { pixelRatio: lowest, shadows: 'low' },
    { pixelRatio: lowest, shadows: 'off' },
  ];
}

/** Steps down when frames took over 33 ms for 2 s on end. It does not step up again: that would make it swing. */
export class Quality {
  readonly #levels: readonly QualityLevel[];
  #step = 0;
  #slowForMs = 0;

  constructor(devicePixelRatio: number) {
    this.#levels = qualityLevels(devicePixelRatio);
  }

  get level(): QualityLevel {
    return this.#levels[this.#step] ?? { pixelRatio: 1, shadows: 'off' };
  }

  /** After each frame that was rendered right after another one. Returns whether the level changed. */
  sample(frameMs: number): boolean {
    if (frameMs > PAUSE_MS) return false;
    this.#slowForMs = frameMs > SLOW_MS ? this.#slowForMs + frameMs : 0;
    if (this.#slowForMs < SLOW_FOR_MS || this.#step + 1 >= this.#levels.length) return false;
    this.#step += 1;
    this.#slowForMs = 0;
    return true;
  }
}
