import { useEffect, useRef } from 'react';
import type { WorldCard } from '../../core/api/http.ts';
import { isAtLeast } from '../../core/api/roles.ts';
import { usePage } from '../page/page-context.ts';
import { useObservable } from '../page/use-observable.ts';

const QUIET_MS = 1500;

/** Worlds without a picture get one, one after the other, once the lobby stands. Each is tried once. */
export function usePortraits(worlds: readonly WorldCard[], onMade: () => void): void {
  const { hub, visitor } = usePage();
  const standing = useObservable(visitor.standing);
  const tried = useRef(new Set<string>());
  const role = standing.kind === 'known' ? standing.me.role : 'none';
  const next = worlds.find(
    ({ id, pictureUrl, people, entities }) => pictureUrl === undefined && entities > 0 && people.length === 0 && !tried.current.has(id),
  );
  const { id: world, view } = next ?? {};
  const where = JSON.stringify(view);
  useEffect(() => {
    const { token, name } = visitor;
    if (world === undefined || token === undefined || role === 'none' || !isAtLeast(role, 'operator')) return;
    const timer = setTimeout(async () => {
      tried.current.add(world);
      const { portray } = await import('./portraits.ts');
      await portray(hub, { world, view: where === undefined ? undefined : JSON.parse(where), name, token });
      onMade();
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [hub, visitor, role, world, where, onMade]);
}
