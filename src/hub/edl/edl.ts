/** `manyhands edl`: maps as text, from the command line. */
import { basename, extname } from 'node:path';
import { MisuseError } from '../../core/base/errors.ts';
import {
  type CheckOptions,
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
import { type FormatOptions, formatFiles } from './format-files.ts';
import { count, type MapFile, type MapOptions, plural, print, printJson, read, tellWrong, understand, write } from './map-files.ts';
import { told } from './told.ts';

export interface OutputOptions extends MapOptions {
  readonly out: string | undefined;
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

export function formatMaps(files: readonly string[], options: FormatOptions): Promise<ExitCode> {
  return formatFiles(files, { ...options, command: 'edl' }, async (name) => {
    const file = await read(name);
    if (options.to !== 'stdout' && file.kind === 'cfg')
      throw new MisuseError(`${name} is compiled: its EDL is printed, without --write and --check`);
    return { file, ...formatted(file) };
  });
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

function formatted({ text, kind }: MapFile): { readonly text: string | undefined; readonly diagnostics: readonly Diagnostic[] } {
  if (kind === 'edl') return formatEdl(text);
  const { document, diagnostics } = readCfg(text);
  return { text: document && diagnostics.length === 0 ? writeEdl(document) : undefined, diagnostics };
}
