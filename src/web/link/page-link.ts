import type { ActionDraft, EntityDraft } from '../../core/api/messages.ts';
import { explain } from '../../core/base/errors.ts';
import type { GraspOutcome } from '../../core/host/grasping.ts';
import type { Model } from '../../core/robots/robots.ts';
import type { Outcome, TimeChange, WorldFloor } from '../../core/world/world.ts';
import { FrameExchange } from './frame-exchange.ts';
import { Settable } from './observable.ts';
import { PageBoard } from './page-board.ts';
import { PageBus } from './page-bus.ts';
import type {
  Answer,
  Call,
  EntityChange,
  EntityNews,
  News,
  Presence,
  StickPosition,
  ToPage,
  ToWorker,
  WorldAddress,
} from './page-messages.ts';
import { PagePrograms } from './page-programs.ts';
import { PageTasks } from './page-tasks.ts';
import { PageTravel } from './page-travel.ts';
import { unexpected } from './unexpected-answer.ts';
import {
  type Avatar,
  type ChatLine,
  type EntityInfo,
  type Frame,
  LinkError,
  type LinkStatus,
  type MemberInfo,
  type Person,
  type Stick,
  type TimeInfo,
  type Trouble,
  type WatchedFloors,
  type WorldLink,
} from './world-link.ts';

/** The worker, as the page sees it. */
export interface WorkerPort {
  post(message: ToWorker, transfer: readonly ArrayBuffer[]): void;
  /** It has said goodbye, or is broken. */
  end(): void;
}

export interface WorkerEvents {
  message(message: ToPage): void;
  broken(reason: string): void;
}

export interface PageLinkOptions {
  readonly address: WorldAddress;
  /** Which entities `stopAll` stops: not every part that lies around should have to be re-armed. */
  readonly isRobot: (entity: EntityInfo) => boolean;
  startWorker(events: WorkerEvents): WorkerPort;
  /** Tells at once, and whenever it changes: a hidden page owns nothing and only watches; one that is gone has left, and what it moved stands. */
  watchPresence(tell: (presence: Presence | 'gone') => void): Disposable;
  /** The page's monotonic clock, and milliseconds since 1970. */
  nowMs(): number;
  wallClockMs(): number;
}

const MOST_CHAT_LINES = 500;
const MOST_TROUBLES = 50;
const NOTHING: ReadonlyMap<string, EntityInfo> = new Map();

/** The near side of the participant in the worker. */
export class PageLink implements WorldLink {
  readonly status: Settable<LinkStatus> = new Settable<LinkStatus>({ kind: 'joining' });
  readonly me: Settable<Person | undefined> = new Settable<Person | undefined>(undefined);
  readonly people: Settable<readonly Person[]> = new Settable<readonly Person[]>([]);
  readonly entities: Settable<ReadonlyMap<string, EntityInfo>> = new Settable(NOTHING);
  readonly time: Settable<TimeInfo | undefined> = new Settable<TimeInfo | undefined>(undefined);
  readonly chat: Settable<readonly ChatLine[]> = new Settable<readonly ChatLine[]>([]);
  readonly floors: Settable<readonly WorldFloor[]> = new Settable<readonly WorldFloor[]>([]);
  readonly door: Settable<string | undefined> = new Settable<string | undefined>(undefined);
  readonly catalog: Settable<string | undefined> = new Settable<string | undefined>(undefined);
  readonly troubles: Settable<readonly Trouble[]> = new Settable<readonly Trouble[]>([]);
  readonly board: PageBoard = new PageBoard((call) => this.#call(call));
  readonly travel: PageTravel = new PageTravel((call) => this.#call(call));
  readonly programs: PagePrograms = new PagePrograms(
    (call) => this.#call(call),
    () => this.#post({ kind: 'watch-programs' }),
  );
  readonly tasks: PageTasks = new PageTasks(
    (call) => this.#call(call),
    () => this.#post({ kind: 'watch-tasks' }),
  );
  readonly bus: PageBus = new PageBus({
    post: (message) => this.#post(message),
    call: (call) => this.#call(call),
    report: (error) => this.#trouble(explain(error)),
  });
  readonly #options: PageLinkOptions;
  readonly #calls = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  readonly #sticks = new Map<number, PageStick>();
  readonly #frames = new FrameExchange((spare) => this.#post({ kind: 'frame', spare }, spare ? [spare] : []));
  readonly #presenceWatch: Disposable;
  #port: WorkerPort | undefined;
  #presence: Presence = 'here';
  #avatar: Avatar | undefined;
  #watched: WatchedFloors | undefined;
  #models: readonly Model[] = [];
  #requests = 0;

  constructor(options: PageLinkOptions) {
    this.#options = options;
    this.status.subscribe(() => this.bus.linkChanged(this.status.get()));
    this.#join();
    this.#presenceWatch = options.watchPresence((presence) => {
      if (presence === 'gone') {
        this.#post({ kind: 'leave' });
        return;
      }
      this.#presence = presence;
      this.#post({ kind: 'presence', presence });
    });
  }

