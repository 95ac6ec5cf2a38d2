import type { PlannerList } from '../../core/api/http.ts';
import { explain } from '../../core/base/errors.ts';
import { suggestion } from '../../core/base/nearest.ts';
import { PLANNERS, type Planner } from '../../core/planners/planners.ts';
import { PlannerModuleError, type PlannerModules } from './planner-modules.ts';

/** What can be asked for by name. */
export type ListedPlanner = PlannerList['planners'][number];

/** The planner of whoever names none. */
export const USUAL_PLANNER = 'lazy-visibility';

/** All planners: those in the folder, which may replace one that is built in, and the others. */
export class PlannerShelf {
  readonly #modules: PlannerModules;

  constructor(modules: PlannerModules) {
    this.#modules = modules;
  }

  /** Rejects with PlannerModuleError when there is none of that name, or it is broken. */
  async get(name: string): Promise<Planner> {
    const planner = (await this.#modules.load(name)) ?? PLANNERS.find((known) => known.name === name);
    if (planner) return planner;
    const names = this.names;
    throw new PlannerModuleError(`there is no planner ${name}${suggestion(name, names)} (${names.join(', ')})`);
  }

  get names(): string[] {
    return [...new Set([...PLANNERS.map(({ name }) => name), ...this.#modules.names])];
  }

  async list(): Promise<ListedPlanner[]> {
    const own = new Set(this.#modules.names);
    const builtIn = PLANNERS.filter(({ name }) => !own.has(name)).map(
      ({ name, summary }): ListedPlanner => ({ name, summary, source: 'built in' }),
    );
    return [...builtIn, ...(await Promise.all([...own].map((name) => this.#listed(name))))];
  }

  async #listed(name: string): Promise<ListedPlanner> {
    try {
      const { summary } = await this.get(name);
      return { name, summary, source: 'own' };
    } catch (error) {
      if (!(error instanceof PlannerModuleError)) throw error;
      return { name, summary: 'cannot be used', source: 'own', problem: explain(error) };
    }
  }
}
