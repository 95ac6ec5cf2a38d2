import { defineConfig } from 'vitest/config';

/** `npm run browser`: the page in a real Chromium. Apart from `npm test` until all of it passes within the time that has. */
export default defineConfig({
  test: {
    name: 'browser',
    include: ['tests/browser/*.test.ts'],
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
    maxWorkers: 1,
  },
});
