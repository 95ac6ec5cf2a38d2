/** What drawings of maps are made with: colours, letters, numbers. */

/** The light colours of the page, by what they are for; the test beside this file holds them to those of the theme. */
export const COLOURS = {
  ground: '#EEF1F0',
  floor: '#FFFFFF',
  corridor: '#F4F6F5',
  line: '#DCE2E0',
  faint: '#82908C',
  ink: '#17211F',
  muted: '#52605D',
  accent: '#0B727B',
  soft: '#DDF1F2',
  notice: '#8A5200',
  noticeTint: '#FCEFD6',
} as const;

export interface Letters {
  readonly colour: string;
  readonly size: number;
  readonly weight: number;
}

/** With a rim in the colour of the floor, so that it reads over lines. */
export const caption = (words: string, x: number, y: number, { colour, size, weight }: Letters): string =>
  `<text x="${at(x)}" y="${at(y)}" text-anchor="middle" font-size="${size}" font-weight="${weight}" fill="${colour}" stroke="${COLOURS.floor}" stroke-width="4" stroke-linejoin="round" paint-order="stroke">${escaped(words)}</text>`;

export const at = (value: number): string => String(Math.round(value * 10) / 10 + 0);
export const escaped = (words: string): string =>
  words
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    // Letters that no XML may have.
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\u{fffd}');
