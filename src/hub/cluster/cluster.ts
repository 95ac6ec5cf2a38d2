/** The hubs on one bus: each tells the others of itself, and knows who is there. */
import { type HubCard, type HubState, type Hubs, type HubWord, hubWordSchema } from '../../core/api/hubs.ts';
import { decodeJson, encodeJson } from '../../core/api/messages.ts';
import { type Clock, delay, every } from '../../core/base/clock.ts';
import { MisuseError } from '../../core/base/errors.ts';
import { Signal } from '../../core/base/signal.ts';
import type { Bus } from '../../core/bus/bus.ts';
import { subjects } from '../../core/bus/subjects.ts';
import { hubName, isOfHub } from '../worlds/residents.ts';
import { HISTORY_MS } from './cluster-history.ts';

const TELL_MS = 1000;
/** To whom was not heard for so long nobody is sent any more. */
const SILENT_MS = 3500;
/** By then others do its work: a hub on duty for a world is replaced after 8 s. */
const GONE_MS = 10_000;
/** A page may stay open for long after its hub has died. */
const REMEMBERED_MS = 24 * 3600 * 1000;
/** So many fewer are markedly fewer: what is told is up to a second old. */
const MARGIN = 3;
/** Who is started listens for so long whether its name is taken, and says its own so often. */
const LISTEN_MS = 1500;
const INTRODUCE_MS = 300;

interface ClusterOptions {
  /** Under the hub's own id. */
  readonly bus: Bus;
  readonly life: string;
  readonly clock: Clock;
  /** `alone`: the bus is this hub's own. */
  readonly company: 'alone' | 'among others';
  /** Asked once a second. */
  readonly ownLoad: () => Omit<HubWord, 'hub' | 'life' | 'stage'>;
}

interface Heard {
  readonly load: HubWord;
  readonly atMs: number;
}

export class Cluster implements Disposable {
  /** Hubs came or went. */
  readonly changes: Signal<undefined> = new Signal();
  readonly #options: ClusterOptions;
  readonly #heard = new Map<string, Heard>();
  /** The last word of each, also of those that are there no more. */
  readonly #lastWords = new Map<string, Heard>();
  #ownWord: HubWord | undefined;
  /** When a hub of each was last heard. */
  readonly #origins = new Map<string, number>();
  readonly #open: Disposable[];
  #stage: HubWord['stage'] = 'entering';
  /** Another hub of our name that was here before us, or is about to be. */
  #namesake: HubWord | undefined;

  constructor(options: ClusterOptions) {
    const { bus, clock } = options;
    this.#options = options;
    this.#open = [
      bus.subscribe(subjects.hubs, ({ from, payload }) => this.#hear(from, decodeJson(hubWordSchema, payload))),
      every(clock, TELL_MS, () => this.#forgetTheGone()),
    ];
  }

  /** Rejects when another hub has this one's name. Of two that come at the same time one stays. */
  async enter(): Promise<void> {
    const { bus, clock } = this.#options;
    for (let listenedMs = 0; listenedMs < LISTEN_MS; listenedMs += INTRODUCE_MS) {
      this.#tell();
      await delay(clock, INTRODUCE_MS);
    }
    if (this.#namesake)
      throw new MisuseError(
        `another hub of the name ${hubName(bus.self)} is on this bus, at ${this.#namesake.url}; choose another with --name`,
      );
  }

  /** It serves from now on. */
  open(): void {
    this.#stage = 'open';
    this.#tell();
    this.#open.push(every(this.#options.clock, TELL_MS, () => this.#tell()));
  }

  /** The other hubs that are there, ordered by id. */
  get others(): HubWord[] {
    return [...this.#heard.values()].map(({ load }) => load).sort((a, b) => (a.hub < b.hub ? -1 : 1));
  }

  /** All hubs of the last ten minutes, this one first, the others by id; each as it last said. */
  get known(): Hubs {
    const { bus, company } = this.#options;
    const others = [...this.#lastWords.values()].sort((a, b) => (a.load.hub < b.load.hub ? -1 : 1));
    const own = cardOf(this.#ownWord ?? this.#word(), 'here', 0);
    return {
      self: bus.self,
      bus: company === 'alone' ? 'none' : bus.status.kind,
      hubs: [own, ...others.map((heard) => this.#cardOf(heard))],
    };
  }

  /** Of their pages, and of those of hubs that were there not long ago: these come here just because their hub is gone. */
  get origins(): string[] {
    return [...this.#origins.keys()];
  }

  /** Where somebody who comes to a world is better off than here, with so many participants: at a hub that has it open, and markedly fewer. */
  elsewhere(world: string, participants: number): string | undefined {
    const serving = this.others.filter(
      ({ room, worlds, ...hub }) => hub.participants < room && worlds.some((open) => open.world === world),
    );
    const [least] = serving.sort((a, b) => a.participants - b.participants);
    return least && least.participants + MARGIN <= participants ? least.url : undefined;
  }

  /** Says goodbye: nobody is sent here any more. */
  [Symbol.dispose](): void {
    if (this.#stage === 'open') {
      this.#stage = 'leaving';
      this.#tell();
    }
    for (const part of this.#open) part[Symbol.dispose]();
  }

  #tell(): void {
    const { bus } = this.#options;
    this.#ownWord = this.#word();
    bus.publish(subjects.hub(bus.self), encodeJson(this.#ownWord));
  }

  #word(): HubWord {
    const { bus, life, ownLoad } = this.#options;
    return { hub: bus.self, life, stage: this.#stage, ...ownLoad() };
  }

  #cardOf({ load, atMs }: Heard): HubCard {
    const ageMs = this.#options.clock.now() - atMs;
    return cardOf(load, load.stage === 'leaving' ? 'left' : stateAt(ageMs), Math.round(ageMs));
  }

  #hear(from: string, load: HubWord): void {
    const { bus, life, clock } = this.#options;
    if (from !== load.hub || !isOfHub(from)) return;
    if (from === bus.self) {
      if (load.life !== life && load.stage !== 'leaving' && (load.stage === 'open' || load.life < life)) this.#namesake = load;
      return;
    }
    const before = this.#heard.get(from)?.load.url;
    if (load.stage !== 'entering') this.#lastWords.set(from, { load, atMs: clock.now() });
    if (load.stage === 'open') {
      this.#heard.set(from, { load, atMs: clock.now() });
      this.#origins.set(new URL(load.url).origin, clock.now());
    } else this.#heard.delete(from);
    if (before !== this.#heard.get(from)?.load.url) this.changes.emit(undefined);
  }

  #forgetTheGone(): void {
    const nowMs = this.#options.clock.now();
    for (const [origin, atMs] of this.#origins) if (nowMs - atMs > REMEMBERED_MS) this.#origins.delete(origin);
    for (const [hub, { atMs }] of this.#lastWords) if (nowMs - atMs > HISTORY_MS) this.#lastWords.delete(hub);
    const gone = [...this.#heard].filter(([, { atMs }]) => nowMs - atMs > SILENT_MS);
    for (const [hub] of gone) this.#heard.delete(hub);
    if (gone.length > 0) this.changes.emit(undefined);
  }
}

const stateAt = (ageMs: number): HubState => (ageMs <= SILENT_MS ? 'here' : ageMs <= GONE_MS ? 'silent' : 'gone');

function cardOf({ life: _, stage: __, ...word }: HubWord, state: HubState, ageMs: number): HubCard {
  return { ...word, name: hubName(word.hub), state, ageMs };
}
