import { ByteReader, ByteWriter, bytesToText, textToBytes } from '../base/bytes.ts';
import { MalformedError } from '../base/errors.ts';

/**
 * What `PUT /models/:id` takes from whoever imports a body: the model and the encoded meshes it refers to, in one message, so that nobody ever sees
 * one without the other. `MHB1`, the length of the model's JSON and the JSON, then for each mesh its length and its bytes; lengths as varints. A mesh
 * needs no name: its hash is that of its bytes.
 */
export const SENT_BODY_TYPE = 'application/vnd.manyhands.body';
/** Of a model and all its meshes. */
export const MOST_SENT_BODY_BYTES: number = 64e6;

const MAGIC = 'MHB1';
/** More than a model can have parts. */
const MOST_MESHES = 2000;

export function encodeBody(model: object, meshes: Iterable<Uint8Array>): Uint8Array<ArrayBuffer> {
  const json = textToBytes(JSON.stringify(model));
  const writer = new ByteWriter().raw(textToBytes(MAGIC)).count(json.length).raw(json);
  for (const mesh of meshes) writer.count(mesh.length).raw(mesh);
  return writer.finish();
}

/** The meshes are views of `bytes`. What is in the model and the meshes is for the reader to check. */
export function decodeBody(bytes: Uint8Array): { readonly model: unknown; readonly meshes: readonly Uint8Array[] } {
  const reader = new ByteReader(bytes);
  if (bytes.length < MAGIC.length || bytesToText(reader.raw(MAGIC.length)) !== MAGIC)
    throw new MalformedError(`a body begins with ${MAGIC}`);
  const json = bytesToText(reader.raw(reader.count()));
  const meshes: Uint8Array[] = [];
  while (reader.remaining > 0) {
    if (meshes.length === MOST_MESHES) throw new MalformedError(`a body may have ${MOST_MESHES} meshes`);
    meshes.push(reader.raw(reader.count()));
  }
  try {
    return { model: JSON.parse(json), meshes };
  } catch (cause) {
    throw new MalformedError('the model is not JSON', { cause });
  }
}
