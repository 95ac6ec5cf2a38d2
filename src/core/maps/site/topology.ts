import { idFromName } from '../../base/ids.ts';
import type { EdlMember } from '../edl/document.ts';
import type { Gap } from '../plan/layout.ts';
import { middleOf, type Place } from '../plan/segment.ts';
import { type Area, Areas, endsOf } from './areas.ts';
import type { Elevator, SiteFloor } from './floors.ts';
import { edited } from './overlay.ts';
import type { SiteConcern } from './site-concern.ts';
import type { TopologyOverlay } from './site-document.ts';
import { edgeBetween, pairOf, rounded, type TopologicalEdge, type TopologicalMap, type TopologicalNode } from './topological-map.ts';

/** What is smaller, and leads nowhere, is a recess between two walls that nobody calls a room. */
const SMALLEST_AREA_M2 = 0.25;

export function topologyOf(
  floors: readonly SiteFloor[],
  elevators: readonly Elevator[],
  overlay: TopologyOverlay,
): { readonly topology: TopologicalMap; readonly concerns: readonly SiteConcern[] } {
  const concerns: SiteConcern[] = [];
  const graphs = floors.map((floor) => new FloorGraph(floor));
  for (const { floor, isCoarse } of graphs) {
    if (!isCoarse) continue;
    const message = `${floor.name} is ${floor.plan.lengthM} x ${floor.plan.widthM} m: rooms cannot be told apart on a floor of that size`;
    concerns.push({
      severity: 'warning',
      code: 'floor-too-large',
      place: 'floors',
      message,
      remedy: 'make several floors of it, or check its LENGTH and WIDTH',
    });
  }
  for (const [index, elevator] of elevators.entries()) {
    for (const stop of elevator.stops) {
      const place = `elevators[${index}]`;
      if (graphs.find(({ floor }) => floor.id === stop.floor)?.addElevator(elevator, stop.at) !== 'in a wall') continue;
      const message = `${elevator.name} stands in a wall, or outside of the floor ${stop.floor}`;
      concerns.push({ severity: 'error', code: 'elevator-misplaced', place, message, remedy: 'move it to where a robot can stand' });
    }
  }
  const nodes = graphs.flatMap((graph) => graph.nodes);
  const edges = [...graphs.flatMap((graph) => graph.edges), ...elevators.flatMap((elevator) => shaftOf(elevator, floors))];
  const { topology, concerns: unfit } = edited({ nodes, edges }, overlay, floors);
  return { topology, concerns: [...concerns, ...unfit] };
}

/** From each stop to the next one above. */
function shaftOf({ id, stops }: Elevator, floors: readonly SiteFloor[]): TopologicalEdge[] {
  const heightM = (floor: string) => floors.find((known) => known.id === floor)?.heightM ?? 0;
  return stops.slice(1).map(({ floor }, index) => {
    const below = stops[index]?.floor ?? floor;
    return { between: [elevatorNode(below, id), elevatorNode(floor, id)], lengthM: rounded(Math.abs(heightM(floor) - heightM(below))) };
  });
}

const elevatorNode = (floor: string, elevator: string): string => `${floor}/elevator-${elevator}`;

/** The nodes and edges of one floor, as they follow from its members. */
class FloorGraph {
  readonly floor: SiteFloor;
  readonly nodes: TopologicalNode[] = [];
  readonly edges: TopologicalEdge[] = [];
  readonly #areas: Areas;
  /** Of each area its node; none where it is a recess. */
  readonly #nodeOfArea: readonly (TopologicalNode | undefined)[];
  readonly #ids = new Set<string>();
  readonly #joined = new Set<string>();
  #unnamedRooms = 0;

