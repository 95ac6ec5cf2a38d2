import * as Blockly from 'blockly/core';
import * as words from 'blockly/msg/en';
import { lineStarts, placeOf } from '../../../core/base/diagnostics.ts';
import {
  type BlockDocument,
  blocksInOrder,
  programOfBlocks,
  programToBlocks,
  statementsInOrder,
} from '../../../core/programs/blocks/blocks.ts';
import { type Program, type Statement, writeProgram } from '../../../core/programs/programs.ts';
import { Settable } from '../../link/observable.ts';
import type { ProgramSession } from '../program-session.ts';
import type { Standing } from '../run-gutter.ts';
import { blockTheme } from './block-theme.ts';
import { type BlockNames, defineBlocks } from './define-blocks.ts';
import { toolboxOf } from './toolbox.ts';

/** Why blocks cannot be changed now, or were not taken. */
export interface BlocksNote {
  readonly text: string;
  /** Where in the text. */
  readonly at?: number | undefined;
}

/** More would take seconds to draw: such a program is read as text. */
const MOST_STATEMENTS = 1500;
const NAMES: BlockNames = { variables: [], positions: [] };

/** The blocks of a program in Blockly's workspace. They are drawn of the text's tree; what is done with them is written into the text. */
export class BlockWorkspace implements Disposable {
  readonly note: Settable<BlocksNote | undefined> = new Settable<BlocksNote | undefined>(undefined);
  readonly #session: ProgramSession;
  readonly #workspace: Blockly.WorkspaceSvg;
  readonly #positions: () => readonly string[];
  readonly #endings: (() => void)[];
  /** What the blocks say, as text: as it was read, or as they wrote it. */
  #shown: string | undefined;
  #toolbox = '';
  #frame = 0;
  #standing: Standing | undefined;

