import type { FastifyInstance } from 'fastify';
import type { PlannerList } from '../../core/api/http.ts';
import type { Planning } from '../planning/planning.ts';

export interface PlannerRoutesOptions {
  readonly planning: Pick<Planning, 'list'>;
}

/** Which planners can be asked for by name. */
export function plannerRoutes(http: FastifyInstance, { planning }: PlannerRoutesOptions): void {
  http.get('/api/v1/planners', async (): Promise<PlannerList> => ({ planners: [...(await planning.list())] }));
}
