import { Settable } from '../link/observable.ts';
import type { Observable } from '../link/world-link.ts';
import { addressOf, type Destination, type Route, readRoute } from './router.ts';

/** Where the page is, by the browser's history. */
export class BrowserRouter {
  readonly #window: Window;
  readonly #route: Settable<Route>;

  constructor(window: Window) {
    this.#window = window;
    this.#route = new Settable(readRoute(window.location));
    const read = () => this.#route.set(readRoute(window.location));
    window.addEventListener('popstate', read);
    window.addEventListener('hashchange', read);
  }

  get route(): Observable<Route> {
    return this.#route;
  }

  go(to: Destination): void {
    this.#window.history.pushState(null, '', addressOf(to));
    this.#route.set(readRoute(this.#window.location));
  }

  /** Without leaving the present address in the history: a join link in it would let the next person at this machine in. */
  replace(to: Destination): void {
    this.#window.history.replaceState(null, '', addressOf(to));
    this.#route.set(readRoute(this.#window.location));
  }
}
