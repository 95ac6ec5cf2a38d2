import { parseArgs } from 'node:util';
import { type FuzzReport, fuzzFrames } from './frames.ts';

const HELP = `Attacks a live part with input that no honest peer sends.

  npm run fuzz -- frames [--seconds 30] [--seed N] [--json]   random and mutated frames at a hub's door

The part must survive, and those who use it meanwhile must notice nothing. Prints what happened, with --json as one object on a line. Ends with 0 when all was right, else with 1.`;

/** To add one: a file, and a line here. */
const fuzzers: Readonly<Record<string, (options: { seconds: number; seed: number }) => Promise<FuzzReport>>> = { frames: fuzzFrames };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(process.hrtime.bigint() % 1_000_000n) },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const fuzz = fuzzers[positionals[0] ?? ''];
const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
if (values.help) console.log(HELP);
else if (fuzz === undefined || !(seconds > 0) || !Number.isInteger(seed)) {
  console.error(HELP);
  process.exitCode = 2;
} else {
  const report = await fuzz({ seconds, seed });
  console.log(values.json ? JSON.stringify(report) : told(report));
  process.exitCode = report.problems.length === 0 ? 0 : 1;
}

function told({ seed, links, frames, closed, quietP99Ms, p99Ms, problems }: FuzzReport): string {
  const reasons = Object.entries(closed).map(([reason, times]) => `${reason} ${times}`);
  return [
    `seed ${seed}: ${links} links, ${frames} frames; closed: ${reasons.join(', ')}`,
    `a neighbour's p99 round trip: ${quietP99Ms.toFixed(1)} ms in peace, ${p99Ms.toFixed(1)} ms under attack`,
    ...problems.map((problem) => `wrong: ${problem}`),
  ].join('\n');
}
