/** Programs at the owners of their robots. Start reading at runs.ts (what everybody sees of them), runner.ts (what an owner does) and run-state.ts (what goes out with each effect); the rules are in SPEC.md. */
export { cellFlagName } from './cell-flags.ts';
export { ProgramsHere, type ProgramsHerePorts } from './programs-here.ts';
export { robotVariables } from './robot-variables.ts';
export type { RunPhase } from './run-state.ts';
export type { Flags, PrintedLine, ProgramRuns, RunOrder, RunView } from './runs.ts';
export { ProgramTidying } from './tidying.ts';