  constructor(parent: HTMLElement, session: ProgramSession, positions: () => readonly string[], scheme: 'light' | 'dark') {
    this.#session = session;
    this.#positions = positions;
    Blockly.setLocale(Object.fromEntries(Object.entries(words).filter((entry): entry is [string, string] => typeof entry[1] === 'string')));
    defineBlocks(NAMES);
    this.#workspace = Blockly.inject(parent, {
      ...{ renderer: 'zelos', theme: blockTheme(scheme), sounds: false, media: '/', trashcan: false },
      ...{ readOnly: !session.mayWrite, grid: { spacing: 24, length: 1, colour: scheme === 'dark' ? '#414C4F' : '#BFC9C6', snap: false } },
      move: { scrollbars: true, drag: true, wheel: true },
      zoom: { controls: false, wheel: false, pinch: true, startScale: 0.8, minScale: 0.4, maxScale: 1.6 },
      ...(session.mayWrite && { toolbox: toolboxOf(undefined, 'p1', 'n') }),
    });
    const changed = (event: Blockly.Events.Abstract) => {
      if (!event.isUiEvent && event.type !== Blockly.Events.FINISHED_LOADING) this.#writeSoon();
    };
    this.#workspace.addChangeListener(changed);
    this.#endings = [session.reading.subscribe(() => this.#show())];
    this.#show();
  }

  setScheme(scheme: 'light' | 'dark'): void {
    this.#workspace.setTheme(blockTheme(scheme));
  }

  zoom(steps: 1 | -1): void {
    this.#workspace.zoomCenter(steps);
  }

  /** It has got another size. */
  fit(): void {
    Blockly.svgResize(this.#workspace);
  }

  setStanding(standing: Standing | undefined): void {
    this.#standing = standing;
    this.#mark();
  }

  [Symbol.dispose](): void {
    cancelAnimationFrame(this.#frame);
    for (const end of this.#endings) end();
    this.#workspace.dispose();
  }

  /** The text has changed, perhaps by these blocks. */
  #show(): void {
    const { text, program, diagnostics } = this.#session.reading.get();
    if (!program) {
      const [first] = diagnostics;
      const place = first ? `line ${first.line}: ${first.message}` : 'its words are wrong';
      this.note.set({ text: `The text has errors, so the blocks wait. ${place}.`, at: first?.from });
      return;
    }
    const statements = statementsInOrder(program);
    if (statements.length > MOST_STATEMENTS) {
      this.note.set({ text: `${statements.length} statements are too many to draw: blocks show up to ${MOST_STATEMENTS}.` });
      return;
    }
    this.note.set(undefined);
    this.#know(program);
    if (text !== this.#shown) this.#load(program, text);
    this.#mark();
  }

  #know(program: Program): void {
    const used = new Set<string>();
    const places = new Set<string>(this.#positions());
    JSON.stringify(programToBlocks(program), (_, value) => {
      const name = value?.fields?.NAME ?? value?.fields?.START ?? value?.fields?.STEP;
      if (typeof name === 'string' && value.type !== 'robot_function') (value.type === 'robot_position' ? places : used).add(name);
      for (const [field, parameter] of Object.entries(value?.fields ?? {})) if (/^P\d+$/.test(field)) used.add(String(parameter));
      if (typeof value?.fields?.STEP === 'string') used.add(value.fields.STEP);
      return value;
    });
    NAMES.variables = used.size > 0 ? [...used] : ['n'];
    NAMES.positions = places.size > 0 ? [...places] : ['p1'];
    if (!this.#session.mayWrite) return;
    const toolbox = toolboxOf(program, NAMES.positions[0] ?? 'p1', NAMES.variables[0] ?? 'n');
    const code = JSON.stringify(toolbox);
    if (code === this.#toolbox) return;
    this.#toolbox = code;
    this.#workspace.updateToolbox(toolbox);
  }

  #load(program: Program, text: string): void {
    const workspace = this.#workspace;
    const isFirst = this.#shown === undefined;
    const [x, y] = [workspace.scrollX, workspace.scrollY];
    Blockly.Events.disable();
    try {
      Blockly.serialization.workspaces.load(programToBlocks(program), workspace);
    } finally {
      Blockly.Events.enable();
    }
    this.#shown = text;
    if (isFirst) workspace.scroll(24, 20);
    else workspace.scroll(x, y);
  }

  #writeSoon(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => (this.#workspace.isDragging() ? this.#writeSoon() : this.#write()));
  }

  #write(): void {
    // Somebody wrote meanwhile: what they wrote stays, and is drawn.
    if (this.#session.text !== this.#shown) {
      this.#session.fresh();
      this.#show();
      return;
    }
    const { program, problems } = programOfBlocks(this.#saved());
    if (!program) {
      const [first] = problems;
      this.note.set({ text: `Not written into the text yet: ${first?.message ?? 'something is missing'}.` });
      return;
    }
    this.note.set(undefined);
    const text = writeProgram(program);
    if (text === this.#shown) return;
    this.#shown = text;
    this.#session.replaceText(text);
  }

  #saved(): BlockDocument {
    return Blockly.serialization.workspaces.save(this.#workspace) as BlockDocument;
  }

  /** The block at which the program stands, and those with which something is wrong. */
  #mark(): void {
    const { text, program, diagnostics } = this.#session.reading.get();
    for (const block of this.#workspace.getAllBlocks(false)) block.getSvgRoot().classList.remove(...MARKS);
    if (!program || text !== this.#shown) return;
    const ids = blocksInOrder(this.#saved());
    const statements = statementsInOrder(program);
    const mark = (statement: number, look: (typeof MARKS)[number]) =>
      this.#workspace
        .getBlockById(ids[statement] ?? '')
        ?.getSvgRoot()
        .classList.add(look);
    for (const { from, severity } of diagnostics)
      mark(innermost(statements, from), severity === 'error' ? 'mh-block-wrong' : 'mh-block-doubtful');
    if (!this.#standing) return;
    const starts = lineStarts(text);
    const { line, look } = this.#standing;
    mark(
      statements.findIndex(({ from }) => placeOf(from, starts).line === line),
      look === 'failed' ? 'mh-block-wrong' : 'mh-block-here',
    );
  }
}

const MARKS = ['mh-block-here', 'mh-block-wrong', 'mh-block-doubtful'] as const;

/** The last that begins before a place stands innermost. */
const innermost = (statements: readonly Statement[], at: number): number =>
  statements.findLastIndex(({ from, to }) => from <= at && at <= to);
