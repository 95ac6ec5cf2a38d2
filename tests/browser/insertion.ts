import type { EntityDraft } from '../../src/core/api/messages.ts';
import { InsertError } from '../../src/core/world/descriptions.ts';
import type { World } from '../../src/library/manyhands.ts';
import { until } from './until.ts';

/**
 * Inserts again when an insertion ran out of time: what a model is made of is computed once in a process, which takes long on a busy machine.
 * How fast that is, these tests do not look at.
 */
export async function insertPatiently(world: World, draft: EntityDraft, id: string): Promise<void> {
  await until(`${id} is inserted`, async () => {
    try {
      await world.insert(draft, id);
      return true;
    } catch (error) {
      if (!(error instanceof InsertError)) throw error;
      if (world.entity(id)) await world.remove(id);
      return false;
    }
  });
}
