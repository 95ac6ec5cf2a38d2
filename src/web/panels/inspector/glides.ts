import { explain } from '../../../core/base/errors.ts';
import { type CommandRoom, command, type LeaseRoom, take } from '../../world/room-actions.ts';

interface Wish {
  readonly to: number;
  readonly speedPerS: number;
}

/** Moves degrees of freedom where sliders say. While one wish is on its way only the newest of those after it is kept: no queue of old ones moves a robot. */
export class Glides {
  readonly #room: CommandRoom & LeaseRoom;
  readonly #entity: string;
  readonly #onFailure: (text: string | undefined) => void;
  readonly #waiting = new Map<number, Wish>();
  #isBusy = false;

  constructor(room: CommandRoom & LeaseRoom, entity: string, onFailure: (text: string | undefined) => void) {
    this.#room = room;
    this.#entity = entity;
    this.#onFailure = onFailure;
  }

  wish(dof: number, to: number, speedPerS: number): void {
    this.#waiting.set(dof, { to, speedPerS });
    if (!this.#isBusy) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    try {
      let failure = await take(this.#room, this.#entity);
      for (let next = this.#next(); next && failure === undefined; next = this.#next()) {
        failure = await command(this.#room, this.#entity, { kind: 'glide', ...next });
      }
      this.#onFailure(failure);
    } catch (error) {
      this.#onFailure(explain(error));
    } finally {
      this.#waiting.clear();
      this.#isBusy = false;
    }
  }

  #next(): (Wish & { readonly dof: number }) | undefined {
    const first = this.#waiting.entries().next().value;
    if (!first) return undefined;
    this.#waiting.delete(first[0]);
    return { dof: first[0], ...first[1] };
  }
}
