import { refusal } from './import-error.ts';
import { inflated } from './inflate.ts';
import { MOST_ZIP_BYTES, MOST_ZIP_MEMBERS, MOST_ZIP_RATIO, SMALL_MEMBER_BYTES } from './limits.ts';

/** One file in a zip, not unpacked yet. */
export interface ZipMember {
  readonly path: string;
  readonly size: number;
  readonly unpack: () => Uint8Array;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const LONGEST_COMMENT = 65_535;

export const isZip = (bytes: Uint8Array): boolean =>
  bytes.length >= 22 && bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

/** Reads the directory at the end only; what would be too much is refused before anything is unpacked. */
export function zipMembers(file: string, bytes: Uint8Array): ZipMember[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(file, view);
  const count = view.getUint16(end + 10, true);
  if (count > MOST_ZIP_MEMBERS) throw refusal(file, `a zip may have ${MOST_ZIP_MEMBERS} members, not ${count}`);
  const members: ZipMember[] = [];
  const paths = new Set<string>();
  let total = 0;
  let at = view.getUint32(end + 16, true);
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY)
      throw refusal(file, `member ${i + 1} of the zip's directory is broken`);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    const path = safePath(file, nameOf(bytes.subarray(at + 46, at + 46 + nameLength)));
    const member = memberAt(file, view, at, path);
    at += 46 + nameLength + extraLength + commentLength;
    if (path.endsWith('/')) continue;
    if (paths.has(path)) throw refusal(file, `the zip has two members "${path}"`);
    paths.add(path);
    total += member.size;
    if (total > MOST_ZIP_BYTES) throw refusal(file, `the zip unpacks to more than ${MOST_ZIP_BYTES} bytes`);
    members.push(member);
  }
  return members;
}

function endOfDirectory(file: string, view: DataView): number {
  const first = Math.max(0, view.byteLength - 22 - LONGEST_COMMENT);
  for (let at = view.byteLength - 22; at >= first; at--) if (view.getUint32(at, true) === END) return at;
  throw refusal(file, 'the zip has no directory: it was cut short');
}

function memberAt(file: string, view: DataView, at: number, path: string): ZipMember {
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  const [packed, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
  const local = view.getUint32(at + 42, true);
  if (flags & 1) throw refusal(file, `"${path}" in the zip is encrypted`);
  if (packed === 0xffffffff || size === 0xffffffff) throw refusal(file, `"${path}" in the zip is of 4 GB or more`);
  if (size > SMALL_MEMBER_BYTES && size > packed * MOST_ZIP_RATIO) {
    throw refusal(
      file,
      `"${path}" in the zip unpacks to ${Math.round(size / Math.max(1, packed))} times its size: over ${MOST_ZIP_RATIO} it is taken for a bomb`,
    );
  }
  return { path, size, unpack: () => unpacked(file, view, { path, method, packed, size, local }) };
}

interface Packed {
  readonly path: string;
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly local: number;
}

function unpacked(file: string, view: DataView, { path, method, packed, size, local }: Packed): Uint8Array {
  if (local + 30 > view.byteLength || view.getUint32(local, true) !== LOCAL) throw refusal(file, `"${path}" is not where the zip says`);
  const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (from + packed > view.byteLength) throw refusal(file, `"${path}" in the zip was cut short`);
  const bytes = new Uint8Array(view.buffer, view.byteOffset + from, packed);
  if (method === 0) {
    if (packed !== size) throw refusal(file, `"${path}" in the zip has ${packed} bytes, not ${size}`);
    return bytes;
  }
  if (method !== 8) throw refusal(file, `"${path}" in the zip is packed by method ${method}; only deflate (8) is known`);
  return inflated(file, path, bytes, size);
}

/** Bytes that are no UTF-8 are some old code page: good enough to find a file by. */
function nameOf(bytes: Uint8Array): string {
  try {
    return decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
  } catch {
    return String.fromCharCode(...bytes);
  }
}

/** A path inside, with "/" only; what would lead out of its folder is refused. */
export function safePath(file: string, path: string): string {
  const slashes = path.replaceAll('\\', '/').replace(/^(\.\/)+/, '');
  const isOutside = slashes.startsWith('/') || /^[a-z]:/i.test(slashes) || slashes.split('/').includes('..');
  const isOdd = slashes === '' || slashes.length > 1000 || /\p{Cc}/u.test(slashes);
  if (isOutside || isOdd) throw refusal(file, `the path "${path.slice(0, 200)}" leads out of the folder or is none`);
  return slashes;
}
