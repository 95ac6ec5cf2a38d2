import { type Clock, every } from '../../core/base/clock.ts';
import type { EntityView, World } from '../../library/manyhands.ts';
import type { EntityChange, SessionEvent } from './event.ts';

const LOOK_EVERY_MS = 100;

interface Known {
  readonly owner: string | undefined;
  readonly isLive: boolean;
  readonly stop: EntityView['control']['stop'];
  readonly lease: EntityView['control']['lease'];
}

/** Tells what changed in the world since the last look, apart from movements: who came and went, what changed hands, what was stopped. */
export function tellNews(world: World, clock: Clock, tell: (event: SessionEvent) => void): Disposable {
  let people = peopleOf(world);
  let entities = entitiesOf(world);
  return every(clock, LOOK_EVERY_MS, () => {
    if (world.status.kind !== 'connected') return;
    const peopleNow = peopleOf(world);
    for (const [id, name] of peopleNow) if (!people.has(id)) tell({ event: 'participant', change: 'came', id, name });
    for (const [id, name] of people) if (!peopleNow.has(id)) tell({ event: 'participant', change: 'went', id, name });
    people = peopleNow;
    const entitiesNow = entitiesOf(world);
    const names = new Set([...entities.keys(), ...entitiesNow.keys()]);
    for (const entity of names) {
      for (const change of changesOf(entities.get(entity), entitiesNow.get(entity))) tell({ event: 'entity', entity, change });
    }
    entities = entitiesNow;
  });
}

/** The others: of itself one knows. */
const peopleOf = (world: World): Map<string, string> =>
  new Map(world.participants.filter(({ id }) => id !== world.id).map(({ id, name }) => [id, name]));

const entitiesOf = (world: World): Map<string, Known> =>
  new Map(
    world.entities.map((view) => {
      const { stop, lease } = view.control;
      return [view.id, { owner: view.owner, isLive: view.isLive, stop, lease }];
    }),
  );

function changesOf(before: Known | undefined, now: Known | undefined): EntityChange[] {
  if (!now) return before ? [{ kind: 'removed' }] : [];
  const changes: EntityChange[] = [];
  if (!before) changes.push({ kind: 'inserted', owner: now.owner });
  else if (before.owner !== now.owner) changes.push({ kind: 'owner', owner: now.owner, before: before.owner });
  else if (before.isLive && !now.isLive) changes.push({ kind: 'orphaned', owner: now.owner });
  if (now.stop && now.stop.id !== before?.stop?.id) changes.push({ kind: 'stopped', by: now.stop.by, reason: now.stop.reason });
  if (!now.stop && before?.stop) changes.push({ kind: 'rearmed' });
  if (now.lease && now.lease.holder !== before?.lease?.holder)
    changes.push({ kind: 'leased', to: now.lease.holder, reason: now.lease.reason });
  if (!now.lease && before?.lease) changes.push({ kind: 'released' });
  return changes;
}
