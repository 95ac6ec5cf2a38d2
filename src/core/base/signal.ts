/** Tells whoever listens. Handlers run in the order they were added. */
export class Signal<T> {
  readonly #handlers = new Set<(value: T) => void>();

  on(handler: (value: T) => void): Disposable {
    const own = (value: T) => handler(value);
    this.#handlers.add(own);
    return { [Symbol.dispose]: () => void this.#handlers.delete(own) };
  }

  emit(value: T): void {
    for (const handler of [...this.#handlers]) handler(value);
  }
}
