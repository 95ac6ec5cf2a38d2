import { type Extension, RangeSet, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, gutter } from '@codemirror/view';
import type { ProgramSession } from './program-session.ts';

/** A line at which a program stands. */
export interface Standing {
  readonly line: number;
  readonly look: 'running' | 'paused' | 'failed';
}

const toggled = StateEffect.define<number>();
const stood = StateEffect.define<Standing | undefined>();

/** Where the program stands from now on; undefined: nowhere. */
export const showStanding = (standing: Standing | undefined): StateEffect<Standing | undefined> => stood.of(standing);

class Mark extends GutterMarker {
  readonly #class: string;
  readonly #label: string;

  constructor(className: string, label: string) {
    super();
    this.#class = className;
    this.#label = label;
  }

  override toDOM(): Node {
    const mark = document.createElement('span');
    mark.className = this.#class;
    mark.title = this.#label;
    return mark;
  }
}

const BREAKPOINT = new Mark('mh-breakpoint', 'Pauses before this line');
const HERE = new Mark('mh-here', 'The program is here');

const breakpoints = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(marks, { changes, effects, newDoc }) {
    let next = marks.map(changes);
    for (const effect of effects) {
      if (!effect.is(toggled)) continue;
      const { from } = newDoc.line(effect.value);
      let isSet = false;
      next.between(from, from, () => {
        isSet = true;
      });
      next = isSet ? next.update({ filter: (at) => at !== from }) : next.update({ add: [BREAKPOINT.range(from)] });
    }
    return next;
  },
});

const standing = StateField.define<Standing | undefined>({
  create: () => undefined,
  update: (present, { effects }) => {
    const told = effects.findLast((effect) => effect.is(stood));
    return told ? (told.value as Standing | undefined) : present;
  },
  provide: (field) =>
    EditorView.decorations.compute([field, 'doc'], (state) => {
      const at = state.field(field);
      if (!at || at.line < 1 || at.line > state.doc.lines) return Decoration.none;
      return Decoration.set([Decoration.line({ class: `mh-line-${at.look}` }).range(state.doc.line(at.line).from)]);
    }),
});

const look = EditorView.baseTheme({
  '.mh-run-gutter': { width: '18px', cursor: 'pointer' },
  '.mh-run-gutter .cm-gutterElement': { display: 'flex', alignItems: 'center', justifyContent: 'center' },
  '.mh-breakpoint': { width: '9px', height: '9px', borderRadius: '50%', background: 'var(--mh-bad)' },
  '.mh-here': {
    width: '0',
    height: '0',
    borderTop: '5px solid transparent',
    borderBottom: '5px solid transparent',
    borderLeft: '8px solid var(--mh-accent)',
  },
  '.mh-line-running, .mh-line-paused': { background: 'var(--mh-soft) !important', boxShadow: 'inset 2px 0 0 var(--mh-accent)' },
  '.mh-line-failed': { background: 'var(--mh-bad-tint) !important', boxShadow: 'inset 2px 0 0 var(--mh-bad)' },
});

/** Breakpoints at a press, and the line at which the program stands. */
export function runGutter(session: ProgramSession): Extension {
  return [
    breakpoints.init((state) =>
      RangeSet.of(
        session.breakpoints.get().flatMap((line) => (line <= state.doc.lines ? [BREAKPOINT.range(state.doc.line(line).from)] : [])),
        true,
      ),
    ),
    standing,
    gutter({
      class: 'mh-run-gutter',
      markers: (view) => view.state.field(breakpoints),
      lineMarker: (view, line) => {
        const at = view.state.field(standing);
        return at && at.line <= view.state.doc.lines && view.state.doc.line(at.line).from === line.from ? HERE : null;
      },
      lineMarkerChange: ({ startState, state }) => startState.field(standing) !== state.field(standing),
      initialSpacer: () => BREAKPOINT,
      domEventHandlers: {
        mousedown: (view, line) => {
          view.dispatch({ effects: toggled.of(view.state.doc.lineAt(line.from).number) });
          return true;
        },
      },
    }),
    look,
    EditorView.updateListener.of(({ state, startState }) => {
      if (state.field(breakpoints) === startState.field(breakpoints)) return;
      const lines: number[] = [];
      const marks = state.field(breakpoints).iter();
      for (; marks.value; marks.next()) lines.push(state.doc.lineAt(marks.from).number);
      session.breakpoints.set([...new Set(lines)]);
    }),
  ];
}
