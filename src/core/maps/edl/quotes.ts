/** `"a b"` and `a` alike. Where an old editor ended a line inside of a text there is a blank, as it is written again. */
export const unquoted = (word: string): string =>
  word.startsWith('"') ? word.slice(1, isClosed(word) ? -1 : undefined).replaceAll('\r', ' ') : word;

export const isClosed = (word: string): boolean => word.length > 1 && word.endsWith('"');
