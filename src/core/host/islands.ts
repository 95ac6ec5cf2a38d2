import type { Engine } from '../physics/physics.ts';
import { type Roll, Simulation } from './simulation.ts';

/** Parts that may come to touch, or to be touched by the same thing, are simulated together and apart from others: who decides something has only these simulated anew. */
export class Islands implements Disposable {
  readonly #engine: Engine;
  /** By part. */
  readonly #simulations = new Map<string, Simulation>();
  readonly #all = new Set<Simulation>();
  /** By all that takes part. */
  readonly #having = new Map<string, Set<Simulation>>();

  readonly #roll: Roll = {
    joined: (entity, simulation) => {
      const having = this.#having.get(entity) ?? new Set();
      this.#having.set(entity, having.add(simulation));
    },
    left: (entity, simulation) => {
      const having = this.#having.get(entity);
      if (having?.delete(simulation) && having.size === 0) this.#having.delete(entity);
    },
  };

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  [Symbol.dispose](): void {
    this.clear();
  }

  get isEmpty(): boolean {
    return this.#simulations.size === 0;
  }

  get all(): Simulation[] {
    return [...this.#all];
  }

  of(part: string): Simulation | undefined {
    return this.#simulations.get(part);
  }

  /** Those in which something takes part. */
  having(entity: string): Simulation[] {
    return [...(this.#having.get(entity) ?? [])];
  }

  clear(): void {
    for (const simulation of this.#all) this.drop(simulation);
  }

  drop(simulation: Simulation): void {
    for (const part of simulation.free) this.#simulations.delete(part);
    this.#close(simulation);
  }

  remove(part: string): void {
    const simulation = this.#simulations.get(part);
    if (!simulation) return;
    this.#simulations.delete(part);
    simulation.remove(part);
    if (simulation.isEmpty) this.#close(simulation);
  }

  /**
   * For each group of parts a simulation that has none but these: the one that has the first of them, or a new one. What is concerned and
   * in no group takes part no more.
   */
  arrange(groups: readonly ReadonlySet<string>[], worldMs: number, isConcerned: (part: string) => boolean): Simulation[] {
    const taken = new Set<Simulation>();
    const wanted = new Set(groups.flatMap((group) => [...group]));
    for (const part of [...this.#simulations.keys()]) if (!wanted.has(part) && isConcerned(part)) this.remove(part);
    return groups.map((group) => {
      const known = [...group].map((part) => this.#simulations.get(part)).find((simulation) => simulation && !taken.has(simulation));
      const simulation = known ?? new Simulation(this.#engine(), worldMs, this.#roll);
      this.#all.add(simulation);
      taken.add(simulation);
      for (const part of group) this.#move(part, simulation);
      return simulation;
    });
  }

  #move(part: string, to: Simulation): void {
    const from = this.#simulations.get(part);
    this.#simulations.set(part, to);
    if (!from || from === to) return;
    from.handOver(part, to);
    if (from.isEmpty) this.#close(from);
  }

  #close(simulation: Simulation): void {
    this.#all.delete(simulation);
    for (const member of simulation.members()) this.#roll.left(member, simulation);
    simulation[Symbol.dispose]();
  }
}

/** Sets of names, some of which belong together. */
export class Groups {
  readonly #above = new Map<string, string>();

  join(one: string, another: string): void {
    const [a, b] = [this.first(one), this.first(another)];
    if (a !== b) this.#above.set(b, a);
  }

  /** The name that stands for the group of another. */
  first(name: string): string {
    let first = name;
    for (let above = this.#above.get(first); above !== undefined; above = this.#above.get(first)) first = above;
    if (first !== name) this.#above.set(name, first);
    return first;
  }
}
