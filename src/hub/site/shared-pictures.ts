import type { PictureOf } from '../../core/buildings/buildings.ts';
import { readPicture } from '../../core/geometry/picture.ts';
import type { Site } from '../../core/maps/maps.ts';

/** Puts the pictures of a site's notices where its world keeps files. Answers the hash of each, by the file that the maps name. */
export async function sharePictures(
  { floors }: Site,
  pictureOf: PictureOf,
  share: (file: string, bytes: Uint8Array<ArrayBuffer>, type: string) => Promise<string>,
): Promise<ReadonlyMap<string, string>> {
  const named = new Set(floors.flatMap(({ plan }) => plan.notices.map(({ file }) => file)));
  const hashes = new Map<string, string>();
  for (const file of named) {
    const bytes = pictureOf(file);
    if (!bytes) continue;
    const reading = readPicture(bytes);
    if (reading.kind === 'picture') hashes.set(file, await share(file, new Uint8Array(bytes), reading.type));
  }
  return hashes;
}
