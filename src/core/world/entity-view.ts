import type { EntityDescription } from '../api/messages.ts';
import type { Pose } from '../base/pose.ts';
import { gripperOf, type Posture } from './actions.ts';
import type { Shown } from './catch-up.ts';
import type { Control } from './control.ts';
import type { Entities } from './entities.ts';
import type { Contact, WholeMotion } from './guarded-motion.ts';
import type { Instant, ProxyEntity } from './proxy-entity.ts';
import { floorAt, floorOf } from './region.ts';
import type { Work } from './work.ts';

/** What a user of the world sees of one entity. Reads are local and cost no messages. */
export class EntityView {
  readonly #proxy: ProxyEntity;
  readonly #description: EntityDescription;
  readonly #entities: Entities;
  readonly #around: EntityViewSurroundings;

  constructor(proxy: ProxyEntity, description: EntityDescription, entities: Entities, around: EntityViewSurroundings) {
    this.#proxy = proxy;
    this.#description = description;
    this.#entities = entities;
    this.#around = around;
  }

  get id(): string {
    return this.#proxy.id;
  }

  get name(): string {
    return this.#description.name;
  }

  get description(): EntityDescription {
    return this.#description;
  }

  /** Where to draw it now: never jumps. */
  get pose(): Pose {
    return this.#entities.shown(this.#proxy, this.#entities.instant(this.#around.sharedMs())).pose;
  }

  /** The degrees of freedom as they are to be drawn now: radians or metres. */
  get values(): readonly number[] {
    return this.#entities.shown(this.#proxy, this.#entities.instant(this.#around.sharedMs())).values;
  }

  /** Pose and values as they are to be drawn, in one look. Whatever is drawn together is asked for the same instant: Participant.instant. */
  shownAt(at: Instant): Shown {
    return this.#entities.shown(this.#proxy, at);
  }

  /** Where it is by its newest state, without the smoothing of what is drawn. */
  get posture(): { readonly pose: Pose; readonly values: readonly number[] } {
    return this.#entities.posture(this.#proxy, this.#around.sharedMs());
  }

  /** World time at which its last scheduled motion ends. */
  get endsAtMs(): number {
    return this.#proxy.endMs(this.#entities.instant(this.#around.sharedMs()).generation);
  }

  /** What it rides on, and where in that one's frame. */
  get ride(): { readonly parent: string; readonly offset: Pose } | undefined {
    const { base } = this.#entities.posture(this.#proxy, this.#around.sharedMs());
    return base.kind === 'ride' && !base.through ? { parent: base.parent, offset: base.offset } : undefined;
  }

  /** Whose gripper it is in. */
  get heldBy(): string | undefined {
    return gripperOf(this.motion.base);
  }

  /** What its last motion was cut short for. */
  get contact(): Contact | undefined {
    return this.#proxy.sealed?.state.contact;
  }

  /** How it moves by its newest state, and where that puts it now. */
  get postureNow(): Posture {
    return this.postureAt(this.#around.sharedMs());
  }

  /** How it moves, by its newest state. */
  get motion(): WholeMotion {
    return this.postureNow;
  }

  /** Where it will be, or was, as far as its newest state tells. */
  postureAt(sharedMs: number): Posture {
    return this.#entities.posture(this.#proxy, sharedMs);
  }

  /** The same at an instant that need not come like this. */
  postureIn(at: Instant): Posture {
    return this.#entities.postureIn(this.#proxy, at);
  }

  get owner(): string | undefined {
    return this.#proxy.owner;
  }

  get isMine(): boolean {
    return this.#around.isMine(this.#proxy.id);
  }

  /** Its owner is there. When it is not, the entity stands still until somebody moves it. */
  get isLive(): boolean {
    return this.#around.isLive(this.#proxy);
  }

  get epoch(): number {
    return this.#proxy.epoch;
  }

  get seq(): number {
    return this.#proxy.seq;
  }

  get control(): Control {
    return this.#proxy.control;
  }

  get region(): string | undefined {
    return this.#proxy.region;
  }

  /** The floor of the world's building that it is on, by its id; undefined where there are none, and for what is on several. */
  get floor(): string | undefined {
    const { setup } = this.#entities;
    if (!setup.floors?.length || this.#description.everyFloor) return undefined;
    const { region } = this.#proxy;
    return region === undefined ? floorAt(setup, this.#description.initial.pose.z) : floorOf(setup, region);
  }

  /** It left what this participant looks at. */
  get isElsewhere(): boolean {
    return this.#proxy.isElsewhere;
  }

  /** What it does by itself, if anything. */
  get work(): Work | undefined {
    return this.#proxy.sealed?.state.work;
  }

  get isWorking(): boolean {
    return this.#proxy.isWorking;
  }

  /** Hash of the newest state held here: equal hashes, equal states. */
  get stateHash(): number {
    return this.#proxy.sealed?.hash ?? 0;
  }

  /** How old what is known of it may be, never less than it is. */
  get ageMs(): number {
    return this.#around.ageMs(this.#proxy);
  }
}

export interface EntityViewSurroundings {
  sharedMs(): number;
  isMine(entity: string): boolean;
  isLive(proxy: ProxyEntity): boolean;
  ageMs(proxy: ProxyEntity): number;
}
