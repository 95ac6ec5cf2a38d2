import * as Y from 'yjs';
import type { Clock } from '../../core/base/clock.ts';
import type { TextEdit } from '../../core/base/diagnostics.ts';
import type { Random } from '../../core/base/random.ts';
import type { DocumentBus } from '../../core/documents/document-bus.ts';
import { differenceOf, editText, type Presence, SharedDocument, type SharingState, type Writer } from '../../core/documents/documents.ts';
import { Settable } from '../link/observable.ts';

export interface TextSessionPorts {
  readonly world: string;
  readonly document: string;
  readonly bus: DocumentBus;
  readonly clock: Clock;
  readonly random: Random;
  readonly me: Writer;
  readonly access: 'write' | 'read';
  readonly report: (error: unknown) => void;
}

/** Edits of one hand within this are undone at once. */
const ONE_DEED_MS = 400;
/** Marks what was done by other means than letters, so that it can be undone. */
const DEED = Symbol('deed');

/** One person's work on one shared text: what it says, who else is in it, what was done last. Editors observe it and ask it; it knows none of them. */
export class TextSession implements Disposable {
  readonly document: string;
  readonly access: 'write' | 'read';
  readonly shared: SharedDocument;
  readonly undoManager: Y.UndoManager;
  readonly sharing: Settable<SharingState>;
  readonly others: Settable<readonly Presence[]> = new Settable<readonly Presence[]>([]);
  readonly history: Settable<'none' | 'undo' | 'redo' | 'both'> = new Settable<'none' | 'undo' | 'redo' | 'both'>('none');
  /** Where the text is to be shown, by whoever did not select it there. */
  readonly shown: Settable<{ readonly at: number } | undefined> = new Settable<{ readonly at: number } | undefined>(undefined);
  readonly #open: Disposable[];
  #frame = 0;

  constructor(ports: TextSessionPorts) {
    this.document = ports.document;
    this.access = ports.access;
    this.shared = new SharedDocument(ports);
    const { text, changes, presences } = this.shared;
    this.undoManager = new Y.UndoManager(text, { trackedOrigins: new Set([DEED]), captureTimeout: ONE_DEED_MS });
    this.sharing = new Settable<SharingState>(this.shared.state);
    for (const event of ['stack-item-added', 'stack-item-popped', 'stack-cleared'] as const)
      this.undoManager.on(event, () => this.#historyChanged());
    text.observe(() => this.#readSoon());
    this.#open = [changes.on(() => this.sharing.set(this.shared.state)), presences.changes.on(() => this.others.set(presences.others))];
  }

  get mayWrite(): boolean {
    return this.access === 'write' && this.sharing.get().kind !== 'refused';
  }

  /** Changes the text, as one deed. */
  apply(edits: readonly TextEdit[]): void {
    if (!this.mayWrite || edits.length === 0) return;
    this.undoManager.stopCapturing();
    this.shared.doc.transact(() => editText(this.shared, edits), DEED);
    this.undoManager.stopCapturing();
    this.read();
  }

  /** Only what differs, so that cursors of others stay where they are. */
  replaceText(next: string): void {
    this.apply(differenceOf(this.shared.text.toString(), next));
  }

  /** Where this person stands in the text. */
  cursorMoved(anchor: number, head: number): void {
    this.shared.presences.select({ anchor, head });
  }

  undo(): void {
    this.undoManager.undo();
  }

  redo(): void {
    this.undoManager.redo();
  }

  /** The text has changed, perhaps. */
  protected read(): void {
    // Their places are those of letters, which have moved.
    if (this.others.get().length > 0) this.others.set(this.shared.presences.others);
  }

  [Symbol.dispose](): void {
    cancelAnimationFrame(this.#frame);
    this.undoManager.destroy();
    for (const part of this.#open) part[Symbol.dispose]();
    this.shared[Symbol.dispose]();
  }

  /** Letters come faster than frames. */
  #readSoon(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.read());
  }

  #historyChanged(): void {
    const [isUndo, isRedo] = [this.undoManager.undoStack.length > 0, this.undoManager.redoStack.length > 0];
    this.history.set(isUndo ? (isRedo ? 'both' : 'undo') : isRedo ? 'redo' : 'none');
  }
}
