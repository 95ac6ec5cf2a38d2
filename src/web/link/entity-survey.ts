import type { EntityDescription } from '../../core/api/messages.ts';
import type { Control, EntityView, Participant } from '../../core/world/world.ts';
import { STALE_MS } from '../quantities/freshness.ts';
import type { EntityChange } from './page-messages.ts';
import { type Slot, Slots } from './slots.ts';

/** An entity as it stands in the frames, and what the page was last told of it. */
interface Surveyed {
  readonly view: EntityView;
  readonly slot: Slot;
  readonly told: EntityChange;
  readonly description: EntityDescription;
}

/**
 * Compares the world with what the page was told of it. Ages change all the time; they are told at every survey of what is watched (selected,
 * driven), of the rest when something else changes, and once a second when they are stale.
 */
export class EntitySurvey {
  readonly slots: Slots = new Slots();
  #surveyed = new Map<string, Surveyed>();

  /** What there is to draw. Taken at the last survey: what was removed since stays until the next. */
  get all(): Iterable<{ readonly view: EntityView; readonly slot: Slot }> {
    return this.#surveyed.values();
  }

  /** What is new since the last survey. */
  take(participant: Participant, isWatched: (entity: string) => boolean): { changed: EntityChange[]; gone: string[] } {
    const before = this.#surveyed;
    this.#surveyed = new Map();
    const views = participant.entities;
    const isThere = new Set(views.map(({ id }) => id));
    const gone = [...before.keys()].filter((id) => !isThere.has(id));
    // Before places are given: those of the gone go first.
    for (const id of gone) this.slots.free(id);
    const changed: EntityChange[] = [];
    for (const view of views) {
      const known = before.get(view.id);
      const slot = this.slots.give(view.id, view.description.dofs.length);
      const now = changeOf(view, slot);
      const isSame = known !== undefined && !differs(known.told, now, isWatched(view.id)) && known.description === view.description;
      const told = isSame ? known.told : now;
      this.#surveyed.set(view.id, { view, slot, told, description: view.description });
      if (!isSame) changed.push(known?.description === view.description ? now : { ...now, description: view.description });
    }
    return { changed, gone };
  }

  /** Who drives or leases what. */
  controls(): Map<string, string[]> {
    const controls = new Map<string, string[]>();
    for (const { told } of this.#surveyed.values()) {
      for (const who of new Set([told.control.driver, told.control.lease?.holder])) {
        if (who !== undefined) controls.set(who, [...(controls.get(who) ?? []), told.id]);
      }
    }
    return controls;
  }

  /** Those this participant owns. */
  mine(): EntityView[] {
    return [...this.#surveyed.values()].flatMap(({ view }) => (view.isMine ? [view] : []));
  }
}

function changeOf(view: EntityView, { slot, valuesAt }: Slot): EntityChange {
  const { id, owner, isMine, isLive, epoch, control, isWorking, floor, isElsewhere, ageMs, contact, heldBy } = view;
  return {
    ...{ id, slot, valuesAt, owner, isMine, isLive, epoch, control, isWorking, floor, isElsewhere, ageMs: Math.round(ageMs) },
    ...(contact && { contact }),
    ...(heldBy !== undefined && { heldBy }),
  };
}

function differs(told: EntityChange, now: EntityChange, isWatched: boolean): boolean {
  return (
    told.slot !== now.slot ||
    told.valuesAt !== now.valuesAt ||
    told.owner !== now.owner ||
    told.isMine !== now.isMine ||
    told.isLive !== now.isLive ||
    told.epoch !== now.epoch ||
    told.isWorking !== now.isWorking ||
    told.floor !== now.floor ||
    told.isElsewhere !== now.isElsewhere ||
    told.heldBy !== now.heldBy ||
    told.contact?.with !== now.contact?.with ||
    told.contact?.atMs !== now.contact?.atMs ||
    !isSameControl(told.control, now.control) ||
    isOtherAge(told.ageMs, now.ageMs, isWatched)
  );
}

function isOtherAge(toldMs: number, nowMs: number, isWatched: boolean): boolean {
  if (toldMs === nowMs) return false;
  const wasStale = toldMs > STALE_MS;
  return isWatched || wasStale !== nowMs > STALE_MS || (wasStale && Math.abs(nowMs - toldMs) >= STALE_MS);
}

/** Every state that arrives brings a new object. */
function isSameControl(a: Control, b: Control): boolean {
  if (a === b) return true;
  return (
    a.driver === b.driver &&
    a.leaseEpoch === b.leaseEpoch &&
    a.lease?.holder === b.lease?.holder &&
    a.lease?.reason === b.lease?.reason &&
    a.stop?.id === b.stop?.id &&
    a.stop?.recorded === b.stop?.recorded &&
    a.asking.length === b.asking.length &&
    a.asking.every((asker, i) => asker === b.asking[i])
  );
}
