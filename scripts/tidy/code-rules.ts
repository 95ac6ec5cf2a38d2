import { type Complaint, calledName, isNode, nameOf, type Source, type SyntaxNode, walk } from './source.ts';

const longestFunction = 70;
const functions = new Set([
  'ArrowFunctionExpression',
  'ClassMethod',
  'Constructor',
  'FunctionDeclaration',
  'FunctionExpression',
  'GetterProperty',
  'MethodProperty',
  'PrivateMethod',
  'SetterProperty',
]);
const suites = new Set(['describe', 'it', 'test', 'suite', 'bench']);

/** In tests the bodies of describe and it are lists, not functions: they count for nothing, neither by themselves nor where they stand. */
export function checkFunctionLengths(source: Source): Complaint[] {
  const complaints: Complaint[] = [];
  walk(source.tree, (node, parents) => {
    if (!functions.has(node.type) || isSuiteBody(source, parents)) return;
    const lines = source.lineCount(node) - linesOfSuites(source, node);
    if (lines > longestFunction) complaints.push(source.complain(node, `a function of ${lines} lines, over ${longestFunction}: split it`));
  });
  return complaints;
}

function isSuiteBody(source: Source, parents: readonly SyntaxNode[]): boolean {
  const parent = parents.at(-1);
  return source.isTest && parent !== undefined && isSuite(parent);
}

const isSuite = (node: SyntaxNode): boolean => node.type === 'CallExpression' && suites.has(calledName(node) ?? '');

function linesOfSuites(source: Source, within: SyntaxNode): number {
  if (!source.isTest) return 0;
  let lines = 0;
  walk(within, (node, parents) => {
    if (isSuite(node) && !parents.some(isSuite)) lines += source.lineCount(node);
  });
  return lines;
}

const skipping = new Set(['skip', 'skipIf', 'runIf', 'only', 'todo', 'fails']);
const skippingNames = new Set(['xit', 'xtest', 'xdescribe', 'fit', 'fdescribe']);

export function checkNothingIsSkipped(source: Source): Complaint[] {
  const complaints: Complaint[] = [];
  walk(source.tree, (node) => {
    const object = node.type === 'MemberExpression' ? nameOf(node.object) : undefined;
    const property = nameOf(node.property);
    const isSkipping = object !== undefined && suites.has(object) && property !== undefined && skipping.has(property);
    if (isSkipping) complaints.push(source.complain(node, `${object}.${property}: a test runs always, or is not there`));
    const called = node.type === 'CallExpression' ? nameOf(node.callee) : undefined;
    if (called !== undefined && skippingNames.has(called)) {
      complaints.push(source.complain(node, `${called}: a test runs always, or is not there`));
    }
  });
  return complaints;
}

const impureMembers: Record<string, ReadonlySet<string>> = {
  Date: new Set(['now', 'parse', 'UTC']),
  performance: new Set(['now', 'timeOrigin', 'mark', 'measure']),
  Math: new Set(['random']),
};
const impureCalls = new Set(['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'requestAnimationFrame', 'Date', 'fetch']);
const remedy = 'core is handed its time, timers and chance: use Clock or Random';

export function checkPurity(source: Source): Complaint[] {
  if (!source.path.startsWith('src/core/')) return [];
  const complaints: Complaint[] = [];
  walk(source.tree, (node) => {
    const impure = impureUse(node);
    if (impure !== undefined) complaints.push(source.complain(node, `${impure} in core: ${remedy}`));
  });
  return complaints;
}

function impureUse(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case 'MemberExpression': {
      const object = nameOf(node.object) ?? memberOfGlobal(node.object);
      const property = nameOf(node.property);
      return object !== undefined && property !== undefined && impureMembers[object]?.has(property) ? `${object}.${property}` : undefined;
    }
    case 'CallExpression': {
      const name = nameOf(node.callee) ?? memberOfGlobal(node.callee);
      return name !== undefined && impureCalls.has(name) ? name : undefined;
    }
    case 'NewExpression':
      return nameOf(node.callee) === 'Date' ? 'new Date' : undefined;
    default:
      return undefined;
  }
}

/** `setTimeout` for `globalThis.setTimeout`. */
function memberOfGlobal(value: unknown): string | undefined {
  if (!isNode(value) || value.type !== 'MemberExpression' || nameOf(value.object) !== 'globalThis') return undefined;
  return nameOf(value.property);
}
