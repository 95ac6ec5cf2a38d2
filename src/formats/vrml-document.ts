import { type ImportError, refusal } from './import-error.ts';
import { MOST_DEPTH } from './limits.ts';
import { placeOf } from './scanner.ts';

/** A value of a field: numbers, texts, words such as TRUE, or nodes. One or a list of them is the same here. */
export interface VrmlValue {
  readonly numbers: readonly number[];
  readonly words: readonly string[];
  readonly nodes: readonly VrmlNode[];
}

export interface VrmlNode {
  readonly type: string;
  readonly fields: Map<string, VrmlValue>;
  readonly at: number;
}

const MOST_NODES = 100_000;
/** Space, comma and comments, then a word: a bracket, a text in quotes, or letters up to the next of those. */
const token = /(?:[\s,]|#[^\n\r]*)*([[\]{}]|"(?:[^"\\]|\\.)*"|[^\s,#"[\]{}]+)/y;
const NO_VALUE: VrmlValue = { numbers: [], words: [], nodes: [] };
const isNumber = (word: string): boolean => /^[-+.\d]/.test(word);

/** Reads VRML97 without knowing the nodes: prototypes, scripts and routes are passed over. */
export class VrmlReader {
  readonly notes = new Set<string>();
  readonly #file: string;
  readonly #text: string;
  readonly #defined = new Map<string, VrmlNode>();
  #at = 0;
  #start = 0;
  #nodes = 0;

  constructor(file: string, text: string) {
    this.#file = file;
    this.#text = text;
  }

  read(): VrmlNode[] {
    const header = /^\uFEFF?#(\S+ V?[\d.]+)/.exec(this.#text)?.[1];
    if (header !== 'VRML V2.0')
      throw refusal(this.#file, `begins with "${header ?? this.#text.slice(0, 20)}"; only #VRML V2.0 (VRML97) is read`);
    const nodes: VrmlNode[] = [];
    for (let word = this.#word(); word !== ''; word = this.#word()) {
      const node = this.#statement(word) ? undefined : this.#node(word, 0);
      if (node) nodes.push(node);
    }
    return nodes;
  }

  refuse(message: string, at = this.#start): ImportError {
    return refusal(this.#file, message, placeOf(this.#text, at));
  }

  /** '' at the end. */
  #word(): string {
    token.lastIndex = this.#at;
    const word = token.exec(this.#text)?.[1];
    if (word === undefined) {
      const rest = /^(?:[\s,]|#[^\n\r]*)*/.exec(this.#text.slice(this.#at, this.#at + 100_000))?.[0].length ?? 0;
      if (this.#at + rest < this.#text.length && this.#text[this.#at + rest] === '"')
        throw this.refuse('a text does not end', this.#at + rest);
      this.#at = this.#text.length;
      return '';
    }
    this.#at = token.lastIndex;
    this.#start = this.#at - word.length;
    return word;
  }

  #peek(): string {
    const [at, start] = [this.#at, this.#start];
    const word = this.#word();
    this.#at = at;
    this.#start = start;
    return word;
  }

  /** Passes over what is no node; false if it is one. */
  #statement(word: string): boolean {
    if (word === 'ROUTE') for (let i = 0; i < 3; i++) this.#word();
    else if (word === 'PROTO') {
      this.notes.add(`PROTO ${this.#word().slice(0, 40)} is not shown`);
      this.#skip('[', ']');
      this.#skip('{', '}');
    } else if (word === 'EXTERNPROTO') {
      this.notes.add(`EXTERNPROTO ${this.#word().slice(0, 40)} is not shown`);
      this.#skip('[', ']');
      this.#value(0);
    } else return false;
    return true;
  }

  #skip(open: string, close: string): void {
    if (this.#word() !== open) throw this.refuse(`a "${open}" is missing`);
    for (let depth = 1; depth > 0; ) {
      const word = this.#word();
      if (word === '') throw this.refuse(`a "${close}" is missing`);
      if (word === open) depth++;
      if (word === close) depth--;
    }
  }

  /** Undefined for NULL. */
  #node(word: string, depth: number): VrmlNode | undefined {
    if (word === 'NULL') return undefined;
    if (word === 'USE') {
      const name = this.#word();
      const node = this.#defined.get(name);
      if (!node) throw this.refuse(`USE ${name.slice(0, 40)}: nothing of that name was defined before`);
      return node;
    }
    if (word !== 'DEF') return this.#body(word, depth);
    const name = this.#word();
    return this.#body(this.#word(), depth, name);
  }

  #body(type: string, depth: number, name?: string): VrmlNode {
    if (!/^[A-Za-z_]/.test(type)) throw this.refuse(type === '' ? 'ends where a node should be' : `"${type.slice(0, 40)}" is no node`);
    if (depth >= MOST_DEPTH) throw this.refuse(`nodes are nested more than ${MOST_DEPTH} deep`);
    if (++this.#nodes > MOST_NODES) throw this.refuse(`has more than ${MOST_NODES} nodes`);
    const node: VrmlNode = { type, fields: new Map(), at: this.#start };
    if (name !== undefined) this.#defined.set(name, node);
    if (this.#word() !== '{') throw this.refuse(`"${type.slice(0, 40)}" should be followed by "{"`);
    for (let word = this.#word(); word !== '}'; word = this.#word()) {
      if (word === '') throw this.refuse(`${type} does not end: a "}" is missing`, node.at);
      if (this.#statement(word) || this.#interface(word, depth)) continue;
      if (!/^[A-Za-z_]/.test(word)) throw this.refuse(`"${word.slice(0, 40)}" is no field of ${type}`);
      node.fields.set(word, this.#value(depth));
    }
    return node;
  }

  /** Scripts declare their own fields. */
  #interface(word: string, depth: number): boolean {
    if (!['eventIn', 'eventOut', 'field', 'exposedField'].includes(word)) return false;
    this.#word();
    this.#word();
    const next = this.#peek();
    if (word === 'field' || word === 'exposedField' || next === 'IS') this.#value(depth);
    return true;
  }

  #value(depth: number): VrmlValue {
    const word = this.#word();
    if (word === '[') return this.#list(depth);
    if (word === 'IS') {
      this.#word();
      return NO_VALUE;
    }
    if (isNumber(word)) {
      const numbers = [this.#number(word)];
      for (let next = this.#peek(); isNumber(next); next = this.#peek()) numbers.push(this.#number(this.#word()));
      return { ...NO_VALUE, numbers };
    }
    if (word === 'TRUE' || word === 'FALSE' || word.startsWith('"')) return { ...NO_VALUE, words: [word] };
    if (word === '' || word === ']' || word === '}') throw this.refuse('a value is missing');
    const node = this.#node(word, depth + 1);
    return node ? { ...NO_VALUE, nodes: [node] } : NO_VALUE;
  }

  #list(depth: number): VrmlValue {
    const value = { numbers: [] as number[], words: [] as string[], nodes: [] as VrmlNode[] };
    for (let word = this.#word(); word !== ']'; word = this.#word()) {
      if (word === '') throw this.refuse('a list does not end: a "]" is missing');
      if (isNumber(word)) value.numbers.push(this.#number(word));
      else if (word === 'TRUE' || word === 'FALSE' || word.startsWith('"')) value.words.push(word);
      else if (!this.#statement(word)) {
        const node = this.#node(word, depth + 1);
        if (node) value.nodes.push(node);
      }
    }
    return value;
  }

  #number(word: string): number {
    const value = Number(word);
    if (!Number.isFinite(value)) throw this.refuse(`"${word.slice(0, 40)}" is no number`);
    return value;
  }
}
