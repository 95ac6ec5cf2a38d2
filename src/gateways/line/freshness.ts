import type { LineValue } from '../../protocols/line/line.ts';

/** What is held, and lasts only as long as it is said again and again: as long as the world believes a twist (K22). */
const HELD_MS = 400;
/** What goes to a goal and ends there, or re-arms: a person types it in that time, and what lay in a buffer through an outage is older. */
const DELIBERATE_MS = 10_000;

/** How old a command to what is mounted may be; undefined: as old as it likes, for a stop is never too late. */
export function mayBeOldMs(name: string, value: LineValue): number | undefined {
  if (name.endsWith('/control/stopped') && value === true) return undefined;
  return name.endsWith('/twist') ? HELD_MS : DELIBERATE_MS;
}
