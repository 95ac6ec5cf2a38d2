import * as Y from 'yjs';
import type { Clock } from '../../core/base/clock.ts';
import type { Random } from '../../core/base/random.ts';
import type { DocumentBus } from '../../core/documents/document-bus.ts';
import { type Presence, SharedDocument, type SharingState, type Writer } from '../../core/documents/documents.ts';
import {
  type Change,
  ChangingPlan,
  type Diagnostic,
  EdlReader,
  type FloorPlan,
  type LocatedEdl,
  type TextEdit,
} from '../../core/maps/maps.ts';
import { Settable } from '../link/observable.ts';

export interface MapSessionPorts {
  readonly world: string;
  readonly document: string;
  readonly bus: DocumentBus;
  readonly clock: Clock;
  readonly random: Random;
  readonly me: Writer;
  readonly access: 'write' | 'read';
  readonly report: (error: unknown) => void;
}

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

/** Edits of one hand within this are undone at once. */
const ONE_DEED_MS = 400;
/** Between two keys of who writes on. */
const CHECK_AFTER_MS = 150;
/** Marks what was done in the drawing, so that it can be undone. */
const DRAWING = Symbol('drawing');

/** One person's work on one map: the shared text, what it says, and what of it is selected. Text and drawing observe it and ask it; it knows neither. */
export class MapSession implements Disposable {
  readonly document: string;
  readonly access: 'write' | 'read';
  readonly shared: SharedDocument;
  readonly undoManager: Y.UndoManager;
  readonly reading: Settable<MapReading>;
  /** A moment behind what is read and drawn: to look for it takes longer. */
  readonly problems: Settable<MapProblems>;
  readonly sharing: Settable<SharingState>;
  readonly others: Settable<readonly Presence[]> = new Settable<readonly Presence[]>([]);
  /** Index of the member that text and drawing both show. */
  readonly selected: Settable<number | undefined> = new Settable<number | undefined>(undefined);
  readonly history: Settable<'none' | 'undo' | 'redo' | 'both'> = new Settable<'none' | 'undo' | 'redo' | 'both'>('none');
  /** Where the text is to be shown, by whoever did not select it there. */
  readonly shown: Settable<{ readonly at: number } | undefined> = new Settable<{ readonly at: number } | undefined>(undefined);
  /** Something that is in nobody's map and is to be shown in the drawing: a robot that is in the way. */
  readonly pointed: Settable<Pointed | undefined> = new Settable<Pointed | undefined>(undefined);
  readonly #open: Disposable[];
  readonly #reader = new EdlReader();
  readonly #plan = new ChangingPlan();
  readonly #clock: Clock;
  #checking: Disposable | undefined;
  /** The selected member's place, which moves with its letters. */
  #anchor: Y.RelativePosition | undefined;
  #frame = 0;

