import type { Mutant } from './mutant.ts';

const MACHINE = 'src/core/tasks/task-machine.ts';
const KEEPER = 'src/core/tasks/task-keeper.ts';
const MACHINE_TEST = 'src/core/tasks/task-machine.test.ts';
const KEEPER_TEST = 'src/core/tasks/task-keeper.test.ts';

/** Faults in how tasks are performed. */
export const TASKS: readonly Mutant[] = [
  {
    name: 'flag-10-not-cleared',
    about: 'a task begins without setting flag 10 of the environment to 0',
    edits: [{ file: KEEPER, symbol: 'TaskKeeper.#clearFlags', find: 'flag <= CELL_FLAGS', replace: 'flag < CELL_FLAGS' }],
    killedBy: { file: KEEPER_TEST, title: '[TK8] begins with all its flags at 0' },
  },
  {
    name: 'flag-10-not-awaited',
    about: 'a task begins while flag 10 of the environment is not 0 yet',
    edits: [{ file: MACHINE, symbol: 'Step.#areFlagsClear', find: 'flag <= CELL_FLAGS', replace: 'flag < CELL_FLAGS' }],
    killedBy: { file: MACHINE_TEST, title: '[TK8] does not begin before flag #10 is 0' },
  },
  {
    name: 'robot-flags-not-awaited',
    about: 'a task begins while the flag of one of its robots is not 0 yet',
    edits: [
      {
        file: MACHINE,
        symbol: 'Step.#areFlagsClear',
        find: 'for (const { robot } of rows) if ((this.#readings.flagOf(robot) ?? 0) !== 0) return false;',
        replace: 'if (rows.length === 0) return false;',
      },
    ],
    killedBy: { file: MACHINE_TEST, title: '[TK8] does not begin before flag puma is 0' },
  },
  {
    name: 'paused-run-survives-failure',
    about: 'the paused program of a task that has failed is not ended',
    edits: [
      {
        file: MACHINE,
        symbol: 'Step.deeds',
        find: "run?.phase === 'running' || run?.phase === 'paused'",
        replace: "run?.phase === 'running'",
      },
    ],
    killedBy: { file: MACHINE_TEST, title: '[TK13] ends its other programs when it has failed' },
  },
  {
    name: 'two-rows-start-at-once',
    about: 'two rows of one robot that come due in the same tick are both started',
    edits: [
      {
        file: MACHINE,
        symbol: 'Step.#whyBusy',
        find: 'ACTIVE.has(this.#rowState(index).phase)',
        replace: "this.#rowState(index).phase === 'running'",
      },
    ],
    killedBy: { file: MACHINE_TEST, title: '[TK10] starts one row of a robot only' },
  },
  {
    name: 'early-pause-ignored',
    about: 'a task that is paused while its flags are cleared starts its programs all the same',
    edits: [
      {
        file: MACHINE,
        symbol: 'Step.#begin',
        find: "...(wish === 'pause' && { phase: 'paused', pausedMs: nowMs })",
        replace: "...(wish === 'stop' && { phase: 'paused', pausedMs: nowMs })",
      },
    ],
    killedBy: { file: MACHINE_TEST, title: '[TK11] starts nothing when it is paused before it has begun' },
  },
  {
    name: 'late-start-not-paused',
    about: 'a program that was seen to run only after its task was paused goes on',
    edits: [
      {
        file: MACHINE,
        symbol: 'Step.#follow',
        find: "if (phase === 'starting' && this.#state.phase === 'paused')",
        replace: "if (phase === 'resuming' && this.#state.phase === 'paused')",
      },
    ],
    killedBy: { file: MACHINE_TEST, title: '[TK11] pauses a program whose start was on its way' },
  },
  {
    name: 'lost-start-pauses-task',
    about: 'a start whose answer was lost counts as refused',
    edits: [{ file: KEEPER, symbol: 'TaskKeeper.#ask', find: "outcome.kind === 'refused'", replace: "outcome.kind !== 'done'" }],
    killedBy: { file: KEEPER_TEST, title: '[TK14] asks again for a start that was lost' },
  },
  {
    name: 'task-without-duty',
    about: 'a hub that is not on duty performs the task of a world',
    edits: [{ file: KEEPER, symbol: 'TaskKeeper.#tick', find: '|| !this.#ports.isOurs()', replace: '' }],
    killedBy: { file: KEEPER_TEST, title: '[TK17] is left alone by a hub that is not on duty' },
  },
  {
    name: 'row-about-to-run-is-unknown',
    about: 'people are told of a phase of a row that they do not know',
    edits: [
      {
        file: MACHINE,
        symbol: 'taskView',
        find: "phase === 'starting' || phase === 'resuming' ? 'running' : phase",
        replace: "phase === 'resuming' ? 'running' : phase",
      },
    ],
    killedBy: { file: MACHINE_TEST, title: '[TK11] pauses a program whose start was on its way' },
  },
];
