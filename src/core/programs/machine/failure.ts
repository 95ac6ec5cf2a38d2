/** Ends a program: what it says is told to whoever runs it. */
export class Failure extends Error {
  override readonly name = 'Failure';
  /** Where, if that is not where the program is. */
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}

export function within(value: number, low: number, high: number, what: string): number {
  if (value < low || value > high) throw new Failure(`${what} goes from ${low} to ${high}; ${value} is outside`);
  return value;
}
