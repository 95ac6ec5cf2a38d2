import { type Complaint, nameOf, type Source, type SyntaxNode, walk } from './source.ts';

const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/;
// Files whose names tools and readers expect as they are.
const wellKnown = /^([A-Z]+\.md|LICENSE|\..*)$/;
const emptyWord = /^(utils?|helpers?|managers?|common|misc)$/;
const emptyEnding = /(^[uU]|U)tils?$|(^[hH]|H)elpers?$|(^[mM]|M)anagers?$/;

export function checkFileName(source: Source): Complaint[] {
  const steps = source.path.split('/');
  const file = steps.pop() ?? '';
  const words = [...steps.filter((step) => !step.startsWith('.')), ...(wellKnown.test(file) ? [] : file.split('.'))];
  return words.flatMap((word) => {
    if (!kebabCase.test(word)) return [source.complain(1, `"${word}" in its path is not in kebab-case`)];
    const empty = word.split('-').find((part) => emptyWord.test(part));
    return empty === undefined ? [] : [source.complain(1, `"${empty}" in its path says nothing: name what is inside`)];
  });
}

const declarations = new Set([
  'ClassDeclaration',
  'FunctionDeclaration',
  'VariableDeclarator',
  'TsInterfaceDeclaration',
  'TsTypeAliasDeclaration',
]);

export function checkDeclaredNames(source: Source): Complaint[] {
  const complaints: Complaint[] = [];
  walk(source.tree, (node: SyntaxNode) => {
    if (!declarations.has(node.type)) return;
    const name = nameOf(node.identifier ?? node.id);
    if (name === undefined || !emptyEnding.test(name)) return;
    complaints.push(source.complain(node, `"${name}" says nothing: name it by what it is in the domain`));
  });
  return complaints;
}
