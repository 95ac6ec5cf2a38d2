import { existsSync, readFileSync } from 'node:fs';
import type { Picture } from '../../core/store/store.ts';

const folder = new URL('portraits/', import.meta.url);

/** What the lobby shows of a demo that nobody has been in yet. Without one (`npm run pictures -- portraits` makes them anew) the first lobby that is opened makes it. */
export function portraitOf(demo: string): Picture | undefined {
  const file = new URL(`${demo}.webp`, folder);
  return existsSync(file) ? { mediaType: 'image/webp', bytes: Uint8Array.from(readFileSync(file)) } : undefined;
}
