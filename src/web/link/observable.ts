/** A value that changes; fits React's useSyncExternalStore. A new value is a new object, an unchanged one the same. */
export interface Observable<T> {
  get(): T;
  /** Returns what ends it. */
  subscribe(onChange: () => void): () => void;
}

/** An observable and the hand that sets it. Setting what is there already tells nobody. */
export class Settable<T> implements Observable<T> {
  readonly #listeners = new Set<() => void>();
  #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  /** Bound, so that both can be handed to useSyncExternalStore as they are. */
  readonly get = (): T => this.#value;

  readonly subscribe = (onChange: () => void): (() => void) => {
    const own = () => onChange();
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  };

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const tell of [...this.#listeners]) tell();
  }
}
