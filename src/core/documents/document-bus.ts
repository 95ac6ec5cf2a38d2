import type { Bus } from '../bus/bus.ts';

/** What of the bus those who edit need: a page has no more of it. */
export type DocumentBus = Pick<Bus, 'status' | 'onStatus' | 'publish' | 'subscribe' | 'request'>;
