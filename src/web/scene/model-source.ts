import type { Model } from '../../core/robots/model.ts';

/** Where models come from, by the id in an entity's description. One that is not there (yet) is drawn as a placeholder. */
export interface ModelSource {
  get(id: string): Model | undefined;
  /** When a model has come or changed. A changed model is a new object. Returns what ends it. */
  subscribe(onChange: () => void): () => void;
}
