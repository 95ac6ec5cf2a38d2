import type { FloorPlan, Place } from '../../core/maps/maps.ts';
import { drawFloor, type Over } from './floor-drawing.ts';
import { at, COLOURS, caption } from './ink.ts';

/** What a planner found on one floor, and what it built on the way. */
export interface DrawnPath {
  readonly roadmap: { readonly nodes: readonly Place[]; readonly edges: readonly (readonly [number, number])[] };
  /** None where nothing was found. */
  readonly points: readonly Place[];
  /** How wide the robot is to each side: the path is drawn as what it sweeps. */
  readonly radiusM: number;
  /** Where the way begins and ends on this floor, with a word for each. */
  readonly ends: readonly { readonly at: Place; readonly name: string }[];
}

/** Above so many, edges are a grey field whatever one does: they are drawn thinner. */
const MANY_EDGES = 400;
const NODE_PIXELS = 2;

/** A floor with a roadmap and a path over it. */
export const drawPath = (plan: FloorPlan, title: string, path: DrawnPath): string => drawFloor(plan, title, undefined, overlayOf(path));

const overlayOf =
  ({ roadmap, points, radiusM, ends }: DrawnPath): Over =>
  (placed, scale) => {
    const pixel = (place: Place) => placed(place).map(at).join(' ');
    const edges = roadmap.edges.flatMap(([from, to]) => {
      const [a, b] = [roadmap.nodes[from], roadmap.nodes[to]];
      return a && b ? `M${pixel(a)}L${pixel(b)}` : [];
    });
    const thin = edges.length > MANY_EDGES;
    const line = `M${points.map(pixel).join('L')}`;
    const shape = 'fill="none" stroke-linecap="round" stroke-linejoin="round"';
    return [
      `<path d="${edges.join('')}" fill="none" stroke="${COLOURS.faint}" stroke-width="${thin ? 0.4 : 0.8}" stroke-opacity="${thin ? 0.6 : 0.9}"/>`,
      // A line of no length with round ends: a dot, in a tenth of the letters of a circle.
      `<path d="${roadmap.nodes.map((node) => `M${pixel(node)}h0`).join('')}" stroke="${COLOURS.muted}" stroke-width="${2 * NODE_PIXELS}" stroke-linecap="round"/>`,
      ...(points.length > 1
        ? [
            `<path d="${line}" ${shape} stroke="${COLOURS.accent}" stroke-opacity="0.18" stroke-width="${at(2 * radiusM * scale)}"/>`,
            `<path d="${line}" ${shape} stroke="${COLOURS.accent}" stroke-width="2.5"/>`,
          ]
        : []),
      ...ends.map(({ at: place, name }) => {
        const [x, y] = placed(place);
        const disc = `<circle cx="${at(x)}" cy="${at(y)}" r="${at(radiusM * scale)}" fill="${COLOURS.soft}" stroke="${COLOURS.accent}" stroke-width="2"/>`;
        return `${disc}${caption(name, x, y - radiusM * scale - 6, { colour: COLOURS.ink, size: 12, weight: 600 })}`;
      }),
    ];
  };

const VIEW = /viewBox="0 0 ([\d.]+) ([\d.]+)"/;
const GAP = 12;

/** Several drawn floors as one picture, the first above. */
export function stacked(pictures: readonly string[]): string {
  const [only] = pictures;
  if (pictures.length === 1 && only !== undefined) return only;
  let [width, height] = [0, 0];
  const placed = pictures.map((picture) => {
    const [, wide = '0', high = '0'] = VIEW.exec(picture) ?? [];
    const piece = picture.replace('<svg ', `<svg y="${at(height)}" width="${wide}" height="${high}" `).trimEnd();
    width = Math.max(width, Number(wide));
    height += Number(high) + GAP;
    return piece;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${at(width)} ${at(height - GAP)}">\n${placed.join('\n')}\n</svg>\n`;
}
