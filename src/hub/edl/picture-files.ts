import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { MOST_PICTURE_BYTES } from '../../core/geometry/picture.ts';

/**
 * The pictures that lie in a folder, by the names that maps give them, each read once; undefined for what is not there. A map may come from anywhere: what lies outside of the folder is not
 * there, and of what is too large no more is read than tells so.
 */
export function picturesIn(folder: string): (file: string) => Uint8Array | undefined {
  const read = new Map<string, Uint8Array | undefined>();
  return (file) => {
    if (!read.has(file)) read.set(file, pictureAt(folder, file));
    return read.get(file);
  };
}

function pictureAt(folder: string, file: string): Uint8Array | undefined {
  const path = join(folder, file);
  const inside = relative(folder, path);
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return undefined;
  const status = statSync(path, { throwIfNoEntry: false });
  return status?.isFile() ? beginningOf(path, MOST_PICTURE_BYTES + 1) : undefined;
}

function beginningOf(path: string, bytes: number): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const read = new Uint8Array(bytes);
    return read.slice(0, readSync(file, read, 0, bytes, 0));
  } finally {
    closeSync(file);
  }
}
