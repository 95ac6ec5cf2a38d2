/** `manyhands edl export` and `import`: maps that are pictures. */
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { MisuseError } from '../../core/base/errors.ts';
import { floorPlanOf, writeEdl } from '../../core/maps/maps.ts';
import { ImportError } from '../../formats/import-error.ts';
import { exportBitmap, importBitmap } from '../../formats/maps/bitmap-maps.ts';
import { type MapReading, USUAL_READING } from '../../formats/maps/grey-image.ts';
import { readMapYaml } from '../../formats/maps/map-yaml.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { count, type MapOptions, print, printJson, read, tellWrong, understand, write } from './map-files.ts';

export async function exportMap(
  name: string,
  { out, resolutionM, format }: MapOptions & { out: string; resolutionM: number },
): Promise<ExitCode> {
  if (!isYaml(out)) throw new MisuseError(`${out} is where the description goes: name it .yaml`);
  const file = await read(name);
  const { document, diagnostics } = understand(file, {});
  if (!document || count(diagnostics, 'error') > 0) {
    tellWrong(file, diagnostics, format);
    return EXIT.failure;
  }
  return orRefusal(format, async () => {
    const image = `${basename(out, extname(out))}.pgm`;
    const { yaml, pgm } = exportBitmap(floorPlanOf(document), { resolutionM, image });
    await write(join(dirname(out), image), pgm);
    await write(out, yaml);
    if (format === 'json') printJson({ file: name, out, image: join(dirname(out), image) });
    else print(`wrote ${out} and ${join(dirname(out), image)}`);
  });
}

interface ImportOptions extends MapOptions {
  readonly out: string | undefined;
  readonly resolutionM: number | undefined;
}

export async function importMap(name: string, { out, resolutionM, format }: ImportOptions): Promise<ExitCode> {
  const { path, reading } = await described(name, resolutionM, format);
  if (!reading) return EXIT.failure;
  const bytes = await bytesOf(path);
  return orRefusal(format, async () => {
    const document = importBitmap(path, bytes, reading);
    const text = writeEdl(document);
    if (out !== undefined) await write(out, text);
    if (format === 'json') printJson({ file: name, walls: document.members.length, ...(out === undefined ? { text } : { out }) });
    else if (out === undefined) process.stdout.write(text);
    else print(`wrote ${out}: ${document.members.length} walls`);
  });
}

interface Described {
  readonly path: string;
  /** Undefined when the description was refused, and that was told. */
  readonly reading: MapReading | undefined;
}

async function described(name: string, resolutionM: number | undefined, format: MapOptions['format']): Promise<Described> {
  if (!isYaml(name)) return { path: name, reading: { ...USUAL_READING, resolutionM: resolutionM ?? 0.05 } };
  if (resolutionM !== undefined) throw new MisuseError(`${name} says its resolution itself: leave out --resolution`);
  const text = new TextDecoder().decode(await bytesOf(name));
  let found: Described = { path: name, reading: undefined };
  await orRefusal(format, async () => {
    const description = readMapYaml(name, text);
    found = { path: resolve(dirname(name), description.image), reading: description };
  });
  return found;
}

const isYaml = (name: string): boolean => /\.ya?ml$/i.test(name);

async function bytesOf(name: string): Promise<Uint8Array> {
  try {
    return await readFile(name);
  } catch (cause) {
    throw new MisuseError(`${name} cannot be read`, { cause });
  }
}

/** What a file is refused for is told; 1 then. */
async function orRefusal(format: MapOptions['format'], work: () => Promise<void>): Promise<ExitCode> {
  try {
    await work();
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    if (format === 'json') printJson({ ok: false, problems: error.problems });
    else process.stderr.write(`manyhands: ${error.message}\n`);
    return EXIT.failure;
  }
}
