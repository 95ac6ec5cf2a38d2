/** The twelve stable colours of robots and people, by number from 1. The page's other colours are in its theme; these are shared by both. */
export interface PaletteColour {
  readonly name: string;
  /** Holds initials and name tags: white text on the light one, `INK_ON_TAG` on the dark one. */
  readonly tagLight: string;
  readonly tagDark: string;
  /** The 3D material, the swatch and the bar. */
  readonly paint: string;
}

export const INK_ON_PAINT = '#07101C';
export const INK_ON_TAG = { light: '#FFFFFF', dark: '#10181A' } as const;

export const PALETTE: readonly PaletteColour[] = [
  { name: 'orange', tagLight: '#B34C0D', tagDark: '#F59A5B', paint: '#E8742C' },
  { name: 'blue', tagLight: '#2563B8', tagDark: '#7FB0F5', paint: '#3B7DD8' },
  { name: 'gold', tagLight: '#805C00', tagDark: '#E5BE4A', paint: '#E3AE1F' },
  { name: 'violet', tagLight: '#7446C4', tagDark: '#B79AF0', paint: '#9471DB' },
  { name: 'green', tagLight: '#3A7522', tagDark: '#8CCB6C', paint: '#5B9E3C' },
  { name: 'pink', tagLight: '#BC2F72', tagDark: '#F28DB9', paint: '#D9518F' },
  { name: 'sky', tagLight: '#0D6A98', tagDark: '#6CC3EC', paint: '#3FA3D1' },
  { name: 'coral', tagLight: '#BA3E2B', tagDark: '#F58C7B', paint: '#E5654F' },
  { name: 'indigo', tagLight: '#4453BF', tagDark: '#97A5F5', paint: '#667AE2' },
  { name: 'olive', tagLight: '#63650F', tagDark: '#C4C75C', paint: '#8C8F2E' },
  { name: 'brown', tagLight: '#855225', tagDark: '#D4A273', paint: '#A8703F' },
  { name: 'plum', tagLight: '#8E3A9E', tagDark: '#D692E2', paint: '#B864C7' },
];

const GREY: PaletteColour = { name: 'grey', tagLight: '#52605D', tagDark: '#A3AFAD', paint: '#9BA5A3' };

/** Grey for what was given no number. */
export const paletteColour = (number: number | undefined): PaletteColour => PALETTE[(number ?? 0) - 1] ?? GREY;

/** One or two letters for a round badge: "Mara Lind" is ML, "Kenji" is K. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const first = Array.from(words[0] ?? '?')[0] ?? '?';
  const last = words.length > 1 ? (Array.from(words.at(-1) ?? '')[0] ?? '') : '';
  return (first + last).toLocaleUpperCase();
}
