import { bytesToText } from '../core/base/bytes.ts';
import { refusal } from './import-error.ts';
import { gunzipped, isGzip } from './inflate.ts';
import { MEGABYTE, MOST_LOOKS, MOST_READ_BYTES, MOST_TEXT_BYTES } from './limits.ts';
import { isZip, safePath, zipMembers } from './zip.ts';

/** The files of one import, those inside of zips among them. Only what is asked for is unpacked. */
export class SourceFolder {
  readonly #files = new Map<string, () => Uint8Array>();
  readonly #byName = new Map<string, { readonly path: string; readonly steps: readonly string[] }[]>();
  #readBytes = 0;
  #looks = 0;

  constructor(files: ReadonlyMap<string, Uint8Array>) {
    for (const [given, bytes] of files) {
      const path = safePath(given, given);
      if (!isZip(bytes)) this.#add(path, () => bytes);
      // Of several zips each is a folder of its own name; one alone is the folder.
      else
        for (const member of zipMembers(path, bytes)) this.#add(files.size === 1 ? member.path : `${path}/${member.path}`, member.unpack);
    }
  }

  get paths(): string[] {
    return [...this.#files.keys()];
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  read(path: string): Uint8Array {
    const bytes = this.#files.get(path)?.();
    if (!bytes) throw refusal(path, 'is not among the files');
    const plain = isGzip(bytes) ? gunzipped(path, bytes) : bytes;
    this.#readBytes += plain.length;
    if (this.#readBytes > MOST_READ_BYTES) throw refusal(path, `with it more than ${MOST_READ_BYTES / MEGABYTE} MB would be read`);
    return plain;
  }

  /**
   * The file that one refers to as `reference`, beside it or in a package: by its whole path, else by as much of its end as some file has.
   * People keep the parts of a package in folders of other names.
   */
  find(from: string, reference: string): string | undefined {
    const relative = normalised(
      reference.includes('://') ? '' : from.split('/').slice(0, -1).join('/'),
      reference.replace(/^[a-z]+:\/\/\/?/i, ''),
    );
    if (relative === undefined) return undefined;
    const steps = relative.split('/');
    const candidates = this.#byName.get((steps.at(-1) ?? '').toLowerCase()) ?? [];
    this.#looks += candidates.length;
    if (this.#looks > MOST_LOOKS) throw refusal(from, 'refers too often to files whose names are all alike');
    let [best, found, isAlone]: [number, string | undefined, boolean] = [0, undefined, true];
    for (const candidate of candidates) {
      const score = sharedEnd(candidate.steps, steps);
      if (score > best) [best, found, isAlone] = [score, candidate.path, true];
      else if (score === best) isAlone = false;
    }
    // Two that are equally near: whichever were taken could be the wrong one.
    return isAlone ? found : undefined;
  }

  #add(path: string, read: () => Uint8Array): void {
    this.#files.set(path, read);
    const steps = path.split('/');
    const name = (steps.at(-1) ?? '').toLowerCase();
    const known = this.#byName.get(name);
    if (known) known.push({ path, steps });
    else this.#byName.set(name, [{ path, steps }]);
  }
}

/** How many steps from the end are the same; one that differs only in case counts a little less. */
function sharedEnd(path: readonly string[], wanted: readonly string[]): number {
  let score = path.length === wanted.length ? 0.01 : 0;
  for (let i = 1; i <= Math.min(path.length, wanted.length); i++) {
    const [ours, theirs] = [path.at(-i), wanted.at(-i)];
    if (ours === theirs) score += 1;
    else if (ours?.toLowerCase() === theirs?.toLowerCase()) score += 0.9;
    else break;
  }
  return score;
}

/** A reference with its ".." taken; undefined if it leads out. */
function normalised(folder: string, reference: string): string | undefined {
  const steps: string[] = [];
  for (const step of [...folder.split('/'), ...safelyDecoded(reference).replaceAll('\\', '/').split('/')]) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) return undefined;
  }
  return steps.length === 0 ? undefined : steps.join('/');
}

function safelyDecoded(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}

/** UTF-8, or else some old code page, in which letters may be wrong and everything else is right. */
export function textOf(file: string, bytes: Uint8Array, most = MOST_TEXT_BYTES): string {
  if (bytes.length > most) throw refusal(file, `is text of ${bytes.length} bytes; at most ${most} are read`);
  try {
    return bytesToText(bytes);
  } catch {
    const pieces: string[] = [];
    for (let at = 0; at < bytes.length; at += 8192) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
    return pieces.join('');
  }
}
