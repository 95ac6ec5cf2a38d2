/** Something under way in this process. Must not throw. */
export interface Delivery {
  deliver(): void;
}

/** Delivers in the order of `push`, never inside it, and asks for one deferred call for each burst. */
export class DeliveryQueue {
  readonly #defer: (action: () => void) => void;
  #waiting: Delivery[] = [];

  constructor(defer: (action: () => void) => void) {
    this.#defer = defer;
  }

  push(delivery: Delivery): void {
    if (this.#waiting.push(delivery) === 1) this.#defer(this.#deliverAll);
  }

  /** What is pushed meanwhile waits for the next burst: two parts that answer each other for ever must not starve the process. */
  readonly #deliverAll = (): void => {
    const burst = this.#waiting;
    this.#waiting = [];
    for (const delivery of burst) delivery.deliver();
  };
}
