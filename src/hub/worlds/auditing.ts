import { wellFormed } from '../../core/base/well-formed.ts';
import type { AuditDraft, Store } from '../../core/store/store.ts';
import type { Control, Participant } from '../../core/world/world.ts';

/** What is written about: who holds it, and who stopped it. */
type Watched = Pick<Control, 'lease' | 'leaseEpoch' | 'stop'>;

type Watcher = Pick<Participant, 'id' | 'world' | 'participants' | 'changes' | 'entity' | 'entities'>;

/** As the Store keeps them. */
const LONGEST_ID = 100;
const LONGEST_NAME = 80;
const LONGEST_DETAIL = 2000;

const watched = ({ lease, leaseEpoch, stop }: Watched): Watched => ({ lease, leaseEpoch, stop });

const FREE: Watched = { lease: undefined, leaseEpoch: 0, stop: undefined };

/** Writes down who took, forced, gave back, stopped and re-armed what in one world: seen in the states, as everybody sees it. */
export class Auditing implements Disposable {
  readonly #resident: Watcher;
  readonly #store: Pick<Store, 'audit'>;
  readonly #report: (error: unknown) => void;
  readonly #seen = new Map<string, Watched>();
  /** Who asked last to re-arm: a state shows that it was done, not by whom. */
  readonly #rearming = new Map<string, string>();
  readonly #watching: Disposable;

  /** What is held or stopped already was written down by who was on duty before. */
  constructor({ resident, store, report }: { resident: Watcher; store: Pick<Store, 'audit'>; report: (error: unknown) => void }) {
    this.#resident = resident;
    this.#store = store;
    this.#report = report;
    for (const { id, control } of resident.entities) this.#seen.set(id, watched(control));
    this.#watching = resident.changes.on(({ entity }) => this.#look(entity));
  }

  [Symbol.dispose](): void {
    this.#watching[Symbol.dispose]();
  }

  /** Somebody asked to re-arm it, at the door of whichever hub. */
  rearming(entity: string, from: string): void {
    if (this.#seen.get(entity)?.stop !== undefined) this.#rearming.set(entity, from);
  }

  #look(entity: string): void {
    const now = this.#resident.entity(entity)?.control;
    const before = this.#seen.get(entity) ?? FREE;
    if (!now) {
      this.#seen.delete(entity);
      this.#rearming.delete(entity);
      return;
    }
    if (now.leaseEpoch === before.leaseEpoch && now.stop?.id === before.stop?.id) return;
    this.#seen.set(entity, watched(now));
    if (now.leaseEpoch > before.leaseEpoch) this.#leaseChanged(entity, before, now);
    if (now.stop?.id !== before.stop?.id) this.#stopChanged(entity, before, now);
  }

  #leaseChanged(entity: string, before: Watched, { lease }: Watched): void {
    if (lease) this.#write(lease.holder, lease.reason === '' ? 'lease.granted' : 'lease.forced', entity, lease.reason);
    else if (before.lease) this.#write(before.lease.holder, 'lease.released', entity, '');
  }

  #stopChanged(entity: string, before: Watched, { stop }: Watched): void {
    if (stop) this.#write(stop.by, 'stop', entity, stop.reason);
    else this.#write(this.#rearming.get(entity) ?? this.#resident.id, 'rearm', entity, before.stop?.reason ?? '');
    if (!stop) this.#rearming.delete(entity);
  }

  /** Whatever a state says is written down as far as a Store can keep it: nobody gets around the audit with a text that none could. */
  #write(actor: string, action: string, subject: string, reason: string): void {
    const by = wellFormed(actor, LONGEST_ID);
    const name = wellFormed(this.#resident.participants.find(({ id }) => id === actor)?.name ?? actor, LONGEST_NAME);
    const detail = wellFormed(reason, LONGEST_DETAIL);
    const entry: AuditDraft = { atMs: Date.now(), world: this.#resident.world, by, name, action, subject, detail };
    this.#store.audit.append(entry).catch(this.#report);
  }
}
