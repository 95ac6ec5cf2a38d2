/** Reads and writes the files of bodies. They come from strangers: whatever they make this thread do, the process goes on (body-thread.ts). */
import { parentPort, workerData } from 'node:worker_threads';
import { zipSync } from 'fflate';
import { explain, MalformedError } from '../../core/base/errors.ts';
import { exportBody, ImportError, importBody } from '../../formats/formats.ts';
import type { BodyAnswer, BodyOrder } from './body-thread.ts';
import { hashesOfChecked } from './sent-meshes.ts';

/** Triangles hardly shrink further with more work. */
const ZIP_LEVEL = 1;

async function carryOut(order: BodyOrder): Promise<BodyAnswer> {
  try {
    if (order.kind === 'import') return { kind: 'imported', body: await importBody(order.files, order.options) };
    if (order.kind === 'check') return { kind: 'checked', hashes: hashesOfChecked(order.model, order.meshes), meshes: order.meshes };
    const files = await exportBody(order.model, order.meshes);
    return { kind: 'exported', zip: zipSync(Object.fromEntries(files), { level: ZIP_LEVEL }) };
  } catch (error) {
    // Only plain data crosses to the other thread.
    if (error instanceof ImportError) return { kind: 'refused', problems: error.problems };
    return { kind: error instanceof MalformedError ? 'malformed' : 'failed', reason: explain(error) };
  }
}

/** Handed over instead of copied. */
function buffersOf(answer: BodyAnswer): ArrayBuffer[] {
  const arrays =
    answer.kind === 'imported'
      ? answer.body.meshes.values()
      : answer.kind === 'checked'
        ? answer.meshes
        : answer.kind === 'exported'
          ? [answer.zip]
          : [];
  return [...new Set([...arrays].map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer))];
}

const answer = await carryOut(workerData as BodyOrder);
parentPort?.postMessage(answer, buffersOf(answer));
