import { z } from 'zod';
import { type GamepadMapping, gamepadMappingSchema, mappingFor } from './gamepad.ts';

const KEY = 'manyhands.gamepads';
const keptSchema = z.record(z.string(), gamepadMappingSchema);

/** Mappings people made, by the pad's own id, kept in the browser. What cannot be read there is as if it had never been kept. */
export class GamepadMappings {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly #kept: Map<string, GamepadMapping>;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#storage = storage;
    this.#kept = new Map(Object.entries(read(storage.getItem(KEY))));
  }

  get(pad: string): GamepadMapping {
    return this.#kept.get(pad) ?? mappingFor(pad);
  }

  set(pad: string, mapping: GamepadMapping): void {
    this.#kept.set(pad, mapping);
    this.#storage.setItem(KEY, JSON.stringify(Object.fromEntries(this.#kept)));
  }

  /** Back to what suits most pads of its kind. */
  reset(pad: string): void {
    this.#kept.delete(pad);
    this.#storage.setItem(KEY, JSON.stringify(Object.fromEntries(this.#kept)));
  }
}

function read(text: string | null): Record<string, GamepadMapping> {
  try {
    return keptSchema.parse(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}
