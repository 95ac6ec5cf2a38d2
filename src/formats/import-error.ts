/** Something about a file that people should know: where, and what. */
export interface ImportProblem {
  readonly file: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly message: string;
}

/** Refused: nothing is imported. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly problems: readonly ImportProblem[];

  constructor(problems: readonly ImportProblem[], options?: ErrorOptions) {
    super(problems.map(told).join('; '), options);
    this.problems = problems;
  }
}

function told({ file, line, column, message }: ImportProblem): string {
  const place = line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`;
  return file === '' ? message : `${file}${place}: ${message}`;
}

/** Where in a text something stands, from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export const refusal = (file: string, message: string, place?: Place): ImportError =>
  new ImportError([{ file, ...(place && { line: place.line, column: place.column }), message }]);
