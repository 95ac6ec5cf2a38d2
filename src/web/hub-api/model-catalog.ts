import { modelsSchema } from '../../core/api/http.ts';
import { check } from '../../core/api/messages.ts';
import { explain } from '../../core/base/errors.ts';
import { OneAtATime } from '../../core/base/one-at-a-time.ts';
import { modelsById } from '../../core/robots/known-models.ts';
import type { Model } from '../../core/robots/model.ts';
import { modelSchema } from '../../core/robots/model-schema.ts';
import { Settable } from '../link/observable.ts';
import type { Observable } from '../link/world-link.ts';
import type { ModelSource } from '../scene/model-source.ts';
import type { HubApi } from './hub-api.ts';
import { MeshStore } from './mesh-store.ts';

export type CatalogState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly models: readonly Model[] }
  | { readonly kind: 'failed'; readonly reason: string };

/** What a bus loses, and what somebody did with SQL, is not told. */
const ASK_AGAIN_MS = 60_000;
/** Something of a model that is not known here was seen: somebody has just added it. But it may also be gone for ever. */
const ASK_FOR_UNKNOWN_MS = 1000;
const FORGET_UNKNOWN_MS = 10_000;

/** The hub's models. What changes while the page is open is found when the hub tells of it, or something of it is seen, and else within a minute. */
export class ModelCatalog implements ModelSource, Disposable {
  readonly meshes: MeshStore;
  readonly #hub: HubApi;
  readonly #state = new Settable<CatalogState>({ kind: 'loading' });
  readonly #timer: ReturnType<typeof setInterval>;
  #models: ReadonlyMap<string, Model> = new Map();
  #etag: string | undefined;
  readonly #unknown = new Set<string>();
  readonly #loads = new OneAtATime(() => this.#load());
  /** Those that ask again, or forget that something is not known, a little later. */
  readonly #delayed = new Set<ReturnType<typeof setTimeout>>();
  #isDisposed = false;

  constructor(hub: HubApi) {
    this.#hub = hub;
    this.meshes = new MeshStore(hub);
    this.#timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      this.meshes.askAgain();
      void this.load();
    }, ASK_AGAIN_MS);
    void this.load();
  }

  get state(): Observable<CatalogState> {
    return this.#state;
  }

  get(id: string): Model | undefined {
    const model = this.#models.get(id);
    if (!model && this.#state.get().kind === 'ready' && !this.#unknown.has(id)) {
      this.#unknown.add(id);
      this.#later(ASK_FOR_UNKNOWN_MS / 4, () => void this.load());
      this.#later(FORGET_UNKNOWN_MS, () => this.#unknown.delete(id));
    }
    return model;
  }

  has(id: string): boolean {
    return this.#models.has(id);
  }

  readonly subscribe = (onChange: () => void): (() => void) => this.#state.subscribe(onChange);

  /** The hub says that it has this revision now, or has come back: then it may have any. */
  heard(revision: string | undefined): void {
    if (revision !== undefined && this.#etag === `"${revision}"`) return;
    this.meshes.askAgain();
    void this.load();
  }

  /** Resolves when what the hub has now is known here. */
  load(): Promise<void> {
    return this.#loads.ask();
  }

  #later(delayMs: number, action: () => void): void {
    const timer = setTimeout(() => {
      this.#delayed.delete(timer);
      action();
    }, delayMs);
    this.#delayed.add(timer);
  }

  async #load(): Promise<void> {
    if (this.#isDisposed) return;
    try {
      const response = await this.#hub.ask('/models', this.#etag === undefined ? {} : { headers: { 'if-none-match': this.#etag } });
      if (response.status === 304) return;
      const { models } = check(modelsSchema, await response.json());
      this.#etag = response.headers.get('etag') ?? undefined;
      this.#take(models.map((model) => check(modelSchema, model)));
    } catch (error) {
      // What is there already stays: the next try comes by itself.
      if (this.#models.size === 0) this.#state.set({ kind: 'failed', reason: explain(error) });
    }
  }

  /** A model that is the same stays the same object, so that nothing is built again. */
  #take(models: readonly Model[]): void {
    this.#models = modelsById(models, this.#models);
    this.#state.set({ kind: 'ready', models: [...this.#models.values()] });
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    clearInterval(this.#timer);
    for (const timer of this.#delayed) clearTimeout(timer);
    this.#delayed.clear();
  }
}

/** Tells a participant which models there are, now and whenever that changes. Returns what ends it. */
export function tellModels({ state }: ModelCatalog, link: { setModels(models: readonly Model[]): void }): () => void {
  const tell = () => {
    const known = state.get();
    if (known.kind === 'ready') link.setModels(known.models);
  };
  tell();
  return state.subscribe(tell);
}
