import type { Mutant } from './mutant.ts';

const ERRAND = 'src/core/navigation/errand.ts';
const RIGHT_OF_WAY = 'src/core/navigation/right-of-way.ts';
const RIGHT_OF_WAY_TEST = 'src/core/navigation/right-of-way.test.ts';
const TRAFFIC = 'src/core/navigation/traffic.ts';
const TRAFFIC_TEST = 'src/core/navigation/traffic.test.ts';
const FOLLOWING = 'src/core/navigation/following.ts';
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
  {
    name: 'crossing-ways-are-both-claimed',
    about: 'of two who set off at once on ways that cross none is refused',
    edits: [
      {
        file: RIGHT_OF_WAY,
        symbol: 'RightOfWay.take',
        find: '{ slackMs: this.slackMs }) !== undefined)',
        replace: '{ slackMs: this.slackMs }) === -1)',
      },
    ],
    killedBy: { file: RIGHT_OF_WAY_TEST, title: '[J16] of two who would set off at once' },
  },
  {
    name: 'nobody-is-let-by',
    about: 'who has wished for long waits on while others cross its wish',
    edits: [
      {
        file: RIGHT_OF_WAY,
        symbol: 'RightOfWay.take',
        find: 'if (!aside && others.some(',
        replace: 'if (!aside && [].some(',
      },
    ],
    killedBy: { file: RIGHT_OF_WAY_TEST, title: '[J19] who has wished for long is let by' },
  },
  {
    name: 'slack-of-everybodys-time',
    about: 'in a world that runs fast others may be late by less than a word takes',
    edits: [
      {
        file: RIGHT_OF_WAY,
        symbol: 'RightOfWay.slackMs',
        find: 'SLACK_MS * Math.max(1, this.#errand.ports.world.time.rate)',
        replace: 'SLACK_MS',
      },
    ],
    killedBy: { file: RIGHT_OF_WAY_TEST, title: '[J11] leaves others more' },
  },
  {
    name: 'bumps-for-ever',
    about: 'what a robot ran into once is planned round for ever',
    edits: [{ file: ERRAND, symbol: 'Errand.bumps', find: 'untilMs > this.nowMs', replace: 'untilMs > 0' }],
    killedBy: { file: RIGHT_OF_WAY_TEST, title: '[J14] what was run into' },
  },
  {
    name: 'claims-not-looked-at',
    about: 'a way is clear although somebody who has not set off yet has claimed to cross it',
    edits: [{ file: TRAFFIC, symbol: 'moversOf', find: 'claim && claim.way.length > 1', replace: 'claim && claim.way.length > 1000' }],
    killedBy: { file: TRAFFIC_TEST, title: '[J11] is also who has claimed to cross it' },
  },
  {
    name: 'shut-in-by-others',
    about: 'a robot finds no way out from beside another',
    edits: [{ file: TRAFFIC, symbol: 'discAt', find: 'Math.min(wantedM, leftM)', replace: 'Math.max(wantedM, leftM)' }],
    killedBy: { file: TRAFFIC_TEST, title: '[J14] shuts nobody in' },
  },
  {
    name: 'makes-way-into-others',
    about: 'a robot makes way to where somebody stands',
    edits: [
      {
        file: 'src/core/navigation/aside.ts',
        symbol: 'isTaken',
        find: 'if (Math.hypot(place[0] - x, place[1] - y) < neededM) return true;',
        replace: 'if (place[0] === x && place[1] === y) return true;',
      },
    ],
    killedBy: { file: TRAFFIC_TEST, title: '[J19] are none where somebody stands' },
  },
  {
    name: 'slides-and-turns-too-fast',
    about: 'a base that slides a short way turns faster on it than it can',
    edits: [
      {
        file: FOLLOWING,
        symbol: 'follow',
        find: ', fastestRadPerS / base.turnRadPerS)',
        replace: ')',
      },
    ],
    killedBy: { file: 'src/core/navigation/following.test.ts', title: '[J9] slides no faster than it can turn' },
  },
  {
    name: 'elevators-cost-nothing',
    about: 'to wait for an elevator takes no time in a route',
    edits: [
      {
        file: 'src/core/navigation/route.ts',
        symbol: 'Search.#goOn',
        find: '(cabin ? BOARD_S / 2 : WAIT_S + BOARD_S)',
        replace: '(cabin ? BOARD_S / 2 : 0)',
      },
    ],
    killedBy: { file: 'src/core/navigation/route.test.ts', title: '[J4] goes farther to one elevator' },
  },
  {
    name: 'elevator-not-given-back',
    about: 'an elevator is kept by a robot whose journey was cancelled',
    edits: [
      {
        file: 'src/core/navigation/journey.ts',
        symbol: 'Journey.#run',
        find: 'await this.#riding?.giveBack().catch(report);',
        replace: '',
      },
    ],
    killedBy: { file: JOURNEY_TEST, title: '[J17] gives the elevator back when it is cancelled' },
  },
];