  get world(): string {
    return this.#options.address.world;
  }

  frame(): Frame | undefined {
    return this.#frames.take();
  }

  async insert(draft: EntityDraft, id?: string): Promise<string> {
    const answer = await this.#call({ kind: 'insert', draft, id });
    if (answer.kind !== 'inserted') throw unexpected(answer, 'insert');
    return answer.entity;
  }

  remove(entity: string): Promise<void> {
    return this.#do({ kind: 'remove', entity });
  }

  command(entity: string, action: ActionDraft): Promise<Outcome> {
    return this.#ask({ kind: 'command', entity, action });
  }

  stop(entity: string, reason: string): Promise<void> {
    return this.#do({ kind: 'stop', entities: [entity], reason });
  }

  stopAll(reason: string): Promise<void> {
    const entities = [...this.entities.get().values()].flatMap((entity) => (this.#options.isRobot(entity) ? [entity.id] : []));
    return this.#do({ kind: 'stop', entities, reason });
  }

  rearm(entity: string, stopId: string): Promise<Outcome> {
    return this.#ask({ kind: 'rearm', entity, stop: stopId });
  }

  async drive(entity: string): Promise<{ kind: 'driving'; stick: Stick } | Exclude<Outcome, { kind: 'done' }>> {
    const answer = await this.#call({ kind: 'drive', entity });
    if (answer.kind === 'outcome' && answer.outcome.kind !== 'done') return answer.outcome;
    if (answer.kind !== 'stick') throw unexpected(answer, 'drive');
    const stick = new PageStick(entity, {
      hold: (at) => this.#post({ kind: 'hold', stick: answer.stick, at }),
      release: () => this.#do({ kind: 'release', stick: answer.stick }),
    });
    this.#sticks.set(answer.stick, stick);
    return { kind: 'driving', stick };
  }

  changeTime(change: TimeChange): Promise<void> {
    return this.#do({ kind: 'change-time', change });
  }

  setModels(models: readonly Model[]): void {
    this.#models = models;
    this.#post({ kind: 'models', models });
  }

  grasp(robot: string): Promise<GraspOutcome> {
    return this.#hand({ kind: 'grasp', robot });
  }

  letFall(robot: string): Promise<GraspOutcome> {
    return this.#hand({ kind: 'let-fall', robot });
  }

  say(text: string): void {
    this.#post({ kind: 'say', text });
  }

  look(avatar: Avatar): void {
    this.#avatar = avatar;
    this.#post({ kind: 'look', avatar });
  }

  watch(floors: WatchedFloors): void {
    this.#watched = floors;
    this.#post({ kind: 'watch', floors });
  }

  again(): void {
    if (this.status.get().kind === 'refused') this.#join();
  }

  async stateHashes(): Promise<ReadonlyMap<string, number>> {
    const answer = await this.#call({ kind: 'state-hashes' });
    if (answer.kind !== 'state-hashes') throw unexpected(answer, 'state-hashes');
    return answer.hashes;
  }

  async members(): Promise<readonly MemberInfo[]> {
    const answer = await this.#call({ kind: 'members' });
    if (answer.kind !== 'members') throw unexpected(answer, 'members');
    return answer.members;
  }

  [Symbol.dispose](): void {
    this.#presenceWatch[Symbol.dispose]();
    this.#post({ kind: 'leave' });
    this.#rejectCalls('the page left the world');
  }

  #join(): void {
    this.status.set({ kind: 'joining' });
    const isAnother = this.#port === undefined;
    this.#port ??= this.#options.startWorker({
      message: (message) => this.#receive(message),
      broken: (reason) => this.#broke(reason),
    });
    if (this.#watched) this.#post({ kind: 'watch', floors: this.#watched });
    if (this.programs.isWatched) this.#post({ kind: 'watch-programs' });
    if (this.tasks.isWatched) this.#post({ kind: 'watch-tasks' });
    this.#post({ kind: 'join', address: this.#options.address });
    if (isAnother) this.bus.renew();
    this.#post({ kind: 'presence', presence: this.#presence });
    if (this.#avatar) this.#post({ kind: 'look', avatar: this.#avatar });
    if (this.#models.length > 0) this.#post({ kind: 'models', models: this.#models });
  }

  #receive(message: ToPage): void {
    switch (message.kind) {
      case 'status':
        this.#statusChanged(message.status);
        break;
      case 'news':
        this.#heard(message.news);
        break;
      case 'frame':
        this.#frames.ordered(message.frame);
        break;
      case 'answer':
        this.#calls.get(message.request)?.resolve(message.answer);
        this.#calls.delete(message.request);
        break;
      case 'let-go':
        this.#sticks.get(message.stick)?.wasLetGo(message.reason);
        this.#sticks.delete(message.stick);
        break;
      case 'door':
        this.door.set(message.door);
        break;
      case 'catalog':
        this.catalog.set(message.revision);
        break;
      case 'message':
        this.bus.deliver(message);
        break;
      case 'trouble':
        this.#trouble(message.text);
        break;
      case 'left':
        this.#port?.end();
        this.#port = undefined;
        break;
    }
  }

  #statusChanged(status: Extract<ToPage, { kind: 'status' }>['status']): void {
    const before = this.status.get();
    if (status.kind === 'lost') this.status.set(before.kind === 'lost' ? before : { kind: 'lost', sinceMs: this.#options.nowMs() });
    else if (status.kind === 'refused' || before.kind !== status.kind) this.status.set(status);
  }

  /** Entities first: whoever hears of a person looks up what that one drives. */
  #heard({ entities, people, me, time, floors, chat, journeys, programs, task }: News): void {
    if (floors) this.floors.set(floors);
    if (entities) this.#entitiesChanged(entities);
    if (me) this.me.set(me);
    if (people) this.people.set(people);
    if (time) this.time.set(time);
    if (journeys) this.travel.heard(journeys);
    if (programs) this.programs.heard(programs);
    if (task) this.tasks.heard(task);
    if (chat) this.chat.set([...this.chat.get(), ...chat].slice(-MOST_CHAT_LINES));
  }

  #entitiesChanged({ changed, gone, frame }: EntityNews): void {
    const entities = new Map(this.entities.get());
    for (const id of gone) entities.delete(id);
    for (const change of changed) {
      const info = infoOf(change, entities.get(change.id));
      if (info) entities.set(change.id, info);
    }
    if (frame) this.#frames.unasked(frame);
    this.entities.set(entities);
  }

