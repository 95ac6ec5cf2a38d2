import { readFile, writeFile } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { MisuseError } from '../../core/base/errors.ts';
import { type CheckOptions, checkEdl, type Diagnostic, type EdlDocument, readCfg } from '../../core/maps/maps.ts';
import { picturesIn } from './picture-files.ts';
import { told } from './told.ts';

export interface MapOptions {
  readonly format: 'human' | 'json';
}

export interface TextFile {
  readonly name: string;
  readonly text: string;
}

export interface MapFile extends TextFile {
  readonly kind: 'edl' | 'cfg';
}

/** A map that was read, with all that is to be said of it. */
interface ReadMap {
  readonly document: EdlDocument | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export async function read(name: string): Promise<MapFile> {
  return { ...(await readText(name)), kind: extname(name).toLowerCase() === '.cfg' ? 'cfg' : 'edl' };
}

export async function readText(name: string): Promise<TextFile> {
  if (name === '-') return { name, text: await textOf(process.stdin) };
  try {
    return { name, text: await readFile(name, 'utf8') };
  } catch (cause) {
    throw new MisuseError(`${name} cannot be read`, { cause });
  }
}

export async function write(name: string, text: string | Uint8Array): Promise<void> {
  try {
    await writeFile(name, text);
  } catch (cause) {
    throw new MisuseError(`${name} cannot be written`, { cause });
  }
}

export function tellWrong({ name, text }: TextFile, diagnostics: readonly Diagnostic[], format: MapOptions['format']): void {
  if (format === 'json') {
    printJson({ file: name, ok: false, diagnostics });
    return;
  }
  for (const diagnostic of diagnostics) process.stderr.write(`${told(name, text, diagnostic)}\n`);
  tellNothingMade(name, diagnostics);
}

type Found = Pick<Diagnostic, 'severity'>;

export const tellNothingMade = (name: string, found: readonly Found[]): void =>
  void process.stderr.write(`manyhands: nothing was made of ${name}, which has ${plural(count(found, 'error'), 'error')}\n`);

export const count = (found: readonly Found[], severity: Found['severity']): number =>
  found.filter((each) => each.severity === severity).length;
export const plural = (times: number, what: string): string => `${times} ${what}${times === 1 ? '' : 's'}`;
export function understand({ name, text, kind }: MapFile, options: CheckOptions): ReadMap {
  if (kind === 'cfg') return readCfg(text);
  const folder = name === '-' ? '.' : dirname(name);
  return checkEdl(text, { ...options, pictureOf: picturesIn(folder) });
}

export const print = (text: string): void => void process.stdout.write(`${text}\n`);
export const printJson = (value: object): void => print(JSON.stringify(value));
