/** Beyond this a robot would stop and go: the owner believes a hand for 400 ms. */
export const MOST_ROUND_TRIP_MS = 400;

/** Why nobody can drive over this link, in the words of the page; undefined when one can. */
export const tooSlow = (roundTripMs: number | undefined): string | undefined =>
  roundTripMs !== undefined && roundTripMs > MOST_ROUND_TRIP_MS
    ? `Latency ${Math.round(roundTripMs)} ms. Driving needs under ${MOST_ROUND_TRIP_MS} ms.`
    : undefined;
