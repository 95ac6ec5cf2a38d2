/** One who has not said a proper hello yet. */
interface Stranger {
  readonly peer: { readonly address: string };
}

/**
 * Those at the door who have not said a proper hello, the longest waiting first. Anybody can open a link and say nothing: they must not keep out those who
 * greet at once, so with too many of them the one that waited longest goes, not the one that comes.
 */
export class Strangers<S extends Stranger> {
  readonly #most: number;
  readonly #mostOfAddress: number;
  readonly #all = new Set<S>();
  readonly #byAddress = new Map<string, Set<S>>();

  constructor({ strangers, strangersPerAddress }: { strangers: number; strangersPerAddress: number }) {
    this.#most = strangers;
    this.#mostOfAddress = strangersPerAddress;
  }

  /** The answer is who has to make room for it. */
  add(stranger: S): S | undefined {
    const { address } = stranger.peer;
    const neighbours = this.#byAddress.get(address) ?? new Set();
    this.#byAddress.set(address, neighbours);
    neighbours.add(stranger);
    this.#all.add(stranger);
    if (neighbours.size > this.#mostOfAddress) return firstOf(neighbours);
    return this.#all.size > this.#most ? firstOf(this.#all) : undefined;
  }

  /** It is known now, or sent away, or gone. */
  delete(stranger: S): void {
    const { address } = stranger.peer;
    const neighbours = this.#byAddress.get(address);
    this.#all.delete(stranger);
    neighbours?.delete(stranger);
    if (neighbours?.size === 0) this.#byAddress.delete(address);
  }
}

function firstOf<T>(set: ReadonlySet<T>): T | undefined {
  const [first] = set;
  return first;
}
