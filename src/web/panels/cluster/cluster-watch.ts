import type { Hubs } from '../../../core/api/hubs.ts';
import { explain } from '../../../core/base/errors.ts';
import { type HubApi, HubError } from '../../hub-api/hub-api.ts';
import { Settable } from '../../link/observable.ts';
import type { MemberInfo, Observable, WorldLink } from '../../link/world-link.ts';
import { type Moment, momentOf, momentsOf, withMoment } from './hub-moments.ts';

const ASK_MS = 2000;
/** A hub that stands still answers nothing, not even that it does not: it is asked again, for by then the page may be at another one. */
const OVERDUE_MS = 6000;
/** After a longer gap the hub, which went on listening, is asked for what was missed. */
const GAP_MS = 3 * ASK_MS;

export type ClusterState = { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly reason: string } | ClusterKnown;

export interface ClusterKnown {
  readonly kind: 'known';
  readonly hubs: Hubs;
  readonly members: readonly MemberInfo[];
  /** By the page's clock. */
  readonly heardMs: number;
  readonly moments: readonly Moment[];
  /** Why the hub was not understood when it was last asked. */
  readonly failure: string | undefined;
}

export interface ClusterWatchOptions {
  readonly hub: Pick<HubApi, 'hubs' | 'hubsHistory'>;
  readonly link: Pick<WorldLink, 'members'>;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
}

/** Asks the hub how all hubs are, every 2 s for as long as somebody looks. */
export class ClusterWatch implements Disposable {
  readonly #options: ClusterWatchOptions;
  readonly #state = new Settable<ClusterState>({ kind: 'loading' });
  readonly #timer: ReturnType<typeof setInterval>;
  #asked = 0;
  #askedMs: number | undefined;

  constructor(options: ClusterWatchOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#ask(), ASK_MS);
    this.#ask();
  }

  get state(): Observable<ClusterState> {
    return this.#state;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#asked++;
  }

  #ask(): void {
    const nowMs = this.#options.nowMs();
    if (this.#askedMs !== undefined && nowMs - this.#askedMs < OVERDUE_MS) return;
    this.#askedMs = nowMs;
    const asked = ++this.#asked;
    // What comes after the next question, or after the end, is of no use any more.
    const unlessLate = (act: () => void) => {
      if (asked !== this.#asked) return;
      this.#askedMs = undefined;
      act();
    };
    this.#look().then(
      (known) => unlessLate(() => this.#state.set(known)),
      (error: unknown) => unlessLate(() => this.#failed(error instanceof HubError ? error.message : explain(error))),
    );
  }

  async #look(): Promise<ClusterKnown> {
    const { hub, link, nowMs } = this.#options;
    const [hubs, members] = await Promise.all([hub.hubs(), link.members()]);
    const heardMs = nowMs();
    const before = this.#state.get();
    const isContinued = before.kind === 'known' && before.hubs.self === hubs.self && heardMs - before.heardMs < GAP_MS;
    const past = isContinued ? before.moments : momentsOf(await hub.hubsHistory(), heardMs);
    return { kind: 'known', hubs, members, heardMs, moments: withMoment(past, momentOf(hubs, heardMs)), failure: undefined };
  }

  #failed(reason: string): void {
    const before = this.#state.get();
    this.#state.set(before.kind === 'known' ? { ...before, failure: reason } : { kind: 'failed', reason });
  }
}