  constructor(floor: SiteFloor) {
    this.floor = floor;
    const { plan } = floor;
    this.#areas = new Areas(plan);
    const openings = plan.openings.map((gap) => ({ gap, pairs: this.#areas.across(gap) }));
    const ends = plan.corridors.flatMap(endsOf).flatMap((end) => this.#areas.across(end));
    const leadsSomewhere = new Set([...openings.flatMap(({ pairs }) => pairs.flat()), ...ends.flat()]);
    this.#nodeOfArea = this.#areas.all.map((area, index) =>
      area.areaM2 < SMALLEST_AREA_M2 && !leadsSomewhere.has(index) ? undefined : this.#areaNode(area, index),
    );
    for (const { gap, pairs } of openings) this.#open(gap, pairs);
    // An end that lies on a junction is passed through that.
    const passed = new Set(openings.flatMap(({ pairs }) => pairs.map(([a, b]) => pairOf(`${a}`, `${b}`))));
    for (const [a, b] of ends) if (!passed.has(pairOf(`${a}`, `${b}`))) this.#join(this.#nodeOfArea[a], this.#nodeOfArea[b]);
  }

  get isCoarse(): boolean {
    return this.#areas.isCoarse;
  }

  addElevator({ id, name }: Elevator, at: Place): 'added' | 'in a wall' {
    const around = this.#nodeOfArea[this.#areas.at(at) ?? -1];
    if (!around) return 'in a wall';
    const node: TopologicalNode = { id: elevatorNode(this.floor.id, id), kind: 'elevator', floor: this.floor.id, at, name };
    this.nodes.push(node);
    this.#join(node, around);
    return 'added';
  }

  /** A door is a node between what it joins. So is a junction, unless it is one side of a crossing, which is a node already. */
  #open(gap: Gap, pairs: readonly (readonly [number, number])[]): void {
    const sides = pairs.map((pair) => pair.map((area) => this.#nodeOfArea[area]));
    if (gap.kind === 'junction' && sides.some((pair) => pair.some((node) => node?.kind === 'junction'))) {
      for (const [a, b] of sides) this.#join(a, b);
      return;
    }
    const member = this.floor.document.members[gap.member];
    const label = labelOf(member, gap.member);
    const kind = gap.kind === 'door' ? ('door' as const) : ('junction' as const);
    const node = this.#add(`${kind}-${label}`, kind, middleOf(gap), member?.name ?? `${kind === 'door' ? 'Door' : 'Junction'} ${label}`);
    for (const side of new Set(sides.flat())) this.#join(node, side);
  }

  #areaNode(area: Area, index: number): TopologicalNode {
    const { members } = this.floor.document;
    const labels = area.corridors.map(({ member }) => labelOf(members[member], member));
    if (labels.length > 1)
      return this.#add(`junction-of-${labels.join('-')}`, 'junction', area.inside, `Junction of ${labels.join(' and ')}`);
    const [corridor] = area.corridors;
    if (corridor) return this.#add(`corridor-${labels[0]}`, 'corridor', area.inside, corridor.name ?? `Corridor ${labels[0]}`);
    const name = this.floor.plan.points.find((point) => point.name !== undefined && this.#areas.at(point.at) === index)?.name;
    if (name !== undefined) return this.#add(idFromName(name), 'room', area.inside, name);
    const number = ++this.#unnamedRooms;
    return this.#add(`room-${number}`, 'room', area.inside, `Room ${number}`);
  }

  /** The second stretch of a corridor that is cut in two by another one is `corridor-1-2`. */
  #add(wanted: string, kind: TopologicalNode['kind'], at: Place, name: string): TopologicalNode {
    const floor = this.floor.id;
    let id = `${floor}/${wanted}`;
    for (let part = 2; this.#ids.has(id); part++) id = `${floor}/${wanted}-${part}`;
    this.#ids.add(id);
    const node: TopologicalNode = { id, kind, floor, at: [rounded(at[0]), rounded(at[1])], name };
    this.nodes.push(node);
    return node;
  }

  #join(a: TopologicalNode | undefined, b: TopologicalNode | undefined): void {
    if (!a || !b || a === b || this.#joined.has(pairOf(a.id, b.id))) return;
    this.#joined.add(pairOf(a.id, b.id));
    this.edges.push(edgeBetween(a, b));
  }
}

const labelOf = (member: EdlMember | undefined, index: number): string =>
  member?.number === undefined ? `m${index + 1}` : `${member.number}`;
