import { LARGEST_NUMBER, LEAST_NUMBER } from '../limits.ts';
import type { BinaryOperator, Expression } from '../syntax/syntax.ts';

/** What an expression always is; undefined when that depends on something, or cannot be reckoned. */
export function constantOf(expression: Expression): number | undefined {
  switch (expression.kind) {
    case 'number':
      return expression.value;
    case 'constant':
      return expression.value ? 1 : 0;
    case 'unary': {
      const operand = constantOf(expression.operand);
      if (operand === undefined) return undefined;
      return expression.operator === '!' ? Number(operand === 0) : inRange(-operand);
    }
    case 'binary': {
      const left = constantOf(expression.left);
      const right = left === undefined ? undefined : constantOf(expression.right);
      return left === undefined || right === undefined ? undefined : inRange(reckoned(expression.operator, left, right));
    }
    case 'text':
    case 'variable':
    case 'calling':
      return undefined;
  }
}

/** The least number times 1 has no negative zero, and no other value a fraction. */
const inRange = (value: number | undefined): number | undefined =>
  value === undefined || value < LEAST_NUMBER || value > LARGEST_NUMBER ? undefined : value + 0;

function reckoned(operator: BinaryOperator, left: number, right: number): number | undefined {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? undefined : Math.trunc(left / right);
    case '%':
      return right === 0 ? undefined : left % right;
    case '<':
      return Number(left < right);
    case '<=':
      return Number(left <= right);
    case '>':
      return Number(left > right);
    case '>=':
      return Number(left >= right);
    case '==':
      return Number(left === right);
    case '!=':
      return Number(left !== right);
    case '&&':
      return Number(left !== 0 && right !== 0);
    case '||':
      return Number(left !== 0 || right !== 0);
  }
}
