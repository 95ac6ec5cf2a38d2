import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { zipSync } from 'fflate';
import { textToBytes } from '../../src/core/base/bytes.ts';
import { chance, pick, seededRandom } from '../../src/core/base/random.ts';
import { oddities, plate } from '../../src/formats/foreign-robots.contract.ts';
import { ImportError, importBody } from '../../src/formats/formats.ts';
import {
  asciiStl,
  binaryStl,
  dae,
  glb,
  gltf,
  mtl,
  obj,
  someTriangles,
  sparseGltf,
  urdf,
  vrml,
  vrmlOfParts,
} from '../../src/formats/samples.contract.ts';
import { carrier, husky } from '../../src/formats/wheeled-robots.contract.ts';
import { mutated } from './file-mutations.ts';

const MEGABYTE = 1024 * 1024;
const LONGEST_MS = 2000;
const MOST_MEGABYTES = 256;
/** What many imports in one process leave behind is not what one of them takes, and in earnest each has a thread of its own. */
const FILES_BETWEEN_COLLECTIONS = 1000;
const MOST_LEAKED_MEGABYTES = 32;
/** What the mutations tell of: a failing file is not kept, its number and the seed make it again. */
const MOST_PROBLEMS = 20;

interface Sample {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Files beside it, left as they are. */
  readonly beside?: Readonly<Record<string, Uint8Array>>;
}

const hand = binaryStl(someTriangles);
const sample = (path: string, file: string | Uint8Array, beside?: Sample['beside']): Sample => ({
  path,
  bytes: typeof file === 'string' ? textToBytes(file) : file,
  ...(beside && { beside }),
});

const samples = {
  zip: [
    sample('a.zip', zipSync({ 'grip/gripper.urdf': textToBytes(urdf), 'grip/meshes/hand.stl': hand })),
    sample('a.zip', zipSync({ 'hand.stl': hand }, { level: 0 })),
  ],
  stl: [sample('a.stl', asciiStl), sample('a.stl', hand), sample('a.stl', binaryStl(someTriangles, 'solid COLOR=abcd'))],
  obj: [sample('a.obj', obj, { 'roof.mtl': textToBytes(mtl) }), sample('roof.mtl', mtl, { 'a.obj': textToBytes(obj) })],
  gltf: [sample('a.gltf', JSON.stringify(gltf)), sample('a.gltf', JSON.stringify(sparseGltf)), sample('a.glb', glb)],
  urdf: [
    sample('a.urdf', urdf, { 'meshes/hand.stl': hand }),
    sample('a.urdf', husky),
    sample('a.urdf', carrier),
    sample('a.urdf', oddities, { 'meshes/cap.stl': hand }),
  ],
  dae: [sample('a.dae', dae), sample('a.dae', plate(0.001, 'Y_UP'))],
  vrml: [
    sample('a.wrl', vrml),
    sample('a.wrl', vrmlOfParts, { 'b.wrl': textToBytes(vrml) }),
    sample('b.wrl', vrml, { 'a.wrl': textToBytes(vrmlOfParts) }),
  ],
} as const satisfies Record<string, readonly Sample[]>;

export type FuzzedFormat = keyof typeof samples;
export const formats = Object.keys(samples) as FuzzedFormat[];
export const isFormat = (name: string): name is FuzzedFormat => Object.hasOwn(samples, name);

export interface FileFuzzReport {
  readonly seed: number;
  readonly format: FuzzedFormat;
  readonly files: number;
  readonly imported: number;
  readonly slowestMs: number;
  /** How far the process grew above what it had when garbage was last collected. */
  readonly mostMegabytes: number;
  readonly problems: readonly string[];
}

/** Imports so many spoilt files. Each must be imported or refused with a reason, in time, and without taking much memory. */
export async function fuzzFiles(options: { format: FuzzedFormat; files: number; seed: number }): Promise<FileFuzzReport> {
  const { format, files, seed } = options;
  const problems: string[] = [];
  let before = process.memoryUsage.rss();
  let liveAtFirst: number | undefined;
  let [imported, slowestMs, mostBytes] = [0, 0, 0];
  for (let number = 0; number < files && problems.length < MOST_PROBLEMS; number++) {
    if (number % FILES_BETWEEN_COLLECTIONS === FILES_BETWEEN_COLLECTIONS - 1) {
      // What is freed in a later turn of the event loop is not held: promises alone never let that come.
      await setImmediate();
      const live = liveMegabytes();
      liveAtFirst ??= live;
      before = process.memoryUsage.rss();
      if (live - liveAtFirst > MOST_LEAKED_MEGABYTES)
        problems.push(`${(live - liveAtFirst).toFixed(0)} MB are still held after file ${number}`);
    }
    const random = seededRandom(seed * 1_000_003 + number);
    const { path, bytes, beside = {} }: Sample = pick(random, samples[format] as readonly Sample[]);
    const other: Sample = chance(random, 0.2) ? pick(random, Object.values(samples).flat()) : { path, bytes };
    const file = mutated(random, bytes, other.bytes);
    const start = process.threadCpuUsage();
    const outcome = await importBody(new Map([[path, file], ...Object.entries(beside)])).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    // Of the processor, not of the clock: what else runs on the machine is not the file's fault.
    const { user, system } = process.threadCpuUsage(start);
    const tookMs = (user + system) / 1000;
    slowestMs = Math.max(slowestMs, tookMs);
    mostBytes = Math.max(mostBytes, process.memoryUsage.rss() - before);
    if (outcome === undefined) imported++;
    else if (!isRefusal(outcome)) problems.push(`file ${number} of seed ${seed}: ${told(outcome)}`);
    if (tookMs > LONGEST_MS) problems.push(`file ${number} of seed ${seed} took ${tookMs.toFixed(0)} ms`);
  }
  const mostMegabytes = mostBytes / MEGABYTE;
  if (mostMegabytes > MOST_MEGABYTES) problems.push(`memory grew by ${mostMegabytes.toFixed(0)} MB`);
  return { seed, format, files, imported, slowestMs, mostMegabytes, problems };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function liveMegabytes(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / MEGABYTE;
}

/** A refusal with a cause is a reader that stumbled over something nobody thought of. */
const isRefusal = (thrown: unknown): boolean => thrown instanceof ImportError && thrown.problems.length > 0 && thrown.cause === undefined;

const told = (thrown: unknown): string => {
  const cause = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
  return cause instanceof Error ? (cause.stack ?? cause.message).split('\n').slice(0, 3).join(' ') : String(cause);
};
