export type Freshness = 'ok' | 'warn' | 'bad';

const FRESH_MS = 200;
/** From here on everything that shows a value says that it is stale. */
export const STALE_MS = 1000;

/** Up to 200 ms fresh, up to a second ageing, beyond that stale; so is what nobody knows the age of. */
export const freshnessOf = (ageMs: number | undefined): Freshness =>
  ageMs === undefined || !(ageMs <= STALE_MS) ? 'bad' : ageMs <= FRESH_MS ? 'ok' : 'warn';

export const isStale = (ageMs: number | undefined): boolean => freshnessOf(ageMs) === 'bad';
