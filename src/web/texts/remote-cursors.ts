import { type Extension, type Range, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import type { Presence } from '../../core/documents/documents.ts';
import { tagOf } from '../theme/palette.ts';

const others = StateEffect.define<readonly Presence[]>();

/** Where the others are, from now on. */
export const showOthers = (presences: readonly Presence[]): StateEffect<readonly Presence[]> => others.of(presences);

class Caret extends WidgetType {
  readonly #name: string;
  readonly #colour: number;

  constructor({ name, colour }: Presence) {
    super();
    this.#name = name;
    this.#colour = colour;
  }

  override eq(other: Caret): boolean {
    return other.#name === this.#name && other.#colour === this.#colour;
  }

  override toDOM(): HTMLElement {
    const caret = document.createElement('span');
    caret.className = 'mh-caret';
    caret.style.setProperty('--mh-person', tagOf(this.#colour));
    const tag = document.createElement('span');
    tag.className = 'mh-caret-name';
    tag.textContent = this.#name;
    caret.append(tag);
    return caret;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

function decorationsOf(presences: readonly Presence[], length: number): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  for (const presence of presences) {
    if (!presence.selection) continue;
    const [anchor, head] = [Math.min(presence.selection.anchor, length), Math.min(presence.selection.head, length)];
    const [from, to] = [Math.min(anchor, head), Math.max(anchor, head)];
    const background = `color-mix(in srgb, ${tagOf(presence.colour)} 22%, transparent)`;
    if (to > from) ranges.push(Decoration.mark({ attributes: { style: `background:${background}` } }).range(from, to));
    ranges.push(Decoration.widget({ widget: new Caret(presence), side: head === to ? 1 : -1 }).range(head));
  }
  return Decoration.set(ranges, true);
}

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, { changes, effects, newDoc }) {
    const told = effects.findLast((effect) => effect.is(others));
    return told ? decorationsOf(told.value as readonly Presence[], newDoc.length) : decorations.map(changes);
  },
  provide: (own) => EditorView.decorations.from(own),
});

const look = EditorView.baseTheme({
  '.mh-caret': {
    position: 'relative',
    borderLeft: '2px solid var(--mh-person)',
    marginLeft: '-1px',
    marginRight: '-1px',
  },
  '.mh-caret-name': {
    position: 'absolute',
    left: '-2px',
    top: '-15px',
    height: '15px',
    padding: '0 5px',
    borderRadius: '4px 4px 4px 0',
    background: 'var(--mh-person)',
    color: 'var(--mh-on-tag)',
    font: '600 10px/15px Inter Variable, sans-serif',
    whiteSpace: 'nowrap',
    pointerEvents: 'none',
    zIndex: '5',
  },
});

/** Cursors and selections of the others, with their names. */
export const remoteCursors = (): Extension => [field, look];
