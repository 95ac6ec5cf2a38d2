import type { UpdateLimit } from './update-shape.ts';

/** Letters of a document as people see it. */
export const MOST_LETTERS = 1_000_000;
/** Letters that were ever written in it, deleted ones too: each keeps a number for ever. */
export const MOST_LETTERS_EVER = 8_000_000;
/** Each page that was ever opened and wrote in it has one, and a state vector names them all. */
export const MOST_HANDS = 2500;
/** Runs of letters that nothing can be put together of, deleted ones too. */
export const MOST_RUNS = 1_000_000;
/** Of one edit, or of all that somebody did while it was offline: a fraction of what a document has room for, so that none uses it up. */
export const LARGEST_EDIT: UpdateLimit = { bytes: 4_000_000, pieces: 250_000, hands: 250, letters: 2_000_000 };
/** Of a document with its history: well below what the Store takes. A run may be split by one edit, and stand among the deletions, too. */
export const LARGEST_DOCUMENT: UpdateLimit = { bytes: 24_000_000, pieces: 4 * MOST_RUNS, hands: MOST_HANDS, letters: MOST_LETTERS_EVER };
/** What of an edit or a state goes into one message, beside its head: a state vector has up to ten bytes for each hand. */
export const PART_BYTES = 30_000;
export const LONGEST_NAME = 80;
/** Of who has a document open, all told. */
export const MOST_PRESENCES = 200;
/** Places in a text, as they travel. */
export const MOST_PLACE_BYTES = 200;
