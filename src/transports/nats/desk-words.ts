import { ByteReader, ByteWriter } from '../../core/base/bytes.ts';
import { MalformedError } from '../../core/base/errors.ts';
import type { Entry } from '../../core/bus/bus.ts';
import { bytes, count, type Field, group, optional, text, type ValuesOf, word } from '../../core/bus/frame-fields.ts';

/** What a participant on the bus itself asks of the hubs' desk, and what it is answered: one byte says which, then its fields. */

const many = <T>(field: Field<T>): Field<readonly T[]> => ({
  write(writer, values) {
    writer.count(values.length);
    for (const value of values) field.write(writer, value);
  },
  read(reader) {
    const values: T[] = [];
    for (let left = reader.count(); left > 0; left--) values.push(field.read(reader));
    return values;
  },
});

const entry = group({ key: text, revision: text, value: bytes });

/** Their order is the code: append only. */
const QUESTIONS = {
  get: group({ bucket: text, key: text }),
  swap: group({ bucket: text, key: text, expected: optional(text), value: optional(bytes) }),
  /** The records whose keys come after this one. */
  list: group({ bucket: text, after: text }),
  /** Whether what is held is all there is. */
  compare: group({ bucket: text, digest: count }),
} as const;

const ANSWERS = {
  got: group({ entry: optional(entry) }),
  /** `detail`: the new revision if applied, the reason if unknown. */
  swapped: group({ result: word('applied', 'conflict', 'unknown'), detail: text }),
  /** `next`: after which key the next page begins; empty when there is none. */
  page: group({ life: text, entries: many(entry), next: text }),
  compared: group({ outcome: word('same', 'different') }),
  refused: group({ reason: text }),
  /** The hub cannot reach the records at the moment. */
  failed: group({ reason: text }),
} as const;

type UnionOf<Shapes> = {
  [T in keyof Shapes]: { readonly type: T } & (Shapes[T] extends Field<unknown> ? ValuesOf<{ inner: Shapes[T] }>['inner'] : never);
}[keyof Shapes];
export type DeskQuestion = UnionOf<typeof QUESTIONS>;
export type DeskAnswer = UnionOf<typeof ANSWERS>;
export type AnswerTo<T extends DeskAnswer['type']> = Extract<DeskAnswer, { readonly type: T }>;

export const encodeQuestion = (question: DeskQuestion): Uint8Array => encode(QUESTIONS, question);
export const decodeQuestion = (payload: Uint8Array): DeskQuestion => decode(QUESTIONS, payload) as DeskQuestion;
export const encodeAnswer = (answer: DeskAnswer): Uint8Array => encode(ANSWERS, answer);
export const decodeAnswer = (payload: Uint8Array): DeskAnswer => decode(ANSWERS, payload) as DeskAnswer;

type Shapes = Readonly<Record<string, Field<never> | Field<unknown>>>;

function encode(shapes: Shapes, said: { readonly type: string }): Uint8Array {
  const writer = new ByteWriter().byte(Object.keys(shapes).indexOf(said.type));
  (shapes[said.type] as Field<unknown>).write(writer, said);
  return writer.finish();
}

function decode(shapes: Shapes, payload: Uint8Array): object {
  const reader = new ByteReader(payload);
  const code = reader.byte();
  const [type, shape] = Object.entries(shapes)[code] ?? [];
  if (shape === undefined) throw new MalformedError(`nothing at the desk has the code ${code}`);
  const values = shape.read(reader) as object;
  reader.end();
  return { type, ...values };
}

/** What one page may hold beside its last record, so that the servers take it. */
const PAGE_BYTES = 50_000;
/** Of a key, a revision and their lengths, generously. */
const MARGIN_BYTES = 160;

/** As many of the records after a key as fit into one answer, by their keys. */
export function pageOf(records: ReadonlyMap<string, Entry>, after: string): { readonly entries: readonly Entry[]; readonly next: string } {
  const rest = [...records.keys()].filter((key) => key > after).sort();
  const entries: Entry[] = [];
  let size = 0;
  for (const key of rest) {
    const record = records.get(key) as Entry;
    size += record.value.length + MARGIN_BYTES;
    if (entries.length > 0 && size > PAGE_BYTES) break;
    entries.push(record);
  }
  return { entries, next: entries.length < rest.length ? (entries.at(-1)?.key ?? '') : '' };
}
