import { MOST_LETTERS } from '../../core/documents/documents.ts';
import { compileEdl, floorPlanOf, parseEdl, readCfg, writeEdl } from '../../core/maps/maps.ts';
import { drawFloor } from '../../formats/maps/floor-drawing.ts';
import { download } from '../page/download.ts';

/** Where a new map begins: a field with a place to start from. */
export const NEW_MAP = `# A new map: lengths in centimetres, angles in degrees.
LENGTH 2000.0
WIDTH 1200.0

0 POINT:
  x= 200.0
  y= 200.0
  theta= 0.0
  name= "Start"
`;

/** The largest file that is read: a map has at most a million letters. */
const LARGEST_FILE_BYTES = 4_000_000;

/** What a file says as EDL, if a map has room for it, whatever is wrong with it: that is for the editor to show. */
export async function textOfFile(file: File): Promise<string> {
  if (file.size > LARGEST_FILE_BYTES) throw new Error(`${file.name} has ${file.size} bytes; a map has at most ${LARGEST_FILE_BYTES}`);
  const text = edlOfFile(file.name, (await file.text()).replaceAll('\r\n', '\n'));
  if (text.length > MOST_LETTERS) throw new Error(`${file.name} has ${text.length} letters; a map has at most ${MOST_LETTERS}`);
  return text;
}

function edlOfFile(name: string, text: string): string {
  if (!name.toLowerCase().endsWith('.cfg')) return text;
  const { document, diagnostics } = readCfg(text);
  if (!document) throw new Error(`${name} is no compiled map: ${diagnostics[0]?.message ?? 'there is nothing in it'}`);
  return writeEdl(document);
}

export type MapFormat = 'edl' | 'cfg' | 'svg';

/** The bytes of a map in another form, or why it has none. */
export function exported(text: string, name: string, format: MapFormat): { readonly content: string } | { readonly failure: string } {
  if (format === 'edl') return { content: text };
  if (format === 'cfg') {
    const { cfg } = compileEdl(text);
    return cfg === undefined ? { failure: 'There are errors in the map: mend them first.' } : { content: cfg };
  }
  const { document } = parseEdl(text);
  return document ? { content: drawFloor(floorPlanOf(document), name) } : { failure: 'The map has no LENGTH and WIDTH yet.' };
}

const TYPES: Readonly<Record<MapFormat, string>> = { edl: 'text/plain', cfg: 'text/plain', svg: 'image/svg+xml' };

export const downloadMap = (content: string, file: string, format: MapFormat): void =>
  download(`${file}.${format}`, new Blob([content], { type: TYPES[format] }));
