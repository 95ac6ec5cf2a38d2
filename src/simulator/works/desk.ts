import type { Blackboard } from '../../core/blackboard/blackboard.ts';
import type { ProgramsHere } from '../../core/running/running.ts';
import type { WorldTasks } from '../../core/tasks/tasks.ts';
import type { JoinedActor } from '../cast.ts';

/** All that a participant has beside its replica: its mirror of the blackboard, programs, and the task of the world. */
export interface Desk {
  readonly actor: JoinedActor;
  readonly board: Blackboard;
  readonly programs: ProgramsHere;
  readonly tasks: WorldTasks;
  readonly sinceMs: number;
}
