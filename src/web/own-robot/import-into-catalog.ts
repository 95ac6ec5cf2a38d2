import { explain } from '../../core/base/errors.ts';
import { idFromName } from '../../core/base/ids.ts';
import type { Model } from '../../core/robots/model.ts';
import type { ImportedBody } from '../../formats/formats.ts';
import { HubError } from '../hub-api/hub-api.ts';
import { insertWhereOneLooks } from '../world/add/insert-model.ts';
import type { Room } from '../world/room.ts';

export interface Importing {
  readonly body: ImportedBody;
  readonly name: string;
  /** A model of the catalog that it takes the place of. */
  readonly replaced: Model | undefined;
  readonly afterwards: 'insert' | 'nothing';
}

const ID_TAKEN = 412;
const MOST_TRIES = 20;

/** Puts it into the catalog of all worlds. Throws when it is not there; answers what went wrong after it was. */
export async function importIntoCatalog(room: Room, { body, name, replaced, afterwards }: Importing): Promise<string | undefined> {
  const id = replaced ? replaced.id : undefined;
  const model = await put(
    room,
    { ...body.model, name, id: id ?? freeId(idFromName(name), room) },
    body,
    id === undefined ? 'add' : 'replace',
  );
  await room.models.load();
  if (afterwards === 'nothing') return undefined;
  try {
    await insertWhereOneLooks(room, model);
    return undefined;
  } catch (error) {
    return `${name} is in the catalog now, but could not be inserted: ${explain(error)}. Add it from the catalog.`;
  }
}

/** Somebody else may have taken the id since this page asked for the catalog. */
async function put(room: Room, model: Model, { meshes }: ImportedBody, how: 'add' | 'replace'): Promise<Model> {
  const first = model.id;
  for (let number = 2; ; number++) {
    try {
      await room.hub.putModel(model, meshes.values(), how);
      return model;
    } catch (error) {
      if (!(error instanceof HubError && error.status === ID_TAKEN) || number > MOST_TRIES) throw error;
      model = { ...model, id: `${first}-${number}` };
    }
  }
}

function freeId(wanted: string, room: Room): string {
  for (let number = 1; ; number++) {
    const id = number === 1 ? wanted : `${wanted}-${number}`;
    if (!room.models.has(id)) return id;
  }
}
