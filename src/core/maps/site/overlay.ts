import type { SiteFloor } from './floors.ts';
import type { SiteConcern } from './site-concern.ts';
import type { TopologyOverlay } from './site-document.ts';
import { edgeBetween, pairOf, type TopologicalEdge, type TopologicalMap, type TopologicalNode } from './topological-map.ts';

/** What people changed in a topological map that follows from the texts: first what they removed, then what they added. */
export function edited(
  derived: TopologicalMap,
  { add, remove }: TopologyOverlay,
  floors: readonly SiteFloor[],
): { readonly topology: TopologicalMap; readonly concerns: readonly SiteConcern[] } {
  const concerns: SiteConcern[] = [];
  const error = (code: string, place: string, message: string, remedy: string) =>
    void concerns.push({ severity: 'error', code, place: `topology.${place}`, message, remedy });
  const nodes = new Map(derived.nodes.map((node) => [node.id, node]));
  const edges = new Map(derived.edges.map((edge) => [pairOf(...edge.between), edge]));
  const unknown = (id: string, place: string) => {
    if (!nodes.has(id)) error('unknown-node', place, `there is no node ${id}`, `choose ${likelyOf(id, nodes)}`);
  };
  for (const [index, id] of remove.nodes.entries()) {
    unknown(id, `remove.nodes[${index}]`);
    nodes.delete(id);
    for (const [key, edge] of edges) if (edge.between.includes(id)) edges.delete(key);
  }
  for (const [index, pair] of remove.edges.entries()) {
    if (!edges.delete(pairOf(...pair)))
      error('unknown-edge', `remove.edges[${index}]`, `nothing leads from ${pair.join(' to ')}`, 'leave it out');
  }
  for (const [index, { id, kind, floor, xCm, yCm, name }] of add.nodes.entries()) {
    const on = floors.find((known) => known.name === floor);
    const place = `add.nodes[${index}]`;
    if (!on)
      error('unknown-floor', `${place}.floor`, `there is no floor ${floor}`, `choose ${floors.map((known) => known.name).join(', ')}`);
    else if (nodes.has(id)) error('same-node', `${place}.id`, `there is a node ${id} already`, 'give it another id');
    else nodes.set(id, { id, kind, floor: on.id, at: [xCm / 100, yCm / 100], name: name ?? id });
  }
  for (const [index, pair] of add.edges.entries()) {
    const [a, b] = pair.map((id) => nodes.get(id));
    for (const id of pair) unknown(id, `add.edges[${index}]`);
    if (a && b) edges.set(pairOf(...pair), edgeBetween(a, b));
  }
  return { topology: { nodes: [...nodes.values()], edges: [...edges.values()] satisfies TopologicalEdge[] }, concerns };
}

const MOST_OFFERED = 5;

/** Of the same floor, if that is right. */
function likelyOf(id: string, nodes: ReadonlyMap<string, TopologicalNode>): string {
  const floor = id.split('/')[0];
  const all = [...nodes.keys()];
  const near = all.filter((known) => known.startsWith(`${floor}/`));
  return (near.length > 0 ? near : all).slice(0, MOST_OFFERED).join(', ') || 'one that "site check --json" lists';
}
