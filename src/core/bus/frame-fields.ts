import type { ByteReader, ByteWriter } from '../base/bytes.ts';
import { MalformedError } from '../base/errors.ts';

/** How one value of a record is written and read. */
export interface Field<T> {
  write(writer: ByteWriter, value: T): void;
  read(reader: ByteReader): T;
}

export type Fields = { readonly [name: string]: Field<never> | Field<unknown> };

/** The values that a group of fields carries. */
export type ValuesOf<F> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

export const count: Field<number> = {
  write: (writer, value) => void writer.count(value),
  read: (reader) => reader.count(),
};

export const text: Field<string> = {
  write: (writer, value) => void writer.text(value),
  read: (reader) => reader.text(),
};

export const bytes: Field<Uint8Array> = {
  write: (writer, value) => void writer.count(value.length).raw(value),
  read: (reader) => reader.raw(reader.count()),
};

/** Bytes to the end of the record, without a length of their own: only as the last field. */
export const rest: Field<Uint8Array> = {
  write: (writer, value) => void writer.raw(value),
  read: (reader) => reader.rest(),
};

export const optional = <T>(field: Field<T>): Field<T | undefined> => ({
  write(writer, value) {
    writer.byte(value === undefined ? 0 : 1);
    if (value !== undefined) field.write(writer, value);
  },
  read(reader) {
    const present = reader.byte();
    if (present > 1) throw new MalformedError(`presence byte is ${present}, expected 0 or 1`);
    return present === 1 ? field.read(reader) : undefined;
  },
});

/** One of a list of words, sent as its index: append new words at the end. */
export const word = <const T extends string>(...words: readonly T[]): Field<T> => ({
  write: (writer, value) => void writer.count(words.indexOf(value)),
  read(reader) {
    const index = reader.count();
    const value = words[index];
    if (value === undefined) throw new MalformedError(`word number ${index}, expected one of ${words.join(', ')}`);
    return value;
  },
});

/** Fields one after the other, in the order in which they are declared. */
export function group<const F extends Fields>(fields: F): Field<ValuesOf<F>> {
  const members = Object.entries(fields) as [string, Field<unknown>][];
  return {
    write(writer, values) {
      const byName = values as Readonly<Record<string, unknown>>;
      for (const [name, field] of members) field.write(writer, byName[name]);
    },
    read(reader) {
      const values: Record<string, unknown> = {};
      for (const [name, field] of members) values[name] = field.read(reader);
      return values as ValuesOf<F>;
    },
  };
}
