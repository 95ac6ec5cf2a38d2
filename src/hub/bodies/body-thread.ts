import { setImmediate as breath } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { MalformedError } from '../../core/base/errors.ts';
import type { Model } from '../../core/robots/model.ts';
import { ImportError, type ImportedBody, type ImportOptions, type ImportProblem, type SourceFiles } from '../../formats/formats.ts';

export type BodyOrder =
  | { readonly kind: 'import'; readonly files: SourceFiles; readonly options: ImportOptions }
  | { readonly kind: 'check'; readonly model: Model; readonly meshes: readonly Uint8Array[] }
  | { readonly kind: 'export'; readonly model: Model; readonly meshes: ReadonlyMap<string, Uint8Array> };

export type BodyAnswer =
  | { readonly kind: 'imported'; readonly body: ImportedBody }
  | { readonly kind: 'checked'; readonly hashes: readonly string[]; readonly meshes: readonly Uint8Array[] }
  | { readonly kind: 'exported'; readonly zip: Uint8Array }
  | { readonly kind: 'refused'; readonly problems: readonly ImportProblem[] }
  | { readonly kind: 'malformed' | 'failed'; readonly reason: string };

/** What the files of one body may take. */
export interface BodyLimits {
  readonly timeMs: number;
  readonly megabytes: number;
}

const MEGABYTE = 1024 * 1024;
/** So often a thread's memory is looked at. */
const WATCH_MS = 20;
const USUAL: BodyLimits = { timeMs: 20_000, megabytes: 256 };

/** Rejects with ImportError, which says what is wrong with the files, or that they are too much. */
export async function importInThread(files: SourceFiles, options: ImportOptions, limits: BodyLimits = USUAL): Promise<ImportedBody> {
  const answer = await inThread({ kind: 'import', files, options }, limits);
  if (answer.kind === 'imported') return answer.body;
  throw new ImportError(answer.kind === 'refused' ? answer.problems : [{ file: '', message: reasonOf(answer) }]);
}

/** The meshes by their hashes. Rejects with MalformedError when one is none, or is not what the model says of it. */
export async function checkInThread(model: Model, meshes: readonly Uint8Array[]): Promise<Map<string, Uint8Array>> {
  if (meshes.length === 0) return new Map();
  const own = await apart(meshes);
  const answer = await inThread(
    { kind: 'check', model, meshes: own },
    USUAL,
    own.map(({ buffer }) => buffer),
  );
  if (answer.kind !== 'checked') throw new MalformedError(reasonOf(answer));
  return new Map(answer.hashes.flatMap((hash, i) => (answer.meshes[i] ? [[hash, answer.meshes[i]]] : [])));
}

/**
 * Each in memory of its own, to be handed over as it is. As views of one upload, each message with one of them would copy all of it: for 57 MB the
 * hub would stand still for a second. A breath after each, for the same reason.
 */
async function apart(meshes: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>[]> {
  const own: Uint8Array<ArrayBuffer>[] = [];
  for (const mesh of meshes) {
    own.push(new Uint8Array(mesh));
    await breath();
  }
  return own;
}

/** A zip of URDF and glTF. */
export async function exportInThread(model: Model, meshes: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  const answer = await inThread({ kind: 'export', model, meshes }, USUAL);
  if (answer.kind === 'exported') return answer.zip;
  throw new Error(`${model.id} cannot be exported: ${reasonOf(answer)}`);
}

const reasonOf = (answer: BodyAnswer): string => ('reason' in answer ? answer.reason : `the thread answered ${answer.kind}`);

/** One thread for one order: nothing that it leaves behind reaches the next. */
function inThread(order: BodyOrder, { timeMs, megabytes }: BodyLimits, given: ArrayBuffer[] = []): Promise<BodyAnswer> {
  // Compiled or not, the worker stands beside this file and ends like it.
  const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
  const worker = new Worker(new URL(`./body-worker${extension}`, import.meta.url), {
    workerData: order,
    transferList: given,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
  const broughtBytes = bytesGiven(order);
  return new Promise<BodyAnswer>((resolve) => {
    const failed = (reason: string) => resolve({ kind: 'failed', reason });
    const timer = setTimeout(() => failed(`this takes more than ${timeMs / 1000} s; leave out what is not needed`), timeMs);
    // The limit above does not count buffers, of which bodies are made.
    const watch = setInterval(() => {
      worker.getHeapStatistics().then(
        ({ used_heap_size: heap, external_memory: buffers }) => {
          if (heap + buffers - broughtBytes > megabytes * MEGABYTE) failed(tooLarge(megabytes));
        },
        // It has ended; the answer is on its way.
        () => undefined,
      );
    }, WATCH_MS);
    worker.once('message', resolve);
    worker.once('error', (error: unknown) => failed(isOutOfMemory(error) ? tooLarge(megabytes) : `reading failed: ${String(error)}`));
    worker.once('exit', () => {
      clearTimeout(timer);
      clearInterval(watch);
      failed('the thread that read it has ended');
    });
  }).finally(() => worker.terminate());
}

/** What the order itself brings along does not count: whoever gives it has it already. */
function bytesGiven(order: BodyOrder): number {
  const given = order.kind === 'import' ? order.files.values() : order.meshes.values();
  let bytes = 0;
  for (const { byteLength } of given) bytes += byteLength;
  return bytes;
}

const tooLarge = (megabytes: number): string =>
  `this takes more than ${megabytes} MB of memory; leave out what is not needed, or use coarser meshes`;

const isOutOfMemory = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
