/** The robot language. Start reading at syntax/syntax.ts (what a program says), machine/machine.ts (how it runs) and cell.ts (where); the rules are in SPEC.md. */

export type { Cell, CellReadings, Progress, Reading } from './cell.ts';
export { type Checking, checkProgram } from './checks/check.ts';
export { constantOf } from './checks/constants.ts';
export type { Deed, Effect, MovingDeed, RobotDeed } from './effect.ts';
export { type Formatting, formatProgram, writeProgram } from './format.ts';
export { formsOf, INSTRUCTIONS, type Instruction, instructionNamed, type Operand, type OperandKind } from './instructions.ts';
export type { CompiledProgram } from './machine/code.ts';
export { type Compilation, compileProgram } from './machine/compile.ts';
export { advanceTo, type Stop, type VariableValue, variablesOf } from './machine/inspection.ts';
export { Machine, type Standing } from './machine/machine.ts';
export type { MachineState } from './machine/state.ts';
export { reissue, tick } from './machine/tick.ts';
export { type PositionsReading, positionsToJson, readPositions, type TaughtPosition, writePositions } from './positions.ts';
export { writePython } from './python.ts';
export { dofValue, type MotionPlan, motionOf, type RobotAction, type StandingRobot } from './robot-motion.ts';
export { BASE_DOFS, dofNames, type Surroundings } from './surroundings.ts';
export { parse } from './syntax/parse.ts';
export * from './syntax/syntax.ts';
export {
  changeList,
  type ListChange,
  type ListEdits,
  type ListedPosition,
  listPositions,
  nextPositionName,
  type PositionList,
} from './taught/position-list.ts';
export { isTaughtByPose, positionNow, type TaughtColumn, taughtColumns } from './taught/position-now.ts';
