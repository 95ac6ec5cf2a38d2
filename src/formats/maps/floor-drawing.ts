import type { Corridor, FloorPlan, Gap, NamedPoint, Notice, Obstacle, Place, TopologicalMap } from '../../core/maps/maps.ts';
import { at, COLOURS, caption, escaped } from './ink.ts';
import { drawTopology } from './topology-drawing.ts';

const FONT = 'Inter, system-ui, -apple-system, Segoe UI, sans-serif';
const MARGIN = 28;
const HEAD = 56;
const FOOT = 52;
/** How wide the floor is drawn, and at most how high. */
const WIDEST = 960;
const HIGHEST = 900;
const LEAST_WIDE = 280;

/** What else is drawn over a floor, of places and pixels a metre. */
export type Over = (placed: (place: Place) => readonly [number, number], scale: number) => readonly string[];

/** A floor as a picture: SVG, seen from above, x to the right and y up; over it, if they are given, its topological map and whatever else. */
export function drawFloor(plan: FloorPlan, title: string, topology?: TopologicalMap, over: Over = () => []): string {
  const scale = Math.min(WIDEST / plan.lengthM, HIGHEST / plan.widthM);
  const [wide, high] = [plan.lengthM * scale, plan.widthM * scale];
  const width = Math.max(wide, LEAST_WIDE) + 2 * MARGIN;
  const height = high + HEAD + FOOT;
  const sheet = new Sheet({ scale, left: MARGIN, bottom: HEAD + high });
  const size = `${plan.lengthM.toFixed(1)} × ${plan.widthM.toFixed(1)} m`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${at(width)} ${at(height)}" font-family="${FONT}" role="img" aria-label="${escaped(`${title}, ${size}`)}">`,
    `<rect width="${at(width)}" height="${at(height)}" rx="12" fill="${COLOURS.ground}"/>`,
    `<text x="${MARGIN}" y="36" font-size="16" font-weight="600" fill="${COLOURS.ink}">${escaped(title)}<tspan dx="10" font-size="12" font-weight="400" fill="${COLOURS.muted}">${size}</tspan></text>`,
    `<rect x="${MARGIN}" y="${HEAD}" width="${at(wide)}" height="${at(high)}" fill="${COLOURS.floor}"/>`,
    ...plan.corridors.map((corridor) => sheet.corridor(corridor)),
    sheet.grid(plan),
    ...plan.openings.map((opening) => (opening.kind === 'door' ? sheet.door(opening) : sheet.junction(opening))),
    sheet.walls(plan.walls),
    ...(topology ? drawTopology(topology, (place) => sheet.place(place)) : sheet.named(plan)),
    ...over((place) => sheet.place(place), scale),
    scaleBar(scale, height - 22),
    '</svg>',
    '',
  ].join('\n');
}

interface Frame {
  /** Pixels a metre. */
  readonly scale: number;
  readonly left: number;
  readonly bottom: number;
}

/** Where things are on the picture. */
class Sheet {
  readonly #frame: Frame;

  constructor(frame: Frame) {
    this.#frame = frame;
  }

  place([x, y]: Place): readonly [number, number] {
    return [this.#frame.left + x * this.#frame.scale, this.#frame.bottom - y * this.#frame.scale];
  }

  #point(place: Place): string {
    return this.place(place).map(at).join(' ');
  }

