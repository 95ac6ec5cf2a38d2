import type { Mutant } from './mutant.ts';

const AGE = 'src/core/blackboard/age.ts';
const VALUES = 'src/core/blackboard/values.ts';
const ORDER_TEST = 'src/core/blackboard/order.test.ts';
const AGE_TEST = 'src/core/blackboard/age.test.ts';
const BOARD_TEST = 'src/core/blackboard/blackboard.test.ts';

/** Faults in values on the blackboard and their ages. */
export const BLACKBOARD: readonly Mutant[] = [
  {
    name: 'age-across-terms',
    about: 'the age of a value that was stamped under another leading clock is told as if the clocks could be compared',
    edits: [{ file: AGE, symbol: 'certainMs', find: '|| stamp.term !== now.term', replace: '' }],
    killedBy: { file: BOARD_TEST, title: '[K11] is unknown of a value that was stamped under another leading clock' },
  },
  {
    name: 'age-by-stamp-alone',
    about: 'what passed on the own clock is left out of an age when the stamp tells one',
    edits: [
      {
        file: AGE,
        symbol: 'ageAt',
        find: 'Math.max(byStampMs === undefined ? 0 : byStampMs + earlierMs, byResidenceMs ?? 0)',
        replace: 'byStampMs === undefined ? (byResidenceMs ?? 0) : byStampMs + earlierMs',
      },
    ],
    killedBy: { file: AGE_TEST, title: '[K10] is the larger of the two' },
  },
  {
    name: 'age-by-own-clock-alone',
    about: 'what the stamp tells is left out of an age that was certain once',
    edits: [
      {
        file: AGE,
        symbol: 'ageAt',
        find: 'Math.max(byStampMs === undefined ? 0 : byStampMs + earlierMs, byResidenceMs ?? 0)',
        replace: 'byResidenceMs ?? (byStampMs ?? 0) + earlierMs',
      },
    ],
    killedBy: { file: AGE_TEST, title: '[K10] is the larger of the two' },
  },
  {
    name: 'age-without-leaders-drift',
    about: 'an age by its stamp does not count that the leading clock may run slow',
    edits: [{ file: AGE, symbol: 'certainMs', find: '* (1 + DRIFT)', replace: '' }],
    killedBy: { file: AGE_TEST, title: '[K10] is not below the truth after an hour under a leading clock' },
  },
  {
    name: 'age-without-own-drift',
    about: 'an age by the own clock does not count that it may run slow',
    edits: [{ file: AGE, symbol: 'elapsedMs', find: '* (1 + DRIFT)', replace: '' }],
    killedBy: { file: AGE_TEST, title: '[K10] is not below the truth after an hour of a clock' },
  },
  {
    name: 'age-without-earlier-hops',
    about: 'what earlier hops reported is forgotten when the leading clock changes',
    edits: [{ file: 'src/core/blackboard/values.ts', symbol: 'hold', find: 'ageMs: byStampMs + earlierMs', replace: 'ageMs: byStampMs' }],
    killedBy: { file: BOARD_TEST, title: '[K11] is unknown of a value that was stamped under another leading clock' },
  },
  {
    name: 'age-without-the-way-from-the-keeper',
    about: 'an age that a keeper told does not grow by the time its word took',
    edits: [
      {
        file: 'src/core/blackboard/late-join.ts',
        symbol: 'LateJoin.#fetch',
        find: 'undefined : ageMs + sinceToldMs',
        replace: 'undefined : ageMs',
      },
    ],
    killedBy: { file: BOARD_TEST, title: '[K10] of a value that a keeper tells of has the way' },
  },
  {
    name: 'age-told-without-a-comparison',
    about: 'an age that a keeper told is believed by who has no comparison of clocks',
    edits: [
      {
        file: 'src/core/blackboard/late-join.ts',
        symbol: 'LateJoin.#fetch',
        find: 'ageMs === undefined || sinceToldMs === undefined ? undefined : ageMs + sinceToldMs',
        replace: 'ageMs === undefined ? undefined : ageMs + (sinceToldMs ?? 0)',
      },
    ],
    killedBy: { file: BOARD_TEST, title: '[K11] of a value that a keeper tells of is unknown' },
  },
  {
    name: 'measured-earlier-counts-as-now',
    about: 'a value that its writer measured earlier is as young there as if it was measured just now',
    edits: [
      {
        file: 'src/core/blackboard/blackboard.ts',
        symbol: 'Blackboard.#publish',
        find: 'options.measuredAtMs === undefined ? sumOf(hops) : undefined',
        replace: 'sumOf(hops)',
      },
    ],
    killedBy: { file: BOARD_TEST, title: '[K11] of a value that was measured earlier' },
  },
  {
    name: 'record-hides-mounted-variable',
    about: 'somebody else declares a variable in the place of a mounted one',
    edits: [
      {
        file: 'src/core/blackboard/blackboard.ts',
        symbol: 'Blackboard.#declarationChanged',
        find: 'if (this.#mountOf(name)) return;',
        replace: '',
      },
    ],
    killedBy: { file: 'src/core/blackboard/binding.test.ts', title: '[K19] are read where they are' },
  },
  {
    name: 'equal-order-last-wins',
    about: 'of two values in the same order each node holds that which came to it last',
    edits: [{ file: VALUES, symbol: 'isNewer', find: 'return writer > held.writer;', replace: 'return writer !== held.writer;' }],
    killedBy: { file: ORDER_TEST, title: '[K7] of values in the same order' },
  },
  {
    name: 'leapt-value-stays',
    about: 'a value of a clock that leapt ahead keeps all others away for as long as it leapt',
    edits: [{ file: VALUES, symbol: 'isNewer', find: '!held || isAhead(held.frame.orderMs, now)', replace: '!held' }],
    killedBy: { file: ORDER_TEST, title: '[K7] a value of a clock that leapt ahead' },
  },
  {
    name: 'says-again-what-others-wrote',
    about: 'a node publishes the values of others, which are then its own',
    edits: [{ file: 'src/core/blackboard/late-join.ts', symbol: 'LateJoin.#publishMissed', find: 'writer !== bus.self ||', replace: '' }],
    killedBy: { file: ORDER_TEST, title: '[K8] nobody says again what others wrote' },
  },
  {
    name: 'clock-error-below-zero',
    about: 'a value with a clock error below zero is taken, and is younger than the truth',
    edits: [
      {
        file: 'src/core/blackboard/frame.ts',
        symbol: 'decodeValue',
        find: "nonNegative(reader.float(), 'an error')",
        replace: 'reader.float()',
      },
    ],
    killedBy: { file: 'src/core/blackboard/codecs.test.ts', title: '[K6] [K10] are refused with a clock error' },
  },
  {
    name: 'share-below-zero',
    about: 'a value with a hop of less than no time is taken, and is younger than the truth',
    edits: [
      {
        file: 'src/core/blackboard/frame.ts',
        symbol: 'readHops',
        find: "nonNegative(reader.float(), 'a share')",
        replace: 'reader.float()',
      },
    ],
    killedBy: { file: 'src/core/blackboard/codecs.test.ts', title: '[K6] [K10] are refused with a clock error' },
  },
  {
    name: 'driver-not-told',
    about: 'the blackboard does not tell who drives a robot by the stick',
    edits: [
      {
        file: 'src/core/host/world-mount.ts',
        symbol: 'WorldMount.#variables',
        find: "control.lease?.holder ?? control.driver ?? ''",
        replace: "control.lease?.holder ?? ''",
      },
    ],
    killedBy: { file: 'src/core/host/world-mount.test.ts', title: '[K21] is moved by writing a joint' },
  },
  {
    name: 'twist-of-any-length',
    about: 'a twist of four numbers is carried out as one of three',
    edits: [
      { file: 'src/core/host/world-mount.ts', symbol: 'WorldMount.#twist', find: '|| rest.length > 0', replace: '|| rest.length > 9' },
    ],
    killedBy: { file: 'src/core/host/world-mount.test.ts', title: '[K21] is stopped and re-armed' },
  },
];
