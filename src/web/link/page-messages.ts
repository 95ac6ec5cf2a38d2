import type { ActionDraft, EntityDescription, EntityDraft } from '../../core/api/messages.ts';
import type { Twist } from '../../core/base/pose.ts';
import type { NewVariable } from '../../core/blackboard/blackboard.ts';
import type { WriteOutcome } from '../../core/blackboard/mount.ts';
import type { BoardValue } from '../../core/blackboard/value.ts';
import type { GraspOutcome } from '../../core/host/grasping.ts';
import type { PathAnswer, PathHostWord, PathRequestDraft } from '../../core/navigation/path-service.ts';
import type { Model } from '../../core/robots/robots.ts';
import type { RunOrder, RunView } from '../../core/running/running.ts';
import type { TaskOutcome } from '../../core/tasks/tasks.ts';
import type { Outcome, TimeChange, WorldFloor } from '../../core/world/world.ts';
import type { BoardLook, BoardWish, WholeReading } from './board-link.ts';
import type { TaskCall, TaskNews } from './task-link.ts';
import type { JourneyInfo, PlanChoice, TravelGoal } from './travel-link.ts';
import type { Avatar, ChatLine, EntityInfo, MemberInfo, Person, TimeInfo, WatchedFloors } from './world-link.ts';

/** All that crosses between a page and the worker its participant runs in. Both come from one build: there are no versions to tell apart. */

export type ToWorker =
  | { readonly kind: 'join'; readonly address: WorldAddress }
  /** An order for a frame. `spare` comes back from the page to be written again. */
  | { readonly kind: 'frame'; readonly spare: ArrayBuffer | undefined }
  | { readonly kind: 'call'; readonly request: number; readonly call: Call }
  | { readonly kind: 'hold'; readonly stick: number; readonly at: StickPosition }
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'look'; readonly avatar: Avatar }
  /** Nothing of other floors is to come here. */
  | { readonly kind: 'watch'; readonly floors: WatchedFloors }
  | { readonly kind: 'presence'; readonly presence: Presence }
  /** From now on it is told of programs and flags. */
  | { readonly kind: 'watch-programs' }
  /** And of the world's task. */
  | { readonly kind: 'watch-tasks' }
  /** What the page knows of models: without them nothing touches anything. */
  | { readonly kind: 'models'; readonly models: readonly Model[] }
  /** What the page itself says and hears on the bus. */
  | { readonly kind: 'publish'; readonly subject: string; readonly payload: Uint8Array }
  | { readonly kind: 'subscribe'; readonly subscription: number; readonly pattern: string }
  | { readonly kind: 'unsubscribe'; readonly subscription: number }
  | { readonly kind: 'leave' };

export type ToPage =
  | { readonly kind: 'status'; readonly status: WorkerStatus }
  | { readonly kind: 'news'; readonly news: News }
  | { readonly kind: 'frame'; readonly frame: FrameData }
  | { readonly kind: 'answer'; readonly request: number; readonly answer: Answer }
  /** The worker let go of a stick: the page was silent, the hub was, or the link is lost. */
  | { readonly kind: 'let-go'; readonly stick: number; readonly reason: string }
  /** Whose door the participant is at. */
  | { readonly kind: 'door'; readonly door: string }
  /** Somebody has changed the hub's catalog of models. */
  | { readonly kind: 'catalog'; readonly revision: string }
  | {
      readonly kind: 'message';
      readonly subscription: number;
      readonly subject: string;
      readonly payload: Uint8Array;
      readonly from: string;
    }
  /** An error no call waits for. */
  | { readonly kind: 'trouble'; readonly text: string }
  | { readonly kind: 'left' };

export interface WorldAddress {
  /** Of the hub's door: `ws://host:port/v1/worlds/demo`. */
  readonly url: string;
  readonly world: string;
  readonly name: string;
  readonly token?: string | undefined;
}

export type Presence = 'here' | 'away';

/** Without times: the clocks of a page and of its worker have different zeros. */
export type WorkerStatus =
  | { readonly kind: 'joining' }
  | { readonly kind: 'open' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'refused'; readonly reason: string };

export type Call = SessionCall | RelayedRequest;

/** What the page itself asks on the bus. */
export interface RelayedRequest {
  readonly kind: 'request';
  readonly subject: string;
  readonly payload: Uint8Array;
  readonly timeoutMs: number;
}