  /** A line every metre, or as many metres apart as leaves 16 pixels. */
  grid({ lengthM, widthM }: FloorPlan): string {
    const stepM = niceStep(16 / this.#frame.scale, 1);
    const lines: string[] = [];
    for (let x = stepM; x < lengthM; x += stepM) lines.push(`M${this.#point([x, 0])}L${this.#point([x, widthM])}`);
    for (let y = stepM; y < widthM; y += stepM) lines.push(`M${this.#point([0, y])}L${this.#point([lengthM, y])}`);
    return `<path d="${lines.join('')}" stroke="${COLOURS.line}" stroke-width="1"/>`;
  }

  /** All that has words beside it: a topological map has words of its own. */
  named({ notices, points, corridors }: FloorPlan): string[] {
    return [
      ...notices.map((notice) => this.notice(notice)),
      ...points.map((point) => this.point(point)),
      ...corridors.flatMap((corridor) => this.corridorName(corridor)),
    ];
  }

  corridor({ centre, along, longM, wideM }: Corridor): string {
    const [ax, ay] = along;
    const corners = [1, -1].flatMap((end) =>
      [end, -end].map(
        (side): Place => [centre[0] + (ax * end * longM - ay * side * wideM) / 2, centre[1] + (ay * end * longM + ax * side * wideM) / 2],
      ),
    );
    return `<path d="M${corners.map((corner) => this.#point(corner)).join('L')}Z" fill="${COLOURS.corridor}"/>`;
  }

  walls(walls: readonly Obstacle[]): string {
    const width = Math.min(Math.max(0.08 * this.#frame.scale, 2.5), 7);
    const path = walls.map(({ from, to }) => `M${this.#point(from)}L${this.#point(to)}`).join('');
    return `<path d="${path}" fill="none" stroke="${COLOURS.ink}" stroke-width="${at(width)}" stroke-linecap="round"/>`;
  }

  /** Its leaf stands open, with the arc it goes. */
  door({ from, to }: Gap): string {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const leaf: Place = [from[0] + dy, from[1] - dx];
    const radius = at(Math.hypot(dx, dy) * this.#frame.scale);
    const swing = `M${this.#point(from)}L${this.#point(leaf)}A${radius} ${radius} 0 0 0 ${this.#point(to)}`;
    return [
      `<path d="${swing}Z" fill="${COLOURS.soft}" fill-opacity="0.7"/>`,
      `<path d="M${this.#point(from)}L${this.#point(leaf)}" stroke="${COLOURS.accent}" stroke-width="2.5" stroke-linecap="round"/>`,
      `<path d="M${this.#point(leaf)}A${radius} ${radius} 0 0 0 ${this.#point(to)}" fill="none" stroke="${COLOURS.accent}" stroke-width="1"/>`,
    ].join('');
  }

  junction({ from, to }: Gap): string {
    return `<path d="M${this.#point(from)}L${this.#point(to)}" stroke="${COLOURS.faint}" stroke-width="1.5" stroke-dasharray="2 5" stroke-linecap="round"/>`;
  }

  /** A plate before the wall it hangs on, and which way it faces. */
  notice({ at: place, yawRad, name, file }: Notice): string {
    const [x, y] = this.place(place);
    const turn = at((-yawRad * 180) / Math.PI);
    const words = name ?? (file.split(/[/\\]/).at(-1) as string).replace(/\.\w+$/, '');
    return [
      `<g transform="translate(${at(x)} ${at(y)})"><g transform="rotate(${turn})">`,
      `<rect x="1" y="-8" width="5" height="16" rx="1.5" fill="${COLOURS.noticeTint}" stroke="${COLOURS.notice}" stroke-width="1.5"/>`,
      `<path d="M10 -3.5L14 0L10 3.5" fill="none" stroke="${COLOURS.notice}" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round"/></g>`,
      caption(words, Math.cos(yawRad) * 20, -Math.sin(yawRad) * 24 + 4, { colour: COLOURS.notice, size: 11, weight: 500 }),
      '</g>',
    ].join('');
  }

  point({ at: place, yawRad, name }: NamedPoint): string {
    const [x, y] = this.place(place);
    return [
      `<g transform="translate(${at(x)} ${at(y)})"><g transform="rotate(${at((-yawRad * 180) / Math.PI)})">`,
      `<circle r="5" fill="${COLOURS.floor}" stroke="${COLOURS.accent}" stroke-width="2"/>`,
      `<path d="M5 0H12M9 -3L12 0L9 3" fill="none" stroke="${COLOURS.accent}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></g>`,
      name === undefined ? '' : caption(name, 0, Math.sin(yawRad) > 0.5 ? 24 : -14, { colour: COLOURS.ink, size: 13, weight: 600 }),
      '</g>',
    ].join('');
  }

  corridorName({ centre, along, longM, name }: Corridor): string[] {
    if (name === undefined) return [];
    // A quarter of the way: in the middle it may cross another one.
    const [x, y] = this.place([centre[0] - (along[0] * longM) / 4, centre[1] - (along[1] * longM) / 4]);
    const deg = (-Math.atan2(along[1], along[0]) * 180) / Math.PI;
    // Never upside down.
    const turn = deg <= -90 ? deg + 180 : deg > 90 ? deg - 180 : deg;
    const words = caption(name, 0, 4, { colour: COLOURS.muted, size: 12, weight: 500 });
    return [`<g transform="translate(${at(x)} ${at(y)}) rotate(${at(turn)})">${words}</g>`];
  }
}

function scaleBar(scale: number, y: number): string {
  const lengthM = niceStep(80 / scale, 0.1);
  const [from, to] = [MARGIN, MARGIN + lengthM * scale];
  const bar = `M${from} ${at(y - 5)}V${at(y)}H${at(to)}V${at(y - 5)}`;
  return [
    `<path d="${bar}" fill="none" stroke="${COLOURS.muted}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>`,
    `<text x="${at(to + 8)}" y="${at(y + 1)}" font-size="12" fill="${COLOURS.muted}">${lengthM < 1 ? `${Math.round(lengthM * 100)} cm` : `${lengthM} m`}</text>`,
  ].join('');
}

/** The first of 1, 2, 5, 10, 20 ... times `unit` that is at least so long. */
function niceStep(leastM: number, unit: number): number {
  for (let step = unit; ; step *= 10) {
    for (const times of [1, 2, 5]) if (step * times >= leastM) return Math.round(step * times * 1e6) / 1e6;
  }
}
