/** Pictures for tests: enough of them to be told apart, without the pixels. */

/** The beginning of a PNG of this size. */
export function pngHeader(widthPx: number, heightPx: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(24);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, widthPx);
  view.setUint32(20, heightPx);
  return bytes;
}

/** The beginning of a JPEG of this size, with a table and filling bytes before its frame, as cameras write them. */
export function jpegHeader(widthPx: number, heightPx: number): Uint8Array<ArrayBuffer> {
  const size = [heightPx >> 8, heightPx & 0xff, widthPx >> 8, widthPx & 0xff];
  return new Uint8Array([0xff, 0xd8, 0xff, 0xc4, 0, 4, 1, 2, 0xff, 0xff, 0xe0, 0, 3, 9, 0xff, 0xc2, 0, 17, 8, ...size, 3]);
}
