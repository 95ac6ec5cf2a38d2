import * as Y from 'yjs';
import { type Clock, every } from '../base/clock.ts';
import { MalformedError } from '../base/errors.ts';
import { between, type Random } from '../base/random.ts';
import { Signal } from '../base/signal.ts';
import type { Rate } from '../base/token-bucket.ts';
import { subjects } from '../bus/subjects.ts';
import { Allowances } from './allowances.ts';
import type { DocumentBus } from './document-bus.ts';
import { decodePresence, encodePresence } from './frames.ts';
import { MOST_PRESENCES } from './limits.ts';
import { TEXT, textOfDocument } from './text-state.ts';

export interface Writer {
  readonly name: string;
  /** 1 to 12 of the palette. */
  readonly colour: number;
}

/** Letters from the beginning of the text; both the same for a mere cursor. */
export interface TextSelection {
  readonly anchor: number;
  readonly head: number;
}

/** Somebody else who has the document open. */
export interface Presence extends Writer {
  readonly participant: string;
  /** Undefined for who only reads, or stands where this node's text does not reach yet. */
  readonly selection: TextSelection | undefined;
}

export interface PresencePorts {
  readonly world: string;
  readonly document: string;
  readonly bus: DocumentBus;
  readonly clock: Clock;
  readonly random: Random;
  readonly report: (error: unknown) => void;
}

const SAY_EVERY_MS = 4000;
/** Two words may be lost. */
const GONE_AFTER_MS = 13_000;
const LOOK_EVERY_MS = 1000;
/** While a cursor moves. */
const AT_MOST_EVERY_MS = 80;
/** Who draws them draws all of them: they are told of together. */
const TELL_AFTER_MS = 50;
/** Of each other participant: as often as it would speak itself, with some that come late together. */
const HEARD: Rate = { messagesPerS: 1000 / AT_MOST_EVERY_MS, bytesPerS: 0 };
const NOWHERE = new Uint8Array();

interface Heard extends Writer {
  readonly anchor: Y.RelativePosition | undefined;
  readonly head: Y.RelativePosition | undefined;
  readonly atMs: number;
}

/** Who has a document open, by what they say themselves every few seconds. Nothing of it is kept. */
export class Presences implements Disposable {
  readonly changes: Signal<undefined> = new Signal();
  readonly #ports: PresencePorts;
  readonly #doc: Y.Doc;
  readonly #me: Writer;
  readonly #heard = new Map<string, Heard>();
  readonly #allowances: Allowances;
  readonly #open: Disposable[];
  #selection: { readonly anchor: Uint8Array; readonly head: Uint8Array } = { anchor: NOWHERE, head: NOWHERE };
  #toSay: Disposable | undefined;
  #toTell: Disposable | undefined;
  #saidMs = Number.NEGATIVE_INFINITY;

  constructor(doc: Y.Doc, me: Writer, ports: PresencePorts) {
    const { world, document, bus, clock, report } = ports;
    this.#ports = ports;
    this.#doc = doc;
    this.#me = me;
    this.#allowances = new Allowances(HEARD, clock);
    this.#open = [
      bus.subscribe(subjects.documentPresence(world, document), ({ from, payload }) => {
        try {
          this.#take(from, payload);
        } catch (error) {
          report(error);
        }
      }),
      every(clock, SAY_EVERY_MS, () => this.#say('here')),
      every(clock, LOOK_EVERY_MS, () => this.#forgetGone()),
    ];
    this.#saySoon(0);
  }

  /** The others, in the order of their ids. */
  get others(): Presence[] {
    return [...this.#heard]
      .map(([participant, { name, colour, anchor, head }]) => ({ participant, name, colour, selection: this.#selectionOf(anchor, head) }))
      .sort((a, b) => (a.participant < b.participant ? -1 : 1));
  }

  /** Where this node's own cursor is; undefined: nowhere. */
  select(selection: TextSelection | undefined): void {
    const text = textOfDocument(this.#doc);
    const place = (index: number) => Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(text, Math.min(index, text.length)));
    this.#selection = selection ? { anchor: place(selection.anchor), head: place(selection.head) } : { anchor: NOWHERE, head: NOWHERE };
    this.#saySoon(Math.max(0, this.#saidMs + AT_MOST_EVERY_MS - this.#ports.clock.now()));
  }

  [Symbol.dispose](): void {
    this.#toSay?.[Symbol.dispose]();
    this.#toTell?.[Symbol.dispose]();
    for (const part of this.#open) part[Symbol.dispose]();
    this.#say('leaving');
  }

  #take(from: string, payload: Uint8Array): void {
    if (this.#allowances.take(from, 1, 0) === 'exceeded') return;
    const { name, colour, anchor, head, stay } = decodePresence(payload);
    const { clock, random } = this.#ports;
    const isNew = !this.#heard.has(from);
    if (stay === 'leaving') this.#heard.delete(from);
    else if (!isNew || this.#heard.size < MOST_PRESENCES)
      this.#heard.set(from, { name, colour, anchor: placeIn(anchor), head: placeIn(head), atMs: clock.now() });
    // So that who comes knows at once who is there, without all speaking at the same time.
    if (isNew && stay === 'here') this.#saySoon(between(random, 20, 200));
    this.#tellSoon();
  }

  #tellSoon(): void {
    this.#toTell ??= this.#ports.clock.after(TELL_AFTER_MS, () => {
      this.#toTell = undefined;
      this.changes.emit(undefined);
    });
  }

  #saySoon(afterMs: number): void {
    this.#toSay ??= this.#ports.clock.after(afterMs, () => this.#say('here'));
  }

  #say(stay: 'here' | 'leaving'): void {
    const { world, document, bus, clock } = this.#ports;
    this.#toSay?.[Symbol.dispose]();
    this.#toSay = undefined;
    if (bus.status.kind !== 'connected') return;
    this.#saidMs = clock.now();
    bus.publish(subjects.documentPresence(world, document), encodePresence({ ...this.#me, ...this.#selection, stay }));
  }

  #forgetGone(): void {
    const nowMs = this.#ports.clock.now();
    const gone = [...this.#heard].filter(([, { atMs }]) => nowMs - atMs > GONE_AFTER_MS);
    for (const [participant] of gone) this.#heard.delete(participant);
    if (gone.length > 0) this.changes.emit(undefined);
  }

  #selectionOf(anchor: Y.RelativePosition | undefined, head: Y.RelativePosition | undefined): TextSelection | undefined {
    const [from, to] = [this.#indexOf(anchor), this.#indexOf(head)];
    return from === undefined || to === undefined ? undefined : { anchor: from, head: to };
  }

  #indexOf(place: Y.RelativePosition | undefined): number | undefined {
    if (!place) return undefined;
    // Letters that are not here yet have no place: Yjs throws at them.
    if (place.item && place.item.clock >= Y.getState(this.#doc.store, place.item.client)) return undefined;
    return Y.createAbsolutePositionFromRelativePosition(place, this.#doc)?.index;
  }
}

/** A place in our text: Yjs would make a new type in the document for each name that it is asked for. */
function placeIn(bytes: Uint8Array): Y.RelativePosition | undefined {
  if (bytes.length === 0) return undefined;
  const place = decoded(bytes);
  const isInText = place.type === null && (place.tname === null ? place.item !== null : place.tname === TEXT);
  if (!isInText) throw new MalformedError('a place that is not in the text');
  return place;
}

function decoded(bytes: Uint8Array): Y.RelativePosition {
  try {
    return Y.decodeRelativePosition(bytes);
  } catch (cause) {
    throw new MalformedError(`${bytes.length} bytes are no place in a text`, { cause });
  }
}
