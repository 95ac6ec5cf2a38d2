import type { Clock } from '../../core/base/clock.ts';
import type { Building } from '../../core/buildings/buildings.ts';
import type { Site, SiteConcern } from '../../core/maps/maps.ts';
import { besides, ServingThread, ThreadError, type ThreadLimits } from '../serving-thread.ts';
import { NO_PICTURES, type Pictures } from './kept-site.ts';

export type SiteReport =
  | { readonly kind: 'read'; readonly site: Site; readonly building: Building; readonly concerns: readonly SiteConcern[] }
  | { readonly kind: 'wrong'; readonly concerns: readonly SiteConcern[] };

/** What the thread is sent. */
export interface SentSite {
  readonly document: string;
  readonly pictures: Pictures;
}

/** What one document may take. */
const USUAL: ThreadLimits = { timeMs: 20_000, megabytes: 256 };

/** The document asks for more than a hub gives it, or the thread broke down over it. */
export class SiteReadingError extends Error {
  override readonly name = 'SiteReadingError';
}

/** Reads the documents of sites in a thread of its own: one at a time, in the order they come. */
export class SiteReader implements AsyncDisposable {
  readonly #thread: ServingThread<SentSite, SiteReport>;

  constructor(clock: Clock, limits: ThreadLimits = USUAL) {
    this.#thread = new ServingThread({ clock, limits, module: besides(import.meta.url, 'site-worker') });
  }

  /** Somebody is about to have one read. */
  prepare(): void {
    this.#thread.prepare();
  }

  /** Rejects with SiteReadingError. */
  async read(document: string, pictures: Pictures = NO_PICTURES): Promise<SiteReport> {
    try {
      return await this.#thread.ask(() => ({ document, pictures }));
    } catch (cause) {
      if (!(cause instanceof ThreadError)) throw cause;
      throw new SiteReadingError(cause.because === 'ended' ? cause.message : `${cause.message}; make it smaller`, { cause });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread[Symbol.asyncDispose]();
  }
}
