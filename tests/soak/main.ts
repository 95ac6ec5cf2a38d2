import { parseArgs } from 'node:util';
import { soakAbuse } from './abuse.ts';
import { soakStore } from './store.ts';
import { soakTakeOver } from './takeover.ts';

const HELP = `Runs a scenario for long, with real processes.

  npm run soak -- takeover [--times 50]   kills the owner of a moving robot, so many times
  npm run soak -- abuse [--times 10]      compares how long commands take with and without somebody who breaks the rules
  npm run soak -- store [--times 100]     kills a process that writes to a store, or its database's server, so many times on each database

Prints a line a round and a summary. Ends with 0 when all was right, else with 1.`;

const say = (line: string): void => console.log(line);

/** Each answers what was wrong. To add one: a file, and a line here. */
const soaks: Readonly<Record<string, { times: number; run: (times: number) => Promise<readonly string[]> }>> = {
  takeover: { times: 50, run: async (times) => (await soakTakeOver(times, say)).problems },
  abuse: { times: 10, run: (times) => soakAbuse(times, say) },
  store: { times: 100, run: async (times) => (await soakStore(times, say)).problems },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string' }, help: { type: 'boolean', default: false } },
});
const soak = soaks[positionals[0] ?? ''];
const times = Number(values.times ?? soak?.times);
if (values.help) say(HELP);
else if (!soak || !Number.isInteger(times) || times < 1) {
  console.error(HELP);
  process.exitCode = 2;
} else process.exitCode = (await soak.run(times)).length === 0 ? 0 : 1;
