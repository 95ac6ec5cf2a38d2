import { type FunctionComponent, memo, type NamedExoticComponent } from 'react';
import type { CatalogState } from '../../hub-api/model-catalog.ts';
import type { EntityInfo } from '../../link/world-link.ts';

interface AboutEntity {
  readonly info: EntityInfo;
}

interface AboutModelled extends AboutEntity {
  /** Its model may become another one. */
  readonly models: CatalogState;
}

/** What is known of a thing comes ten times a second with a new age: a section that does not show the age is drawn again when something else is new. */
export const ageless = (Section: FunctionComponent<AboutEntity>): NamedExoticComponent<AboutModelled> =>
  memo<AboutModelled>(Section, (before, now) => before.models === now.models && isSameButForAge(before.info, now.info));

export const isSameButForAge = (before: EntityInfo, now: EntityInfo): boolean =>
  isSame({ ...before, ageMs: undefined }, { ...now, ageMs: undefined });

/** Of plain data: what came in two messages is never the same object. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [ours, theirs] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  return ours.size === theirs.size && [...ours].every(([key, value]) => theirs.has(key) && isSame(value, theirs.get(key)));
}
