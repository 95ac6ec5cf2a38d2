import { describe, expect, it } from 'vitest';
import { MOST_LETTERS } from '../../core/documents/documents.ts';
import { textOfFile } from './map-files.ts';

describe('a file that is to become a map', () => {
  it('is read, with line ends as they are here', async () => {
    expect(await textOfFile(new File(['LENGTH 10.0\r\nWIDTH 5.0\r\n'], 'a.edl'))).toBe('LENGTH 10.0\nWIDTH 5.0\n');
  });

  it('is refused before a map is made of it when it has more letters than a map has room for', async () => {
    const file = new File(['x'.repeat(MOST_LETTERS + 1)], 'large.edl');
    await expect(textOfFile(file)).rejects.toThrow(`large.edl has ${MOST_LETTERS + 1} letters; a map has at most ${MOST_LETTERS}`);
  });
});