  /** The worker is of no use any more; `again` starts another. */
  #broke(reason: string): void {
    this.#port?.end();
    this.#port = undefined;
    this.#frames.cancel();
    for (const stick of this.#sticks.values()) stick.wasLetGo(reason);
    this.#sticks.clear();
    this.status.set({ kind: 'refused', reason });
    this.#rejectCalls(reason);
  }

  #rejectCalls(reason: string): void {
    for (const { reject } of this.#calls.values()) reject(new LinkError(reason));
    this.#calls.clear();
  }

  #trouble(text: string): void {
    this.troubles.set([...this.troubles.get(), { text, atMs: this.#options.wallClockMs() }].slice(-MOST_TROUBLES));
  }

  async #do(call: Call): Promise<void> {
    const answer = await this.#call(call);
    if (answer.kind !== 'nothing') throw unexpected(answer, call.kind);
  }

  async #ask(call: Call): Promise<Outcome> {
    const answer = await this.#call(call);
    if (answer.kind !== 'outcome') throw unexpected(answer, call.kind);
    return answer.outcome;
  }

  async #hand(call: Call): Promise<GraspOutcome> {
    const answer = await this.#call(call);
    if (answer.kind !== 'grasped') throw unexpected(answer, call.kind);
    return answer.outcome;
  }

  #call(call: Call): Promise<Answer> {
    if (!this.#port) return Promise.reject(new LinkError('the world has been left; join it again'));
    const request = ++this.#requests;
    return new Promise((resolve, reject) => {
      this.#calls.set(request, { resolve, reject });
      this.#post({ kind: 'call', request, call });
    });
  }

  #post(message: ToWorker, transfer: readonly ArrayBuffer[] = []): void {
    this.#port?.post(message, transfer);
  }
}

function infoOf({ description, ...change }: EntityChange, known: EntityInfo | undefined): EntityInfo | undefined {
  const described = description ?? known?.description;
  return described && { ...change, description: described };
}

class PageStick implements Stick {
  readonly entity: string;
  readonly #far: { hold(at: StickPosition): void; release(): Promise<void> };
  #isHeld = true;
  #letGoBecause: string | undefined;

  constructor(entity: string, far: { hold(at: StickPosition): void; release(): Promise<void> }) {
    this.entity = entity;
    this.#far = far;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  get letGoBecause(): string | undefined {
    return this.#letGoBecause;
  }

  hold(at: StickPosition): void {
    if (this.#isHeld) this.#far.hold(at);
  }

  async release(): Promise<void> {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    await this.#far.release();
  }

  wasLetGo(reason: string): void {
    this.#letGoBecause = reason;
    this.#isHeld = false;
  }
}
