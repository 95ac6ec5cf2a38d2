/** Texts that everything can keep: PostgreSQL has no NUL in texts, and UTF-8 has no half of a surrogate pair. */
export const isWellFormed = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);

/** The same text, as far as it can be kept: at most `longest` letters long, with a mark where something could not be kept. */
export function wellFormed(text: string, longest: number): string {
  const cut = text.slice(0, longest);
  const isInsidePair = /[\uD800-\uDBFF]$/.test(cut) && /^[\uDC00-\uDFFF]/.test(text.slice(longest));
  return (isInsidePair ? cut.slice(0, -1) : cut).replaceAll('\0', '\uFFFD').replace(/\p{Surrogate}/gu, '\uFFFD');
}
