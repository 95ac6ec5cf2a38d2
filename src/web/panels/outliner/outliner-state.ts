import { Settable } from '../../link/observable.ts';

/** Shared by the outliner and the tools beside its title, which stand in different places of the page. */
export const searchIsOpen: Settable<boolean> = new Settable(false);
/** Parts, furniture and what a building is made of are many: they begin folded. */
export const closedGroups: Settable<ReadonlySet<string>> = new Settable<ReadonlySet<string>>(new Set(['Parts', 'Furniture', 'Building']));

export function toggleGroup(group: string): void {
  const closed = new Set(closedGroups.get());
  if (!closed.delete(group)) closed.add(group);
  closedGroups.set(closed);
}
