/** `"a b"` and `a` alike. */
export const unquoted = (word: string): string => (word.startsWith('"') ? word.slice(1, isClosed(word) ? -1 : undefined) : word);

export const isClosed = (word: string): boolean => word.length > 1 && word.endsWith('"');
