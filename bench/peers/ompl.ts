/** OMPL's planners, in a program of their own (ompl-planners.cpp), which is compiled here. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { plannerNamed } from '../../src/core/planners/planners.ts';
import { prioritise } from '../harness/conductor.ts';
import { SCENES, type SceneName, sceneNamed, sceneText } from '../ours/planning-scenes.ts';

const run = promisify(execFile);

/** Those that are said to find short paths; RRTConnectSimplified is what most of OMPL's users do. */
export const OMPL_PLANNERS = [
  'RRTstar',
  'InformedRRTstar',
  'RRTsharp',
  'BITstar',
  'ABITstar',
  'AITstar',
  'PRMstar',
  'LazyPRMstar',
  'FMT',
  'BFMT',
  'RRTConnectSimplified',
] as const;

/** The exit code of what did not end in its time. */
const TOO_LONG = 3;

const SOURCE = fileURLToPath(new URL('./ompl-planners.cpp', import.meta.url));

interface Solved {
  readonly isFound: boolean;
  readonly lengthM: number;
  readonly processorMs: number;
}

interface Grown {
  readonly edges: number;
  readonly processorMs: number;
}

interface SolveLimits {
  /** Times the shortest. */
  readonly within: number;
  readonly limitS: number;
  readonly times: number;
  readonly seed: number;
}

export interface OmplPeer extends AsyncDisposable {
  shortestM(scene: SceneName): number;
  solve(scene: SceneName, planner: string, limits: SolveLimits): Promise<Solved[]>;
  roadmap(
    scene: SceneName,
    wish: { readonly milestones: number; readonly neighbours: number; readonly times: number; readonly seed: number },
  ): Promise<Grown[]>;
}

/** Compiles the peer, and writes the scenes for it. What that needs is installed by scripts/bench.mjs. */
export async function openOmpl(): Promise<OmplPeer> {
  const folder = mkdtempSync(join(tmpdir(), 'manyhands-ompl-'));
  const program = join(folder, 'ompl-planners');
  // The flags of Debian's package for linking name folders that are not there; the library itself is all that is needed.
  const { stdout } = await run('pkg-config', ['--cflags-only-I', 'ompl']);
  await run('g++', ['-std=c++17', '-O3', '-DNDEBUG', ...stdout.trim().split(/\s+/), SOURCE, '-o', program, '-lompl']);
  const shortest = new Map<SceneName, number>();
  for (const name of SCENES) {
    const scene = sceneNamed(name);
    writeFileSync(join(folder, name), sceneText(scene));
    const answer = plannerNamed('visibility').plan({ ...scene, seed: 1 });
    if (answer.kind !== 'path') throw new Error(`there is no path on ${name}: ${answer.reason}`);
    shortest.set(name, answer.lengthM);
  }
  const shortestM = (scene: SceneName) => shortest.get(scene) ?? Number.NaN;
  const told = async <T>(...words: (string | number)[]): Promise<T[]> => {
    const running = run(program, words.map(String));
    // As our own processes are.
    if (running.child.pid !== undefined) prioritise(running.child.pid, 'normal');
    const stdout = await running.then(
      (output) => output.stdout,
      (error: { readonly code?: number }) => {
        if (error.code === TOO_LONG) return '';
        throw error;
      },
    );
    const lines = stdout.trim().split('\n');
    return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as T]));
  };
  return {
    shortestM,
    solve: (scene, planner, { within, limitS, times, seed }) =>
      told('solve', join(folder, scene), planner, within * shortestM(scene), limitS, times, seed),
    roadmap: (scene, { milestones, neighbours, times, seed }) => told('roadmap', join(folder, scene), milestones, neighbours, times, seed),
    [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true }),
  };
}