/** What the participant carries out. */
export type SessionCall =
  | { readonly kind: 'insert'; readonly draft: EntityDraft; readonly id: string | undefined }
  | { readonly kind: 'remove'; readonly entity: string }
  | { readonly kind: 'command'; readonly entity: string; readonly action: ActionDraft }
  | { readonly kind: 'stop'; readonly entities: readonly string[]; readonly reason: string }
  | { readonly kind: 'rearm'; readonly entity: string; readonly stop: string }
  | { readonly kind: 'drive'; readonly entity: string }
  | { readonly kind: 'release'; readonly stick: number }
  | { readonly kind: 'change-time'; readonly change: TimeChange }
  | { readonly kind: 'grasp'; readonly robot: string }
  | { readonly kind: 'let-fall'; readonly robot: string }
  | { readonly kind: 'state-hashes' }
  | { readonly kind: 'members' }
  | { readonly kind: 'planners' }
  | { readonly kind: 'plan'; readonly request: PathRequestDraft }
  | { readonly kind: 'go'; readonly robot: string; readonly goal: TravelGoal; readonly choice: PlanChoice }
  | { readonly kind: 'cancel-journey'; readonly robot: string }
  | { readonly kind: 'program'; readonly order: ProgramCall }
  | { readonly kind: 'task'; readonly order: TaskCall }
  | { readonly kind: 'look-at-board'; readonly wish: BoardWish }
  | { readonly kind: 'read-board'; readonly names: readonly string[] }
  | { readonly kind: 'write-on-board'; readonly name: string; readonly value: BoardValue }
  | { readonly kind: 'declare-on-board'; readonly name: string; readonly variable: NewVariable };

export type Answer =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'inserted'; readonly entity: string }
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  | { readonly kind: 'task'; readonly outcome: TaskOutcome }
  | { readonly kind: 'stick'; readonly stick: number }
  | { readonly kind: 'grasped'; readonly outcome: GraspOutcome }
  | { readonly kind: 'state-hashes'; readonly hashes: ReadonlyMap<string, number> }
  | { readonly kind: 'members'; readonly members: readonly MemberInfo[] }
  | { readonly kind: 'planners'; readonly planners: PathHostWord['planners'] }
  | { readonly kind: 'planned'; readonly answer: PathAnswer }
  | { readonly kind: 'board'; readonly look: BoardLook }
  | { readonly kind: 'read'; readonly readings: readonly WholeReading[] }
  | { readonly kind: 'written'; readonly outcome: WriteOutcome }
  | { readonly kind: 'requested'; readonly outcome: RequestOutcome }
  | { readonly kind: 'failed'; readonly reason: string };

export type RequestOutcome =
  | { readonly kind: 'answered'; readonly payload: Uint8Array }
  | { readonly kind: 'no-responders' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'disconnected'; readonly reason: string }
  /** By the hub, for a cause that it names. */
  | { readonly kind: 'refused'; readonly reason: string; readonly message: string };

/** Where a stick is held. Whatever is left out is centred. */
export interface StickPosition {
  readonly twist?: Twist;
  /** Rates of jogged degrees of freedom: index and rad/s or m/s. */
  readonly rates?: readonly (readonly [number, number])[];
}

/** What has changed for the panels; what is left out has not. */
export interface News {
  readonly me?: Person;
  readonly people?: readonly Person[];
  readonly entities?: EntityNews;
  readonly time?: TimeInfo;
  readonly floors?: readonly WorldFloor[];
  readonly chat?: readonly ChatLine[];
  /** All of them. */
  readonly journeys?: readonly JourneyInfo[];
  readonly programs?: ProgramNews;
  readonly task?: TaskNews;
}

/** What is asked about programs and flags. */
export type ProgramCall =
  | { readonly kind: 'start'; readonly order: RunOrder }
  | { readonly kind: 'pause' | 'resume' | 'step' | 'end'; readonly robot: string }
  | { readonly kind: 'breakpoints'; readonly robot: string; readonly lines: readonly number[] }
  | { readonly kind: 'flag'; readonly robot: string; readonly value: number }
  | { readonly kind: 'cell-flag'; readonly flag: number; readonly value: number };

export interface ProgramNews {
  readonly changed: readonly RunView[];
  readonly gone: readonly string[];
  /** All flags of the environment, and those of robots that are not 0. */
  readonly cells: readonly number[];
  readonly robots: readonly (readonly [robot: string, flag: number])[];
}

export interface EntityNews {
  readonly changed: readonly EntityChange[];
  readonly gone: readonly string[];
  /** Comes along whenever slots were given anew, so that no slot is ever looked up in a frame of an earlier layout. */
  readonly frame: FrameData | undefined;
}

/** Descriptions are large and hardly ever change: one that is left out is as it was. */
export type EntityChange = Omit<EntityInfo, 'description'> & { readonly description?: EntityDescription };

/** One buffer: the poses, seven numbers for each slot, then the values. */
export interface FrameData {
  readonly layout: number;
  readonly worldMs: number;
  readonly slots: number;
  readonly values: number;
  readonly buffer: ArrayBuffer;
}
