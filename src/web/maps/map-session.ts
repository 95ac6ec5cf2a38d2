import * as Y from 'yjs';
import type { Clock } from '../../core/base/clock.ts';
import { type Change, ChangingPlan, type Diagnostic, EdlReader, type FloorPlan, type LocatedEdl } from '../../core/maps/maps.ts';
import { Settable } from '../link/observable.ts';
import { TextSession, type TextSessionPorts } from '../texts/text-session.ts';

/** What the text says at the moment. */
export interface MapReading extends LocatedEdl {
  readonly text: string;
  /** Of the last text that made a map: while somebody types, what was drawn stays. */
  readonly plan: FloorPlan | undefined;
}

/** What is wrong with a text. */
export interface MapProblems {
  /** The reading that was looked at: the newest, unless somebody has just written. */
  readonly of: MapReading;
  readonly diagnostics: readonly Diagnostic[];
}

/** A place in the field, and what is there. */
export interface Pointed {
  readonly placeCm: readonly [xCm: number, yCm: number];
  readonly name: string;
}

/** Between two keys of who writes on. */
const CHECK_AFTER_MS = 150;

/** One person's work on one map: the shared text, what it says, and what of it is selected. Text and drawing observe it and ask it; it knows neither. */
export class MapSession extends TextSession {
  readonly reading: Settable<MapReading>;
  /** A moment behind what is read and drawn: to look for it takes longer. */
  readonly problems: Settable<MapProblems>;
  /** Index of the member that text and drawing both show. */
  readonly selected: Settable<number | undefined> = new Settable<number | undefined>(undefined);
  /** Something that is in nobody's map and is to be shown in the drawing: a robot that is in the way. */
  readonly pointed: Settable<Pointed | undefined> = new Settable<Pointed | undefined>(undefined);
  readonly #reader = new EdlReader();
  readonly #plan = new ChangingPlan();
  readonly #clock: Clock;
  #checking: Disposable | undefined;
  /** The selected member's place, which moves with its letters. */
  #anchor: Y.RelativePosition | undefined;

  constructor(ports: TextSessionPorts) {
    super(ports);
    this.#clock = ports.clock;
    const nothing = this.#readingOf('', undefined);
    this.reading = new Settable(nothing);
    this.problems = new Settable<MapProblems>({ of: nothing, diagnostics: nothing.check() });
  }

  /** Changes members, as one deed. */
  change(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    this.apply(this.#fresh().edits(changes));
  }

  /** In the drawing: the text goes there. */
  select(member: number | undefined): void {
    this.#select(member);
    const stretch = member === undefined ? undefined : this.reading.get().stretches[member];
    if (stretch) this.shown.set({ at: stretch.from });
    this.shared.presences.select(stretch && { anchor: stretch.from, head: stretch.from });
  }

  /** In the text: the drawing shows what stands there. */
  override cursorMoved(anchor: number, head: number): void {
    super.cursorMoved(anchor, head);
    this.#select(memberAt(this.#fresh(), head));
  }

  protected override read(): void {
    const text = this.shared.text.toString();
    if (text !== this.reading.get().text) {
      this.reading.set(this.#readingOf(text, this.reading.get().plan));
      this.#checkSoon();
    }
    super.read();
    const place = this.#anchor && Y.createAbsolutePositionFromRelativePosition(this.#anchor, this.shared.doc);
    this.selected.set(place ? memberAt(this.reading.get(), place.index) : undefined);
  }

  override [Symbol.dispose](): void {
    this.#checking?.[Symbol.dispose]();
    super[Symbol.dispose]();
  }

  #select(member: number | undefined): void {
    const stretch = member === undefined ? undefined : this.reading.get().stretches[member];
    this.#anchor = stretch && Y.createRelativePositionFromTypeIndex(this.shared.text, stretch.from);
    this.selected.set(stretch && member);
  }

  #fresh(): MapReading {
    if (this.reading.get().text !== this.shared.text.toString()) this.read();
    return this.reading.get();
  }

  #readingOf(text: string, last: FloorPlan | undefined): MapReading {
    const located = this.#reader.read(text);
    return { ...located, text, plan: located.document ? this.#plan.of(located.document) : last };
  }

  /** When it is drawn, and nobody is writing just now. */
  #checkSoon(): void {
    this.#checking?.[Symbol.dispose]();
    this.#checking = this.#clock.after(CHECK_AFTER_MS, () => {
      const of = this.reading.get();
      this.problems.set({ of, diagnostics: of.check() });
    });
  }
}

/** The member in whose stretch a place of the text lies; behind its last letter it is still meant. */
export function memberAt({ stretches }: Pick<LocatedEdl, 'stretches'>, at: number): number | undefined {
  const found = stretches.findIndex(({ from, to }) => from <= at && at <= to);
  return found < 0 ? undefined : found;
}
