import type { EntityDescription, OwnershipRecord } from '../api/messages.ts';
import { ORIGIN, type Pose } from '../base/pose.ts';
import type { Posture } from './actions.ts';
import { CatchUp, type Shown } from './catch-up.ts';
import { type Control, IDLE_CONTROL } from './control.ts';
import { type Epoch, NO_EPOCH } from './epoch.ts';
import { type BaseMotion, type Carrier, type DofMotion, endOf, poseAt, valueAt } from './motion.ts';
import { isNewer, type Origin, type SealedState } from './state.ts';

/** An instant, in both times. */
export interface Instant {
  readonly sharedMs: number;
  readonly worldMs: number;
  readonly generation: number;
  /** World milliseconds per shared millisecond. */
  readonly rate: number;
}

/** What a participant holds of an entity it does not own, and of one it does: every participant has one proxy for each entity. */
export class ProxyEntity {
  readonly id: string;
  /** Undefined until its description has arrived. */
  description: EntityDescription | undefined;
  /** As the watch last told; undefined while nobody owns it. */
  record: OwnershipRecord | undefined;
  /** When the watch told of it, on the local clock. */
  recordedMs: number = Number.NEGATIVE_INFINITY;
  /** Where its newest state was published. */
  region: string | undefined;
  /** Who wrote the newest state: its motions stand under that one's promise, even while the record names the next owner already. */
  author: string | undefined;
  /** Who owned it after that one and lost it before a state of theirs came. */
  readonly silentOwners: Set<string> = new Set();
  #sealed: SealedState | undefined;
  #lastPose: Pose | undefined;
  #catchUp: CatchUp | undefined;
  #isHidden = false;
  #shownMs = Number.NEGATIVE_INFINITY;

  constructor(id: string) {
    this.id = id;
  }

  get sealed(): SealedState | undefined {
    return this.#sealed;
  }

  get owner(): string | undefined {
    return this.record?.owner;
  }

  /** The owner in the record, until a state of that one comes. A record that is older than the newest state names a former owner: the watch may be late. */
  get silentOwner(): string | undefined {
    return this.record && this.record.epoch > this.epoch && this.owner !== this.author ? this.owner : undefined;
  }

  get epoch(): Epoch {
    return this.#sealed?.state.epoch ?? NO_EPOCH;
  }

  get seq(): number {
    return this.#sealed?.state.seq ?? 0;
  }

  /** Control as everybody may know it: a stop in the record holds even before any state shows it. */
  get control(): Control {
    const control = this.#sealed?.state.control ?? IDLE_CONTROL;
    const recorded = this.record?.stop;
    return recorded && !control.stop ? { ...control, stop: { ...recorded, recorded: true } } : control;
  }

  /** It has work to do: when its owner goes, a resident host adopts it. */
  get isWorking(): boolean {
    const state = this.#sealed?.state;
    return state !== undefined && (state.working || state.work?.isActive === true);
  }

  /** It has gone to a region this participant does not look at. */
  get isElsewhere(): boolean {
    return this.#isHidden || this.#sealed?.state.goneTo !== undefined;
  }

  hide(): void {
    this.#isHidden = true;
  }

  /** The state held already, told again because somebody looks at its region again. */
  reveal(sealed: SealedState): boolean {
    if (!this.#isHidden || sealed.hash !== this.#sealed?.hash) return false;
    this.#isHidden = false;
    return true;
  }

  /** Takes a state in if it is newer; says whether it was. */
  accept(sealed: SealedState, origin: Origin): boolean {
    if (this.#sealed && !isNewer(sealed.state, this.#sealed.state)) return false;
    this.#sealed = sealed;
    this.author = origin.author;
    this.silentOwners.clear();
    this.#isHidden = false;
    this.region = sealed.state.goneTo ?? origin.region;
    return true;
  }

  /** How it moves and where that puts it. A state of another generation stands for the entity as it was described. */
  posture(at: Instant, carrierOf: (entity: string) => Carrier | undefined): Posture {
    const { base, dofs } = this.#motions(at.generation);
    const pose = poseAt(base, at.worldMs, carrierOf) ?? this.#lastPose ?? ORIGIN;
    this.#lastPose = pose;
    return { base, dofs, pose, values: dofs.map((dof) => valueAt(dof, at.worldMs)) };
  }

  /** When the last of its motions ends, in world time. */
  endMs(generation: number): number {
    const { base, dofs } = this.#motions(generation);
    return Math.max(base.kind === 'ride' ? Number.NEGATIVE_INFINITY : endOf(base), ...dofs.map(endOf));
  }

  /** What to show: where it is, less what is left to catch up. */
  show(at: Instant, target: Shown): Shown {
    this.#shownMs = at.sharedMs;
    if (!this.#catchUp) return target;
    if (!this.#catchUp.isOver(at.sharedMs)) return this.#catchUp.apply(target, at.sharedMs);
    this.#catchUp = undefined;
    return target;
  }

  /** Somebody is looking: only then is there anything that could jump. */
  isShown(sharedMs: number): boolean {
    return sharedMs - this.#shownMs < 1000;
  }

  /** From now on the difference between `shown` and `target` is caught up with. */
  catchUp(shown: Shown, target: Shown, at: Instant): void {
    const remainingMs = at.rate === 0 ? 0 : (this.endMs(at.generation) - at.worldMs) / at.rate;
    this.#catchUp = new CatchUp(shown, target, at.sharedMs, remainingMs);
  }

  #motions(generation: number): { base: BaseMotion; dofs: readonly DofMotion[] } {
    const state = this.#sealed?.state;
    if (state && state.generation === generation) return state;
    return initialMotions(this.description);
  }
}

function initialMotions(description: EntityDescription | undefined): { base: BaseMotion; dofs: readonly DofMotion[] } {
  const initial = description?.initial ?? { pose: ORIGIN, values: [] };
  return { base: { kind: 'still', pose: initial.pose }, dofs: initial.values.map((value) => ({ kind: 'still', value })) };
}
