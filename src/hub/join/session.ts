import type { World } from '../../library/manyhands.ts';
import type { Watches } from './watches.ts';

/** What the commands of one `join` act on. */
export interface Session {
  readonly world: World;
  readonly watches: Watches;
  /** Aborted when the session ends: whatever waits, ends too. */
  readonly ending: AbortSignal;
  end(): void;
}

/** What became of a command: `outcome` for programs, `text` for people. */
export interface Result {
  readonly status: 'ok' | 'failed';
  readonly outcome: { readonly kind: string; readonly [detail: string]: unknown };
  readonly text: string;
}

export const done = (text: string, details: Readonly<Record<string, unknown>> = {}): Result => ({
  status: 'ok',
  outcome: { kind: 'done', ...details },
  text,
});

/** A command cannot be carried out: the message says why and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
