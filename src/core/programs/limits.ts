/** Whole numbers of 32 bits, as in the paper's language. */
export const LEAST_NUMBER = -(2 ** 31);
export const LARGEST_NUMBER: number = 2 ** 31 - 1;

/** Of a program's text: two thousand lines. */
export const MOST_LETTERS = 100_000;
/** Of statements and expressions in each other: whoever reads a tree does so by calling itself. */
export const DEEPEST_NESTING = 200;
/** Of what is written between quotes. */
export const LONGEST_TEXT = 200;
export const LONGEST_NAME = 40;
/** Of one line that is printed. */
export const LONGEST_LINE = 400;
export const MOST_INSTRUCTIONS = 50_000;

/** What a running program may have: numbers in memory, and calls that have not returned. */
export const MOST_MEMORY = 2_000;
export const MOST_CALLS = 100;

/** Steps in a row in which it neither does nor reads anything: a loop that never ends, or a sum for another place. */
export const MOST_IDLE_STEPS = 100_000;
/** Effects that take no time, in one second of the world's time. */
export const MOST_EFFECTS_PER_S = 100;

export const CELL_FLAGS = 10;
/** Percent of what the robot can do. */
export const LEAST_SPEED = 1;
export const LARGEST_SPEED = 100;
/** A day. */
export const LONGEST_WAIT_MS = 86_400_000;
