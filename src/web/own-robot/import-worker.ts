/** Entry of the worker that reads the files of a body. They may be hostile: whoever starts it ends it after a while. */
import { explain } from '../../core/base/errors.ts';
import { ImportError, importBody, sourcesIn } from '../../formats/formats.ts';
import type { FromImportWorker, ToImportWorker } from './import-messages.ts';

/** The page's library of types knows windows only. */
interface WorkerScope {
  postMessage(message: FromImportWorker): void;
  onmessage: ((event: MessageEvent<ToImportWorker>) => void) | null;
}

const scope = globalThis as unknown as WorkerScope;

scope.onmessage = ({ data }) => void read(data);

async function read({ files, options }: ToImportWorker): Promise<void> {
  try {
    scope.postMessage({ kind: 'sources', sources: sourcesIn(files) });
    scope.postMessage({ kind: 'read', body: await importBody(files, options) });
  } catch (error) {
    const problems = error instanceof ImportError ? error.problems : [{ file: '', message: explain(error) }];
    scope.postMessage({ kind: 'refused', problems });
  }
}
