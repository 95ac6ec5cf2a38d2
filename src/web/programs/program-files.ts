import { MOST_LETTERS } from '../../core/programs/limits.ts';
import { parse, writePython } from '../../core/programs/programs.ts';
import { download } from '../page/download.ts';

/** Where a new program begins. */
export const NEW_PROGRAM = `// A new program. Ctrl Space shows what can be written.
speed(50);
`;

/** What is in a file as a program, whatever is wrong with it: that is for the editor to show. */
export async function textOfFile(file: File): Promise<string> {
  if (file.size > 4 * MOST_LETTERS) throw new Error(`${file.name} has ${file.size} bytes; a program has at most ${MOST_LETTERS} letters`);
  const text = (await file.text()).replaceAll('\r\n', '\n');
  if (text.length > MOST_LETTERS) throw new Error(`${file.name} has ${text.length} letters; a program has at most ${MOST_LETTERS}`);
  return text;
}

export type ProgramFormat = 'prg' | 'py';

/** Gives the person a file, or says why not. */
export function exportProgram(text: string, name: string, format: ProgramFormat): string | undefined {
  const { program } = parse(text);
  if (format === 'py' && !program) return 'There are errors in its words: mend them first.';
  const content = format === 'py' && program ? writePython(program, { name }) : text;
  download(`${name}.${format}`, new Blob([content], { type: 'text/plain' }));
  return undefined;
}
