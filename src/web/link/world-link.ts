import type { ActionDraft, EntityDescription, EntityDraft } from '../../core/api/messages.ts';
import type { Pose, Twist } from '../../core/base/pose.ts';
import type { DocumentBus } from '../../core/documents/document-bus.ts';
import type { GraspOutcome } from '../../core/host/grasping.ts';
import type { Model } from '../../core/robots/robots.ts';
import type { Flags, ProgramRuns } from '../../core/running/running.ts';
import type { Contact, Control, Outcome, TimeChange, WorldFloor } from '../../core/world/world.ts';
import type { BoardLink } from './board-link.ts';
import type { Observable } from './observable.ts';
import type { TaskLink } from './task-link.ts';
import type { TravelLink } from './travel-link.ts';

export type { Observable } from './observable.ts';
export type { TaskLink } from './task-link.ts';

/**
 * What the page knows of a world and what it can do there: the near side of the participant that runs in the worker.
 * Observables change at most ten times a second, for panels; what moves is read from `frame`, each animation frame.
 */
export interface WorldLink extends Disposable {
  readonly world: string;
  readonly status: Observable<LinkStatus>;
  readonly me: Observable<Person | undefined>;
  readonly people: Observable<readonly Person[]>;
  readonly entities: Observable<ReadonlyMap<string, EntityInfo>>;
  readonly time: Observable<TimeInfo | undefined>;
  readonly chat: Observable<readonly ChatLine[]>;
  /** Of the world's building, from the lowest up; none where it has none. */
  readonly floors: Observable<readonly WorldFloor[]>;
  /** `ws://...` of the hub where this page is: another one, when the first was lost. Undefined until the world has been joined. */
  readonly door: Observable<string | undefined>;
  /** Which catalog of models the hub said last that it has: nothing until it changes. A hint, for words may be lost. */
  readonly catalog: Observable<string | undefined>;
  /** Errors that no call waits for: bad messages, what the hub did not allow. The newest last, the last fifty of them. */
  readonly troubles: Observable<readonly Trouble[]>;
  /** Every value of the world by name. */
  readonly board: BoardLink;
  /** Ways, and robots that are sent along them. */
  readonly travel: TravelLink;
  /** Programs of robots, and flags. */
  readonly programs: { readonly runs: ProgramRuns; readonly flags: Flags };
  /** Programs of several robots, as one work. */
  readonly tasks: TaskLink;
  /** For what the page itself holds: documents. */
  readonly bus: DocumentBus;
  /** The newest frame the worker made, and an order for the next. Undefined until the world has been joined. */
  frame(): Frame | undefined;

  insert(draft: EntityDraft, id?: string): Promise<string>;
  remove(entity: string): Promise<void>;
  command(entity: string, action: ActionDraft): Promise<Outcome>;
  stop(entity: string, reason: string): Promise<void>;
  /** Every robot of this world. */
  stopAll(reason: string): Promise<void>;
  rearm(entity: string, stopId: string): Promise<Outcome>;
  drive(entity: string): Promise<{ kind: 'driving'; stick: Stick } | Exclude<Outcome, { kind: 'done' }>>;
  changeTime(change: TimeChange): Promise<void>;
  /** Tells the participant which models there are: what it owns keeps clear of bodies of these. */
  setModels(models: readonly Model[]): void;
  /** Closes a robot's gripper on the part between its fingers; opens it again. */
  grasp(robot: string): Promise<GraspOutcome>;
  letFall(robot: string): Promise<GraspOutcome>;
  say(text: string): void;
  /** Where this person's viewpoint is and what it points at; sent to the others at most ten times a second. */
  look(avatar: Avatar): void;
  /** Which floors to hear of: of the others nothing comes here, but for what this page itself owns there. The lowest, until this is said. */
  watch(floors: WatchedFloors): void;
  /** Joins anew after `refused`. */
  again(): void;
  /** By entity, of the newest state held here. Whoever holds equal hashes holds equal states: to compare what two participants see. */
  stateHashes(): Promise<ReadonlyMap<string, number>>;
  /** Everybody who is here now, the hubs' own participants too, and where each is. */
  members(): Promise<readonly MemberInfo[]>;
}

