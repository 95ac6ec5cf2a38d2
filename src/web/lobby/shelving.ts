import type { WorldCard } from '../../core/api/http.ts';

/** In which order worlds stand on the shelf, and what a button calls it. */
export const ORDERS = { opened: 'Last opened', name: 'Name', people: 'Most people', created: 'Newest' } as const;
export type Order = keyof typeof ORDERS;

export function byOrder(order: Order): (a: WorldCard, b: WorldCard) => number {
  switch (order) {
    case 'opened':
      return (a, b) => b.openedAtMs - a.openedAtMs;
    case 'name':
      return (a, b) => a.name.localeCompare(b.name);
    case 'people':
      return (a, b) => b.people.length - a.people.length || b.openedAtMs - a.openedAtMs;
    case 'created':
      return (a, b) => b.createdAtMs - a.createdAtMs;
  }
}

/** Every word that was typed is somewhere in its name or its line. */
export function matching(worlds: readonly WorldCard[], search: string): WorldCard[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return worlds.filter(({ name, summary }) => words.every((word) => `${name} ${summary}`.toLowerCase().includes(word)));
}
