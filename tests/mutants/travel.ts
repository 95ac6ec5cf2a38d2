import type { Mutant } from './mutant.ts';

const ERRAND = 'src/core/navigation/errand.ts';
const JOURNEY_TEST = 'src/core/navigation/journey.test.ts';

/** Faults in how ways are found and driven. */
export const TRAVEL: readonly Mutant[] = [
  {
    name: 'journey-against-the-stick',
    about: 'a robot is sent on while somebody else has its stick',
    edits: [
      {
        file: ERRAND,
        symbol: 'Errand.check',
        find: 'if (driver !== undefined && driver !== world.id)',
        replace: 'if (driver === world.world)',
      },
    ],
    killedBy: { file: JOURNEY_TEST, title: '[J13] ends when somebody else takes the lease, the stick' },
  },
  {
    name: 'journey-outlives-reset',
    about: 'a robot is sent on after the world was reset',
    edits: [
      {
        file: ERRAND,
        symbol: 'Errand.check',
        find: 'world.time.generation !== this.#generation',
        replace: 'world.time.generation < this.#generation',
      },
    ],
    killedBy: { file: JOURNEY_TEST, title: '[J13] ends with a reset of the world' },
  },
  {
    name: 'way-ignores-second-radius',
    about: 'a way is clear although it leads through the edge of what stands there',
    edits: [
      {
        file: 'src/core/navigation/timed-way.ts',
        symbol: 'conflictMs',
        find: 'const neededM = mine.radiusM + other.radiusM + speeds;',
        replace: 'const neededM = mine.radiusM + speeds;',
      },
    ],
    killedBy: { file: 'src/core/navigation/timed-way.test.ts', title: '[J11] keeps away from the edge' },
  },
  {
    name: 'path-host-takes-a-name',
    about: 'whoever says so is believed to plan under the name of another host',
    edits: [
      {
        file: 'src/core/navigation/path-service.ts',
        symbol: 'PathService.#hear',
        find: 'if (word.host !== from)',
        replace: "if (word.host === '')",
      },
    ],
    killedBy: { file: 'src/core/navigation/path-service.test.ts', title: '[J2] hears nobody who announces another host' },
  },
  {
    name: 'path-ends-beside-its-goal',
    about: 'a path ends at the free place beside a goal that is a little too near to something',
    edits: [
      {
        file: 'src/core/planners/plan-ends.ts',
        symbol: 'planEnds',
        find: 'behind: goal === to ? [to] : [goal, to]',
        replace: 'behind: [goal]',
      },
    ],
    killedBy: { file: 'src/core/planners/planners.test.ts', title: '[PL3] leaves a place that is a little too near' },
  },
];
