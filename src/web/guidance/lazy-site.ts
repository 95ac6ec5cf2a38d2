import { explain } from '../../core/base/errors.ts';
import type { HubApi } from '../hub-api/hub-api.ts';
import { Settable } from '../link/observable.ts';
import type { Observable, WorldLink } from '../link/world-link.ts';
import type { SiteState, SiteWatch } from '../monitor/site-watch.ts';
import type { ModelSource } from '../scene/model-source.ts';
import { groupOf } from '../world/groups.ts';

/** The building of a world, read when somebody first wants it: what reads maps is large. */
export class LazySite implements Disposable {
  readonly #state = new Settable<SiteState>({ kind: 'loading' });
  readonly #open: () => Promise<SiteWatch>;
  #watch: SiteWatch | undefined;
  #isBegun = false;
  #isOver = false;

  constructor(open: () => Promise<SiteWatch>) {
    this.#open = open;
  }

  get state(): Observable<SiteState> {
    return this.#state;
  }

  begin(): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    this.#open().then(
      (watch) => this.#opened(watch),
      (error: unknown) => {
        this.#isBegun = false;
        this.#state.set({ kind: 'failed', reason: explain(error) });
      },
    );
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#watch?.[Symbol.dispose]();
  }

  #opened(watch: SiteWatch): void {
    if (this.#isOver) {
      watch[Symbol.dispose]();
      return;
    }
    this.#watch = watch;
    watch.state.subscribe(() => this.#state.set(watch.state.get()));
    this.#state.set(watch.state.get());
  }
}

/** What the hub keeps of a world's building. */
export const lazySiteOf = (
  world: string,
  { hub, link, models }: { readonly hub: HubApi; readonly link: WorldLink; readonly models: ModelSource },
): LazySite =>
  new LazySite(async () => {
    const { siteWatchOf } = await import('../monitor/site-watch.ts');
    return siteWatchOf(hub, world, link.entities, (entity) => groupOf(entity, models) === 'Building');
  });
