/** Told of what a handler threw, which must not reach whoever happened to call it. Must not throw itself. */
export type Report = (error: unknown) => void;

/** A handler that was handed in: it hears nothing once disposed, and what it throws is reported. */
export class Listener<T> implements Disposable {
  readonly #report: Report;
  #handler: ((value: T) => void) | undefined;

  constructor(handler: (value: T) => void, report: Report) {
    this.#handler = handler;
    this.#report = report;
  }

  get listening(): boolean {
    return this.#handler !== undefined;
  }

  tell(value: T): void {
    try {
      this.#handler?.(value);
    } catch (error) {
      this.#report(error);
    }
  }

  [Symbol.dispose](): void {
    this.#handler = undefined;
  }
}

export class Listeners<T> {
  readonly #report: Report;
  readonly #listeners = new Set<Listener<T>>();

  constructor(report: Report) {
    this.#report = report;
  }

  add(handler: (value: T) => void): Disposable {
    const listener = new Listener(handler, this.#report);
    this.#listeners.add(listener);
    return {
      [Symbol.dispose]: () => {
        listener[Symbol.dispose]();
        this.#listeners.delete(listener);
      },
    };
  }

  tell(value: T): void {
    // A copy: a handler that adds a handler must not be told again and again.
    for (const listener of [...this.#listeners]) listener.tell(value);
  }
}

/** The handlers of one connection: each ends when it is disposed or when the connection does. */
export class OpenHandlers implements Disposable {
  readonly #handlers = new Set<Disposable>();

  add(handler: Disposable): Disposable {
    this.#handlers.add(handler);
    return {
      [Symbol.dispose]: () => {
        handler[Symbol.dispose]();
        this.#handlers.delete(handler);
      },
    };
  }

  [Symbol.dispose](): void {
    for (const handler of this.#handlers) handler[Symbol.dispose]();
    this.#handlers.clear();
  }
}
