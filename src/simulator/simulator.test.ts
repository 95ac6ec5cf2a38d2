import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hashText } from '../core/base/hash.ts';
import { integerBelow, seededRandom } from '../core/base/random.ts';
import type { Count } from './means.ts';
import { MUTANTS } from './mutants.ts';
import { runSeed, type SeedReport } from './scenario.ts';
import { startSeed } from './start-seed.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
/** It has what other tests leave of the machine. */
const LONGEST_MS = 1_500_000;

interface Summary {
  readonly seeds: number;
  readonly violations: number;
  readonly seconds: number;
  readonly epochs: number;
  readonly commands: number;
  readonly stateHash: number;
  readonly mutants: readonly { readonly name: string; readonly killed: boolean; readonly seeds: number }[];
  readonly means: Readonly<Record<Count, number>>;
}

/** What the workload does with stops and leases. */
const CONTROL_COUNTS = ['stoppedHandOvers', 'leasedHandOvers', 'leasesGranted', 'leasesReleased', 'leasesForced'] as const;

const MUTANTS_A_DAY = 5;

function mutantsOfTheDay(): string[] {
  const random = seededRandom(startSeed);
  const left = MUTANTS.filter(({ isRare }) => !isRare).map(({ name }) => name);
  return Array.from({ length: MUTANTS_A_DAY }, () => left.splice(integerBelow(random, left.length), 1)).flat();
}

/** With the command that does the same again. */
const tell = (line: string, args: string): void =>
  console.log(`simulator: ${line}; again: npm run -s simulate -- ${args} --from ${startSeed}`);

/** The command line as users run it. What it says on the way is printed if it fails. */
async function simulate(...args: string[]): Promise<Summary> {
  const { code, stdout, stderr } = await new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [MAIN, '--json', '--from', `${startSeed}`, ...args],
      { maxBuffer: 1e8 },
      (_, out, complaints) => {
        resolve({ code: child.exitCode, stdout: out, stderr: complaints });
      },
    );
  });
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

async function replay(seed: number): Promise<{ report: SeedReport; traceHash: number; lines: number }> {
  let traceHash = 0;
  let lines = 0;
  const report = await runSeed(seed, (line) => {
    traceHash = hashText(line, traceHash);
    lines++;
  });
  return { report, traceHash, lines };
}

describe('the simulator', () => {
  // One has arms that grasp, one has carts that push, and one has hubs.
  it.each([1, 42, 40, 45, 43])('replays seed %i bit by bit', { timeout: LONGEST_MS }, async (seed) => {
    const first = await replay(seed);
    expect(await replay(seed)).toEqual(first);
    expect(first.lines).toBeGreaterThan(1000);
    expect(first.report.violations).toEqual([]);
    expect((await runSeed(seed)).stateHash).toBe(first.report.stateHash);
  });

  it('goes another way from another seed', { timeout: LONGEST_MS }, async () => {
    expect((await replay(7)).traceHash).not.toBe((await replay(8)).traceHash);
  });

  it('finds nothing wrong in 150 seeds, and is strict with them', { timeout: LONGEST_MS }, async () => {
    // The works have seeds of their own in works.test.ts: about one in a hundred others still has a violation.
    const { means, ...summary } = await simulate('--seeds', '150', '--without', 'works');
    tell(
      `${summary.seeds} seeds, ${summary.violations} violated, ${summary.seconds} s; per seed ${JSON.stringify(means)}`,
      '--seeds 150 --without works',
    );
    expect(summary).toMatchObject({ seeds: 150, violations: 0, mutants: [] });
    expect(means.faults).toBeGreaterThanOrEqual(10);
    expect(means.takeOvers).toBeGreaterThanOrEqual(3);
    expect(means.commands).toBeGreaterThanOrEqual(20);
    expect(means.lateJoins).toBeGreaterThanOrEqual(1);
    for (const count of CONTROL_COUNTS) expect(means[count], count).toBeGreaterThanOrEqual(0.1);
    // One seed in ten has a workshop, one has a yard, and one has hubs.
    expect(means.grasps).toBeGreaterThanOrEqual(0.5);
    expect(means.releases).toBeGreaterThanOrEqual(0.2);
    expect(means.races).toBeGreaterThan(0);
    expect(means.grippingHandOvers).toBeGreaterThan(0);
    expect(means.pushes).toBeGreaterThanOrEqual(0.3);
    expect(means.revocations).toBeGreaterThan(0);
    expect(summary.epochs).toBeGreaterThan(150 * 3);
  });

  it('finds nothing wrong in 60 seeds with hubs, and is strict with them', { timeout: LONGEST_MS }, async () => {
    const { means, ...summary } = await simulate('--place', 'hubs', '--seeds', '60');
    tell(`${summary.seeds} seeds with hubs, ${summary.seconds} s; per seed ${JSON.stringify(means)}`, '--place hubs --seeds 60');
    expect(summary).toMatchObject({ seeds: 60, violations: 0, mutants: [] });
    expect(means.takeOvers).toBeGreaterThanOrEqual(3);
    expect(means.commands).toBeGreaterThanOrEqual(20);
    expect(means.lateJoins).toBeGreaterThanOrEqual(5);
    expect(means.leadersLost).toBeGreaterThanOrEqual(1.5);
    expect(means.relistings).toBeGreaterThanOrEqual(5);
    expect(means.moves).toBeGreaterThanOrEqual(3);
    expect(means.refusals).toBeGreaterThanOrEqual(5);
    expect(means.revocations).toBeGreaterThanOrEqual(1);
    for (const count of CONTROL_COUNTS) expect(means[count], count).toBeGreaterThanOrEqual(0.1);
  });

  it(`kills ${MUTANTS_A_DAY} of the mutants, others every day, within 1,000 seeds`, { timeout: LONGEST_MS }, async () => {
    const names = mutantsOfTheDay();
    const { mutants, seconds } = await simulate('--mutant', names.join(','));
    tell(`mutants in ${seconds} s: ${mutants.map(({ name, seeds }) => `${name} ${seeds}`).join(', ')}`, `--mutant ${names.join(',')}`);
    expect(mutants.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    for (const { name, killed, seeds } of mutants) expect(killed && seeds <= 1000, `${name} survived ${seeds} seeds`).toBe(true);
  });

  it('has a mutant for each fault that it must find, under a name of its own', () => {
    expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
    expect(MUTANTS.length).toBeGreaterThanOrEqual(52);
  });

  it.each(['mutant', 'place'])('says so when there is no such %s', { timeout: LONGEST_MS }, async (kind) => {
    const failing = new Promise<{ code: number | null; stderr: string }>((resolve) => {
      const child = execFile(process.execPath, [MAIN, `--${kind}`, 'no-such-thing'], (_, __, stderr) =>
        resolve({ code: child.exitCode, stderr }),
      );
    });
    const { code, stderr } = await failing;
    expect(code).not.toBe(0);
    expect(stderr).toContain(`there is no ${kind} no-such-thing`);
  });
});
