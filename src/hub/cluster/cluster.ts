/** The hubs on one bus: each tells the others of itself, and knows who is there. */
import { z } from 'zod';
import { decodeJson, encodeJson } from '../../core/api/messages.ts';
import { type Clock, delay, every } from '../../core/base/clock.ts';
import { MisuseError } from '../../core/base/errors.ts';
import { isId } from '../../core/base/ids.ts';
import { Signal } from '../../core/base/signal.ts';
import type { Bus } from '../../core/bus/bus.ts';
import { subjects } from '../../core/bus/subjects.ts';
import { hubName, isOfHub } from '../worlds/residents.ts';

const TELL_MS = 1000;
/** Who was not heard for so long is gone. */
const GONE_MS = 3500;
/** A page may stay open for long after its hub has died. */
const REMEMBERED_MS = 24 * 3600 * 1000;
/** So many fewer are markedly fewer: what is told is up to a second old. */
const MARGIN = 3;
/** Who is started listens for so long whether its name is taken, and says its own so often. */
const LISTEN_MS = 1500;
const INTRODUCE_MS = 300;

const id = z.string().refine(isId);
/** A later version may tell more. */
const loadSchema = z.object({
  hub: id,
  /** Another one each time it is started. */
  life: id,
  /** `entering`: it listens whether its name is taken, and serves nobody yet. */
  stage: z.enum(['entering', 'open', 'leaving']),
  /** Where browsers and programs find it. */
  url: z.url({ protocol: /^https?$/ }).max(200),
  participants: z.number().int().nonnegative(),
  /** So many may be at its door. */
  room: z.number().int().nonnegative(),
  /** Open there, with how many at its own door. */
  worlds: z.array(z.object({ world: id, participants: z.number().int().nonnegative() })).max(1000),
  /** Of one core, since it was last told. */
  cpuShare: z.number().nonnegative(),
  residentBytes: z.number().nonnegative(),
});

/** What a hub tells of itself. */
export type HubLoad = Readonly<z.infer<typeof loadSchema>>;

interface ClusterOptions {
  /** Under the hub's own id. */
  readonly bus: Bus;
  readonly life: string;
  readonly clock: Clock;
  readonly ownLoad: () => Omit<HubLoad, 'hub' | 'life' | 'stage'>;
}

export class Cluster implements Disposable {
  /** Hubs came or went. */
  readonly changes: Signal<undefined> = new Signal();
  readonly #options: ClusterOptions;
  readonly #heard = new Map<string, { readonly load: HubLoad; readonly atMs: number }>();
  /** When a hub of each was last heard. */
  readonly #origins = new Map<string, number>();
  readonly #open: Disposable[];
  #stage: HubLoad['stage'] = 'entering';
  /** Another hub of our name that was here before us, or is about to be. */
  #namesake: HubLoad | undefined;

  constructor(options: ClusterOptions) {
    const { bus, clock } = options;
    this.#options = options;
    this.#open = [
      bus.subscribe(subjects.hubs, ({ from, payload }) => this.#hear(from, decodeJson(loadSchema, payload))),
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
  get others(): HubLoad[] {
    return [...this.#heard.values()].map(({ load }) => load).sort((a, b) => (a.hub < b.hub ? -1 : 1));
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
    const { bus, life, ownLoad } = this.#options;
    bus.publish(subjects.hub(bus.self), encodeJson({ hub: bus.self, life, stage: this.#stage, ...ownLoad() } satisfies HubLoad));
  }

  #hear(from: string, load: HubLoad): void {
    const { bus, life, clock } = this.#options;
    if (from !== load.hub || !isOfHub(from)) return;
    if (from === bus.self) {
      if (load.life !== life && load.stage !== 'leaving' && (load.stage === 'open' || load.life < life)) this.#namesake = load;
      return;
    }
    const before = this.#heard.get(from)?.load.url;
    if (load.stage === 'open') {
      this.#heard.set(from, { load, atMs: clock.now() });
      this.#origins.set(new URL(load.url).origin, clock.now());
    } else this.#heard.delete(from);
    if (before !== this.#heard.get(from)?.load.url) this.changes.emit(undefined);
  }

  #forgetTheGone(): void {
    const nowMs = this.#options.clock.now();
    for (const [origin, atMs] of this.#origins) if (nowMs - atMs > REMEMBERED_MS) this.#origins.delete(origin);
    const gone = [...this.#heard].filter(([, { atMs }]) => nowMs - atMs > GONE_MS);
    for (const [hub] of gone) this.#heard.delete(hub);
    if (gone.length > 0) this.changes.emit(undefined);
  }
}
