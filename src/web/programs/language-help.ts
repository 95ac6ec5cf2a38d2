import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippetCompletion,
} from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { CELL_FLAGS } from '../../core/programs/limits.ts';
import {
  dofNames,
  formsOf,
  INSTRUCTIONS,
  instructionNamed,
  type OperandKind,
  type Surroundings,
  type TaughtPosition,
} from '../../core/programs/programs.ts';

/** What is known beside the text. */
export interface LanguageSource {
  readonly surroundings: Surroundings;
  readonly positions: readonly TaughtPosition[];
  /** Of the run that is shown: by name. */
  readonly values: ReadonlyMap<string, number>;
  cellFlag(flag: number): number | undefined;
}

const KEYWORD_COMPLETIONS: readonly Completion[] = [
  snippetCompletion('if (#{condition}) {\n  #{}\n}', {
    label: 'if',
    type: 'keyword',
    info: 'Does what follows if the condition is not 0.',
  }),
  snippetCompletion('while (#{condition}) {\n  #{}\n}', {
    label: 'while',
    type: 'keyword',
    info: 'Repeats as long as the condition is not 0.',
  }),
  snippetCompletion('for (int #{i} = 0; #{i} < #{10}; #{i} = #{i} + 1) {\n  #{}\n}', {
    ...{ label: 'for', type: 'keyword', info: 'Repeats and counts.' },
  }),
  snippetCompletion('int #{name} = #{0};', { label: 'int', type: 'keyword', info: 'Declares a variable: a whole number.' }),
  snippetCompletion('function #{name}(#{}) {\n}', { label: 'function', type: 'keyword', info: 'Makes an instruction of your own.' }),
  ...['else', 'return', 'break', 'continue', 'true', 'false'].map((label) => ({ label, type: 'keyword' })),
];

const INSTRUCTION_COMPLETIONS: readonly Completion[] = INSTRUCTIONS.map((instruction) => {
  const { name, help, forms } = instruction;
  const operands = (forms[0] ?? []).map((operand) => `#{${operand.name}}`).join(', ');
  return snippetCompletion(`${name}(${operands})`, { label: name, detail: formsOf(instruction), info: help, type: 'function' });
});

/** Which operand of which instruction stands at a place. */
function operandAt(state: EditorState, at: number): OperandKind | 'flag' | undefined {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, -1);
  while (node && node.name !== 'Arguments') node = node.parent;
  const name = node?.parent?.getChild('Name');
  if (!node || !name) return undefined;
  const instruction = instructionNamed(state.sliceDoc(name.from, name.to));
  const index = state.sliceDoc(node.from, at).split(',').length - 1;
  const kinds = instruction?.forms.flatMap((form) => form[index]?.kind ?? []) ?? [];
  const isFlag = index === 0 && /cellflag$/.test(instruction?.name ?? '');
  return isFlag ? 'flag' : (kinds.find((kind) => kind !== 'value') ?? kinds[0]);
}

const quoted = (names: readonly string[] | undefined, type: string): Completion[] =>
  (names ?? []).map((name) => ({ label: `"${name}"`, type, boost: 2 }));

function ofOperand(kind: OperandKind | 'flag' | undefined, { surroundings, positions, cellFlag }: LanguageSource): Completion[] {
  switch (kind) {
    case 'position':
      return positions.map(({ name, values }) => ({
        ...{ label: /^[A-Za-z_]\w*$/.test(name) ? name : `"${name}"`, type: 'constant', boost: 3 },
        detail: values.map((value) => value ?? '-').join(' '),
      }));
    case 'robot':
      return quoted(surroundings.robots, 'namespace');
    case 'sensor':
      return quoted(surroundings.sensors, 'property');
    case 'place':
      return quoted(surroundings.places, 'namespace');
    case 'dof':
      return quoted(surroundings.model && dofNames(surroundings.model), 'property');
    case 'flag':
      return Array.from({ length: CELL_FLAGS }, (_, index) => {
        const value = cellFlag(index + 1);
        return { label: String(index + 1), type: 'constant', boost: 2, ...(value !== undefined && { detail: `flag, now ${value}` }) };
      });
    default:
      return [];
  }
}

/** Names that the text itself declares. */
function declaredIn(state: EditorState): Completion[] {
  const found = new Map<string, Completion>();
  syntaxTree(state).iterate({
    enter: ({ name, node }) => {
      const type = name === 'FunctionDefinition' ? 'function' : name === 'Declared' || name === 'Parameter' ? 'variable' : undefined;
      const own = type && node.getChild('Name');
      if (!own) return;
      const label = state.sliceDoc(own.from, own.to);
      found.set(label, { label, type, ...(type === 'function' && { apply: `${label}(` }) });
    },
  });
  return [...found.values()];
}

function complete(context: CompletionContext, source: LanguageSource): CompletionResult | null {
  const { state, pos } = context;
  const node = syntaxTree(state).resolveInner(pos, -1);
  if (/Comment$/.test(node.name)) return null;
  const kind = operandAt(state, pos);
  const word = context.matchBefore(/"[^"\n]*|[\w"]*/);
  const isBare = word === null || word.from === word.to;
  if (isBare && !context.explicit && !/[(,]\s*$/.test(state.sliceDoc(Math.max(0, pos - 3), pos))) return null;
  const special = ofOperand(kind, source);
  if (isBare && !context.explicit && special.length === 0) return null;
  const isQuoted = word?.text.startsWith('"') ?? false;
  const others = isQuoted ? [] : [...declaredIn(state), ...INSTRUCTION_COMPLETIONS, ...(kind === undefined ? KEYWORD_COMPLETIONS : [])];
  return { from: word?.from ?? pos, options: [...special, ...others], validFor: isQuoted ? /^"[^"\n]*$/ : /^\w*$/ };
}

/** What is written of a name when somebody rests on it. */
export function helpFor(name: string, { positions, values }: LanguageSource): { readonly head: string; readonly text: string } | undefined {
  const instruction = instructionNamed(name);
  if (instruction) return { head: formsOf(instruction), text: instruction.help };
  const keyword = KEYWORD_COMPLETIONS.find(({ label, info }) => label === name && typeof info === 'string');
  if (keyword) return { head: name, text: String(keyword.info) };
  const value = values.get(name);
  if (value !== undefined) return { head: `${name} = ${value}`, text: 'A variable of the program that runs.' };
  const position = positions.find((each) => each.name === name);
  return position && { head: name, text: `A taught position: ${position.values.map((each) => each ?? '-').join(' ')}` };
}

/** Completion and hover help. `source` is asked each time. */
export const languageHelp = (source: () => LanguageSource): Extension => [
  autocompletion({ override: [(context) => complete(context, source())], icons: false }),
  hoverTooltip((view, at) => {
    const node = syntaxTree(view.state).resolveInner(at);
    const [from, to] = [node.from, node.to];
    if (to - from > 60 || node.firstChild) return null;
    const help = helpFor(view.state.sliceDoc(from, to).replaceAll('"', ''), source());
    if (!help) return null;
    const create = () => {
      const dom = document.createElement('div');
      dom.className = 'mh-hover-help';
      const head = document.createElement('code');
      head.textContent = help.head;
      const text = document.createElement('div');
      text.textContent = help.text;
      dom.append(head, text);
      return { dom };
    };
    return { pos: from, end: to, above: true, create };
  }),
];
