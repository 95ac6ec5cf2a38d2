import { LARGEST_NUMBER, LONGEST_NAME, LONGEST_TEXT } from '../limits.ts';
import {
  type Assignment,
  type BinaryOperator,
  type Body,
  type Call,
  type Declaration,
  type Expression,
  type For,
  type If,
  KEYWORDS,
  type Name,
  PRECEDENCE,
  type Program,
  type Statement,
} from '../syntax/syntax.ts';
import {
  type Block,
  type BlockDocument,
  branch,
  NOTE_BLOCK,
  operandInput,
  type Plug,
  parameterField,
  STATEMENT_BLOCKS,
  VALUE_BLOCKS,
} from './block-document.ts';

/** Something that keeps blocks from being a program. */
export interface BlockProblem {
  readonly block: string | undefined;
  readonly message: string;
}

export interface BlocksReading {
  /** Undefined while there are problems. */
  readonly program: Program | undefined;
  readonly problems: readonly BlockProblem[];
}

/** The program that blocks say. Several stacks are one, from the top down; values that stand alone are no part of it. */
export function programOfBlocks({ blocks }: BlockDocument): BlocksReading {
  const reader = new BlocksReader();
  const stacks = (blocks?.blocks ?? []).filter(({ type }) => STATEMENTS.has(type));
  const ordered = stacks.toSorted((a, b) => (a.y ?? 0) - (b.y ?? 0) || (a.x ?? 0) - (b.x ?? 0));
  const body = reader.body(ordered.flatMap((first) => chainOf(first)));
  return { program: reader.problems.length === 0 ? { body } : undefined, problems: reader.problems };
}

/** Ids of the blocks of a program's statements, in the order of the text; an else-if has its if's. */
export function blocksInOrder({ blocks }: BlockDocument): string[] {
  const ids: string[] = [];
  const visit = (first: Block | undefined): void => {
    for (const block of first ? chainOf(first) : []) {
      if (block.type === NOTE_BLOCK) continue;
      const branches = 1 + (block.extraState?.elseIfs?.length ?? 0);
      for (let index = 0; index < branches; index++) {
        ids.push(block.id ?? '');
        visit(block.inputs?.[branch(index).body]?.block);
      }
      visit(block.inputs?.ELSE?.block);
    }
  };
  const stacks = (blocks?.blocks ?? []).filter(({ type }) => STATEMENTS.has(type));
  for (const stack of stacks.toSorted((a, b) => (a.y ?? 0) - (b.y ?? 0) || (a.x ?? 0) - (b.x ?? 0))) visit(stack);
  return ids;
}

/** The statements of a program in the order of its text, those inside of others behind these. */
export function statementsInOrder({ body }: Program): Statement[] {
  const all: Statement[] = [];
  const visit = ({ statements }: Body): void => {
    for (const statement of statements) {
      all.push(statement);
      if ('body' in statement) visit(statement.body);
      if (statement.kind === 'if' && statement.otherwise) visit(statement.otherwise);
    }
  };
  visit(body);
  return all;
}

const STATEMENTS: ReadonlySet<string> = new Set([...Object.values(STATEMENT_BLOCKS), NOTE_BLOCK]);
const NAME = /^[A-Za-z_]\w*$/;
const COMMENT = /^(\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)$/;
const NOWHERE = { from: 0, to: 0 };

function chainOf(first: Block): Block[] {
  const chain: Block[] = [];
  for (let block: Block | undefined = first; block; block = block.next?.block) chain.push(block);
  return chain;
}

class BlocksReader {
  readonly problems: BlockProblem[] = [];

  body(chain: readonly Block[]): Body {
    const statements: Statement[] = [];
    let above: string[] = [];
    for (const block of chain) {
      // An empty line at the top of a body means nothing.
      if (block.extraState?.isApart && (statements.length > 0 || above.length > 0)) above.push('');
      if (block.type === NOTE_BLOCK) {
        above.push(commentOf(block.extraState?.text ?? textField(block, 'TEXT')));
        continue;
      }
      const statement = this.#statement(block);
      if (!statement) continue;
      const remark = block.extraState?.remark;
      statements.push({ ...statement, above, ...(remark !== undefined && remark.trim() !== '' && { beside: lineComment(remark) }) });
      above = [];
    }
    return { statements, below: above };
  }

