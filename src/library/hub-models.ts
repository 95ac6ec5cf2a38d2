import { modelsSchema } from '../core/api/http.ts';
import { check } from '../core/api/messages.ts';
import type { Clock } from '../core/base/clock.ts';
import type { ModelShelf } from '../core/robots/known-models.ts';
import type { Model } from '../core/robots/model.ts';
import { modelSchema } from '../core/robots/model-schema.ts';

/** Commands wait for the models, but not for ever. */
const PATIENCE_MS = 5000;

export interface HubModelsPorts {
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
}

/** The catalog of a hub, as it is when it is asked for. One that this version cannot read is reported and left out. */
export function hubModels(hub: string, token: string | undefined, { clock, report }: HubModelsPorts): ModelShelf {
  let known: Awaited<ReturnType<ModelShelf['all']>> = { models: [], fingerprint: '' };
  let etag: string | undefined;
  return {
    async all(abandoned) {
      const aborting = new AbortController();
      const tooLate = new Error(`${hub} did not tell its models within ${PATIENCE_MS} ms`);
      using _patience = clock.after(PATIENCE_MS, () => aborting.abort(tooLate));
      using _abandoned = abandoned.on(() => aborting.abort(new Error('nobody waits for the models any more')));
      const response = await fetch(`${hub}/api/v1/models`, {
        headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...(etag !== undefined && { 'if-none-match': etag }) },
        signal: aborting.signal,
      });
      if (response.status === 304) return known;
      if (!response.ok) {
        // A body that nobody reads keeps its socket open.
        await response.body?.cancel();
        throw new Error(`${hub} does not tell its models: it answered ${response.status}`);
      }
      const { models, revision } = check(modelsSchema, await response.json());
      etag = response.headers.get('etag') ?? undefined;
      known = { models: models.flatMap((model) => readable(model, report)), fingerprint: revision };
      return known;
    },
  };
}

function readable(model: { readonly id: string }, report: (error: unknown) => void): Model[] {
  try {
    return [check(modelSchema, model)];
  } catch (cause) {
    report(new Error(`the model ${model.id} of the hub cannot be read here`, { cause }));
    return [];
  }
}
