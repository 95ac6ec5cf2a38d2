import type { Clock } from '../core/base/clock.ts';
import type { Blackboard } from '../core/blackboard/blackboard.ts';
import { eyesOf } from '../core/host/seeing.ts';
import { WorldExplorer } from '../core/host/world-explorer.ts';
import { type Exploration, explore, type Frontier } from '../core/knowledge/knowledge.ts';
import { plannerNamed } from '../core/planners/planners.ts';
import type { Model } from '../core/robots/model.ts';
import type { ActionDraft, EntityView, Outcome } from '../core/world/world.ts';

export interface ExploreOptions {
  /** Others whose knowledge counts as its own: what they have seen it need not see. */
  readonly team?: readonly string[];
  /** How ways are found on what is known. */
  readonly planner?: string;
  readonly speedMPerS?: number;
  readonly turnRadPerS?: number;
  /** Says when to stop, though there be more to see. */
  readonly isOver?: () => boolean;
  /** Told of each place that the robot sets off to. */
  readonly onLeg?: (frontier: Frontier) => void;
}

export interface ExploringPorts {
  readonly world: {
    readonly board: Blackboard;
    readonly time: { readonly worldMs: number };
    readonly entities: readonly EntityView[];
    entity(id: string): EntityView | undefined;
    command(entity: string, action: ActionDraft): Promise<Outcome>;
  };
  readonly models: (id: string) => Model | undefined;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
}

/** Of what nothing else is known. */
const USUAL_RADIUS_M = 0.4;
const USUAL_PLANNER = 'lazy-visibility';

/** Sends a robot about until it has seen all that it can of the floor it is on. */
export async function exploreWith(
  { world, models, clock, report }: ExploringPorts,
  robot: string,
  options: ExploreOptions,
): Promise<Exploration> {
  const view = world.entity(robot);
  if (!view) throw new Error(`there is no robot ${robot} in this world`);
  const model = models(view.description.model);
  const eye = model && eyesOf(model, view.pose, view.values)[0];
  const radiusOf = (id: string) => models(id)?.extent.radiusM ?? USUAL_RADIUS_M;
  const { team, speedMPerS, turnRadPerS, isOver, onLeg, planner = USUAL_PLANNER } = options;
  const sight = { rangeM: eye?.rangeM, fieldRad: eye?.fieldRad };
  using explorer = new WorldExplorer(
    world,
    robot,
    { radiusOf, ...sight, team, speedMPerS, turnRadPerS },
    { board: world.board, clock, report },
  );
  return await explore(explorer, { planner: plannerNamed(planner), isOver, onLeg });
}
