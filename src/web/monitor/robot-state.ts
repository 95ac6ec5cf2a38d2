import type { EntityInfo, Person } from '../link/world-link.ts';
import { isStale } from '../quantities/freshness.ts';
import { ageText } from '../quantities/quantities.ts';
import { nameOf } from '../world/control-state.ts';

/** What can be said of a robot in a word; what is more urgent hides what is less. */
export type RobotState =
  | { readonly kind: 'stopped'; readonly by: string }
  /** Its owner is gone: it stands at its last pose until somebody moves it. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'stale'; readonly ageMs: number }
  | { readonly kind: 'driven'; readonly by: string }
  | { readonly kind: 'moving' }
  | { readonly kind: 'rest' };

export interface Observed extends Pick<EntityInfo, 'control' | 'isLive' | 'ageMs'> {
  readonly isMoving: boolean;
}

export function stateOf({ control, isLive, ageMs, isMoving }: Observed): RobotState {
  if (control.stop) return { kind: 'stopped', by: control.stop.by };
  if (!isLive) return { kind: 'gone' };
  if (isStale(ageMs)) return { kind: 'stale', ageMs };
  const by = control.driver ?? control.lease?.holder;
  if (by !== undefined) return { kind: 'driven', by };
  return { kind: isMoving ? 'moving' : 'rest' };
}

export interface StateWords {
  readonly words: string;
  /** As chips have it. */
  readonly mood: 'ok' | 'warn' | 'bad' | 'plain';
}

/** Whether it is shown paler: nobody can say where it is now. */
export const isUnsure = ({ kind }: RobotState): boolean => kind === 'gone' || kind === 'stale';

export function wordsOf(state: RobotState, people: readonly Person[], me: string | undefined): StateWords {
  switch (state.kind) {
    case 'stopped':
      return { words: state.by === me ? 'Stopped by you' : `Stopped by ${nameOf(people, state.by)}`, mood: 'bad' };
    case 'gone':
      return { words: 'Owner gone', mood: 'warn' };
    case 'stale':
      return { words: `Stale ${ageText(state.ageMs)}`, mood: 'bad' };
    case 'driven':
      return { words: state.by === me ? 'Driven by you' : `Driven by ${nameOf(people, state.by)}`, mood: 'ok' };
    case 'moving':
      return { words: 'Moving', mood: 'ok' };
    case 'rest':
      return { words: 'At rest', mood: 'plain' };
  }
}
