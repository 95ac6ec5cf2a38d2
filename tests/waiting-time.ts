import { existsSync, readFileSync } from 'node:fs';
import { afterEach } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** How long the file could have run but had no processor, in seconds. */
    waitedSeconds?: number;
  }
}

/** Of this thread, by Linux: nanoseconds on a processor, nanoseconds ready to run, time slices. Other systems do not say. */
const SCHEDULED = '/proc/self/schedstat';

const waitedSeconds = (): number => (existsSync(SCHEDULED) ? Number(readFileSync(SCHEDULED, 'utf8').split(' ')[1]) / 1e9 : 0);

// A file is judged by how long it takes (scripts/test-verdict.mjs), not by what else ran beside it.
const before = waitedSeconds();
afterEach(({ task: { file } }) => {
  file.meta.waitedSeconds = waitedSeconds() - before;
});
