import { writeFileSync } from 'node:fs';
import { DefaultReporter } from 'vitest/node';

/**
 * What a Vitest run came to. The seconds of a file are those of its tests and hooks, without its
 * imports, which Vitest itself loads, and without the time in which it had no processor. A file that could not be loaded or prepared is broken: it has no failed test that could be counted.
 * @typedef {{ path: string, group: string, seconds: number, isBroken: boolean }} TestFile
 * @typedef {{ passed: number, failed: number, errors: number, files: TestFile[], secondTries: string[] }} Report
 */

/** Prints a line for each file and all of what failed, as Vitest does by default, and writes a report for scripts/test-verdict.mjs. */
export default class TestReport extends DefaultReporter {
  constructor() {
    // Several runs share one terminal: none may redraw it.
    super({ summary: false });
  }

  /**
   * @override
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly import('vitest/node').SerializedError[]} errors thrown outside of any test, such as by a promise that nobody awaited
   * @param {import('vitest/node').TestRunEndReason} reason
   */
  onTestRunEnd(modules, errors, reason) {
    super.onTestRunEnd(modules, errors, reason);
    const path = process.env.MANYHANDS_TEST_REPORT;
    if (path) writeFileSync(path, JSON.stringify(reportOf(modules, errors.length)));
  }
}

/**
 * @param {readonly import('vitest/node').TestModule[]} modules
 * @param {number} errors
 * @returns {Report}
 */
function reportOf(modules, errors) {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const inState = (/** @type {string} */ state) => tests.filter((test) => test.result().state === state);
  return {
    passed: inState('passed').length,
    failed: inState('failed').length,
    errors,
    files: modules.map((module) => {
      const { duration } = module.diagnostic();
      const isBroken = module.state() === 'failed' && ![...module.children.allTests('failed')].length;
      const { waitedSeconds = 0 } = /** @type {{ waitedSeconds?: number }} */ (module.meta());
      const seconds = Math.max(0, duration / 1000 - waitedSeconds);
      return { path: module.relativeModuleId, group: module.project.name, seconds, isBroken };
    }),
    secondTries: inState('passed')
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => `${test.module.relativeModuleId} > ${test.fullName}`),
  };
}
