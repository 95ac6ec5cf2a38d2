import type { EntityView, World } from '../../library/manyhands.ts';
import { rounded } from './event.ts';
import { type PlainPose, plainPose } from './plain-pose.ts';

/** An entity as `list` shows it. */
export interface EntityRow {
  readonly id: string;
  readonly name: string;
  readonly model: string;
  readonly owner: string | undefined;
  readonly pose: PlainPose;
  readonly dofs: readonly { readonly name: string; readonly value: number }[];
  readonly epoch: number;
  readonly seq: number;
  readonly flags: readonly string[];
}

export const entityRow = (world: World, view: EntityView): EntityRow => ({
  id: view.id,
  name: view.name,
  model: view.description.model,
  owner: view.owner,
  pose: plainPose(view.pose),
  dofs: view.description.dofs.map(({ name }, i) => ({ name, value: rounded(view.values[i] ?? 0, 6) })),
  epoch: view.epoch,
  seq: view.seq,
  flags: flagsOf(world, view),
});

function flagsOf(world: World, view: EntityView): string[] {
  const { stop, lease, driver } = view.control;
  return [
    view.description.kind === 'static' && 'static',
    view.isMine && 'mine',
    isMoving(world, view) && 'moving',
    !view.isLive && 'orphaned',
    view.isWorking && 'working',
    view.isElsewhere && 'elsewhere',
    stop && `stopped:${stop.by}`,
    lease && `leased:${lease.holder}`,
    driver !== undefined && `driven:${driver}`,
  ].filter((flag) => typeof flag === 'string');
}

/** Its owner is there, time runs, and its last motion is not over. */
export const isMoving = (world: World, view: EntityView): boolean =>
  view.isLive && world.time.rate > 0 && view.endsAtMs > world.time.worldMs;
