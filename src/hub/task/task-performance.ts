/** A task in a world of its own, as fast as the machine can: with the bodies, the contacts and the gripping of any other world. */
import { hashText } from '../../core/base/hash.ts';
import type { Effect } from '../../core/programs/programs.ts';
import { isOver, newTaskState, stepTask, type TaskOrder, type TaskState, type TaskView, taskView } from '../../core/tasks/tasks.ts';
import type { Participant } from '../../core/world/world.ts';
import { loadEngine } from '../../dynamics/dynamics.ts';
import { VirtualWorld, type VirtualWorldOptions } from '../program/virtual-world.ts';
import { CellRuns } from './cell-runs.ts';

const TICK_MS = 50;
/** Things fall to where they stand before anybody begins. */
const SETTLING_MS = 500;

export interface TaskStage extends Omit<VirtualWorldOptions, 'engine'> {
  /** Of the world, after which the task is given up. */
  readonly longestMs: number;
}

export type TaskNews =
  /** Of the world, since the task began. */
  | { readonly kind: 'effect'; readonly atMs: number; readonly row: number; readonly effect: Effect }
  /** Whenever a row, or the task, has another phase. */
  | { readonly kind: 'view'; readonly atMs: number; readonly view: TaskView }
  /** The last: how it stands with everything then. */
  | { readonly kind: 'over'; readonly atMs: number; readonly view: TaskView; readonly stateHash: number };

/** Runs while its news are asked for. `onTick` is for who looks at the world meanwhile. */
export async function* performTask(
  order: TaskOrder,
  stage: TaskStage,
  onTick: (world: Participant) => void = () => {},
): AsyncGenerator<TaskNews> {
  const { entities, models, longestMs } = stage;
  const engine = await loadEngine();
  const world = await VirtualWorld.open({ entities, models, engine: () => Promise.resolve(engine) });
  try {
    await world.run(SETTLING_MS);
    const { participant, report } = world;
    const effects: { readonly row: number; readonly effect: Effect }[] = [];
    const runs = new CellRuns(order, { world: participant, models, report, onEffect: (row, effect) => void effects.push({ row, effect }) });
    let state: TaskState = newTaskState(order, runs);
    const startMs = runs.nowMs;
    for (let seen: TaskState | undefined; !isOver(state.phase); ) {
      const step = stepTask(order, state, runs);
      state = step.state;
      runs.do(step.deeds);
      runs.tick();
      const atMs = runs.nowMs - startMs;
      if (phasesOf(state) !== (seen && phasesOf(seen))) yield { kind: 'view', atMs, view: taskView(order, state) };
      seen = state;
      for (const { row, effect } of effects.splice(0)) yield { kind: 'effect', atMs, row, effect };
      if (atMs > longestMs) state = { ...state, wish: 'stop' };
      if (isOver(state.phase)) break;
      onTick(participant);
      await world.run(TICK_MS);
    }
    yield { kind: 'over', atMs: runs.nowMs - startMs, view: taskView(order, state), stateHash: stateHashOf(participant) };
  } finally {
    await world.close();
  }
}

const phasesOf = ({ phase, rows }: TaskState): string => [phase, ...rows.map((row) => row.phase)].join(' ');

/** Of the states of all that is there, byte by byte. */
export const stateHashOf = (world: Participant): number =>
  hashText(
    world.entities
      .map(({ id, stateHash }) => `${id} ${stateHash}`)
      .toSorted()
      .join('\n'),
  );
