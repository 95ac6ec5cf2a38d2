/** A page of text is 2,000 letters; a floor of 10,000 members has a megabyte and a half. */
export const MOST_LETTERS = 4_000_000;
export const MOST_MEMBERS = 20_000;
/** 100 km: beyond that a number is a slip, and squares of it still count exactly enough. */
export const FARTHEST_CM = 1e7;
/** A member's label. */
export const HIGHEST_NUMBER = 999_999_999;
