/** A small writer of plots: one panel beside the other, in the look of the docs. */
import { lightTokens } from '../../src/web/theme/tokens.ts';

export interface Line {
  readonly label: string;
  readonly colour: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** `dashed`: a bound, not something measured. */
  readonly style?: 'dashed';
}

/** One figure of somebody else's, with what it says. */
export interface Mark {
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly colour: string;
  /** Where the label stands. */
  readonly side: 'above' | 'below';
}

export interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly mostY: number;
  readonly stepY: number;
  readonly lines: readonly Line[];
  readonly marks: readonly Mark[];
}

export interface Plot {
  readonly title: string;
  /** Told to who cannot see it. */
  readonly description: string;
  readonly axis: string;
  /** Where the axis has its marks; spaced by their logarithms. */
  readonly x: readonly number[];
  readonly panels: readonly Panel[];
}

const WIDE = 320;
const HIGH = 250;
const HEAD = 40;
const FOOT = 56;
const MARGIN = { left: 40, right: 14, top: 30 };
const KEY_LINE = 16;
const FONT = 'Inter, system-ui, -apple-system, Segoe UI, sans-serif';

const { panel: ground, text: ink, muted, line } = lightTokens;

export function svgOf(plot: Plot): string {
  const keys = Math.max(...plot.panels.map(({ lines }) => lines.length));
  const [width, height] = [WIDE * plot.panels.length, HEAD + HIGH + FOOT + keys * KEY_LINE];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="${FONT}" font-size="12" role="img" aria-labelledby="title description">`,
    `<title id="title">${escaped(plot.title)}</title>`,
    `<desc id="description">${escaped(plot.description)}</desc>`,
    `<rect width="${width}" height="${height}" rx="12" fill="${ground}"/>`,
    text(16, 26, plot.title, { size: 14, weight: 600 }),
    ...plot.panels.map((panel, i) => `<g transform="translate(${i * WIDE} ${HEAD})">${panelOf(panel, plot)}</g>`),
    '</svg>',
    '',
  ].join('\n');
}

function panelOf(panel: Panel, { x: marks, axis }: Plot): string {
  const [low, high] = [Math.log(marks[0] ?? 1), Math.log(marks.at(-1) ?? 1)];
  const atX = (x: number) => MARGIN.left + ((Math.log(x) - low) / (high - low)) * (WIDE - MARGIN.left - MARGIN.right - 12) + 6;
  const atY = (y: number) => HIGH - (Math.min(y, panel.mostY) / panel.mostY) * (HIGH - MARGIN.top);
  const parts = [text(MARGIN.left, 12, `${panel.title}, ${panel.unit}`, { size: 12, weight: 600 })];
  for (let y = 0; y <= panel.mostY + 1e-9; y += panel.stepY) {
    parts.push(`<path d="M${MARGIN.left} ${at(atY(y))}H${WIDE - MARGIN.right}" stroke="${line}"/>`);
    parts.push(text(MARGIN.left - 6, atY(y) + 4, String(y), { colour: muted, anchor: 'end', size: 11 }));
  }
  for (const x of marks) parts.push(text(atX(x), HIGH + 16, String(x), { colour: muted, anchor: 'middle', size: 11 }));
  parts.push(text(WIDE - MARGIN.right, HIGH + 32, axis, { colour: muted, anchor: 'end', size: 11 }));
  for (const one of panel.lines) parts.push(...lineOf(one, atX, atY));
  for (const mark of panel.marks) parts.push(...markOf(mark, atX, atY));
  parts.push(...panel.lines.flatMap((one, i) => keyOf(one, HIGH + 54 + i * KEY_LINE)));
  return parts.join('\n');
}

function lineOf({ points, colour, style }: Line, atX: (x: number) => number, atY: (y: number) => number): string[] {
  const path = points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${at(atX(x))} ${at(atY(y))}`).join('');
  if (style === 'dashed') return [`<path d="${path}" fill="none" stroke="${colour}" stroke-width="1.5" stroke-dasharray="5 4"/>`];
  const dots = points.map(({ x, y }) => `<circle cx="${at(atX(x))}" cy="${at(atY(y))}" r="3" fill="${colour}"/>`);
  return [`<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`, ...dots];
}

function markOf({ x, y, label, colour, side }: Mark, atX: (x: number) => number, atY: (y: number) => number): string[] {
  const [cx, cy] = [atX(x), atY(y)];
  const diamond = `M${at(cx)} ${at(cy - 5)}L${at(cx + 5)} ${at(cy)}L${at(cx)} ${at(cy + 5)}L${at(cx - 5)} ${at(cy)}Z`;
  return [`<path d="${diamond}" fill="${colour}"/>`, text(cx + 9, cy + (side === 'above' ? -6 : 14), label, { colour, size: 11 })];
}

const keyOf = ({ label, colour, style }: Line, y: number): string[] => [
  `<path d="M${MARGIN.left} ${y - 4}h18" stroke="${colour}" stroke-width="2"${style === 'dashed' ? ' stroke-dasharray="5 4"' : ''}/>`,
  text(MARGIN.left + 24, y, label, { colour: muted, size: 11 }),
];

interface TextStyle {
  readonly size: number;
  readonly colour?: string;
  readonly weight?: number;
  readonly anchor?: 'middle' | 'end';
}

const text = (x: number, y: number, words: string, { size, colour = ink, weight = 400, anchor }: TextStyle): string =>
  `<text x="${at(x)}" y="${at(y)}" font-size="${size}" font-weight="${weight}" fill="${colour}"${anchor ? ` text-anchor="${anchor}"` : ''}>${escaped(words)}</text>`;

const at = (value: number): string => String(Math.round(value * 10) / 10);
const escaped = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
