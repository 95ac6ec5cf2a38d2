import { runSeed } from './scenario.ts';

/** Runs every `stride`-th seed and prints a line of JSON for each. `stop-at-violation` ends it at the first seed that fails. */
const [from, to, stride, mode] = process.argv.slice(2);
// Nobody reads any more: the campaign was ended.
process.stdout.on('error', () => process.exit(1));
for (let seed = Number(from); seed < Number(to); seed += Number(stride)) {
  const report = await runSeed(seed);
  process.stdout.write(`${JSON.stringify(report)}\n`);
  if (mode === 'stop-at-violation' && report.violations.length > 0) break;
}
