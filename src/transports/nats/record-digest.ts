import { hashText } from '../../core/base/hash.ts';

/** The same for the same records at the same revisions, in whatever order: who holds another one has missed something. */
export function digestOf(revisions: Iterable<readonly [key: string, revision: string]>): number {
  let sum = 0;
  for (const [key, revision] of revisions) sum = (sum + hashText(`${key} ${revision}`)) >>> 0;
  return sum;
}
