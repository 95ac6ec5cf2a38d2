/** `manyhands catalog`: what is in the catalog of a running hub, and bringing robots of one's own into it and out of it. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { explain, MisuseError } from '../../core/base/errors.ts';
import { DisconnectedError } from '../../core/bus/bus.ts';
import type { Model } from '../../core/robots/model.ts';
import { ImportError, type ImportedBody, type ImportProblem, sourcesIn } from '../../formats/formats.ts';
import { RefusedError } from '../../transports/socket/close-reason.ts';
import { importInThread } from '../bodies/body-thread.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { table } from '../join/table.ts';
import { HubClient, type HubIdentity, HubRefusal, megabytes } from './hub-client.ts';
import { type Source, sourcesFrom } from './source-files.ts';

export interface CatalogOptions extends HubIdentity {
  readonly format: 'human' | 'json';
}

export interface CatalogImportOptions extends CatalogOptions {
  readonly id: string | undefined;
  readonly title: string | undefined;
  readonly unitM: number | undefined;
  readonly up: 'y' | 'z' | undefined;
}

export function importModels(paths: readonly string[], options: CatalogImportOptions): Promise<ExitCode> {
  return atHub(options, async (comeIn) => {
    const sources = await sourcesFrom(paths);
    if (sources.length > 1 && (options.id ?? options.title) !== undefined)
      throw new MisuseError(`${sources.length} bodies cannot have one --id or --name; import them one by one`);
    // Before any work: a hub that lets nobody in would make it vain.
    const hub = await comeIn();
    let code: ExitCode = EXIT.ok;
    for (const source of sources) if ((await importOne(source, hub, options)) === 'refused') code = EXIT.failure;
    return code;
  });
}

async function importOne(source: Source, hub: HubClient, options: CatalogImportOptions): Promise<'imported' | 'refused'> {
  const { title, files, places } = source;
  const say = progress(options);
  const placed = ({ file, ...problem }: ImportProblem): ImportProblem => ({ ...problem, file: places.get(file) ?? (file || title) });
  try {
    say(`reading ${title}${files.size > 1 ? ` and what belongs to it: ${files.size} files` : ''}`);
    const body = await importInThread(files, {
      main: source.main,
      unitM: options.unitM,
      up: options.up,
      id: options.id,
      name: options.title,
    });
    say(`sending ${body.model.name} to the hub`);
    const bytes = await hub.put(body, options.id === undefined ? 'add' : 'replace');
    tellImported(options, { body, bytes, problems: body.problems.map(placed), others: othersIn(source) });
    return 'imported';
  } catch (error) {
    if (error instanceof ImportError) tellRefused(options, title, error.problems.map(placed));
    else if (error instanceof HubRefusal && error.status === 412)
      tellRefused(options, title, [
        { file: title, message: `${error.message.split(';')[0]}; replace it by giving its id with --id, or give this one another id` },
      ]);
    else throw error;
    return 'refused';
  }
}

/** Robots that lie in the same folder or zip, and are not what was imported. */
function othersIn({ files, main, places }: Source): string[] {
  if (main !== undefined) return [];
  return sourcesIn(files)
    .filter((path) => path.toLowerCase().endsWith('.urdf'))
    .slice(1)
    .map((path) => places.get(path) ?? path);
}

interface Imported {
  readonly body: ImportedBody;
  readonly bytes: number;
  readonly problems: readonly ImportProblem[];
  readonly others: readonly string[];
}

function tellImported({ format }: CatalogOptions, { body: { model, meshes }, bytes, problems, others }: Imported): void {
  const row = { ...rowOf(model), meshes: meshes.size, bytes };
  if (format === 'json') {
    printJson({ event: 'imported', ...row, problems, others });
    return;
  }
  const { id, name, links, joints, triangles } = row;
  print(`imported ${id} (${name}): ${links} links, ${joints} joints, ${triangles} triangles, ${megabytes(bytes)}`);
  for (const problem of problems) print(`  ${told(problem)}`);
  if (problems.length > 0) print(`  It is in the catalog all the same. Once that is mended, import it again with --id ${id}`);
  if (others.length > 0) print(`  There are other robots beside it, not imported: ${others.join(', ')}`);
}

