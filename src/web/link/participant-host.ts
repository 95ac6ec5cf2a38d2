import { delay, every } from '../../core/base/clock.ts';
import { explain } from '../../core/base/errors.ts';
import type { BusStatus } from '../../core/bus/bus.ts';
import { modelsById } from '../../core/robots/known-models.ts';
import type { Model } from '../../core/robots/robots.ts';
import type { WorldFloor } from '../../core/world/world.ts';
import { RefusedError } from '../../transports/socket/close-reason.ts';
import { BusRelay } from './bus-relay.ts';
import { EntitySurvey } from './entity-survey.ts';
import type { Watched } from './floor-watch.ts';
import { writeFrame } from './frame-writer.ts';
import type { Answer, Call, FrameData, News, Presence, ToPage, ToWorker, WorkerStatus, WorldAddress } from './page-messages.ts';
import type { Appearance } from './people.ts';
import { ProgramWatch } from './program-watch.ts';
import type { JourneyInfo } from './travel-link.ts';
import type { ChatLine, Person } from './world-link.ts';
import { type SessionPorts, WorldSession } from './world-session.ts';

export interface HostPorts extends Omit<SessionPorts, 'report' | 'models'> {
  /** Milliseconds since 1970, for people. */
  wallClockMs(): number;
  post(message: ToPage, transfer: readonly ArrayBuffer[]): void;
}

const NEWS_MS = 100;
const STICKS_MS = 50;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5000;
/** After a session that lasted so long the pauses begin anew. */
const LASTING_MS = 10_000;

/**
 * The participant of a page, in the page's worker: joins, and joins anew when the link was closed for good; tells the page what has changed, ten
 * times a second; makes frames on order; carries out what the page asks.
 */
export class ParticipantHost implements AsyncDisposable {
  readonly #ports: HostPorts;
  readonly #survey = new EntitySurvey();
  readonly #relay = new BusRelay((message) => this.#post(message));
  /** By id: the session's host looks them up here. */
  #models: ReadonlyMap<string, Model> = new Map();
  readonly #appearance: Appearance = { presence: 'here', avatar: undefined };
  readonly #watched: Watched = { floors: undefined };
  readonly #timers: Disposable[];
  #session: WorldSession | undefined;
  #living: Promise<void> | undefined;
  #hasLeft = false;
  /** A frame the page waits for since before there was anything to draw. */
  #order: { readonly spare: ArrayBuffer | undefined } | undefined;
  #chat: ChatLine[] = [];
  #peopleTold = '';
  #journeysTold = '[]';
  /** Undefined until the page looks. */
  #programWatch: ProgramWatch | undefined;
  /** Whether the page has looked at the task. */
  #isTaskWatched = false;
  #layoutTold = 0;
  #floorsTold: readonly WorldFloor[] | undefined;

