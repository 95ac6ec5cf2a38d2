import { tumble } from './tumble.ts';

/** What a page has of it: the test calls this in Chromium. */
Object.assign(globalThis, { tumble });
