import { explain } from '../../core/base/errors.ts';
import type { PathAnswer, PathRequestDraft } from '../../core/navigation/path-service.ts';
import { Settable } from '../link/observable.ts';
import type { TravelLink } from '../link/travel-link.ts';
import type { Observable } from '../link/world-link.ts';

export type PlanQuestion = Omit<PathRequestDraft, 'planner' | 'withRoadmap'>;

/** One planner's answer to the question that all were asked. */
export interface PlanRow {
  readonly planner: string;
  readonly answer: PathAnswer | undefined;
}

export interface ComparisonState {
  readonly question: PlanQuestion | undefined;
  /** In the order in which they were asked; one that is not answered yet has none. */
  readonly rows: readonly PlanRow[];
  /** Whose answer is drawn. */
  readonly chosen: string | undefined;
  readonly isRunning: boolean;
}

const EMPTY: ComparisonState = { question: undefined, rows: [], chosen: undefined, isRunning: false };

/** The same question put to planners, one after the other: side by side they would take each other's time. */
export class Comparison {
  readonly #travel: TravelLink;
  readonly #state = new Settable<ComparisonState>(EMPTY);
  /** Counts questions: an answer to an earlier one is not wanted any more. */
  #asked = 0;

  constructor(travel: TravelLink) {
    this.#travel = travel;
  }

  get state(): Observable<ComparisonState> {
    return this.#state;
  }

  get chosen(): { readonly planner: string; readonly answer: PathAnswer } | undefined {
    const { rows, chosen } = this.#state.get();
    const row = rows.find(({ planner }) => planner === chosen);
    return row?.answer && { planner: row.planner, answer: row.answer };
  }

  choose(planner: string): void {
    this.#state.set({ ...this.#state.get(), chosen: planner });
  }

  /** Nothing is drawn any more. */
  clear(): void {
    this.#asked++;
    this.#state.set(EMPTY);
  }

  async ask(question: PlanQuestion, planners: readonly string[]): Promise<void> {
    const asked = ++this.#asked;
    const before = this.#state.get().chosen;
    const chosen = before !== undefined && planners.includes(before) ? before : planners[0];
    this.#state.set({ question, rows: planners.map((planner) => ({ planner, answer: undefined })), chosen, isRunning: true });
    for (const planner of planners) {
      const answer = await this.#travel
        .plan({ ...question, planner, withRoadmap: true })
        .catch((error: unknown): PathAnswer => ({ kind: 'refused', reason: explain(error) }));
      if (asked !== this.#asked) return;
      const state = this.#state.get();
      this.#state.set({ ...state, rows: state.rows.map((row) => (row.planner === planner ? { planner, answer } : row)) });
    }
    this.#state.set({ ...this.#state.get(), isRunning: false });
  }
}
