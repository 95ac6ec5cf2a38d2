import { ImportError, type ImportedBody, type ImportOptions, type SourceFiles } from '../../formats/formats.ts';
import type { FromImportWorker, ToImportWorker } from './import-messages.ts';

/** A file that takes longer was made to take long, or is far too large to be shown. */
export const MOST_READING_MS = 20_000;

export interface Reading {
  readonly files: SourceFiles;
  readonly options: ImportOptions;
  readonly onSources: (sources: readonly string[]) => void;
  /** Ends it: the answer is an AbortError. */
  readonly signal: AbortSignal;
}

/** Reads a body in a worker of its own, which is ended after 20 s. Throws ImportError for what is refused. */
export function readBody({ files, options, onSources, signal }: Reading): Promise<ImportedBody> {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module', name: 'import' });
  const reading = new Promise<ImportedBody>((resolve, reject) => {
    const refuse = (message: string) => reject(new ImportError([{ file: options.main ?? '', message }]));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    setTimeout(() => refuse(`reading took longer than ${MOST_READING_MS / 1000} s and was ended; simplify the meshes`), MOST_READING_MS);
    worker.onmessage = ({ data }: MessageEvent<FromImportWorker>) => {
      switch (data.kind) {
        case 'sources':
          return onSources(data.sources);
        case 'read':
          return resolve(data.body);
        case 'refused':
          return reject(new ImportError(data.problems));
      }
    };
    worker.onerror = ({ message }) => refuse(`the reader broke off: ${message || 'it has run out of memory'}`);
    worker.postMessage({ files, options } satisfies ToImportWorker);
  });
  return reading.finally(() => worker.terminate());
}
