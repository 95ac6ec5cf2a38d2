/** Longer than any command lives: after this no copy of it can still be under way. */
export const REMEMBER_MS = 8000;
const MOST_REMEMBERED = 1024;
/** The newest of them travel in the states. */
const MOST_CARRIED = 32;

/** The ids of commands an owner has applied, so that a copy of one is not applied again. They travel in its states. */
export class RecentCommands {
  readonly #applied = new Map<string, number>();

  constructor(inherited: readonly string[], nowMs: number) {
    for (const id of inherited) this.#applied.set(id, nowMs);
  }

  has(id: string): boolean {
    return this.#applied.has(id);
  }

  add(id: string, nowMs: number): void {
    this.#applied.set(id, nowMs);
    const oldest = this.#applied.keys().next();
    if (this.#applied.size > MOST_REMEMBERED && !oldest.done) this.#applied.delete(oldest.value);
  }

  ids(nowMs: number): string[] {
    for (const [id, appliedMs] of this.#applied) if (nowMs - appliedMs > REMEMBER_MS) this.#applied.delete(id);
    return [...this.#applied.keys()].slice(-MOST_CARRIED);
  }
}
