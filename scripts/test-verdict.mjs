import { slowTests } from './slow-tests.mjs';

/** So many second tries in one run mean a race somewhere, not a machine that stood still. */
const MOST_SECOND_TRIES = 2;
const SLOWEST_SHOWN = 20;
const LONGEST_SECONDS = 30;

/**
 * What the reports of a run come to, and what to say of it. A run without a report ended before its time.
 * @param {readonly (import('./test-report.mjs').Report | undefined)[]} reports
 * @param {Readonly<Record<string, string>>} [mayBeSlow]
 * @returns {{ passed: number, failed: number, lines: string[] }}
 */
export function judge(reports, mayBeSlow = slowTests) {
  const whole = reports.filter((report) => report !== undefined);
  const files = whole.flatMap((report) => report.files);
  const secondTries = whole.flatMap((report) => report.secondTries);
  const problems = [
    ...Array.from({ length: reports.length - whole.length }, () => 'a test run ended without a report'),
    ...whole.filter(({ errors }) => errors > 0).map(({ errors }) => `${errors} errors were thrown outside of any test`),
    ...files.filter(({ isBroken }) => isBroken).map(({ path }) => `${path} could not be loaded or prepared`),
    ...tooSlow(files, mayBeSlow),
    ...(secondTries.length > MOST_SECOND_TRIES
      ? [`${secondTries.length} tests needed a second try; more than ${MOST_SECOND_TRIES} fail the run`]
      : []),
  ];
  const sum = (/** @type {'passed' | 'failed'} */ of) => whole.reduce((total, report) => total + report[of], 0);
  return {
    passed: sum('passed'),
    failed: sum('failed') + problems.length,
    lines: [
      ...slowest(files),
      ...secondTries.map((test) => `passed at its second try: ${test}`),
      ...problems.map((problem) => `failed: ${problem}`),
    ],
  };
}

/**
 * @param {readonly import('./test-report.mjs').TestFile[]} files
 * @param {Readonly<Record<string, string>>} mayBeSlow
 */
const tooSlow = (files, mayBeSlow) =>
  files
    .filter(({ path, seconds }) => seconds > LONGEST_SECONDS && mayBeSlow[path] === undefined)
    .map(
      ({ path, seconds }) =>
        `${path} took ${seconds.toFixed(0)} s, over ${LONGEST_SECONDS} s: make it faster, cut it, or give the reason in scripts/slow-tests.mjs`,
    );

/** @param {readonly import('./test-report.mjs').TestFile[]} files */
function slowest(files) {
  const shown = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_SHOWN);
  return [
    'slowest test files:',
    ...shown.map(({ path, group, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${group.padEnd(9)}  ${path}`),
  ];
}
