import { createHash, webcrypto } from 'node:crypto';

/** SHA-256, in hexadecimal. */
export const contentHash = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex');

/** The same, of what is so large that everything else would have to wait for it. */
export async function contentHashInBackground(content: Uint8Array): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', new Uint8Array(content))).toString('hex');
}
