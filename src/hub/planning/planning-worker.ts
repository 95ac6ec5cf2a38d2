/** Plans ways, one after the other, on the buildings that it was told of. A planner may run for ever, and may be anybody's: the hub goes on (planning.ts). */
import { workerData } from 'node:worker_threads';
import { explain, MalformedError } from '../../core/base/errors.ts';
import { wellFormed } from '../../core/base/well-formed.ts';
import { fromParts, type Knowledge } from '../../core/knowledge/knowledge.ts';
import { readSite, type Site } from '../../core/maps/maps.ts';
import type { PathAnswer, PathRequest } from '../../core/navigation/path-service.ts';
import { plannedRoute } from '../../core/navigation/planned-route.ts';
import { serveOrders } from '../thread-orders.ts';
import { PlannerModules } from './planner-modules.ts';
import { type ListedPlanner, PlannerShelf, USUAL_PLANNER } from './planner-shelf.ts';
import { Premises } from './premises.ts';
import type { Around } from './standing.ts';

export interface PlanningData {
  /** Where planners of one's own lie. */
  readonly folder: string;
}

export type PlanningOrder =
  /** What is known of a world's building; without a document it has none. `tag`: another for each. */
  | { readonly kind: 'site'; readonly world: string; readonly tag: string; readonly document: string | undefined }
  | { readonly kind: 'forget'; readonly world: string }
  | {
      readonly kind: 'plan';
      readonly world: string;
      readonly tag: string;
      readonly request: PathRequest;
      readonly around: Around;
      /** To plan on this, and not on the building itself: what a robot knows, in parts. */
      readonly knowledge: readonly Uint8Array[] | undefined;
    }
  | { readonly kind: 'list' };

export type PlanningReply =
  | { readonly kind: 'known' }
  /** It was not told of this building: it may be a new thread. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'planned'; readonly answer: PathAnswer }
  | { readonly kind: 'listed'; readonly planners: readonly ListedPlanner[] };

const LONGEST_REASON = 400;

const shelf = new PlannerShelf(new PlannerModules((workerData as PlanningData).folder));
const worlds = new Map<string, { readonly tag: string; readonly premises: Premises }>();

async function carryOut(order: PlanningOrder): Promise<PlanningReply> {
  switch (order.kind) {
    case 'site':
      worlds.set(order.world, {
        tag: order.tag,
        premises: new Premises(order.document === undefined ? undefined : siteOf(order.document)),
      });
      return { kind: 'known' };
    case 'forget':
      worlds.delete(order.world);
      return { kind: 'known' };
    case 'plan': {
      const known = worlds.get(order.world);
      return known?.tag === order.tag ? { kind: 'planned', answer: await plan(known.premises, order) } : { kind: 'unknown' };
    }
    case 'list':
      return { kind: 'listed', planners: await shelf.list() };
  }
}

/** What a hub keeps was read without an error before. */
function siteOf(document: string): Site {
  const { site, concerns } = readSite(document);
  if (!site)
    throw new MalformedError(
      `the building of this world cannot be read: ${concerns.find(({ severity }) => severity === 'error')?.message}`,
    );
  return site;
}

/** Whatever a planner throws is the answer: it names the planner, and its file where it has one. */
async function plan(premises: Premises, { request, around, knowledge }: Extract<PlanningOrder, { kind: 'plan' }>): Promise<PathAnswer> {
  const name = request.planner ?? USUAL_PLANNER;
  try {
    const planner = await shelf.get(name);
    const known: Knowledge | undefined = knowledge && fromParts(knowledge);
    return plannedRoute({
      ...{ site: premises.site, planner, request },
      mapOf: (floor) => (known ? premises.mapKnown(known, floor, request, around) : premises.mapOf(floor, request, around)),
      now: () => performance.now(),
    });
  } catch (error) {
    return { kind: 'refused', reason: wellFormed(`${name} cannot answer this: ${explain(error)}`, LONGEST_REASON) };
  }
}

serveOrders(carryOut);
