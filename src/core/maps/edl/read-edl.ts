import type { SyntaxNode, Tree } from '@lezer/common';
import { nearest } from '../../base/nearest.ts';
import type { Finding } from './diagnostic.ts';
import { KINDS } from './document.ts';
import { parser } from './edl-parser.generated.ts';
import * as terms from './edl-terms.generated.ts';
import { isClosed, unquoted } from './quotes.ts';
import { ShiftedMember, type Written, type WrittenAttribute, type WrittenField, type WrittenMember, type WrittenWord } from './written.ts';

export interface Reading {
  readonly written: Written;
  /** Those of its members in which nothing is out of place. */
  readonly known: KnownMembers;
  readonly findings: readonly Finding[];
}

/** Members by their letters: what stands in the text again is not read again. */
export type KnownMembers = ReadonlyMap<string, WrittenMember>;

/** The syntax of a text: what stands where, and what belongs nowhere. */
export function readEdl(text: string, tree: Tree = parser.parse(text), known: KnownMembers = new Map()): Reading {
  const reader = new TreeReader(text, known);
  return { written: reader.file(tree.topNode), findings: reader.findings, known: reader.known };
}

class TreeReader {
  readonly findings: Finding[] = [];
  readonly #text: string;
  readonly known = new Map<string, WrittenMember>();
  readonly #fields: WrittenField[] = [];
  readonly #before: KnownMembers;

  constructor(text: string, before: KnownMembers) {
    this.#text = text;
    this.#before = before;
  }

  file(top: SyntaxNode): Written {
    const members: WrittenMember[] = [];
    for (let node = top.firstChild; node; node = node.nextSibling) {
      if (node.type.id === terms.Member) members.push(this.#knownMember(node));
      else if (node.type.id === terms.Attribute) this.#homeless(node);
      else this.#item(node);
    }
    return { fields: this.#fields, members };
  }

  #knownMember(node: SyntaxNode): WrittenMember {
    const letters = this.#text.slice(node.from, node.to);
    const before = this.#before.get(letters);
    if (before) {
      this.known.set(letters, before);
      return new ShiftedMember(before, node.from);
    }
    const told = this.findings.length + this.#fields.length;
    const member = this.#member(node);
    // What else it has in it belongs to this very place.
    if (this.findings.length + this.#fields.length === told) this.known.set(letters, member);
    return member;
  }

  #member(node: SyntaxNode): WrittenMember {
    // By their order, which the grammar gives: looking for a child by its name takes ten times as long.
    const head = node.firstChild as SyntaxNode;
    const first = head.firstChild as SyntaxNode;
    const number = first.type.id === terms.MemberNumber ? first : undefined;
    const attributes: WrittenAttribute[] = [];
    for (let child = head.nextSibling; child; child = child.nextSibling) {
      if (child.type.id === terms.Attribute) attributes.push(this.#attribute(child));
      else this.#item(child);
    }
    const to = attributes.at(-1)?.to ?? head.to;
    const keyword = this.#word((number ? number.nextSibling : first) as SyntaxNode);
    return { from: node.from, to, keyword, number: number && this.#word(number), attributes };
  }

  #attribute(node: SyntaxNode): WrittenAttribute {
    const name = this.#word(node.firstChild as SyntaxNode);
    const last = node.lastChild as SyntaxNode;
    const value = last.type.id === terms.Equals ? undefined : this.#word(last);
    if (last.type.id === terms.String) this.#string(last);
    return { from: node.from, to: node.to, name: name.text, value: value && { ...value, text: unquoted(value.text) } };
  }

  #item(node: SyntaxNode): void {
    if (node.type.id === terms.Field) this.#field(node);
    else if (node.type.id === terms.Stray) this.#stray(node);
  }

  #field(node: SyntaxNode): void {
    const name = this.#word(node.firstChild as SyntaxNode);
    const value = this.#word(node.lastChild as SyntaxNode);
    this.#fields.push({ from: node.from, to: node.to, name: name.text.toUpperCase() as WrittenField['name'], value });
  }

  #string(node: SyntaxNode): void {
    const { from, to, text } = this.#word(node);
    if (isClosed(text)) return;
    const end = from + text.trimEnd().length;
    const fix = { title: 'Close the quotes', edits: [{ from: end, to: end, insert: '"' }] };
    this.findings.push({
      severity: 'error',
      code: 'unclosed-text',
      from,
      to,
      message: 'this text has no closing quote',
      remedy: 'close it on its line',
      fix,
    });
  }

  #homeless(node: SyntaxNode): void {
    const { from, to, name } = this.#attribute(node);
    const message = `${name} belongs to no member`;
    this.findings.push({ severity: 'error', code: 'stray', from, to, message, remedy: 'write a line such as "1 WALL:" above it' });
  }

  /** One after the other are one slip: only the first is told. */
  #stray(node: SyntaxNode): void {
    if (node.prevSibling?.type.id === terms.Stray) return;
    const { from, to, text } = this.#word(node);
    this.findings.push({ severity: 'error', code: 'stray', from, to, ...strayWords(text) });
  }

  #word({ from, to }: SyntaxNode): WrittenWord {
    return { from, to, text: this.#text.slice(from, to) };
  }
}

const FIELDS = ['LENGTH', 'WIDTH'];

function strayWords(text: string): { message: string; remedy: string } {
  const upper = text.toUpperCase();
  if (FIELDS.includes(upper)) return { message: `${upper} has no number`, remedy: `write "${upper} 900.0": centimetres` };
  const kind = nearest(upper, KINDS);
  if (kind !== undefined)
    return { message: `"${shortened(text)}" stands alone`, remedy: `a member begins with its keyword and a colon: "${kind}:"` };
  const field = nearest(upper, FIELDS);
  if (field !== undefined) return { message: `"${shortened(text)}" is no word of EDL`, remedy: `did you mean ${field}?` };
  if (text === '=' || text === ':')
    return {
      message: `"${text}" has nothing before it`,
      remedy: text === '=' ? 'attributes are written "x= 450.0"' : 'members begin "1 WALL:"',
    };
  return {
    message: `"${shortened(text)}" belongs to nothing`,
    remedy: 'attributes are written "x= 450.0", members begin "1 WALL:"; texts with blanks need quotes',
  };
}

export const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}...` : text);
