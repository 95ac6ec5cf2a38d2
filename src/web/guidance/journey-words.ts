import type { JourneyState } from '../link/travel-link.ts';
import { duration } from '../quantities/quantities.ts';

export function journeyWords(state: JourneyState): string {
  switch (state.kind) {
    case 'planning':
    case 'driving':
    case 'waiting':
    case 'riding':
      return state.words;
    case 'arrived':
      return 'Arrived';
    case 'cancelled':
      return 'Cancelled';
    case 'failed':
      return state.reason.charAt(0).toUpperCase() + state.reason.slice(1);
  }
}

/** Rounded up, so that it is not there before it is. */
export const timeLeft = (ms: number): string => duration(Math.ceil(ms / 1000) * 1000);
