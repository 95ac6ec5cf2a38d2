/** Pictures that are shown on bodies, as they came: PNG or JPEG. Their pixels are the browser's business; here only what must be known before anybody unpacks them. */

export interface PictureSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Every page that shows it has it in memory, unpacked. */
export const MOST_PICTURE_PX = 1024;
export const MOST_PICTURE_BYTES = 1_000_000;

export type PictureReading =
  | { readonly kind: 'picture'; readonly type: 'image/png' | 'image/jpeg'; readonly size: PictureSize }
  | { readonly kind: 'unfit'; readonly reason: string };

/** Its size as its own header says it, or why it cannot be shown: a few bytes may say that they unpack to gigabytes. */
export function readPicture(bytes: Uint8Array): PictureReading {
  if (bytes.length > MOST_PICTURE_BYTES) return unfit(`it has more than ${MOST_PICTURE_BYTES / 1000} kB`);
  const png = sizeOfPng(bytes);
  const size = png ?? sizeOfJpeg(bytes);
  if (!size) return unfit('it is neither a PNG nor a JPEG');
  const { widthPx, heightPx } = size;
  if (widthPx < 1 || heightPx < 1 || widthPx > MOST_PICTURE_PX || heightPx > MOST_PICTURE_PX)
    return unfit(`it has ${widthPx} x ${heightPx} pixels, at most ${MOST_PICTURE_PX} x ${MOST_PICTURE_PX} can be shown`);
  return { kind: 'picture', type: png ? 'image/png' : 'image/jpeg', size };
}

const unfit = (reason: string): PictureReading => ({ kind: 'unfit', reason });

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const IHDR = 0x4948_4452;

function sizeOfPng(bytes: Uint8Array): PictureSize | undefined {
  const view = viewOf(bytes);
  if (bytes.length < 24 || PNG.some((byte, index) => bytes[index] !== byte) || view.getUint32(12) !== IHDR) return undefined;
  return { widthPx: view.getUint32(16), heightPx: view.getUint32(20) };
}

const JPEG_START = 0xffd8;
/** Of a segment that says the size: all of C0 to CF but those that are tables. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** These stand alone, without a length. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
const SCAN = 0xda;
const END = 0xd9;

function sizeOfJpeg(bytes: Uint8Array): PictureSize | undefined {
  const view = viewOf(bytes);
  if (bytes.length < 4 || view.getUint16(0) !== JPEG_START) return undefined;
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isBare(marker)) at += 2;
    else if (isFrame(marker)) return { heightPx: view.getUint16(at + 5), widthPx: view.getUint16(at + 7) };
    else if (marker === SCAN || marker === END) return undefined;
    else at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
