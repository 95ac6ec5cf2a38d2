import type { FastifyInstance } from 'fastify';
import type { Hubs, HubsHistory } from '../../core/api/hubs.ts';
import { callerOf } from './caller.ts';

export interface HubRoutesOptions {
  /** The hubs that this one knows, and what they were like in the last minutes. */
  readonly company: { readonly known: Hubs; readonly history: HubsHistory };
}

/** Which hubs there are, and how they are. */
export function hubRoutes(http: FastifyInstance, { company }: HubRoutesOptions): void {
  http.get('/api/v1/hubs', async (request): Promise<Hubs> => {
    const { world } = callerOf(request);
    const { hubs, ...known } = company.known;
    // Whoever may enter one world only learns of no other.
    const mayKnow = (other: string) => world === undefined || other === world;
    return { ...known, hubs: hubs.map((card) => ({ ...card, worlds: card.worlds.filter((open) => mayKnow(open.world)) })) };
  });
  http.get('/api/v1/hubs/history', async (): Promise<HubsHistory> => company.history);
}
