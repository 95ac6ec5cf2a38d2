import { readPositions, writePositions } from '../../../core/programs/positions.ts';
import type { TextWords } from '../../texts/text-bar.tsx';

export const LIST_WORDS: Omit<TextWords, 'placeholder'> = {
  noun: 'list',
  title: 'List of positions',
  extension: 'pos',
};

const LARGEST_FILE_BYTES = 1_000_000;

/** With its comments; of JSON as lines. What is wrong with single lines is shown where the list is. */
export async function listOfFile(file: File): Promise<string> {
  if (file.size > LARGEST_FILE_BYTES) throw new Error(`${file.name} has ${file.size} bytes; a list has at most ${LARGEST_FILE_BYTES}`);
  const text = (await file.text()).replaceAll('\r\n', '\n');
  const { positions, diagnostics } = readPositions(text);
  const first = diagnostics[0];
  if (positions.length === 0 && first) throw new Error(`${file.name} is no list of positions: line ${first.line}, ${first.message}`);
  return text.trimStart().startsWith('{') ? writePositions(positions) : text;
}
