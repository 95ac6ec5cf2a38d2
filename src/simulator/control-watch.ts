import type { OwnershipRecord } from '../core/api/messages.ts';
import type { VirtualTime } from '../core/base/virtual-time.ts';
import type { Control, Lease } from '../core/world/control.ts';
import type { EntityState } from '../core/world/state.ts';
import type { Cast } from './cast.ts';
import type { Witness } from './witness.ts';

/** In peace everybody has heard by then what an owner said. */
const HEARD_MS = 500;

interface Newest {
  readonly state: EntityState;
  /** True time at which it was published. */
  readonly publishedMs: number;
  /** True time of the last change of its lease. */
  leaseChangedMs: number;
}

/** Sees every state and every ownership record, and knows what may become of leases and stops. */
export class ControlWatch {
  readonly #time: VirtualTime;
  readonly #cast: Cast;
  readonly #witness: Witness;
  readonly #peaceFromMs: number;
  /** The last state under each epoch of each entity. */
  readonly #last = new Map<string, EntityState>();
  readonly #newest = new Map<string, Newest>();
  readonly #records = new Map<string, Pick<OwnershipRecord, 'epoch' | 'stop'>>();
  /** The reasons of leases taken by force, in the words of owners. */
  readonly #reasons = new Set<string>();
  granted = 0;
  released = 0;
  forced = 0;