  constructor(ports: HostPorts) {
    this.#ports = ports;
    this.#timers = [
      every(ports.clock, NEWS_MS, () => this.#tellNews()),
      every(ports.clock, STICKS_MS, () => this.#session?.watchOverSticks()),
    ];
  }

  receive(message: ToWorker): void {
    switch (message.kind) {
      case 'join':
        this.#living ??= this.#live(message.address).finally(() => {
          this.#living = undefined;
        });
        break;
      case 'frame':
        this.#frameOrdered(message.spare);
        break;
      case 'call':
        void this.#answer(message.request, message.call);
        break;
      case 'hold':
        this.#session?.hold(message.stick, message.at);
        break;
      case 'say':
        this.#say(message.text);
        break;
      case 'look':
        this.#appearance.avatar = message.avatar;
        break;
      case 'watch':
        this.#watched.floors = message.floors;
        this.#tellNews();
        break;
      case 'presence':
        this.#setPresence(message.presence);
        break;
      case 'watch-programs':
        this.#programWatch ??= new ProgramWatch();
        break;
      case 'watch-tasks':
        this.#isTaskWatched = true;
        break;
      case 'models':
        this.#models = modelsById(message.models, this.#models);
        this.#session?.modelsChanged();
        break;
      case 'publish':
        this.#relay.publish(message.subject, message.payload);
        break;
      case 'subscribe':
        this.#relay.subscribe(message.subscription, message.pattern);
        break;
      case 'unsubscribe':
        this.#relay.unsubscribe(message.subscription);
        break;
      case 'leave':
        void this[Symbol.asyncDispose]();
        break;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#hasLeft = true;
    for (const timer of this.#timers) timer[Symbol.dispose]();
    await this.#session?.[Symbol.asyncDispose]();
    this.#post({ kind: 'left' });
  }

  async #live(address: WorldAddress): Promise<void> {
    this.#tellStatus({ kind: 'joining' });
    let pauseMs = FIRST_RETRY_MS;
    while (!this.#hasLeft) {
      const sinceMs = this.#ports.clock.now();
      try {
        await this.#once(address);
      } catch (error) {
        if (error instanceof RefusedError) {
          this.#tellStatus({ kind: 'refused', reason: explain(error) });
          return;
        }
        this.#report(error);
      }
      if (this.#hasLeft) return;
      this.#tellStatus({ kind: 'lost' });
      if (this.#ports.clock.now() - sinceMs > LASTING_MS) pauseMs = FIRST_RETRY_MS;
      await delay(this.#ports.clock, pauseMs);
      pauseMs = Math.min(LONGEST_RETRY_MS, pauseMs * 2);
    }
  }

  /** Joins, and returns when the link was closed for good: a lost one is made anew by the bus itself. */
  async #once(address: WorldAddress): Promise<void> {
    let close = () => {};
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const onStatus = (status: BusStatus) => {
      if (status.kind === 'connected' && this.#session) this.#post({ kind: 'door', door: this.#session.door });
      if (status.kind === 'closed') close();
      else this.#tellStatus({ kind: status.kind === 'connected' ? 'open' : 'lost' });
    };
    const ports = { ...this.#ports, report: (error: unknown) => this.#report(error), models: (id: string) => this.#models.get(id) };
    this.#floorsTold = undefined;
    const session = await WorldSession.join(
      address,
      ports,
      { appearance: this.#appearance, watched: this.#watched },
      {
        status: onStatus,
        letGo: (stick, reason) => this.#post({ kind: 'let-go', stick, reason }),
        chat: (line) => this.#heard(line),
        catalog: (revision) => this.#post({ kind: 'catalog', revision }),
      },
    );
    if (this.#hasLeft) {
      await session[Symbol.asyncDispose]();
      return;
    }
    this.#session = session;
    this.#relay.attach(session.bus);
    this.#tellNews();
    onStatus(session.status);
    if (this.#order) this.#frameOrdered(this.#order.spare);
    await closed;
    this.#relay.detach();
    await session[Symbol.asyncDispose]();
  }

  #tellNews(): void {
    const session = this.#session;
    if (!session) return;
    session.people.tick();
    session.lookAround(this.#survey.mine());
    if (session.isAway) session.giveAway(this.#survey.mine());
    const watched = new Set([...session.sticks.entities, this.#appearance.avatar?.selected]);
    const { changed, gone } = this.#survey.take(session.participant, (entity) => watched.has(entity));
    const frame = this.#survey.slots.layout === this.#layoutTold ? undefined : this.#makeFrame(session, undefined);
    this.#layoutTold = this.#survey.slots.layout;
    const news: News = {
      ...this.#peopleNews(session),
      ...((changed.length > 0 || gone.length > 0) && { entities: { changed, gone, frame } }),
      ...(this.#chat.length > 0 && { chat: this.#chat }),
      time: session.time,
      ...this.#floorNews(session),
      ...this.#journeyNews(session),
      ...this.#programNews(session),
      ...this.#taskNews(session),
    };
    this.#chat = [];
    this.#post({ kind: 'news', news }, frame ? [frame.buffer] : []);
  }

  #floorNews({ participant: { floors } }: WorldSession): { floors?: readonly WorldFloor[] } {
    if (floors === this.#floorsTold) return {};
    this.#floorsTold = floors;
    return { floors };
  }

  #journeyNews({ traveller: { journeys } }: WorldSession): { journeys?: readonly JourneyInfo[] } {
    const text = JSON.stringify(journeys);
    if (text === this.#journeysTold) return {};
    this.#journeysTold = text;
    return { journeys };
  }

  #programNews({ programs, participant }: WorldSession): Pick<News, 'programs'> {
    const news = this.#programWatch?.news(programs.runs, programs.flags, participant.entities);
    return news ? { programs: news } : {};
  }

  #taskNews(session: WorldSession): Pick<News, 'task'> {
    if (!this.#isTaskWatched || session.status.kind === 'closed') return {};
    const news = session.tasks.news();
    return news ? { task: news } : {};
  }

  #peopleNews(session: WorldSession): { people?: Person[]; me?: Person } {
    const people = session.people.list(this.#survey.controls());
    const text = JSON.stringify(people);
    if (text === this.#peopleTold) return {};
    this.#peopleTold = text;
    const me = people.find(({ id }) => id === session.participant.id);
    return { people, ...(me && { me }) };
  }

  #frameOrdered(spare: ArrayBuffer | undefined): void {
    const session = this.#session;
    this.#order = session ? undefined : { spare };
    if (!session) return;
    const frame = this.#makeFrame(session, spare);
    this.#post({ kind: 'frame', frame }, [frame.buffer]);
  }

  #makeFrame(session: WorldSession, spare: ArrayBuffer | undefined): FrameData {
    return writeFrame(this.#survey.all, this.#survey.slots, session.participant.instant, spare);
  }

  async #answer(request: number, call: Call): Promise<void> {
    const answer = await this.#carryOut(call).catch((error): Answer => ({ kind: 'failed', reason: explain(error) }));
    this.#post({ kind: 'answer', request, answer });
  }

  async #carryOut(call: Call): Promise<Answer> {
    if (call.kind === 'request')
      return { kind: 'requested', outcome: await this.#relay.request(call.subject, call.payload, call.timeoutMs) };
    return this.#session?.carryOut(call) ?? { kind: 'failed', reason: 'the world has not been joined yet' };
  }

  #setPresence(presence: Presence): void {
    this.#appearance.presence = presence;
    if (presence === 'away') this.#session?.sticks.letGoOfAll('the page is hidden');
    this.#tellNews();
  }

  #say(text: string): void {
    const session = this.#session;
    if (session?.status.kind !== 'connected') {
      this.#post({ kind: 'trouble', text: 'The message was not sent: there is no connection.' });
      return;
    }
    session.participant.chat(text);
    this.#heard({ from: session.participant.id, name: session.participant.name, text: text.trim() });
  }

  #heard(line: Omit<ChatLine, 'atMs'>): void {
    this.#chat.push({ ...line, atMs: this.#ports.wallClockMs() });
  }

  #tellStatus(status: WorkerStatus): void {
    if (!this.#hasLeft) this.#post({ kind: 'status', status });
  }

  #report(error: unknown): void {
    this.#post({ kind: 'trouble', text: explain(error) });
  }

  #post(message: ToPage, transfer: readonly ArrayBuffer[] = []): void {
    this.#ports.post(message, transfer);
  }
}
