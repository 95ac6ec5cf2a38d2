import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mutant } from './mutant.ts';
import { Planted, ROOT } from './planted.ts';

/** A run that takes longer is ended: so long for Vitest itself, and so long for each file. */
const START_MS = 120_000;
const FILE_MS = 60_000;
const OUTPUT_SHOWN = 3000;

/** `killed`: a test failed as it should. `survived`: all passed. `broken`: nothing can be said, for the reason given. */
export type Verdict =
  | { readonly kind: 'killed'; readonly by: string }
  | { readonly kind: 'survived' }
  | { readonly kind: 'broken'; readonly why: string };

/** Runs the tests that must find the mutant, with the mutant planted. */
export async function tryMutant(mutant: Mutant): Promise<Verdict> {
  using planted = new Planted(mutant);
  const { file, title } = mutant.killedBy;
  const { tests, output } = await runTests([file], title, planted.environment);
  if (tests.length === 0)
    return { kind: 'broken', why: `no test of ${file} ran whose title contains "${title}":\n${output.slice(-OUTPUT_SHOWN)}` };
  const failed = tests.find(({ status }) => status === 'failed');
  return failed ? { kind: 'killed', by: failed.fullName } : { kind: 'survived' };
}

/** The same tests without any mutant: they must pass, or a failure proves nothing. Answers those that do not. */
export async function tryWithout(mutants: readonly Mutant[]): Promise<readonly string[]> {
  const files = [...new Set(mutants.map(({ killedBy }) => killedBy.file))];
  const titles = [...new Set(mutants.map(({ killedBy }) => killedBy.title))];
  const { tests, output } = await runTests(files, titles, process.env);
  const problems = tests.filter(({ status }) => status !== 'passed').map(({ fullName }) => `"${fullName}" fails without any mutant`);
  return tests.length === 0 ? [`no test ran:\n${output.slice(-OUTPUT_SHOWN)}`] : problems;
}

interface TestOutcome {
  readonly fullName: string;
  readonly status: string;
}

interface VitestReport {
  readonly testResults: readonly { readonly assertionResults: readonly TestOutcome[] }[];
}

/** In a Vitest of its own. Tests that the title left out are not among the answer. */
async function runTests(
  files: readonly string[],
  titles: string | readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<{ tests: TestOutcome[]; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'manyhands-trial-'));
  try {
    const report = join(folder, 'report.json');
    const pattern = [titles].flat().map(literally).join('|');
    const reporting = ['--reporter=json', `--outputFile=${report}`, '--retry=0', '--passWithNoTests'];
    const output = await runVitest([...files, '-t', pattern, ...reporting], environment, START_MS + files.length * FILE_MS);
    const { testResults } = readReport(report, output);
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    return { tests: tests.filter(({ status }) => status === 'passed' || status === 'failed'), output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(path: string, output: string): VitestReport {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new Error(`Vitest left no report:\n${output.slice(-OUTPUT_SHOWN)}`, { cause });
  }
}

function runVitest(args: readonly string[], environment: NodeJS.ProcessEnv, longestMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    // A Vitest that runs us must not be taken for our own.
    const env = Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('VITEST')));
    const child = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...args], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: longestMs,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    child.once('error', reject);
    child.once('close', () => resolve(output));
  });
}

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
