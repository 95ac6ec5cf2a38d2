import type { EntityInfo } from '../link/world-link.ts';

/**
 * Whether a thing is drawn as it was before. The age of what is live stands in panels only, and is told of what is selected ten times a second: a view in which
 * nothing else changes is not to be drawn for it.
 */
export function lookAlike(before: EntityInfo, now: EntityInfo): boolean {
  return before === now || (before.description === now.description && drawn(before) === drawn(now));
}

/** As a text: every state that arrives brings new objects. */
function drawn({ description: _, ageMs, ...rest }: EntityInfo): string {
  return JSON.stringify({ ...rest, ageMs: rest.isLive ? 0 : ageMs });
}
