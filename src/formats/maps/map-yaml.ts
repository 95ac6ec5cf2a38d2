import { parseDocument } from 'yaml';
import { z } from 'zod';
import { explain } from '../../core/base/errors.ts';
import { ImportError, refusal } from '../import-error.ts';
import type { MapReading } from './grey-image.ts';

/** What stands beside the picture of a map, as ROS's map_server and nav2 write it. */
export interface MapDescription extends MapReading {
  /** File name of the picture, beside the description. */
  readonly image: string;
}

const MOST_LETTERS = 100_000;
const share = z.number().min(0).max(1);
const schema = z.object({
  image: z.string().min(1).max(1000),
  resolution: z.number().min(0.001).max(10),
  origin: z.array(z.number().min(-1e6).max(1e6)).min(2).max(3),
  negate: z.union([z.literal(0), z.literal(1), z.boolean()]).default(0),
  occupied_thresh: share,
  free_thresh: share,
  mode: z.string().default('trinary'),
});

export function readMapYaml(file: string, text: string): MapDescription {
  if (text.length > MOST_LETTERS) throw refusal(file, `${text.length} letters are too many for a description of a map`);
  const document = parseDocument(text, { schema: 'core', merge: false });
  const [wrong] = document.errors;
  if (wrong)
    throw new ImportError([
      { file, line: wrong.linePos?.[0].line, column: wrong.linePos?.[0].col, message: wrong.message.split('\n')[0] ?? 'is no YAML' },
    ]);
  const parsed = schema.safeParse(plainOf(file, document));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw refusal(
      file,
      `${issue?.path.join('.') || 'it'}: ${issue?.message}; a map has image, resolution, origin, occupied_thresh and free_thresh`,
    );
  }
  const { image, resolution, origin, negate, occupied_thresh, free_thresh, mode } = parsed.data;
  if (mode !== 'trinary' && mode !== 'scale') throw refusal(file, `its mode is "${mode}": only trinary and scale are read`);
  if ((origin[2] ?? 0) !== 0)
    throw refusal(file, `it is turned by ${origin[2]} rad: turn the picture, and set the third number of origin to 0`);
  return {
    image,
    resolutionM: resolution,
    origin: [origin[0] as number, origin[1] as number],
    negate: Boolean(negate),
    occupiedShare: occupied_thresh,
    freeShare: free_thresh,
  };
}

/** Without aliases: a description of a map needs none, and a page of them can unfold to gigabytes. */
function plainOf(file: string, document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch (thrown) {
    throw refusal(file, explain(thrown));
  }
}

export function writeMapYaml({ image, resolutionM, origin, negate, occupiedShare, freeShare }: MapDescription): string {
  return [
    `image: ${JSON.stringify(image)}`,
    'mode: trinary',
    `resolution: ${resolutionM}`,
    `origin: [${origin[0]}, ${origin[1]}, 0]`,
    `negate: ${negate ? 1 : 0}`,
    `occupied_thresh: ${occupiedShare}`,
    `free_thresh: ${freeShare}`,
    '',
  ].join('\n');
}