function tellRefused({ format }: CatalogOptions, title: string, problems: readonly ImportProblem[]): void {
  if (format === 'json') {
    printJson({ event: 'refused', file: title, problems });
    return;
  }
  for (const problem of problems) process.stderr.write(`manyhands: ${told(problem)}\n`);
  process.stderr.write(`Nothing of ${title} was imported.\n`);
}

/** As compilers say it, so that editors find the place. */
const told = ({ file, line, column, message }: ImportProblem): string =>
  `${[file, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':')}: ${message}`;

export function listModels(options: CatalogOptions): Promise<ExitCode> {
  return atHub(options, async (comeIn) => {
    const rows = (await (await comeIn()).models()).map(rowOf);
    if (options.format === 'json') printJson({ event: 'models', models: rows });
    else
      print(
        table(
          ['id', 'name', 'kind', 'joints', 'summary'],
          rows.map((row) => [row.id, row.name, row.kind, `${row.joints}`, row.summary]),
        ),
      );
    return EXIT.ok;
  });
}

/** `folder`: where its files go; a new one of the model's name when left out. */
export function exportModel(model: string, folder: string | undefined, options: CatalogOptions): Promise<ExitCode> {
  return atHub(options, async (comeIn) => {
    const out = folder ?? model;
    const present = await readdir(out).catch(() => []);
    if (present.length > 0) throw new MisuseError(`the folder ${out} is not empty; choose another with --out`);
    const hub = await comeIn();
    const say = progress(options);
    say(`fetching ${model}`);
    const files = Object.entries(unzipSync(await hub.export(model)));
    const odd = files.find(([path]) => !isPlain(path));
    if (odd) throw new HubRefusal(502, `the hub sent a file called "${odd[0]}", which is not written anywhere`);
    for (const [path, bytes] of files) {
      await mkdir(dirname(join(out, path)), { recursive: true });
      await writeFile(join(out, path), bytes);
    }
    if (options.format === 'json') printJson({ event: 'exported', model, folder: out, files: files.map(([path]) => path) });
    else print(`exported ${model} to ${out}: ${files.map(([path]) => path).join(', ')}`);
    return EXIT.ok;
  });
}

/** Below the folder it is written to, whatever the hub says. */
const isPlain = (path: string): boolean => /^[\w -][\w. -]*(\/[\w -][\w. -]*)*$/.test(path);

export function removeModel(model: string, options: CatalogOptions): Promise<ExitCode> {
  return atHub(options, async (comeIn) => {
    await (await comeIn()).remove(model);
    if (options.format === 'json') printJson({ event: 'removed', model });
    else print(`removed ${model}`);
    return EXIT.ok;
  });
}

/** What goes wrong between here and the hub is told, with what to do; MisuseError is for whoever reads the command line. */
async function atHub(options: CatalogOptions, work: (comeIn: () => Promise<HubClient>) => Promise<ExitCode>): Promise<ExitCode> {
  const fail = (error: unknown, code: ExitCode): ExitCode => {
    if (options.format === 'json') printJson({ event: 'failed', reason: explain(error) });
    process.stderr.write(`manyhands: ${explain(error)}\n`);
    return code;
  };
  try {
    return await work(() => HubClient.come(options));
  } catch (error) {
    if (error instanceof HubRefusal) return fail(error, EXIT.failure);
    if (error instanceof RefusedError) return fail(error, EXIT.notJoined);
    if (!(error instanceof DisconnectedError)) throw error;
    const code = fail(error, EXIT.notJoined);
    process.stderr.write('Is a hub running there? Start one with: bin/manyhands hub\n');
    return code;
  }
}

const rowOf = ({ id, name, kind, summary, links, dofs }: Model) => ({
  id,
  name,
  kind,
  summary,
  links: links.length,
  joints: dofs.length,
  triangles: links.flatMap(({ parts }) => parts).reduce((sum, { shape }) => sum + (shape.kind === 'mesh' ? shape.triangles : 0), 0),
});

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const printJson = (value: object): void => print(JSON.stringify(value));

/** What is being done, for who waits; what came of it goes to stdout. */
const progress =
  ({ format }: CatalogOptions) =>
  (text: string): void => {
    if (format === 'human') process.stderr.write(`${text} ...\n`);
  };
