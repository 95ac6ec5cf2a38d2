import type { Declaration } from './declaration.ts';
import type { Found } from './reading.ts';
import type { BoardValue } from './value.ts';

/** What became of a write. `lost`: nobody can say that it took effect; it will not any more. */
export type WriteOutcome =
  | { readonly kind: 'written' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'lost'; readonly reason: string };

export interface MountWriteOptions {
  /** For so long it may be carried out: who gets it later refuses it. */
  readonly goodForMs?: number | undefined;
}

/** A part of the system whose values are variables by name without a second copy of them: reading asks it, writing is its command. */
export interface Mount {
  /** The first segment of all its names: nobody can declare a variable there. */
  readonly prefix: string;
  names(): Iterable<string>;
  /** What the variable is; undefined when it has none of this name. */
  declaration(name: string): Declaration | undefined;
  /** Undefined when there is nothing to read. */
  read(name: string): Found | undefined;
  /** Whether writing it means anything; whether it will be allowed, only trying it tells. */
  isWritable(name: string): boolean;
  write(name: string, value: BoardValue, options: MountWriteOptions): Promise<WriteOutcome>;
  /** Tells of the names whose values may have changed. */
  onChange(handler: (names: readonly string[]) => void): Disposable;
}
