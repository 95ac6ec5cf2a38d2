/** Where an entity's numbers are in a frame. */
export interface Slot {
  readonly slot: number;
  readonly valuesAt: number;
  readonly values: number;
}

/**
 * Gives entities their places in frames. An entity keeps its place for as long as it is there, so that inserting one does not change what is
 * known of a thousand others; places that became free are given again first.
 */
export class Slots {
  readonly #given = new Map<string, Slot>();
  readonly #freeSlots: number[] = [];
  readonly #freeValues = new Map<number, number[]>();
  #slots = 0;
  #values = 0;
  #layout = 0;

  /** Grows whenever a place was given. */
  get layout(): number {
    return this.#layout;
  }

  get slots(): number {
    return this.#slots;
  }

  get values(): number {
    return this.#values;
  }

  /** The place of an entity with so many values; another one if it had a different number of them. */
  give(entity: string, values: number): Slot {
    const known = this.#given.get(entity);
    if (known?.values === values) return known;
    if (known) this.free(entity);
    const slot = { slot: this.#freeSlots.pop() ?? this.#slots++, valuesAt: this.#room(values), values };
    this.#given.set(entity, slot);
    this.#layout++;
    return slot;
  }

  free(entity: string): void {
    const known = this.#given.get(entity);
    if (!known) return;
    this.#given.delete(entity);
    this.#freeSlots.push(known.slot);
    const places = this.#freeValues.get(known.values) ?? [];
    places.push(known.valuesAt);
    this.#freeValues.set(known.values, places);
  }

  #room(values: number): number {
    const free = this.#freeValues.get(values)?.pop();
    if (free !== undefined) return free;
    this.#values += values;
    return this.#values - values;
  }
}
