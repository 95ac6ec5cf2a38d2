import { Worker } from 'node:worker_threads';
import type { Clock } from '../../core/base/clock.ts';
import type { Building } from '../../core/buildings/buildings.ts';
import type { Site, SiteConcern } from '../../core/maps/maps.ts';
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
export interface SiteLimits {
  readonly timeMs: number;
  readonly megabytes: number;
}

/** A thread takes most of a second to begin: it waits for the next document for so long. */
const IDLE_MS = 10 * 60_000;
const USUAL: SiteLimits = { timeMs: 20_000, megabytes: 256 };

/** The document asks for more than a hub gives it, or the thread broke down over it. */
export class SiteReadingError extends Error {
  override readonly name = 'SiteReadingError';
}

/** Reads the documents of sites in a thread of its own, for a hub has beats to send: one at a time, in the order they come. */
export class SiteReader implements AsyncDisposable {
  readonly #clock: Clock;
  readonly #limits: SiteLimits;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #idle: Disposable | undefined;

  constructor(clock: Clock, limits: SiteLimits = USUAL) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Somebody is about to have one read. */
  prepare(): Worker {
    this.#idle?.[Symbol.dispose]();
    this.#idle = this.#clock.after(IDLE_MS, () => void this.#end());
    this.#worker ??= this.#begin();
    return this.#worker;
  }

  /** Rejects with SiteReadingError. */
  read(document: string, pictures: Pictures = NO_PICTURES): Promise<SiteReport> {
    const reading = this.#last.then(() => this.#read({ document, pictures }));
    // Whoever asked for it is told what went wrong.
    this.#last = reading.catch(() => undefined);
    return reading;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#idle?.[Symbol.dispose]();
    await this.#end();
  }

  #begin(): Worker {
    // Compiled or not, the worker stands beside this file and ends like it.
    const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
    const worker = new Worker(new URL(`./site-worker${extension}`, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.megabytes },
    });
    // A hub that is to end does not wait for it.
    worker.unref();
    // Told to who waits for an answer; a thread that dies while nobody does is begun anew.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  async #read(sent: SentSite): Promise<SiteReport> {
    const { timeMs, megabytes } = this.#limits;
    const worker = this.prepare();
    let settle: (() => void) | undefined;
    try {
      return await new Promise<SiteReport>((resolve, reject) => {
        const failed = (reason: string, cause?: unknown) => reject(new SiteReadingError(reason, { cause }));
        const onError = (cause: unknown) =>
          failed(`this takes more than ${megabytes} MB of memory, or cannot be read; make it smaller`, cause);
        const onExit = () => failed('the thread that read it has ended; try again');
        const timer = this.#clock.after(timeMs, () => failed(`this takes more than ${timeMs / 1000} s to read; make it smaller`));
        worker.on('message', resolve).on('error', onError).on('exit', onExit);
        settle = () => {
          timer[Symbol.dispose]();
          worker.off('message', resolve).off('error', onError).off('exit', onExit);
        };
        worker.postMessage(sent);
      });
    } catch (error) {
      // It may go on with this one for ever.
      if (this.#worker === worker) await this.#end();
      throw error;
    } finally {
      settle?.();
    }
  }
}