  #plugged(plug: Plug | undefined): Body {
    return this.body(plug?.block ? chainOf(plug.block) : []);
  }

  #statement(block: Block): Statement | undefined {
    const { inputs = {}, extraState = {} } = block;
    const bare = { ...NOWHERE, above: [] };
    const inner = () => this.#plugged(inputs[branch(0).body]);
    switch (block.type) {
      case STATEMENT_BLOCKS.declaration:
        return this.#declaration(block, 'NAME', inputs.VALUE);
      case STATEMENT_BLOCKS.assignment:
        return this.#assignment(block, 'NAME', inputs.VALUE);
      case STATEMENT_BLOCKS.call: {
        const call = this.#call(block);
        return call && { ...bare, kind: 'call', call };
      }
      case STATEMENT_BLOCKS.if:
        return this.#if(block, 0);
      case STATEMENT_BLOCKS.while: {
        const condition = this.#needed(block, branch(0).condition, 'its condition');
        const body = inner();
        return condition && { ...bare, kind: 'while', condition, body };
      }
      case STATEMENT_BLOCKS.for:
        return this.#for(block);
      case STATEMENT_BLOCKS.function: {
        const name = this.#name(block, 'NAME');
        const parameters = Array.from({ length: extraState.parameters ?? 0 }, (_, index) => this.#name(block, parameterField(index)));
        const body = inner();
        return name && { ...bare, kind: 'function', name, parameters: parameters.flatMap((each) => each ?? []), body };
      }
      case STATEMENT_BLOCKS.return: {
        const value = this.#value(inputs.VALUE);
        return { ...bare, kind: 'return', ...(value && { value }) };
      }
      case STATEMENT_BLOCKS.break:
        return { ...bare, kind: 'break' };
      case STATEMENT_BLOCKS.continue:
        return { ...bare, kind: 'continue' };
      default:
        this.#tell(block, `a block of the kind ${block.type} is not known`);
        return undefined;
    }
  }

  #declaration(block: Block, field: string, plug: Plug | undefined): Declaration | undefined {
    const name = this.#name(block, field);
    const value = this.#value(plug);
    return name && { ...NOWHERE, above: [], kind: 'declaration', name, ...(value && { value }) };
  }

  #assignment(block: Block, field: string, plug: Plug | undefined): Assignment | undefined {
    const name = this.#name(block, field);
    const value = this.#value(plug) ?? this.#missing(block, 'its value');
    return name && value && { ...NOWHERE, above: [], kind: 'assignment', name, value };
  }

  #if(block: Block, index: number): If | undefined {
    const { inputs = {}, extraState = {} } = block;
    const names = branch(index);
    const condition = this.#needed(block, names.condition, 'its condition');
    const body = this.#plugged(inputs[names.body]);
    const remark = extraState.elseIfs?.[index];
    const rest = remark === undefined ? undefined : this.#if(block, index + 1);
    const otherwise: Body | undefined = rest
      ? { statements: [remark === '' || remark === undefined ? rest : { ...rest, beside: lineComment(remark) }], below: [] }
      : extraState.hasElse
        ? this.#plugged(inputs.ELSE)
        : undefined;
    return condition && { ...NOWHERE, above: [], kind: 'if', condition, body, ...(otherwise && { otherwise }) };
  }

  #for(block: Block): For {
    const { inputs = {}, extraState = {} } = block;
    const start =
      extraState.start === 'declaration'
        ? this.#declaration(block, 'START', inputs.START_VALUE)
        : extraState.start === 'assignment'
          ? this.#assignment(block, 'START', inputs.START_VALUE)
          : undefined;
    const condition = this.#value(inputs[branch(0).condition]);
    const step =
      extraState.step === 'assignment'
        ? this.#assignment(block, 'STEP', inputs.STEP_VALUE)
        : extraState.step === 'call'
          ? this.#steppingCall(block)
          : undefined;
    const body = this.#plugged(inputs[branch(0).body]);
    return { ...NOWHERE, above: [], kind: 'for', ...(start && { start }), ...(condition && { condition }), ...(step && { step }), body };
  }

  #steppingCall(block: Block): For['step'] {
    const value = this.#value(block.inputs?.STEP_CALL);
    if (value?.kind === 'calling') return { ...NOWHERE, above: [], kind: 'call', call: value };
    this.#missing(block, 'what is done after each round');
    return undefined;
  }

  #needed(block: Block, input: string, what: string): Expression | undefined {
    return this.#value(block.inputs?.[input]) ?? this.#missing(block, what);
  }

  #missing(block: Block, what: string): undefined {
    this.#tell(block, `this block is missing ${what}`);
    return undefined;
  }

  #value(plug: Plug | undefined): Expression | undefined {
    const block = plug?.block ?? plug?.shadow;
    return block && this.#expression(block);
  }

  #expression(block: Block): Expression | undefined {
    const { inputs = {} } = block;
    switch (block.type) {
      case VALUE_BLOCKS.number:
        return this.#number(block);
      case VALUE_BLOCKS.text:
        return this.#text(block);
      case VALUE_BLOCKS.variable:
      case VALUE_BLOCKS.position: {
        const name = this.#name(block, 'NAME');
        return name && { ...NOWHERE, kind: 'variable', name: name.text };
      }
      case VALUE_BLOCKS.constant:
        return { ...NOWHERE, kind: 'constant', value: textField(block, 'VALUE') === 'true' };
      case VALUE_BLOCKS.calling:
        return this.#call(block);
      case VALUE_BLOCKS.unary: {
        const operand = this.#value(inputs.A) ?? this.#missing(block, 'its value');
        return operand && { ...NOWHERE, kind: 'unary', operator: textField(block, 'OP') === '!' ? '!' : '-', operand };
      }
      case VALUE_BLOCKS.binary: {
        const [left, right] = ['A', 'B'].map((side) => this.#value(inputs[side]) ?? this.#missing(block, 'one of its values'));
        const operator = textField(block, 'OP');
        if (!isOperator(operator)) this.#tell(block, `${operator} is no sign of this language`);
        else if (left && right) return { ...NOWHERE, kind: 'binary', operator, left, right };
        return undefined;
      }
      default:
        this.#tell(block, `a block of the kind ${block.type} is no value`);
        return undefined;
    }
  }

  #call(block: Block): Call | undefined {
    const { inputs = {}, extraState = {} } = block;
    const name = this.#named(block, extraState.name ?? '');
    const operands = Array.from(
      { length: extraState.operands ?? 0 },
      (_, index) => this.#value(inputs[operandInput(index)]) ?? this.#missing(block, `its ${ORDINALS[index] ?? `${index + 1}th`} value`),
    );
    return name && { ...NOWHERE, kind: 'calling', name, operands: operands.flatMap((each) => each ?? []) };
  }

  #number(block: Block): Expression {
    const value = Number(block.fields?.NUM ?? 0);
    const isInRange = Number.isInteger(value) && Math.abs(value) <= LARGEST_NUMBER;
    if (!isInRange) this.#tell(block, `${value} is no whole number up to ${LARGEST_NUMBER}`);
    const size: Expression = { ...NOWHERE, kind: 'number', value: isInRange ? Math.abs(value) : 0 };
    return value < 0 ? { ...NOWHERE, kind: 'unary', operator: '-', operand: size } : size;
  }

  #text(block: Block): Expression {
    const text = textField(block, 'TEXT');
    if (/["\n]/.test(text)) this.#tell(block, 'a text has neither double quotes nor lines');
    if (text.length > LONGEST_TEXT) this.#tell(block, `a text has at most ${LONGEST_TEXT} letters`);
    return { ...NOWHERE, kind: 'text', text };
  }

  #name(block: Block, field: string): Name | undefined {
    return this.#named(block, textField(block, field));
  }

  #named(block: Block, text: string): Name | undefined {
    const isKeyword = KEYWORDS.some((keyword) => keyword === text);
    if (NAME.test(text) && !isKeyword && text.length <= LONGEST_NAME) return { ...NOWHERE, text };
    this.#tell(block, text === '' ? 'a name is missing here' : `"${text}" is no name: letters, digits and _, a letter first`);
    return undefined;
  }

  #tell({ id }: Block, message: string): void {
    this.problems.push({ block: id, message });
  }
}

const ORDINALS = ['first', 'second', 'third'];
const isOperator = (text: string): text is BinaryOperator => Object.hasOwn(PRECEDENCE, text);

const textField = ({ fields }: Block, name: string): string => String(fields?.[name] ?? '');

/** What somebody wrote into a note becomes a comment, if it is none. */
const commentOf = (text: string): string => (COMMENT.test(text.trim()) ? text.trim() : `// ${text.replaceAll('\n', ' ').trim()}`.trim());
const lineComment = (text: string): string => (text.includes('\n') ? `// ${text.replaceAll('\n', ' ')}` : commentOf(text));
