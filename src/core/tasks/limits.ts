export const MOST_ROWS = 100;
export const MOST_LETTERS = 20_000;
/** A day. */
export const LONGEST_WAIT_S = 86_400;
