/** Where a program goes on, and where not. */
import { instructionNamed } from '../instructions.ts';
import type { Body, Expression, Statement } from '../syntax/syntax.ts';
import { constantOf } from './constants.ts';

type Loop = Extract<Statement, { kind: 'while' | 'for' }>;

/** Whether nothing behind it in the same body is ever done. */
export function endsHere(statement: Statement): boolean {
  switch (statement.kind) {
    case 'return':
    case 'break':
    case 'continue':
      return true;
    case 'if':
      return statement.otherwise !== undefined && endsIn(statement.body) && endsIn(statement.otherwise);
    case 'while':
    case 'for':
      return isEndless(statement);
    default:
      return false;
  }
}

const endsIn = ({ statements }: Body): boolean => statements.some(endsHere);

/** Always goes round again. */
export const isEndless = (loop: Loop): boolean =>
  (loop.condition === undefined || (constantOf(loop.condition) ?? 0) !== 0) && !leaves(loop.body, 'loop');

/** Whether something in it leaves the loop, or the function. */
function leaves({ statements }: Body, from: 'loop' | 'function'): boolean {
  return statements.some((statement) => {
    switch (statement.kind) {
      case 'return':
        return true;
      case 'break':
        return from === 'loop';
      case 'if':
        return leaves(statement.body, from) || (statement.otherwise !== undefined && leaves(statement.otherwise, from));
      case 'while':
      case 'for':
        return leaves(statement.body, 'function');
      default:
        return false;
    }
  });
}

/** Whether it neither does nor reads anything outside of itself. What its own functions do is not looked at. */
export const isIdle = (loop: Loop): boolean =>
  !(loop.condition && asks(loop.condition)) && !(loop.kind === 'for' && loop.step && acts(loop.step)) && !loop.body.statements.some(acts);

function acts(statement: Statement): boolean {
  switch (statement.kind) {
    case 'call':
      return asks(statement.call);
    case 'declaration':
    case 'return':
      return statement.value !== undefined && asks(statement.value);
    case 'assignment':
      return asks(statement.value);
    case 'if':
      return asks(statement.condition) || statement.body.statements.some(acts) || (statement.otherwise?.statements.some(acts) ?? false);
    case 'while':
    case 'for':
      return !isIdle(statement);
    default:
      return false;
  }
}

function asks(expression: Expression): boolean {
  switch (expression.kind) {
    case 'calling': {
      const nature = instructionNamed(expression.name.text)?.nature;
      return (nature !== 'reckoning' && nature !== 'setting') || expression.operands.some(asks);
    }
    case 'unary':
      return asks(expression.operand);
    case 'binary':
      return asks(expression.left) || asks(expression.right);
    default:
      return false;
  }
}
