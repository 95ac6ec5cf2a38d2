/** How what lives in a demo gives way to people. */

/** Whoever moved a robot by hand is left alone with it for so long, in world time. */
export const YIELD_MS = 20_000;
/** After a stop was re-armed it goes on, but not in the same moment. */
export const COMPOSE_MS = 2000;
/** Radians or metres: nearer than this a value is where it was sent. */
export const SAME_VALUE = 0.01;
