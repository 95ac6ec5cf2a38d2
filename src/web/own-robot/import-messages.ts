import type { ImportedBody, ImportOptions, ImportProblem, SourceFiles } from '../../formats/formats.ts';

/** What the page says to the worker that reads a body, once. */
export interface ToImportWorker {
  readonly files: SourceFiles;
  readonly options: ImportOptions;
}

/** What the worker says: which of the files can be imported, then what became of the chosen one. */
export type FromImportWorker =
  | { readonly kind: 'sources'; readonly sources: readonly string[] }
  | { readonly kind: 'read'; readonly body: ImportedBody }
  | { readonly kind: 'refused'; readonly problems: readonly ImportProblem[] };
