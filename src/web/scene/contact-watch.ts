import type { Contact } from '../../core/world/world.ts';
import type { EntityInfo } from '../link/world-link.ts';

/** What ends motions, told at the instant at which it does: a motion is cut when it is made, long before it comes to where it ends. */
export class ContactWatch {
  #entities: ReadonlyMap<string, EntityInfo> = new Map();
  readonly #coming = new Map<string, Contact>();

  /** What was so when an entity was first seen has not happened before anybody's eyes. */
  see(entities: ReadonlyMap<string, EntityInfo>): void {
    for (const [id, { contact }] of entities) {
      const before = this.#entities.get(id);
      if (before === undefined || before.contact?.atMs === contact?.atMs) continue;
      if (contact) this.#coming.set(id, contact);
      else this.#coming.delete(id);
    }
    this.#entities = entities;
    for (const id of [...this.#coming.keys()]) if (!entities.has(id)) this.#coming.delete(id);
  }

  nameOf(entity: string): string | undefined {
    return this.#entities.get(entity)?.description.name;
  }

  /** Each once. */
  due(worldMs: number): readonly (readonly [entity: string, contact: Contact])[] {
    if (this.#coming.size === 0) return NONE;
    const due = [...this.#coming].filter(([, { atMs }]) => atMs <= worldMs);
    for (const [entity] of due) this.#coming.delete(entity);
    return due;
  }
}

const NONE = [] as const;