  constructor(ports: MapSessionPorts) {
    this.document = ports.document;
    this.access = ports.access;
    this.shared = new SharedDocument(ports);
    const { text, changes, presences } = this.shared;
    this.undoManager = new Y.UndoManager(text, { trackedOrigins: new Set([DRAWING]), captureTimeout: ONE_DEED_MS });
    this.#clock = ports.clock;
    const nothing = this.#readingOf('', undefined);
    this.reading = new Settable(nothing);
    this.problems = new Settable<MapProblems>({ of: nothing, diagnostics: nothing.check() });
    this.sharing = new Settable<SharingState>(this.shared.state);
    for (const event of ['stack-item-added', 'stack-item-popped', 'stack-cleared'] as const)
      this.undoManager.on(event, () => this.#historyChanged());
    text.observe(() => this.#readSoon());
    this.#open = [changes.on(() => this.sharing.set(this.shared.state)), presences.changes.on(() => this.others.set(presences.others))];
  }

  get mayWrite(): boolean {
    return this.access === 'write' && this.sharing.get().kind !== 'refused';
  }

  /** Changes members, as one deed. */
  change(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    this.apply(this.#fresh().edits(changes));
  }

  /** Changes the text, as one deed. */
  apply(edits: readonly TextEdit[]): void {
    if (!this.mayWrite || edits.length === 0) return;
    const { doc, text } = this.shared;
    this.undoManager.stopCapturing();
    doc.transact(() => {
      for (const { from, to, insert } of edits.toSorted((a, b) => b.from - a.from || b.to - a.to)) {
        if (to > from) text.delete(from, to - from);
        if (insert !== '') text.insert(from, insert);
      }
    }, DRAWING);
    this.undoManager.stopCapturing();
    this.#read();
  }

  /** Only what differs, so that cursors of others stay where they are. */
  replaceText(next: string): void {
    const present = this.shared.text.toString();
    let from = 0;
    while (from < present.length && from < next.length && present[from] === next[from]) from++;
    let tail = 0;
    while (tail < present.length - from && tail < next.length - from && present.at(-1 - tail) === next.at(-1 - tail)) tail++;
    this.apply([{ from, to: present.length - tail, insert: next.slice(from, next.length - tail) }]);
  }

  /** Puts the first text into an empty map. It is nobody's deed, and not undone. */
  fill(text: string): void {
    if (this.mayWrite && this.shared.text.length === 0) this.shared.text.insert(0, text);
  }

  /** In the drawing: the text goes there. */
  select(member: number | undefined): void {
    this.#select(member);
    const stretch = member === undefined ? undefined : this.reading.get().stretches[member];
    if (stretch) this.shown.set({ at: stretch.from });
    this.shared.presences.select(stretch && { anchor: stretch.from, head: stretch.from });
  }

  /** In the text: the drawing shows what stands there. */
  cursorMoved(anchor: number, head: number): void {
    this.shared.presences.select({ anchor, head });
    this.#select(memberAt(this.#fresh(), head));
  }

  undo(): void {
    this.undoManager.undo();
  }

  redo(): void {
    this.undoManager.redo();
  }

  [Symbol.dispose](): void {
    cancelAnimationFrame(this.#frame);
    this.#checking?.[Symbol.dispose]();
    this.undoManager.destroy();
    for (const part of this.#open) part[Symbol.dispose]();
    this.shared[Symbol.dispose]();
  }

  #select(member: number | undefined): void {
    const stretch = member === undefined ? undefined : this.reading.get().stretches[member];
    this.#anchor = stretch && Y.createRelativePositionFromTypeIndex(this.shared.text, stretch.from);
    this.selected.set(stretch && member);
  }

  #fresh(): MapReading {
    if (this.reading.get().text !== this.shared.text.toString()) this.#read();
    return this.reading.get();
  }

  /** Letters come faster than frames. */
  #readSoon(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#read());
  }

  #read(): void {
    const text = this.shared.text.toString();
    if (text !== this.reading.get().text) {
      this.reading.set(this.#readingOf(text, this.reading.get().plan));
      this.#checkSoon();
    }
    // Their places are those of letters, which have moved.
    if (this.others.get().length > 0) this.others.set(this.shared.presences.others);
    const place = this.#anchor && Y.createAbsolutePositionFromRelativePosition(this.#anchor, this.shared.doc);
    this.selected.set(place ? memberAt(this.reading.get(), place.index) : undefined);
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

  #historyChanged(): void {
    const [isUndo, isRedo] = [this.undoManager.undoStack.length > 0, this.undoManager.redoStack.length > 0];
    this.history.set(isUndo ? (isRedo ? 'both' : 'undo') : isRedo ? 'redo' : 'none');
  }
}

/** The member in whose stretch a place of the text lies; behind its last letter it is still meant. */
export function memberAt({ stretches }: Pick<LocatedEdl, 'stretches'>, at: number): number | undefined {
  const found = stretches.findIndex(({ from, to }) => from <= at && at <= to);
  return found < 0 ? undefined : found;
}