  /** From `peaceFromMs` on nothing is lost, and everybody has what was lost before. */
  constructor(time: VirtualTime, cast: Cast, witness: Witness, peaceFromMs: number) {
    this.#time = time;
    this.#cast = cast;
    this.#witness = witness;
    this.#peaceFromMs = peaceFromMs;
    witness.spoken.on(({ author, entity, state }) => this.#spoken(author, entity, state));
    witness.recorded.on(({ entity, record }) => this.#recorded(entity, record));
  }

  /** W46: who was told that it took a lease by force has it in the words of the owner, with its reason. */
  checkForced(entity: string, actor: string, reason: string): void {
    if (!this.#reasons.has(`${entity} ${actor} ${reason}`))
      this.#witness.violate('W46', `${actor} was told that it took the lease of ${entity} by force, but no owner ever said so`);
  }

  #spoken(author: string, entity: string, state: EntityState): void {
    const { lease } = state.control;
    if (lease && lease.reason !== '') this.#reasons.add(`${entity} ${lease.holder} ${lease.reason}`);
    const key = `${entity} ${state.epoch}`;
    const before = this.#last.get(key);
    this.#last.set(key, state);
    if (before) this.#checkStep(entity, before, state);
    else this.#checkInherited(author, entity, state);
    this.#remember(entity, state);
  }

  #remember(entity: string, state: EntityState): void {
    const newest = this.#newest.get(entity);
    if (newest && newest.state.epoch > state.epoch) return;
    const isSame = newest !== undefined && isSameLease(newest.state.control, state.control);
    this.#newest.set(entity, { state, publishedMs: this.#time.now, leaseChangedMs: isSame ? newest.leaseChangedMs : this.#time.now });
  }

  /** W29: a new owner begins with the lease that it knows of, and in peace that is the one that the owner before it knew of. */
  #checkInherited(author: string, entity: string, state: EntityState): void {
    const view = this.#cast.joined.find(({ id }) => id === author)?.participant.entity(entity);
    if (view && view.epoch < state.epoch && !isSameLease(view.control, state.control))
      this.#witness.violate('W29', `${author} took ${entity} with ${said(view.control)}, and began with ${said(state.control)}`);
    const newest = this.#newest.get(entity);
    if (!newest || newest.state.epoch >= state.epoch || this.#time.now < this.#peaceFromMs) return;
    const isChanged = this.#time.now - newest.leaseChangedMs > HEARD_MS && !isSameLease(newest.state.control, state.control);
    if (isChanged && this.#mayBeKnown(entity, newest))
      this.#witness.violate(
        'W29',
        `${entity} changed hands with ${said(newest.state.control)}, and ${author} began with ${said(state.control)}`,
      );
  }

  /**
   * Whether anybody but the author can know of a state. An owner that was cut off may change a lease and go before peace begins: then nobody
   * ever got that state, and no taker can begin with its lease. It counts if it was published in peace, or if somebody here holds it.
   */
  #mayBeKnown(entity: string, { state, publishedMs }: Newest): boolean {
    if (publishedMs >= this.#peaceFromMs) return true;
    return this.#cast.joined.some(({ participant }) => {
      const view = participant.entity(entity);
      return view?.epoch === state.epoch && isSameLease(view.control, state.control);
    });
  }

  #checkStep(entity: string, before: EntityState, state: EntityState): void {
    const { lease, driver } = state.control;
    if (lease && driver !== undefined && driver !== lease.holder)
      this.#witness.violate('W72', `${driver} drives ${entity}, but ${lease.holder} has its lease`);
    const asker = newCommandOf(before, state)?.split('.')[0];
    if (!isSameLease(before.control, state.control)) this.#checkLeaseChange(entity, before.control, state.control, asker);
    const held = before.control.lease;
    if (held && asker !== undefined && asker !== held.holder && hasNewMotion(before, state))
      this.#witness.violate('W72', `${asker} moved ${entity} in epoch ${state.epoch} seq ${state.seq}, but ${held.holder} had its lease`);
  }

  /** W45-W48: a free lease goes to who asks, a held one where its holder gives it, or by force to who says why; or its holder has gone. */
  #checkLeaseChange(entity: string, before: Control, after: Control, asker: string | undefined): void {
    const [was, is] = [before.lease, after.lease];
    if (after.leaseEpoch <= before.leaseEpoch)
      this.#witness.violate('W48', `the lease of ${entity} changed from ${said(before)} to ${said(after)}`);
    if (asker === undefined) this.#checkExpired(entity, was);
    else if (is && is.holder === asker && is.reason !== '') this.forced++;
    else if (was?.holder === asker && !is) this.released++;
    // Who held it under a later epoch has it again.
    else if (was?.holder === asker || (is?.holder === asker && (!was || after.leaseEpoch > before.leaseEpoch + 1))) this.granted++;
    else this.#witness.violate('W45', `${asker} changed the lease of ${entity} from ${said(before)} to ${said(after)}`);
  }

  /** W47: in peace the lease of somebody who is here and awake does not end by itself. */
  #checkExpired(entity: string, was: Lease | undefined): void {
    const isHere = this.#cast.awake.some(({ id, enteredMs }) => id === was?.holder && enteredMs < this.#peaceFromMs);
    if (isHere && this.#time.now > this.#peaceFromMs)
      this.#witness.violate('W47', `the lease of ${was?.holder} on ${entity} ended, but it is here`);
  }

  /** W50: a stop stays in the record when that names another owner, until somebody re-arms it. */
  #recorded(entity: string, record: Pick<OwnershipRecord, 'epoch' | 'stop'>): void {
    const before = this.#records.get(entity);
    if (before && before.epoch > record.epoch) return;
    this.#records.set(entity, record);
    const lost = before && before.epoch < record.epoch && !record.stop ? before.stop : undefined;
    if (lost && !this.#witness.mayBeRearmed(lost.id))
      this.#witness.violate(
        'W50',
        `the record of ${entity} had the stop ${lost.id} in epoch ${before?.epoch}, and has none in ${record.epoch}`,
      );
  }
}

const isSameLease = (a: Control, b: Control): boolean =>
  a.leaseEpoch === b.leaseEpoch && a.lease?.holder === b.lease?.holder && a.lease?.reason === b.lease?.reason;

const said = ({ lease, leaseEpoch }: Control): string => `lease ${leaseEpoch} of ${lease ? `${lease.holder} (${lease.reason})` : 'nobody'}`;

/** Each command that is carried out makes a state of its own, whose last id is that of the command. */
function newCommandOf(before: EntityState, after: EntityState): string | undefined {
  const id = after.recent.at(-1);
  return id === before.recent.at(-1) ? undefined : id;
}

/** Something moves, and in another way than before. */
function hasNewMotion(before: EntityState, after: EntityState): boolean {
  const [was, is] = [before, after].map(({ base, dofs }) => [base, ...dofs]);
  return is?.some((part, i) => part.kind !== 'still' && JSON.stringify(part) !== JSON.stringify(was?.[i])) ?? false;
}
