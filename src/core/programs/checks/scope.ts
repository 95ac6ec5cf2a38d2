import type { Stretch } from '../../base/diagnostics.ts';

export interface Declared {
  readonly name: string;
  readonly at: Stretch;
  isRead: boolean;
}

/** The variables that can be seen at one place. Blocks lie in each other; what a function declares hides what stands outside. */
export class Scope {
  readonly #names = new Map<string, Declared>();
  readonly #outer: Scope | undefined;
  readonly #kind: 'program' | 'function' | 'block';

  constructor(kind: 'program' | 'function' | 'block', outer?: Scope) {
    this.#kind = kind;
    this.#outer = outer;
  }

  find(name: string): Declared | undefined {
    return this.#names.get(name) ?? this.#outer?.find(name);
  }

  /** What the name would clash with. */
  clash(name: string): Declared | undefined {
    const own = this.#names.get(name);
    return own ?? (this.#kind === 'block' ? this.#outer?.clash(name) : undefined);
  }

  declare(name: string, at: Stretch): Declared {
    const declared = { name, at, isRead: false };
    this.#names.set(name, declared);
    return declared;
  }

  /** All that can be seen. */
  names(): string[] {
    return [...this.#names.keys(), ...(this.#outer?.names() ?? [])];
  }

  get own(): Iterable<Declared> {
    return this.#names.values();
  }
}
