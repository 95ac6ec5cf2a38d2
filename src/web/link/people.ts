import { decodeJson, encodeJson } from '../../core/api/messages.ts';
import type { Clock } from '../../core/base/clock.ts';
import { explain } from '../../core/base/errors.ts';
import type { Bus } from '../../core/bus/bus.ts';
import { subjects } from '../../core/bus/subjects.ts';
import type { Participant } from '../../core/world/world.ts';
import { type AvatarMessage, avatarSchema } from './avatar-message.ts';
import type { Presence } from './page-messages.ts';
import { colourFor, colourOfId } from './person-colours.ts';
import type { Avatar, Person } from './world-link.ts';

/** Said again this often when nothing changed, so that whoever came meanwhile knows. */
const KEEP_ALIVE_MS = 2000;
/** Three words missed: nobody is before that page any more. */
const FORGET_MS = 6000;

/** What a person shows of itself; outlives a link that had to be made anew. */
export interface Appearance {
  presence: Presence;
  avatar: Avatar | undefined;
}

/** Who is in the world: the participant's roster, and what the pages among them say of the people before them. */
export class People implements Disposable {
  readonly #participant: Participant;
  readonly #bus: Bus;
  readonly #clock: Clock;
  readonly #appearance: Readonly<Appearance>;
  readonly #heard = new Map<string, { readonly said: AvatarMessage; readonly atMs: number }>();
  readonly #hearing: Disposable;
  readonly #sinceMs: number;
  #colour: number | undefined;
  #said = '';
  #saidMs = Number.NEGATIVE_INFINITY;

  constructor(around: {
    participant: Participant;
    bus: Bus;
    clock: Clock;
    appearance: Readonly<Appearance>;
    report: (error: unknown) => void;
  }) {
    this.#participant = around.participant;
    this.#bus = around.bus;
    this.#clock = around.clock;
    this.#appearance = around.appearance;
    this.#sinceMs = Math.round(around.participant.time.sharedMs);
    this.#hearing = around.bus.subscribe(subjects.avatar(around.participant.world, '*'), ({ from, payload }) => {
      try {
        this.#hear(from, decodeJson(avatarSchema, payload));
      } catch (cause) {
        around.report(new Error(`what ${from} says of its avatar makes no sense: ${explain(cause)}`, { cause }));
      }
    });
  }

  /** Ten times a second, and at once when a page was hidden or shown. */
  tick(): void {
    const nowMs = this.#clock.now();
    for (const [id, { atMs }] of this.#heard) if (nowMs - atMs > FORGET_MS) this.#heard.delete(id);
    this.#colour = colourFor({ id: this.#participant.id, colour: this.#colour, sinceMs: this.#sinceMs }, this.#claims());
    const message: AvatarMessage = {
      presence: this.#appearance.presence,
      colour: this.#colour,
      sinceMs: this.#sinceMs,
      view: this.#appearance.avatar,
    };
    const text = JSON.stringify(message);
    if (text === this.#said && nowMs - this.#saidMs < KEEP_ALIVE_MS) return;
    this.#said = text;
    this.#saidMs = nowMs;
    this.#bus.publish(subjects.avatar(this.#participant.world, this.#participant.id), encodeJson(message));
  }

  /** Everybody but the hubs' own participants, oneself first, the others by name. */
  list(controls: ReadonlyMap<string, readonly string[]>): Person[] {
    const me = this.#participant.id;
    return this.#participant.participants
      .filter(({ mayLead }) => !mayLead)
      .map(({ id, name }) => this.#person(id, name, controls.get(id) ?? []))
      .sort((a, b) => Number(b.id === me) - Number(a.id === me) || a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
  }

  /** Whose pages are hidden. */
  away(): string[] {
    return [...this.#heard].flatMap(([id, { said }]) => (said.presence === 'away' ? [id] : []));
  }

  [Symbol.dispose](): void {
    this.#hearing[Symbol.dispose]();
  }

  #hear(from: string, said: AvatarMessage): void {
    // A newcomer knows nobody's colour yet: it hears ours with the next tick.
    if (!this.#heard.has(from)) this.#saidMs = Number.NEGATIVE_INFINITY;
    this.#heard.set(from, { said, atMs: this.#clock.now() });
  }

  #claims(): { id: string; colour: number; sinceMs: number }[] {
    return [...this.#heard].map(([id, { said }]) => ({ id, colour: said.colour, sinceMs: said.sinceMs }));
  }

  #person(id: string, name: string, controls: readonly string[]): Person {
    if (id === this.#participant.id) {
      const { presence } = this.#appearance;
      return { id, name, colour: this.#colour ?? colourOfId(id), presence, avatar: undefined, controls };
    }
    const said = this.#heard.get(id)?.said;
    if (!said) return { id, name, colour: colourOfId(id), presence: 'headless', avatar: undefined, controls };
    return { id, name, colour: said.colour, presence: said.presence, avatar: said.view, controls };
  }
}
