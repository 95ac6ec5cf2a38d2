/** `manyhands program`: programs of robots, from the command line. */
import { basename } from 'node:path';
import { diagnosticsOf } from '../../core/base/diagnostics.ts';
import { MisuseError } from '../../core/base/errors.ts';
import { suggestion } from '../../core/base/nearest.ts';
import {
  checkProgram,
  compileProgram,
  formatProgram,
  parse,
  readPositions,
  type Surroundings,
  type TaughtPosition,
  writePython,
} from '../../core/programs/programs.ts';
import { catalog, type Model } from '../../core/robots/robots.ts';
import { type FormatOptions, formatFiles } from '../edl/format-files.ts';
import { count, type MapOptions, plural, print, printJson, readText, tellWrong } from '../edl/map-files.ts';
import { told } from '../edl/told.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { performProgram } from './performance.ts';
import { effectLine, postureLine } from './told-effects.ts';

interface Around extends MapOptions {
  readonly robot: string | undefined;
  readonly positions: string | undefined;
}

export async function checkPrograms(files: readonly string[], options: Around): Promise<ExitCode> {
  const { surroundings } = await around(options);
  let code: ExitCode = EXIT.ok;
  for (const name of files) {
    const { text } = await readText(name);
    const { diagnostics } = checkProgram(text, surroundings);
    const [errors, warnings] = [count(diagnostics, 'error'), count(diagnostics, 'warning')];
    if (errors > 0) code = EXIT.failure;
    if (options.format === 'json') printJson({ file: name, ok: errors === 0, errors, warnings, diagnostics });
    else {
      for (const diagnostic of diagnostics) print(told(name, text, diagnostic));
      print(`${name}: ${errors + warnings === 0 ? 'all is well' : `${plural(errors, 'error')}, ${plural(warnings, 'warning')}`}`);
    }
  }
  return code;
}

export function formatPrograms(files: readonly string[], options: FormatOptions): Promise<ExitCode> {
  return formatFiles(files, { ...options, command: 'program' }, async (name) => {
    const file = await readText(name);
    return { file, ...formatProgram(file.text) };
  });
}

/** In Python, the one language that there is. */
export async function exportProgram(name: string): Promise<ExitCode> {
  const file = await readText(name);
  const { program, findings } = parse(file.text);
  if (!program) {
    tellWrong(file, diagnosticsOf(file.text, findings), 'human');
    return EXIT.failure;
  }
  process.stdout.write(writePython(program, { name: basename(name) }));
  return EXIT.ok;
}

export async function runProgram(name: string, options: Around & { readonly robot: string; readonly longestS: number }): Promise<ExitCode> {
  const { format, longestS } = options;
  const { surroundings, positions } = await around(options);
  const file = await readText(name);
  const { program, diagnostics } = compileProgram(file.text, surroundings);
  if (!program) {
    tellWrong(file, diagnostics, format);
    return EXIT.failure;
  }
  if (format === 'human') for (const diagnostic of diagnostics) process.stderr.write(`${told(name, file.text, diagnostic)}\n`);
  const performance = performProgram(program, { model: modelOf(options.robot), positions, longestMs: longestS * 1000 });
  for await (const { atMs, effect } of performance) {
    if (format === 'json') printJson({ atMs, ...effect });
    else print(effectLine(atMs, effect));
    if (effect.deed.kind !== 'end') continue;
    const posture = await performance.posture();
    if (format === 'json') printJson({ atMs, posture });
    else print(postureLine(posture));
    return effect.deed.outcome === 'finished' ? EXIT.ok : EXIT.failure;
  }
  if (format === 'json') printJson({ atMs: longestS * 1000, unfinished: true });
  else process.stderr.write(`manyhands: ${name} was still running after ${longestS} s of the world's time\n`);
  return EXIT.failure;
}

async function around({ robot, positions: list }: Around): Promise<{ surroundings: Surroundings; positions: readonly TaughtPosition[] }> {
  const model = robot === undefined ? undefined : modelOf(robot);
  const positions = list === undefined ? [] : await taught(list);
  const names = list === undefined && robot === undefined ? undefined : positions.map(({ name }) => name);
  return { surroundings: { model, positions: names }, positions };
}

function modelOf(id: string): Model {
  const found = catalog.find((model) => model.id === id);
  if (!found)
    throw new MisuseError(
      `there is no model ${id}${suggestion(
        id,
        catalog.map((model) => model.id),
      )}`,
    );
  return found;
}

async function taught(name: string): Promise<readonly TaughtPosition[]> {
  const { text } = await readText(name);
  const { positions, diagnostics } = readPositions(text);
  const [first] = diagnostics;
  if (first) throw new MisuseError(`${name}:${first.line}:${first.column}: ${first.message}; ${first.remedy ?? ''}`);
  return positions;
}
