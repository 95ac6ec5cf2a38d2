/** What a program says: the tree that text and blocks are two views of. Start reading at `Program`. */
import type { Stretch } from '../../base/diagnostics.ts';

export interface Program {
  readonly body: Body;
}

/** Statements one after the other, with what is said of nothing in particular behind the last. */
export interface Body {
  readonly statements: readonly Statement[];
  /** As `Statement.above`. */
  readonly below: readonly string[];
}

interface Commented extends Stretch {
  /** Comments on lines of their own above it, each whole with its signs; '' is an empty line. */
  readonly above: readonly string[];
  /** A comment behind it, on its last line: or behind the brace that opens its body. */
  readonly beside?: string | undefined;
}

export type Statement =
  | FunctionDefinition
  | If
  | (Commented & { readonly kind: 'while'; readonly condition: Expression; readonly body: Body })
  | For
  | Declaration
  | Assignment
  | CallStatement
  | (Commented & { readonly kind: 'return'; readonly value?: Expression | undefined })
  | (Commented & { readonly kind: 'break' })
  | (Commented & { readonly kind: 'continue' });

export interface FunctionDefinition extends Commented {
  readonly kind: 'function';
  readonly name: Name;
  readonly parameters: readonly Name[];
  readonly body: Body;
}

export interface If extends Commented {
  readonly kind: 'if';
  readonly condition: Expression;
  readonly body: Body;
  readonly otherwise?: Body | undefined;
}

export interface For extends Commented {
  readonly kind: 'for';
  readonly start?: Declaration | Assignment | undefined;
  readonly condition?: Expression | undefined;
  readonly step?: Assignment | CallStatement | undefined;
  readonly body: Body;
}

export interface Declaration extends Commented {
  readonly kind: 'declaration';
  readonly name: Name;
  /** 0 when left out. */
  readonly value?: Expression | undefined;
}

export interface Assignment extends Commented {
  readonly kind: 'assignment';
  readonly name: Name;
  readonly value: Expression;
}

export interface CallStatement extends Commented {
  readonly kind: 'call';
  readonly call: Call;
}

export interface Name extends Stretch {
  readonly text: string;
}

export type BinaryOperator = '*' | '/' | '%' | '+' | '-' | '<' | '<=' | '>' | '>=' | '==' | '!=' | '&&' | '||';

export type Expression =
  | (Stretch & { readonly kind: 'number'; readonly value: number })
  | (Stretch & { readonly kind: 'text'; readonly text: string })
  | (Stretch & { readonly kind: 'variable'; readonly name: string })
  | (Stretch & { readonly kind: 'constant'; readonly value: boolean })
  | Call
  | (Stretch & { readonly kind: 'unary'; readonly operator: '-' | '!'; readonly operand: Expression })
  | (Stretch & { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: Expression; readonly right: Expression });

export interface Call extends Stretch {
  readonly kind: 'calling';
  readonly name: Name;
  readonly operands: readonly Expression[];
}

/** Binds the tighter the higher. */
export const PRECEDENCE: Readonly<Record<BinaryOperator, number>> = {
  '*': 6,
  '/': 6,
  '%': 6,
  '+': 5,
  '-': 5,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '==': 3,
  '!=': 3,
  '&&': 2,
  '||': 1,
};

/** Words that name nothing else. */
export const KEYWORDS = ['if', 'else', 'while', 'for', 'int', 'function', 'return', 'break', 'continue', 'true', 'false'] as const;

/** The tree without its places in a text, and without what is only for people: what two texts have in common that say the same. */
export function meaningOf(program: Program): unknown {
  const left = new Set(['from', 'to', 'above', 'beside', 'below']);
  return JSON.parse(JSON.stringify(program, (key, value) => (left.has(key) ? undefined : value)));
}
