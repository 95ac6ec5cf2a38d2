import type { SiteState } from '../monitor/site-watch.ts';

export interface RoomGroup {
  readonly group: string;
  readonly items: { readonly value: string; readonly label: string }[];
}

/** Rooms, floor by floor, the highest first; for a list to choose from. */
export function roomsOf(state: SiteState): RoomGroup[] {
  if (state.kind !== 'ready') return [];
  const { floors, topology } = state.site;
  const names = new Intl.Collator(undefined, { numeric: true });
  return floors.toReversed().flatMap(({ id, name }) => {
    const items = topology.nodes
      .filter((node) => node.floor === id && node.kind === 'room')
      .map((node) => ({ value: node.id, label: node.name }))
      .sort((a, b) => names.compare(a.label, b.label));
    return items.length === 0 ? [] : [{ group: name, items }];
  });
}
