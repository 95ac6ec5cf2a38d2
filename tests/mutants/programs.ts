import type { Mutant } from './mutant.ts';

const RUNNER = 'src/core/running/runner.ts';
const CELL = 'src/core/running/robot-cell.ts';
const MOTION_LEFT = 'src/core/running/motion-left.ts';
const MACHINE = 'src/core/programs/machine';
const RUNNING_TEST = 'src/core/running/running.test.ts';
const MACHINE_TEST = `${MACHINE}/machine.test.ts`;
const HANDS_OFF = { file: RUNNING_TEST, title: '[RN10] keeps hands off in every way' };
const RESET = { file: RUNNING_TEST, title: '[RN13] begins anew after a reset' };

/** Faults in programs of robots: in the machine that runs them, and at the owners of their robots. */
export const PROGRAMS: readonly Mutant[] = [
  {
    name: 'stick-moves-running-robot',
    about: 'the stick of a robot is given away while a program runs on it',
    edits: [{ file: RUNNER, symbol: 'BY_HAND', find: ", 'drive'", replace: '' }],
    killedBy: HANDS_OFF,
  },
  {
    name: 'hand-places-running-robot',
    about: 'a robot is put somewhere else while a program runs on it',
    edits: [{ file: RUNNER, symbol: 'BY_HAND', find: "'place', ", replace: '' }],
    killedBy: HANDS_OFF,
  },
  {
    name: 'starts-while-stopped',
    about: 'a program is started on a stopped robot',
    edits: [{ file: RUNNER, symbol: 'Runner.#start', find: 'if (stop) return', replace: 'if (stop && stop.by === view.id) return' }],
    killedBy: HANDS_OFF,
  },
  {
    name: 'reset-keeps-paused-program',
    about: 'a program that was paused before a reset of the world keeps others from being started',
    edits: [
      {
        file: RUNNER,
        symbol: 'Runner.#start',
        find: '!isOver(content.run) && content.run.generation === time.generation',
        replace: '!isOver(content.run)',
      },
    ],
    killedBy: RESET,
  },
  {
    name: 'reset-ends-finished-programs',
    about: 'a program that had finished before a reset of the world is shown as ended by it',
    edits: [
      {
        file: 'src/core/running/world-runs.ts',
        symbol: 'WorldRuns.#viewOf',
        find: '!isOver(run) && run.generation',
        replace: 'run.generation',
      },
    ],
    killedBy: RESET,
  },
  {
    name: 'unwritten-flag-lost',
    about: 'a flag that the state of a program has, and that was not written before its owner died, is never written',
    edits: [
      {
        file: CELL,
        symbol: 'RobotCell.constructor',
        find: 'for (const write of content.run.writes) this.#unsettled.set(write.flag, write);',
        replace: '',
      },
    ],
    killedBy: { file: 'src/core/running/take-over.test.ts', title: '[RN8] writes a flag whose value was in the state' },
  },
  {
    name: 'flag-10-refused',
    about: 'nobody can set flag 10 of the environment',
    edits: [
      { file: 'src/core/running/world-flags.ts', symbol: 'WorldFlags.setCell', find: 'flag > CELL_FLAGS', replace: 'flag >= CELL_FLAGS' },
    ],
    killedBy: { file: RUNNING_TEST, title: '[RN7] are variables of the blackboard' },
  },
  {
    name: 'compass-in-thousandths',
    about: 'an angle that a program reads is in thousandths of a radian',
    edits: [
      {
        file: CELL,
        symbol: 'RobotCell.sensor',
        find: "units[Math.min(index, units.length - 1)] === 'rad' ? 1 / DEGREE : METRE_MM",
        replace: 'units[index] === undefined ? METRE_MM : METRE_MM',
      },
    ],
    killedBy: { file: RUNNING_TEST, title: '[RN16] reads the sensors of its robot' },
  },
  {
    name: 'paused-program-travels-on',
    about: 'the journey that a program is on goes on while the program is paused',
    edits: [{ file: CELL, symbol: 'RobotCell.rest', find: 'void this.#journey?.cancel(reason);', replace: 'void reason;' }],
    killedBy: { file: 'src/core/running/journeys.test.ts', title: '[RN11] a pause ends a journey' },
  },
  {
    name: 'rest-of-way-sideways',
    about: 'a robot that was moved aside goes on with its way as if it still stood there',
    edits: [
      {
        file: MOTION_LEFT,
        symbol: 'wayLeft',
        find: 'left.length > 0 && isAt(now.pose, poseAfter(knots, doneMs, from))',
        replace: 'left.length > 0',
      },
    ],
    killedBy: { file: 'src/core/running/motion-left.test.ts', title: '[RN5] leads straight to its end' },
  },
  {
    name: 'rest-of-move-takes-all-its-time',
    about: 'what is left of a move of joints takes as long as all of it',
    edits: [{ file: MOTION_LEFT, symbol: 'jointsLeft', find: 'durationMs: durationMs * share', replace: 'durationMs' }],
    killedBy: { file: 'src/core/running/motion-left.test.ts', title: '[RN5] takes as much of its time' },
  },
  {
    name: 'steps-never-forgiven',
    about: 'the steps of a program count as idle although it reads in between',
    edits: [{ file: `${MACHINE}/machine.ts`, symbol: 'Machine.#outside', find: 'this.#idleSteps = 0;', replace: '' }],
    killedBy: { file: MACHINE_TEST, title: '[RL18] goes on for as long as it likes' },
  },
  {
    name: 'second-never-ends',
    about: 'a program may do a hundred things in all, and not in each second',
    edits: [{ file: `${MACHINE}/machine.ts`, symbol: 'counted', find: 'nowMs - sinceMs >= SECOND_MS', replace: 'nowMs < sinceMs' }],
    killedBy: { file: MACHINE_TEST, title: '[RL18] goes on for as long as it likes' },
  },
  {
    name: 'memory-has-no-end',
    about: 'a call is made although the memory of its program is full',
    edits: [{ file: `${MACHINE}/reckoner.ts`, symbol: 'Reckoner.#call', find: '|| base + size > MOST_MEMORY', replace: '' }],
    killedBy: { file: MACHINE_TEST, title: '[RL18] ends when what it remembers has no room' },
  },
  {
    name: 'reads-beyond-numbers',
    about: 'a program reads a number that its language does not have',
    edits: [
      {
        file: `${MACHINE}/readings.ts`,
        symbol: 'reading',
        find: 'Math.round(Math.min(LARGEST_NUMBER, Math.max(LEAST_NUMBER, found)))',
        replace: 'Math.round(found)',
      },
    ],
    killedBy: { file: MACHINE_TEST, title: '[RL11] [RL15] what is read is a number of the language' },
  },
  {
    name: 'program-under-another-name',
    about: 'a program runs that is not what its name says',
    edits: [
      {
        file: 'src/core/running/program-shelf.ts',
        symbol: 'ProgramShelf.get',
        find: 'if (keyOf(bytes) !== key) return undefined;',
        replace: '',
      },
    ],
    killedBy: { file: 'src/core/running/crafted.test.ts', title: '[RN2] is run only if it is what the name says' },
  },
  {
    name: 'text-awaited-for-ever',
    about: 'a program that was taken over and whose text is gone never fails',
    edits: [{ file: RUNNER, symbol: 'Runner.#takeUp', find: '> TEXT_OF_TAKEN_MS', replace: '> 1000 * TEXT_OF_TAKEN_MS' }],
    killedBy: { file: 'src/core/running/take-over.test.ts', title: '[RN2] lets a program fail whose text is gone' },
  },
  {
    name: 'resumes-what-runs',
    about: 'a program that is not paused is resumed, or does one statement and pauses',
    edits: [
      {
        file: RUNNER,
        symbol: 'Runner.#govern',
        find: "if (goesOn && run.phase !== 'paused')",
        replace: "if (goesOn && run.phase === 'failed')",
      },
    ],
    killedBy: { file: RUNNING_TEST, title: '[RN9] of a robot is control of its program' },
  },
];
