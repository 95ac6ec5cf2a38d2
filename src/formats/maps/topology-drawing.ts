import type { Place, TopologicalMap, TopologicalNode } from '../../core/maps/maps.ts';
import { at, COLOURS, caption } from './ink.ts';

type Placing = (place: Place) => readonly [number, number];

/** A topological map over a floor: dotted ways, and a mark for each node by its kind, as in paper 2's figure 3. */
export function drawTopology({ nodes, edges }: TopologicalMap, placed: Placing): string[] {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const ways = edges.flatMap(({ between: [from, to] }) => {
    const [a, b] = [known.get(from), known.get(to)];
    // One to another floor is not drawn: it goes straight up.
    return a && b ? `M${placed(a.at).map(at).join(' ')}L${placed(b.at).map(at).join(' ')}` : [];
  });
  return [
    `<path d="${ways.join('')}" fill="none" stroke="${COLOURS.muted}" stroke-width="2" stroke-dasharray="0.1 6" stroke-linecap="round"/>`,
    ...nodes.map((node) => drawNode(node, placed)),
    ...nodes.flatMap((node) => drawName(node, placed)),
  ];
}

function drawNode({ kind, at: place }: TopologicalNode, placed: Placing): string {
  const [x, y] = placed(place).map(at);
  const rim = `fill="${COLOURS.floor}" stroke="${COLOURS.ink}" stroke-width="2"`;
  switch (kind) {
    case 'room':
      return `<circle cx="${x}" cy="${y}" r="9" fill="${COLOURS.accent}"/>`;
    case 'corridor':
      return `<circle cx="${x}" cy="${y}" r="7" ${rim}/>`;
    case 'junction':
      return `<rect x="-6" y="-6" width="12" height="12" rx="2" ${rim} transform="translate(${x} ${y}) rotate(45)"/>`;
    case 'door':
      return `<rect x="-6" y="-6" width="12" height="12" rx="2" fill="${COLOURS.soft}" stroke="${COLOURS.accent}" stroke-width="2" transform="translate(${x} ${y})"/>`;
    case 'elevator':
      return `<g transform="translate(${x} ${y})"><rect x="-10" y="-10" width="20" height="20" rx="3" fill="${COLOURS.noticeTint}" stroke="${COLOURS.notice}" stroke-width="2"/><path d="M-4 -2L0 -6L4 -2M-4 2L0 6L4 2" fill="none" stroke="${COLOURS.notice}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></g>`;
  }
}

/** Doors and junctions are where they are; what they are called would hide the ways. */
function drawName({ kind, at: place, name }: TopologicalNode, placed: Placing): string[] {
  if (kind === 'door' || kind === 'junction') return [];
  const [x, y] = placed(place);
  const isRoom = kind === 'room';
  // A door is often above the node of its corridor, seldom below.
  return [
    caption(name, x, isRoom ? y - 16 : y + 22, {
      colour: isRoom ? COLOURS.ink : COLOURS.muted,
      size: isRoom ? 13 : 12,
      weight: isRoom ? 600 : 500,
    }),
  ];
}
