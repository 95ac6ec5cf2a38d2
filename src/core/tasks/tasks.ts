/** Tasks: programs of several robots, coordinated by when they start. Start reading at task.ts (what a task says) and task-machine.ts (how it runs); the rules are in SPEC.md. */

export { checkTask, type TaskChecking, type TaskSurroundings } from './check-task.ts';
export { orderTask, type TaskOrdering } from './order-task.ts';
export { readTask, type TaskReading, taskToJson, writeTask } from './read-task.ts';
export * from './task.ts';
export { type FlagsPort, type ProgramsPort, TaskKeeper, type TaskKeeperPorts } from './task-keeper.ts';
export {
  CELL_FLAGS,
  isSettled,
  newTaskState,
  type OrderedRow,
  type RunReading,
  rowTag,
  stepTask,
  type TaskDeed,
  type TaskOrder,
  type TaskReadings,
  type TaskState,
  type TaskStep,
  type TaskWish,
  taskView,
} from './task-machine.ts';
export { type ChartSpan, chartOf, isOver, type RowPhase, type TaskPhase, type TaskRowView, type TaskView } from './task-view.ts';
export { type TaskOutcome, WorldTasks, type WorldTasksPorts } from './world-tasks.ts';
