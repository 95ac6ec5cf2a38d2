import { hashText } from '../base/hash.ts';

/** Any other seed than the usual one: two short hashes are as good as a long one. */
const OTHER_SEED = 0x9747b28c;

/** Names a value by what it says, in 16 hexadecimal digits. Two values of one name would need billions of sites, or somebody who looks for them. */
export function contentHash(value: object): string {
  const text = JSON.stringify(value);
  return [hashText(text), hashText(text, OTHER_SEED)].map((hash) => hash.toString(16).padStart(8, '0')).join('');
}
