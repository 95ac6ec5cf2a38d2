/**
 * A reporter for vitest that names the tests which passed only at their second try. What starts processes and browsers on a shared machine gets one
 * (vitest.config.ts), so that a machine that stood still for a moment fails nobody's work; but it is told, for a test that is named here often has a race.
 */
export default class SecondTries {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    for (const module of modules)
      for (const test of module.children.allTests())
        if (test.diagnostic()?.flaky) console.log(`passed at its second try: ${module.relativeModuleId} > ${test.fullName}`);
  }
}
