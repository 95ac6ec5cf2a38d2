import { readFileSync } from 'node:fs';

/** Of this program, as its package says. Sources and compiled files lie equally deep below it. */
export const version: string = (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string })
  .version;
