/**
 * Test files that may take longer than 30 s, each with the reason. Keep it short: what is slow holds everybody up.
 * @type {Readonly<Record<string, string>>}
 */
export const slowTests = {
  'src/simulator/simulator.test.ts': 'runs the core for hours of virtual time, on all cores',
};
