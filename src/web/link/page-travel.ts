import type { PathAnswer, PathHostWord, PathRequestDraft } from '../../core/navigation/path-service.ts';
import { Settable } from './observable.ts';
import type { Answer, Call } from './page-messages.ts';
import type { JourneyInfo, PlanChoice, TravelGoal, TravelLink } from './travel-link.ts';
import { unexpected } from './unexpected-answer.ts';

const NOBODY: ReadonlyMap<string, JourneyInfo> = new Map();

/** The near side of the traveller in the worker. */
export class PageTravel implements TravelLink {
  readonly journeys: Settable<ReadonlyMap<string, JourneyInfo>> = new Settable(NOBODY);
  readonly #call: (call: Call) => Promise<Answer>;

  constructor(call: (call: Call) => Promise<Answer>) {
    this.#call = call;
  }

  /** Legs that have not changed stay the same object: who draws them looks at that. */
  heard(journeys: readonly JourneyInfo[]): void {
    const before = this.journeys.get();
    const kept = journeys.map((journey) => {
      const known = before.get(journey.robot);
      return known && JSON.stringify(known.legs) === JSON.stringify(journey.legs) ? { ...journey, legs: known.legs } : journey;
    });
    this.journeys.set(new Map(kept.map((journey) => [journey.robot, journey])));
  }

  async planners(): Promise<PathHostWord['planners']> {
    const answer = await this.#call({ kind: 'planners' });
    if (answer.kind !== 'planners') throw unexpected(answer, 'planners');
    return answer.planners;
  }

  async plan(request: PathRequestDraft): Promise<PathAnswer> {
    const answer = await this.#call({ kind: 'plan', request });
    if (answer.kind !== 'planned') throw unexpected(answer, 'plan');
    return answer.answer;
  }

  async go(robot: string, goal: TravelGoal, choice: PlanChoice): Promise<void> {
    const answer = await this.#call({ kind: 'go', robot, goal, choice });
    if (answer.kind !== 'nothing') throw unexpected(answer, 'go');
  }

  async cancel(robot: string): Promise<void> {
    const answer = await this.#call({ kind: 'cancel-journey', robot });
    if (answer.kind !== 'nothing') throw unexpected(answer, 'cancel-journey');
  }
}