/** By their ids. */
export type WatchedFloors = readonly string[] | 'all';

/** The world could not be asked, or did not do it: the message says why. */
export class LinkError extends Error {
  override readonly name = 'LinkError';
}

/** Held control. The worker centres it by itself when the page has said nothing for 250 ms, so call `hold` all the time, by a timer. */
export interface Stick {
  readonly entity: string;
  /** False once it was released, or let go of because the page or the hub was silent or the link lost. */
  readonly isHeld: boolean;
  /** Why it was let go of, by nobody's hand. */
  readonly letGoBecause?: string | undefined;
  hold(stick: { twist?: Twist; rates?: readonly (readonly [number, number])[] }): void;
  release(): Promise<void>;
}

export type LinkStatus =
  | { readonly kind: 'joining' }
  | { readonly kind: 'open' }
  /** `sinceMs` by performance.now of the page. It is tried again by itself. */
  | { readonly kind: 'lost'; readonly sinceMs: number }
  | { readonly kind: 'refused'; readonly reason: string };

export type Role = 'viewer' | 'operator' | 'teacher' | 'administrator';

export interface Person {
  readonly id: string;
  readonly name: string;
  /** 1 to 12 of the palette in LOOK; stable for this person. */
  readonly colour: number;
  /** `away`: its page is hidden and only watches. `robot`: a headless participant. */
  readonly presence: 'here' | 'away' | 'headless';
  /** Not drawn for oneself. */
  readonly avatar: Avatar | undefined;
  /** Entities it drives or leases. */
  readonly controls: readonly string[];
}

export interface MemberInfo {
  readonly id: string;
  readonly name: string;
  /** `hub`: the participant that a hub has in this world for itself. */
  readonly kind: 'hub' | 'guest';
  /** The id of the hub at whose door it is, or whose it is. Undefined for this page itself, and for who is on the bus without a hub. */
  readonly hub: string | undefined;
  /** How far its clock may be off, as it says itself. */
  readonly clockErrorMs: number;
}

export interface Avatar {
  /** Of the camera: looks along its x, z up. */
  readonly pose: Pose;
  readonly pointer?: { readonly x: number; readonly y: number; readonly z: number } | undefined;
  /** What it watches or has selected. */
  readonly selected?: string | undefined;
}

export interface EntityInfo {
  readonly id: string;
  readonly description: EntityDescription;
  /** Where its numbers are in a frame: pose at 7 * slot of `poses`, values from `valuesAt` on in `values`. */
  readonly slot: number;
  readonly valuesAt: number;
  readonly owner: string | undefined;
  readonly isMine: boolean;
  /** Its owner is there; when not, it stands still until somebody moves it. */
  readonly isLive: boolean;
  readonly epoch: number;
  readonly control: Control;
  readonly isWorking: boolean;
  readonly ageMs: number;
  /** What ended its last motion before it was over. */
  readonly contact?: Contact | undefined;
  /** The floor that it is on; undefined where there are none, and for what is on several. */
  readonly floor: string | undefined;
  /** On a floor that is not watched: nothing is known of it now. */
  readonly isElsewhere: boolean;
  /** Whose gripper it is in. */
  readonly heldBy?: string | undefined;
}

/** Poses as x y z qx qy qz qw. Valid until the next call of `frame`. `layout` grows whenever slots were given anew. */
export interface Frame {
  readonly layout: number;
  readonly worldMs: number;
  readonly poses: Float32Array;
  readonly values: Float32Array;
}

export interface TimeInfo {
  readonly worldMs: number;
  readonly rate: number;
  readonly generation: number;
  readonly clockErrorMs: number;
  /** To the hub and back; undefined while not known. */
  readonly roundTripMs: number | undefined;
}

export interface Trouble {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

export interface ChatLine {
  readonly from: string;
  readonly name: string;
  readonly text: string;
  /** Milliseconds since 1970, of this page. */
  readonly atMs: number;
}
