import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { replacements } from './tests/mutants/replaced-module.mjs';

const isReplaced = (id: string): boolean => replacements[id] !== undefined;

/** Loads the changed sources of a mutant instead of the project's (tests/mutants), and keeps them out of the cache of transformed modules. */
const mutants = {
  name: 'mutants',
  enforce: 'pre',
  load: (id) => (isReplaced(id) ? readFileSync(replacements[id] ?? id, 'utf8') : undefined),
  configureVitest: ({ defineCacheKeyGenerator }) => defineCacheKeyGenerator(({ id }) => (isReplaced(id) ? false : undefined)),
} satisfies Plugin;

const test = {
  environment: 'node',
  exclude: ['**/node_modules/**', '**/dist/**', 'tests/checks/fixtures/**'],
  testTimeout: 30_000,
  hookTimeout: 30_000,
  pool: 'forks' as const,
  setupFiles: ['tests/seeded-properties.ts'],
};

/** What waits for real processes and browsers, on a machine that others use too. Who needs it is named at the end (scripts/second-tries.mjs). */
const real = { ...test, retry: 1 };

/** What reckons only, for minutes, and measures nothing: beside all else, with what others leave of the processor. */
const LONG = ['src/simulator/**/*.test.ts', 'tests/fuzz/edl.test.ts', 'tests/fuzz/programs.test.ts'];
/** What waits for sockets, servers and databases most of the time. */
const SERVERS = ['src/{channels,gateways,headless,hub,library,platform,storage,transports}/**/*.test.ts', 'src/web/link/*.test.ts'];
/** What waits for processes of its own most of the time, and measures nothing. */
const COMMANDS = [
  'tests/{end-to-end,docs,deploy,bench}/*.test.ts',
  'tests/scenarios/{direct,door,hubs,partition,store-killed,store-on-postgres}.test.ts',
];

/** One group after the other: what starts processes of its own, or listens to the clock, has the machine to itself, but for the simulator: see scripts/test.mjs. */
export default defineConfig({
  plugins: [mutants],
  test: {
    projects: [
      {
        extends: true,
        test: {
          ...test,
          name: 'units',
          // A worker reads the sources that its files share once: for each file anew, that took a quarter of the processor time of all units.
          isolate: false,
          include: ['src/**/*.test.ts', 'tests/checks/*.test.ts'],
          exclude: [...test.exclude, 'src/simulator/**', ...SERVERS],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      { extends: true, test: { ...real, name: 'servers', include: SERVERS, maxWorkers: 4, sequence: { groupOrder: 1 } } },
      { extends: true, test: { ...test, name: 'simulator', include: LONG, maxWorkers: 1, sequence: { groupOrder: 2 } } },
      {
        extends: true,
        test: { ...real, name: 'browser', include: ['tests/browser/*.test.ts'], maxWorkers: 1, sequence: { groupOrder: 3 } },
      },
      { extends: true, test: { ...real, name: 'commands', include: COMMANDS, maxWorkers: 2, sequence: { groupOrder: 4 } } },
      {
        extends: true,
        test: {
          ...real,
          name: 'processes',
          include: ['tests/**/*.test.ts'],
          exclude: [...test.exclude, ...LONG, ...COMMANDS, 'tests/checks/**', 'tests/browser/**'],
          maxWorkers: 1,
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
});
