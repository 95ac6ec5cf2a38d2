import { MisuseError } from './errors.ts';

/** Ids are subject tokens and keys: lower-case letters, digits, `_` and `-`, at most 64 of them. Names are data. */
const ID = /^[a-z0-9_-]{1,64}$/;

export const isId = (text: string): boolean => ID.test(text);

export function requireId(text: string, what: string): string {
  if (!isId(text)) throw new MisuseError(`${what} "${text}" is not an id: use 1 to 64 of a-z, 0-9, _ and -`);
  return text;
}

/** The id nearest to a name people typed: "Puma 560 (left)" becomes "puma-560-left". */
export function idFromName(name: string): string {
  const id = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 48);
  return id === '' ? 'unnamed' : id;
}
