import { type Complaint, calledName, isNode, type Source, type SyntaxNode, walk } from './source.ts';

// A rule opens its line in a SPEC.md, in a list or not: `**B1** ...` or `[B1] ...`.
const ruleAtLineStart = /^\s*(?:[-*] +|\| *|#+ +)?(?:\*\*\[?([A-Z]+[0-9]+)\]?[.:]?\*\*|\[([A-Z]+[0-9]+)\](?!\())/;
const citation = /\[([A-Z]+[0-9]+)\]/g;
const suites = new Set(['describe', 'it', 'test']);

/** Every numbered rule is cited by a test's title, and every cited rule is written down. */
export function checkCitations(sources: readonly Source[]): Complaint[] {
  const complaints: Complaint[] = [];
  const rules = new Map<string, Complaint>();
  for (const source of sources.filter(({ path }) => /^src\/.*\/?SPEC\.md$/.test(path))) {
    for (const [rule, line] of rulesOf(source)) {
      const earlier = rules.get(rule);
      if (earlier) complaints.push(source.complain(line, `rule ${rule} has its number from ${earlier.path}:${earlier.line} already`));
      else rules.set(rule, source.complain(line, `rule ${rule} is cited by no test: write one titled '[${rule}] ...'`));
    }
  }
  const cited = new Set<string>();
  for (const source of sources.filter(({ isTest }) => isTest)) {
    for (const [rule, node] of citationsOf(source)) {
      cited.add(rule);
      if (!rules.has(rule)) complaints.push(source.complain(node, `cites rule ${rule}, which no SPEC.md has`));
    }
  }
  for (const [rule, complaint] of rules) if (!cited.has(rule)) complaints.push(complaint);
  return complaints;
}

function rulesOf(spec: Source): [rule: string, line: number][] {
  return spec.lines.flatMap((text, index) => {
    const [, bold, bracketed] = ruleAtLineStart.exec(text) ?? [];
    const rule = bold ?? bracketed;
    return rule === undefined ? [] : [[rule, index + 1] as [string, number]];
  });
}

function citationsOf(test: Source): [rule: string, at: SyntaxNode][] {
  const citations: [string, SyntaxNode][] = [];
  walk(test.tree, (node) => {
    if (node.type !== 'CallExpression' || !suites.has(calledName(node) ?? '')) return;
    const title = (node.arguments as { expression: unknown }[])[0]?.expression;
    for (const text of textsIn(title)) {
      for (const [, rule = ''] of text.matchAll(citation)) citations.push([rule, node]);
    }
  });
  return citations;
}

/** The literal pieces of a title, which may be a text, a template or a sum of them. */
function textsIn(title: unknown): string[] {
  if (!isNode(title) || !['StringLiteral', 'TemplateLiteral', 'BinaryExpression'].includes(title.type)) return [];
  const texts: string[] = [];
  walk(title, (node) => {
    if (node.type === 'StringLiteral') texts.push(node.value as string);
    if (node.type === 'TemplateElement') texts.push((node.cooked ?? node.raw) as string);
  });
  return texts;
}
