/** Formatting files of any language, from the command line. */
import type { Diagnostic } from '../../core/base/diagnostics.ts';
import { MisuseError } from '../../core/base/errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { type MapOptions, print, printJson, type TextFile, tellWrong, write } from './map-files.ts';

export interface FormatOptions extends MapOptions {
  readonly to: 'files' | 'nowhere' | 'stdout';
}

/** A file that was read, and what it should be; undefined when it has errors. */
export interface FormattedFile {
  readonly file: TextFile;
  readonly text: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export async function formatFiles(
  files: readonly string[],
  { to, format, command }: FormatOptions & { readonly command: string },
  formatted: (name: string) => Promise<FormattedFile>,
): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  if (to === 'files' && files.includes('-'))
    throw new MisuseError('what comes from stdin is in no file that could be changed: leave off --write');
  for (const name of files) {
    const { file, text, diagnostics } = await formatted(name);
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
    else if (isChanged)
      print(to === 'files' ? `formatted ${name}` : `${name} is not formatted: run manyhands ${command} format ${name} --write`);
  }
  return code;
}
