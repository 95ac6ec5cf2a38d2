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
  expect: { requireAssertions: true },
  setupFiles: ['tests/seeded-properties.ts', 'tests/waiting-time.ts'],
};

/** What drives a real browser or kills real processes may fail because the machine stood still. The second tries are counted (scripts/test-verdict.mjs). */
const secondTry = { retry: 1 };

/** What only computes gives way to all else (scripts/test-lanes.mjs), so its time-out guards against hanging alone. */
const patient = { testTimeout: 180_000, hookTimeout: 180_000 };

/** Computes for many seconds, and needs no clock. */
const LONG = [
  'src/simulator/**/*.test.ts',
  'src/core/programs/machine/agreement.test.ts',
  'tests/checks/walls.test.ts',
  'tests/fuzz/{edl,files,programs}.test.ts',
];
/** Kills real processes. */
const KILLING = [
  'src/transports/nats/killed-servers.test.ts',
  'tests/scenarios/{direct,first-minute,hubs,partition,program-taken-over,store-killed,store-on-postgres,takeover}.test.ts',
];
/** Compares durations, so it needs a machine that does nothing else. */
const MEASURING = ['tests/scenarios/{bad-input,latency}.test.ts', 'tests/fuzz/fuzz.test.ts'];
/** Waits for sockets, servers and databases most of the time. */
const SERVERS = ['src/{channels,gateways,headless,hub,library,platform,storage,transports}/**/*.test.ts', 'src/web/link/*.test.ts'];

const except = (...files: readonly (readonly string[])[]): string[] => [...test.exclude, ...files.flat()];

/** Groups of tests. Which of them run side by side is decided in scripts/test-lanes.mjs; one Vitest runs them one after the other. */
export default defineConfig({
  plugins: [mutants],
  test: {
    projects: [
      {
        extends: true,
        test: {
          ...test,
          ...patient,
          name: 'units',
          // A worker reads the sources that its files share once: for each file anew, that took a quarter of the processor time of all units.
          isolate: false,
          include: ['src/**/*.test.ts', 'tests/checks/*.test.ts', 'tests/mutants/catalog.test.ts'],
          exclude: except(LONG, SERVERS, KILLING),
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      { extends: true, test: { ...test, ...patient, name: 'long', include: LONG, maxWorkers: 2, sequence: { groupOrder: 1 } } },
      {
        extends: true,
        test: { ...test, name: 'servers', include: SERVERS, exclude: except(KILLING), maxWorkers: 4, sequence: { groupOrder: 2 } },
      },
      {
        extends: true,
        test: {
          ...test,
          ...secondTry,
          name: 'browser',
          // The files of a worker share a hub and a Chromium (tests/browser/lab.ts).
          isolate: false,
          include: ['tests/browser/*.test.ts'],
          // They guard against waiting for ever, and bound nothing: two workers draw without a graphics card.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          ...test,
          name: 'commands',
          include: ['tests/**/*.test.ts'],
          exclude: except(LONG, KILLING, MEASURING, ['tests/{browser,checks}/**', 'tests/mutants/catalog.test.ts']),
          maxWorkers: 2,
          sequence: { groupOrder: 4 },
        },
      },
      {
        extends: true,
        test: { ...test, ...secondTry, name: 'killing', include: KILLING, maxWorkers: 2, sequence: { groupOrder: 5 } },
      },
      { extends: true, test: { ...test, name: 'measuring', include: MEASURING, maxWorkers: 1, sequence: { groupOrder: 6 } } },
    ],
  },
});
