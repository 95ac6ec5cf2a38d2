import type { JourneyProgress } from '../../core/navigation/journey.ts';
import type { JourneyState } from './travel-link.ts';

/** What a journey does, as people read it. */
export function wordsOf({ state, reason }: JourneyProgress): JourneyState {
  switch (state) {
    case 'planning':
      return { kind: 'planning', words: reason === undefined ? 'Plans its way' : `Plans anew: ${reason}` };
    case 'waiting':
      return { kind: 'waiting', words: reason === undefined ? 'Waits' : `Waits ${reason}` };
    case 'driving':
      return { kind: 'driving', words: 'On its way' };
    case 'calling':
      return { kind: 'waiting', words: 'Waits for the elevator' };
    case 'boarding':
      return { kind: 'riding', words: 'Gets into the elevator' };
    case 'riding':
      return { kind: 'riding', words: 'Rides the elevator' };
    case 'arrived':
    case 'cancelled':
      return { kind: state };
    case 'failed':
      return { kind: 'failed', reason: reason ?? 'it did not arrive' };
  }
}
