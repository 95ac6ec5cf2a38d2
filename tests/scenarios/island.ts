import { planarPose } from '../../src/core/base/pose.ts';
import { openState } from '../../src/core/world/state-codec.ts';
import type { World } from '../../src/library/manyhands.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { systemRandom } from '../../src/platform/system-random.ts';
import { connectSocketBus, type SocketBus } from '../../src/transports/socket/client.ts';

/** Hears every state that reaches it, from whomever: who spoke for an entity under which epoch. */
export class Witness implements AsyncDisposable {
  readonly #bus: SocketBus;
  /** Of each `entity epoch` those who spoke. */
  readonly authors = new Map<string, Set<string>>();

  private constructor(bus: SocketBus) {
    this.#bus = bus;
    bus.subscribe('v1.demo.*.st.*', ({ subject, from, payload }) => {
      const entity = subject.slice(subject.lastIndexOf('.') + 1);
      const title = `${entity} ${openState(entity, payload).state.epoch}`;
      this.authors.set(title, (this.authors.get(title) ?? new Set()).add(from));
    });
  }

  static async join(hub: string, name: string): Promise<Witness> {
    const url = `${hub.replace('http', 'ws')}/v1/worlds/demo`;
    const ports = { clock: systemClock, random: systemRandom, report: () => undefined };
    return new Witness(await connectSocketBus({ ...ports, url, world: 'demo', name }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#bus.drain();
  }
}

/** Somebody who wants to have two entities elsewhere, again and again, whatever comes of it. */
export class Mover implements AsyncDisposable {
  readonly #moving: Promise<unknown>;
  /** What was done, by entity. */
  readonly done: Record<string, number> = {};
  #isOver = false;

  constructor(world: World, entities: readonly string[]) {
    this.#moving = Promise.all(entities.map((entity, lane) => this.#move(world, entity, lane)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await this.#moving;
  }

  async #move(world: World, entity: string, lane: number): Promise<void> {
    for (let step = 1; !this.#isOver; step++) {
      const outcome = await world
        .command(entity, { kind: 'place', pose: planarPose((step % 50) / 10, 5 * lane, 0) })
        .catch(() => undefined);
      if (outcome?.kind === 'done') this.done[entity] = (this.done[entity] ?? 0) + 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
