import type { Clock } from '../../core/base/clock.ts';
import type { Blackboard } from '../../core/blackboard/blackboard.ts';
import type { Bus } from '../../core/bus/bus.ts';
import { partsOn } from '../../core/host/knowledge-shelf.ts';
import { type PathAnswer, PathHost, type PathHostWord, type PathRequest } from '../../core/navigation/path-service.ts';
import { PLANNERS } from '../../core/planners/planners.ts';
import type { KnownModels } from '../../core/robots/known-models.ts';
import type { Store } from '../../core/store/store.ts';
import type { Participant } from '../../core/world/world.ts';
import { besides, ServingThread, ThreadError, type ThreadLimits } from '../serving-thread.ts';
import { keptSite, keptSiteTag } from '../site/kept-site.ts';
import { plannersIn } from './planner-modules.ts';
import { type ListedPlanner, USUAL_PLANNER } from './planner-shelf.ts';
import type { PlanningData, PlanningOrder, PlanningReply } from './planning-worker.ts';
import { aroundIn } from './standing.ts';

export interface PlanningOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
  /** Where planners of one's own lie; undefined: there are none. */
  readonly folder: string | undefined;
  readonly limits?: PlanningLimits | undefined;
}

export interface PlanningLimits extends ThreadLimits {
  /** So many wait for the thread, of all worlds together. */
  readonly waiting: number;
  /** Whoever asked has given up by then. */
  readonly longestWaitMs: number;
}

/** A world in which ways are asked for. */
export interface ServedWorld {
  readonly id: string;
  readonly bus: Bus;
  readonly resident: Participant;
  /** What robots know of its building is on it. */
  readonly board: Blackboard;
  readonly models: Pick<KnownModels, 'get'>;
}

const USUAL: PlanningLimits = { timeMs: 5000, megabytes: 512, waiting: 32, longestWaitMs: 8000 };
/** A building of many floors takes a second to read. */
const READING_MS = 20_000;
const NO_SITE = 'none';
const OF_ONES_OWN = 'a planner of one’s own';

/** It was not begun: nobody waits for it any more. */
class TooLateError extends Error {
  override readonly name = 'TooLateError';
}

/** Ways for robots, planned in a thread of its own for all worlds of a hub. The rules are in SPEC.md. */
export class Planning implements AsyncDisposable {
  readonly #options: PlanningOptions;
  readonly #limits: PlanningLimits;
  readonly #thread: ServingThread<PlanningOrder, PlanningReply>;
  #summaries: ReadonlyMap<string, string> = new Map();
  #waiting = 0;

  constructor(options: PlanningOptions) {
    this.#options = options;
    this.#limits = options.limits ?? USUAL;
    const data: PlanningData = { folder: options.folder ?? '' };
    this.#thread = new ServingThread({
      clock: options.clock,
      limits: this.#limits,
      data,
      module: besides(import.meta.url, 'planning-worker'),
    });
  }

  /** Answers getPath in a world, until it is disposed. */
  serve(world: ServedWorld): Disposable {
    const { clock, report } = this.#options;
    const host = new PathHost(world.id, {
      ...{ bus: world.bus, clock, report },
      planners: () => this.#named(),
      plan: (request) => this.#plan(world, request),
    });
    const end = () => {
      host[Symbol.dispose]();
      if (!this.#thread.isRunning) return;
      // A thread that has ended has forgotten everything.
      this.#thread
        .ask(() => ({ kind: 'forget', world: world.id }))
        .catch((error: unknown) => void (error instanceof ThreadError || report(error)));
    };
    return { [Symbol.dispose]: end };
  }

  /** What can be asked for, and what of one's own is broken. */
  async list(): Promise<readonly ListedPlanner[]> {
    if (this.#own().length === 0) return PLANNERS.map(({ name, summary }) => ({ name, summary, source: 'built in' }));
    const reply = await this.#thread.ask(() => ({ kind: 'list' }));
    const planners = reply.kind === 'listed' ? reply.planners : [];
    this.#summaries = new Map(planners.map(({ name, summary }) => [name, summary]));
    return planners;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread[Symbol.asyncDispose]();
  }

  #own(): string[] {
    return this.#options.folder === undefined ? [] : plannersIn(this.#options.folder);
  }

  /** As announced: a file that was put there a moment ago is known by its name. */
  #named(): PathHostWord['planners'] {
    const own = this.#own();
    return [
      ...PLANNERS.filter(({ name }) => !own.includes(name)).map(({ name, summary }) => ({ name, summary })),
      ...own.map((name) => ({ name, summary: this.#summaries.get(name) ?? OF_ONES_OWN })),
    ];
  }

  async #plan(world: ServedWorld, request: PathRequest): Promise<PathAnswer> {
    if (this.#waiting >= this.#limits.waiting) return refused(`${this.#waiting} wait for this hub already; try again in a moment`);
    const beganMs = this.#options.clock.now();
    this.#waiting++;
    try {
      return await this.#planned(world, request, beganMs);
    } catch (error) {
      if (error instanceof TooLateError) return refused('others took too long before it was its turn; try again in a moment');
      if (!(error instanceof ThreadError)) throw error;
      const planner = request.planner ?? USUAL_PLANNER;
      return { kind: 'not found', reason: `${planner} was stopped: ${error.message}`, planner, ms: this.#options.clock.now() - beganMs };
    } finally {
      this.#waiting--;
    }
  }

  async #planned({ id, resident, board, models }: ServedWorld, request: PathRequest, beganMs: number): Promise<PathAnswer> {
    const { store, clock } = this.#options;
    for (;;) {
      const tag = (await keptSiteTag(store, id)) ?? NO_SITE;
      const reply = await this.#thread.ask(() => {
        if (clock.now() - beganMs > this.#limits.longestWaitMs) throw new TooLateError('nobody waits for it any more');
        // When it is its turn: what is around may have changed since it was asked.
        const knowledge = request.knownBy === undefined ? undefined : [...partsOn(board, request.knownBy).values()];
        return { kind: 'plan', world: id, tag, request, around: aroundIn(resident, models.get), knowledge };
      });
      if (reply.kind === 'planned') return reply.answer;
      const kept = await keptSite(store, id);
      await this.#thread.ask(() => ({ kind: 'site', world: id, tag: kept?.tag ?? NO_SITE, document: kept?.document }), READING_MS);
    }
  }
}

const refused = (reason: string): PathAnswer => ({ kind: 'refused', reason });
