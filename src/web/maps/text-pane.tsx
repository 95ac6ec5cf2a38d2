import { defaultKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { type Diagnostic as Lint, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { yCollab, ySyncAnnotation, yUndoManagerKeymap } from 'y-codemirror.next';
import { formatEdl } from '../../core/maps/maps.ts';
import { edl } from './edl-language.ts';
import type { MapSession } from './map-session.ts';
import classes from './maps.module.css';
import { remoteCursors, showOthers } from './remote-cursors.ts';
import { lookOfText } from './text-look.ts';

/** The map as text. */
export function TextPane({ session }: { readonly session: MapSession }) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!holder.current) return;
    const view = new EditorView({ parent: holder.current, state: stateOf(session) });
    const endings = [
      session.problems.subscribe(() => showProblems(view, session)),
      session.others.subscribe(() => view.dispatch({ effects: showOthers(session.others.get()) })),
      session.shown.subscribe(() => show(view, session.shown.get()?.at)),
      session.sharing.subscribe(() => showAccess(view, session)),
    ];
    showProblems(view, session);
    return () => {
      for (const end of endings) end();
      view.destroy();
    };
  }, [session]);
  return <div ref={holder} className={classes.text} />;
}

/** In the layout of the paper; what belongs nowhere is told among the problems instead. */
export function format(session: MapSession): boolean {
  const { text } = formatEdl(session.shared.text.toString());
  if (text !== undefined) session.replaceText(text);
  return text !== undefined;
}

function stateOf(session: MapSession): EditorState {
  const { text } = session.shared;
  return EditorState.create({
    doc: text.toString(),
    extensions: [
      lineNumbers(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      drawSelection(),
      EditorView.lineWrapping,
      bracketMatching(),
      highlightSelectionMatches(),
      lintGutter(),
      edl(),
      lookOfText,
      remoteCursors(),
      yCollab(text, null, { undoManager: session.undoManager }),
      access.of(EditorState.readOnly.of(!session.mayWrite)),
      EditorView.contentAttributes.of({ 'aria-label': 'EDL text of the map' }),
      keymap.of([
        { key: 'Shift-Alt-f', run: () => format(session) },
        ...yUndoManagerKeymap,
        ...lintKeymap,
        ...searchKeymap,
        ...defaultKeymap,
      ]),
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
function showAccess(view: EditorView, session: MapSession): void {
  if (view.state.readOnly === session.mayWrite) view.dispatch({ effects: access.reconfigure(EditorState.readOnly.of(!session.mayWrite)) });
}

function show(view: EditorView, at: number | undefined): void {
  if (at === undefined || at > view.state.doc.length) return;
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
}

/** They may be a moment behind the text: then the next ones are to come. */
function showProblems(view: EditorView, session: MapSession): void {
  const { of, diagnostics } = session.problems.get();
  const { length } = view.state.doc;
  if (of.text.length !== length) return;
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
