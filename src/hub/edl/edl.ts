/** `manyhands edl`: maps as text, from the command line. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { MisuseError } from '../../core/base/errors.ts';
import {
  type CheckOptions,
  checkEdl,
  type Diagnostic,
  type EdlDocument,
  floorPlanOf,
  formatEdl,
  readCfg,
  writeCfg,
  writeEdl,
} from '../../core/maps/maps.ts';
import { drawFloor } from '../../formats/maps/floor-drawing.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { told } from './told.ts';

export interface MapOptions {
  readonly format: 'human' | 'json';
}

export interface OutputOptions extends MapOptions {
  readonly out: string | undefined;
}

interface MapFile {
  readonly name: string;
  readonly text: string;
  readonly kind: 'edl' | 'cfg';
}

/** A map that was read, with all that is to be said of it. */
interface ReadMap {
  readonly document: EdlDocument | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export async function checkMaps(files: readonly string[], options: MapOptions & Pick<CheckOptions, 'robotRadiusCm'>): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  for (const name of files) {
    const file = await read(name);
    const { document, diagnostics } = understand(file, options);
    const [errors, warnings] = [count(diagnostics, 'error'), count(diagnostics, 'warning')];
    if (errors > 0) code = EXIT.failure;
    if (options.format === 'json') printJson({ file: name, ok: errors === 0, errors, warnings, diagnostics });
    else {
      for (const diagnostic of diagnostics) print(told(name, file.text, diagnostic));
      print(
        `${name}: ${errors + warnings === 0 ? `all is well: ${document?.members.length ?? 0} members` : `${plural(errors, 'error')}, ${plural(warnings, 'warning')}`}`,
      );
    }
  }
  return code;
}

export async function formatMaps(
  files: readonly string[],
  { to, format }: MapOptions & { to: 'files' | 'nowhere' | 'stdout' },
): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  for (const name of files) {
    const file = await read(name);
    if (to !== 'stdout' && file.kind === 'cfg')
      throw new MisuseError(`${name} is compiled: its EDL is printed, without --write and --check`);
    const { text, diagnostics } = formatted(file);
    if (text === undefined) {
      code = EXIT.failure;
      tellWrong(file, diagnostics, format);
      continue;
    }
    const isChanged = text !== file.text;
    if (to === 'files' && isChanged) await write(name, text);
    if (to === 'nowhere' && isChanged) code = EXIT.failure;
    if (format === 'json') printJson({ file: name, changed: isChanged, ...(to === 'stdout' && { text }) });
    else if (to === 'stdout') process.stdout.write(text);
    else if (isChanged) print(to === 'files' ? `formatted ${name}` : `${name} is not formatted: run manyhands edl format ${name} --write`);
  }
  return code;
}

export function compileMap(name: string, options: OutputOptions): Promise<ExitCode> {
  return make(name, options, writeCfg);
}

export function drawMap(name: string, options: OutputOptions): Promise<ExitCode> {
  const title = name === '-' ? 'Map' : basename(name, extname(name));
  return make(name, options, (document) => drawFloor(floorPlanOf(document), title));
}

/** Writes what is made of a map that has no errors; its warnings go to stderr. */
async function make(name: string, { out, format }: OutputOptions, making: (document: EdlDocument) => string): Promise<ExitCode> {
  const file = await read(name);
  const { document, diagnostics } = understand(file, {});
  if (!document || count(diagnostics, 'error') > 0) {
    tellWrong(file, diagnostics, format);
    return EXIT.failure;
  }
  const text = making(document);
  if (out !== undefined) await write(out, text);
  if (format === 'json') printJson({ file: name, ...(out === undefined ? { text } : { out }), diagnostics });
  else {
    for (const diagnostic of diagnostics) process.stderr.write(`${told(name, file.text, diagnostic)}\n`);
    if (out === undefined) process.stdout.write(text);
    else print(`wrote ${out}`);
  }
  return EXIT.ok;
}

function understand({ name, text, kind }: MapFile, options: CheckOptions): ReadMap {
  if (kind === 'cfg') return readCfg(text);
  const folder = name === '-' ? '.' : dirname(name);
  return checkEdl(text, { ...options, hasFile: (file) => existsSync(join(folder, file)) });
}

function formatted({ text, kind }: MapFile): { readonly text: string | undefined; readonly diagnostics: readonly Diagnostic[] } {
  if (kind === 'edl') return formatEdl(text);
  const { document, diagnostics } = readCfg(text);
  return { text: document && diagnostics.length === 0 ? writeEdl(document) : undefined, diagnostics };
}

async function read(name: string): Promise<MapFile> {
  if (name === '-') return { name, text: await textOf(process.stdin), kind: 'edl' };
  try {
    return { name, text: await readFile(name, 'utf8'), kind: extname(name).toLowerCase() === '.cfg' ? 'cfg' : 'edl' };
  } catch (cause) {
    throw new MisuseError(`${name} cannot be read`, { cause });
  }
}

async function write(name: string, text: string): Promise<void> {
  try {
    await writeFile(name, text);
  } catch (cause) {
    throw new MisuseError(`${name} cannot be written`, { cause });
  }
}

function tellWrong({ name, text }: MapFile, diagnostics: readonly Diagnostic[], format: MapOptions['format']): void {
  if (format === 'json') {
    printJson({ file: name, ok: false, diagnostics });
    return;
  }
  for (const diagnostic of diagnostics) process.stderr.write(`${told(name, text, diagnostic)}\n`);
  process.stderr.write(`manyhands: nothing was made of ${name}, which has ${plural(count(diagnostics, 'error'), 'error')}\n`);
}

const count = (diagnostics: readonly Diagnostic[], severity: Diagnostic['severity']): number =>
  diagnostics.filter((each) => each.severity === severity).length;
const plural = (times: number, what: string): string => `${times} ${what}${times === 1 ? '' : 's'}`;
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const printJson = (value: object): void => print(JSON.stringify(value));
