import { createInterface } from 'node:readline';
import { runSeed } from './scenario.ts';

// Time-outs are made by the thousand, and nobody reads where: replay a seed to see.
Error.stackTraceLimit = 0;

/** Runs the seeds that it is given, a line each, and prints a line of JSON for each. */
// Nobody reads any more: the campaign was ended.
process.stdout.on('error', () => process.exit(1));
for await (const seed of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await runSeed(Number(seed)))}\n`);
