/** Numbers in order of their keys, least first; of equal keys, the least number. */
export class Heap {
  #keys = new Float64Array(256);
  #values = new Int32Array(256);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  clear(): void {
    this.#size = 0;
  }

  push(key: number, value: number): void {
    if (this.#size === this.#keys.length) this.#grow();
    const [keys, values] = [this.#keys, this.#values];
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const parentKey = keys[parent] as number;
      if (parentKey < key || (parentKey === key && (values[parent] as number) <= value)) break;
      keys[at] = parentKey;
      values[at] = values[parent] as number;
      at = parent;
    }
    keys[at] = key;
    values[at] = value;
  }

  /** The value with the least key; -1 when there is none. */
  pop(): number {
    if (this.#size === 0) return -1;
    const [keys, values] = [this.#keys, this.#values];
    const least = values[0] as number;
    const size = --this.#size;
    const key = keys[size] as number;
    const value = values[size] as number;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && isBefore(keys, values, child + 1, keys[child] as number, values[child] as number)) child++;
      if (!isBefore(keys, values, child, key, value)) break;
      keys[at] = keys[child] as number;
      values[at] = values[child] as number;
      at = child;
    }
    keys[at] = key;
    values[at] = value;
    return least;
  }

  #grow(): void {
    const [keys, values] = [new Float64Array(this.#keys.length * 2), new Int32Array(this.#values.length * 2)];
    keys.set(this.#keys);
    values.set(this.#values);
    this.#keys = keys;
    this.#values = values;
  }
}

function isBefore(keys: Float64Array, values: Int32Array, at: number, key: number, value: number): boolean {
  const other = keys[at] as number;
  return other < key || (other === key && (values[at] as number) < value);
}
