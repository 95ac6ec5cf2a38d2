import { MalformedError } from '../../core/base/errors.ts';
import { readPicture } from '../../core/geometry/picture.ts';

/** So many pixels are all that is seen of a picture on a wall; more would only take the graphics card's memory. */
const MOST_SHOWN_PX = 512;

/** Its pixels, fewer of them where it has too many. Throws MalformedError when it says that it is a picture, and is none. */
export async function unpackedPicture(bytes: Uint8Array): Promise<ImageBitmap> {
  const reading = readPicture(bytes);
  if (reading.kind === 'unfit') throw new MalformedError(`its picture cannot be shown: ${reading.reason}`);
  const { widthPx, heightPx } = reading.size;
  const share = Math.min(1, MOST_SHOWN_PX / Math.max(widthPx, heightPx));
  const smaller = { resizeWidth: shown(widthPx, share), resizeHeight: shown(heightPx, share), resizeQuality: 'high' } as const;
  try {
    return await createImageBitmap(new Blob([new Uint8Array(bytes)]), share < 1 ? smaller : {});
  } catch (cause) {
    throw new MalformedError('its picture cannot be unpacked', { cause });
  }
}

const shown = (pixels: number, share: number): number => Math.max(1, Math.round(pixels * share));
