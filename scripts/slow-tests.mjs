const BROWSER = 'drives several pages, which are drawn without a graphics card';
const PROCESSES = 'starts a process for each command or kills hubs, and waits for what the others notice';

/**
 * Test files that may take longer than 30 s, each with the reason. Keep it short: what is slow holds everybody up.
 * @type {Readonly<Record<string, string>>}
 */
export const slowTests = {
  'src/simulator/simulator.test.ts': 'runs the core for hours of virtual time, on all cores',
  'src/simulator/works/works.test.ts': 'runs the core for hours of virtual time, on all cores',
  'tests/mutants/trial.test.ts': 'starts a Vitest of its own for each mutant',
  'tests/checks/tidy.test.ts': 'checks a copy of the whole tree for each rule',
  'tests/checks/walls.test.ts': 'compiles and checks a copy of the whole tree',
  'tests/checks/verdict.test.ts': 'starts a Vitest of its own for each verdict',
  'tests/docs/docs.test.ts': 'runs each example of the docs as a reader would',
  'tests/deploy/container.test.ts': PROCESSES,
  'tests/deploy/nats.test.ts': PROCESSES,
  'tests/end-to-end/board.test.ts': PROCESSES,
  'tests/end-to-end/explorer.test.ts': PROCESSES,
  'tests/end-to-end/hub.test.ts': PROCESSES,
  'tests/end-to-end/join.test.ts': PROCESSES,
  'tests/scenarios/hubs.test.ts': PROCESSES,
  'tests/scenarios/partition.test.ts': PROCESSES,
  'tests/scenarios/admission.test.ts': PROCESSES,
  'tests/scenarios/program-taken-over.test.ts': PROCESSES,
  'src/transports/nats/nats.test.ts': PROCESSES,
  'src/hub/planning/planning.test.ts': 'waits for planners in threads to run out of time',
  'tests/scenarios/latency.test.ts': 'compares clocks for seconds, then watches motions through a slow line',
  'tests/scenarios/bad-input.test.ts': 'compares ten windows of a second with and without abuse',
  'src/gateways/line/line.test.ts': 'waits for ages and silences of real devices to pass',
  'src/hub/site/site-changes.test.ts': 'changes whole buildings in running worlds',
  'src/web/link/link.test.ts': 'waits for real time-outs of a worker',
  'tests/browser/board-panel.test.ts': BROWSER,
  'tests/browser/cluster-panel.test.ts': BROWSER,
  'tests/browser/elevator.test.ts': BROWSER,
  'tests/browser/goal.test.ts': BROWSER,
  'tests/browser/held-control.test.ts': BROWSER,
  'tests/browser/hubs.test.ts': BROWSER,
  'tests/browser/map-editor.test.ts': BROWSER,
  'tests/browser/monitor.test.ts': BROWSER,
  'tests/browser/own-robot.test.ts': BROWSER,
  'tests/browser/paper-example.test.ts': BROWSER,
  'tests/browser/pendant.test.ts': BROWSER,
  'tests/browser/tasks.test.ts': BROWSER,
  'tests/browser/together.test.ts': BROWSER,
};
