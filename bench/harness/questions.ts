/** What a conductor and the processes of a bench say to each other. */
export type Handlers = Readonly<Record<string, (argument: never) => unknown>>;

export interface Question {
  readonly number: number;
  readonly method: string;
  readonly argument: unknown;
}

export interface Answer {
  readonly number: number;
  readonly outcome:
    | { readonly kind: 'result'; readonly result: unknown }
    | { readonly kind: 'error'; readonly error: unknown; readonly told: string };
}
