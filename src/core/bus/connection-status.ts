import type { BusStatus } from './bus.ts';
import { DisconnectedError } from './bus.ts';
import { Listeners, type Report } from './listeners.ts';

/** The status of one connection and those who want to know of its changes. */
export class ConnectionStatus {
  readonly #listeners: Listeners<BusStatus>;
  #current: BusStatus;

  constructor(initial: BusStatus, report: Report) {
    this.#current = initial;
    this.#listeners = new Listeners(report);
  }

  get current(): BusStatus {
    return this.#current;
  }

  change(status: BusStatus): void {
    this.#current = status;
    this.#listeners.tell(status);
  }

  onChange(handler: (status: BusStatus) => void): Disposable {
    return this.#listeners.add(handler);
  }

  requireOpen(): void {
    if (this.#current.kind === 'closed') throw new DisconnectedError(`the connection is closed (${this.#current.reason}): make a new one`);
  }

  /** For calls that need an answer. */
  requireConnected(): void {
    this.requireOpen();
    if (this.#current.kind === 'reconnecting')
      throw new DisconnectedError(`the connection is lost (${this.#current.reason}): try again later`);
  }
}
