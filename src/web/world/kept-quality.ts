import type { QualityChoice } from '../scene/scene.ts';

const KEY = 'manyhands.quality';

/** How this person wants worlds to be drawn in this browser. */
export function keptQuality(): QualityChoice {
  const kept = localStorage.getItem(KEY);
  return kept === 'best' || kept === 'fastest' ? kept : 'automatic';
}

export const keepQuality = (choice: QualityChoice): void => localStorage.setItem(KEY, choice);
