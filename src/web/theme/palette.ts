import { INK_ON_PAINT, INK_ON_TAG, PALETTE } from '../scene/palette.ts';

/** The variable that holds colour `number` (1 to 12) as a tag or as paint; what has no number is grey. */
export const tagOf = (number: number | undefined): string => (number === undefined ? 'var(--mh-muted)' : `var(--mh-tag-${number})`);
export const paintOf = (number: number | undefined): string => (number === undefined ? 'var(--mh-control)' : `var(--mh-paint-${number})`);

export function paletteVariables(scheme: 'light' | 'dark'): Record<string, string> {
  const variables: Record<string, string> = { '--mh-on-tag': INK_ON_TAG[scheme], '--mh-on-paint': INK_ON_PAINT };
  PALETTE.forEach((colour, index) => {
    variables[`--mh-tag-${index + 1}`] = scheme === 'light' ? colour.tagLight : colour.tagDark;
    variables[`--mh-paint-${index + 1}`] = colour.paint;
  });
  return variables;
}
