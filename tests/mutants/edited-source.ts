import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { type Edit, type Mutant, MutantError } from './mutant.ts';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The sources of all files that the mutant changes, by their path relative to the project. */
export function editedSources(root: string, { name, edits }: Mutant): ReadonlyMap<string, string> {
  const sources = new Map<string, string>();
  for (const edit of edits) {
    const source = sources.get(edit.file) ?? readFileSync(join(root, edit.file), 'utf8');
    sources.set(edit.file, apply(name, source, edit));
  }
  return sources;
}

function apply(mutant: string, source: string, { file, symbol, find, replace }: Edit): string {
  const span = symbolsOf(file, source).get(symbol);
  if (!span) throw new MutantError(`mutant ${mutant}: ${file} has no ${symbol}; bring the catalog up to date`);
  const text = source.slice(span.start, span.end);
  const matches = [...text.matchAll(loosely(find))];
  const [match] = matches;
  if (!match || matches.length !== 1)
    throw new MutantError(
      `mutant ${mutant}: ${symbol} in ${file} has its text ${matches.length} times, not once; bring the catalog up to date`,
    );
  const at = span.start + match.index;
  return source.slice(0, at) + replace + source.slice(at + match[0].length);
}

/** Formatting may break a line elsewhere at any time. */
const loosely = (text: string): RegExp => new RegExp(text.trim().split(/\s+/).map(literally).join('\\s+'), 'g');

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Where each named declaration of a module stands, and each member of its classes. */
export function symbolsOf(file: string, source: string): ReadonlyMap<string, Span> {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new MutantError(`${file} cannot be parsed: ${errors[0]?.message}`);
  const symbols = new Map<string, Span>();
  for (const statement of program.body) {
    const declaration = 'declaration' in statement && statement.declaration ? statement.declaration : statement;
    if (declaration.type === 'VariableDeclaration') {
      for (const { id } of declaration.declarations) if (id.type === 'Identifier') symbols.set(id.name, declaration);
    } else if (declaration.type === 'FunctionDeclaration') {
      if (declaration.id) symbols.set(declaration.id.name, declaration);
    } else if (declaration.type === 'ClassDeclaration' && declaration.id) {
      const { name } = declaration.id;
      symbols.set(name, declaration);
      for (const member of declaration.body.body) {
        if (!('key' in member)) continue;
        if (member.key.type === 'Identifier') symbols.set(`${name}.${member.key.name}`, member);
        if (member.key.type === 'PrivateIdentifier') symbols.set(`${name}.#${member.key.name}`, member);
      }
    }
  }
  return symbols;
}
