import { defaultKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { type Diagnostic as Lint, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  type KeyBinding,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { yCollab, ySyncAnnotation, yUndoManagerKeymap } from 'y-codemirror.next';
import type { Diagnostic } from '../../core/base/diagnostics.ts';
import { remoteCursors, showOthers } from './remote-cursors.ts';
import { lookOfText } from './text-look.ts';
import type { TextSession } from './text-session.ts';

export interface TextEditorOptions {
  readonly parent: HTMLElement;
  /** For who cannot see it. */
  readonly label: string;
  /** The language, and what else this text has. They come first, so that their gutters do. */
  readonly extensions: readonly Extension[];
  readonly keys: readonly KeyBinding[];
}

/** A shared text in CodeMirror, with the cursors of the others. Returns what ends it with the view. */
export function openTextEditor(
  session: TextSession,
  options: TextEditorOptions,
): { readonly view: EditorView; readonly close: () => void } {
  const view = new EditorView({ parent: options.parent, state: stateOf(session, options) });
  const endings = [
    session.others.subscribe(() => view.dispatch({ effects: showOthers(session.others.get()) })),
    session.shown.subscribe(() => show(view, session.shown.get()?.at)),
    session.sharing.subscribe(() => showAccess(view, session)),
  ];
  const close = () => {
    for (const end of endings) end();
    view.destroy();
  };
  return { view, close };
}

function stateOf(session: TextSession, { label, extensions, keys }: TextEditorOptions): EditorState {
  const { text } = session.shared;
  return EditorState.create({
    doc: text.toString(),
    extensions: [
      ...extensions,
      lineNumbers(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      drawSelection(),
      EditorView.lineWrapping,
      bracketMatching(),
      highlightSelectionMatches(),
      lintGutter(),
      lookOfText,
      remoteCursors(),
      yCollab(text, null, { undoManager: session.undoManager }),
      access.of(EditorState.readOnly.of(!session.mayWrite)),
      EditorView.contentAttributes.of({ 'aria-label': label }),
      keymap.of([...keys, ...yUndoManagerKeymap, ...lintKeymap, ...searchKeymap, ...defaultKeymap]),
      EditorView.updateListener.of(({ state, selectionSet, docChanged, transactions, view }) => {
        const isFromOthers = transactions.some((each) => each.annotation(ySyncAnnotation) !== undefined);
        if ((selectionSet || docChanged) && !isFromOthers && view.hasFocus)
          session.cursorMoved(state.selection.main.anchor, state.selection.main.head);
      }),
    ],
  });
}

const access = new Compartment();

/** What was refused goes nowhere, nor would what is written after it. */
function showAccess(view: EditorView, session: TextSession): void {
  if (view.state.readOnly === session.mayWrite) view.dispatch({ effects: access.reconfigure(EditorState.readOnly.of(!session.mayWrite)) });
}

function show(view: EditorView, at: number | undefined): void {
  if (at === undefined || at > view.state.doc.length) return;
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
}

/** They may be a moment behind the text: then the next ones are to come. */
export function showProblems(
  view: EditorView,
  session: TextSession,
  { text, diagnostics }: { readonly text: string; readonly diagnostics: readonly Diagnostic[] },
): void {
  const { length } = view.state.doc;
  if (text.length !== length) return;
  const lints = diagnostics.map(
    ({ from, to, severity, message, remedy, fix }): Lint => ({
      from: Math.min(from, length),
      to: Math.min(Math.max(to, from), length),
      severity,
      message: remedy === undefined ? message : `${message}; ${remedy}`,
      ...(fix && session.mayWrite && { actions: [{ name: fix.title, apply: () => session.apply(fix.edits) }] }),
    }),
  );
  view.dispatch(setDiagnostics(view.state, lints));
}
