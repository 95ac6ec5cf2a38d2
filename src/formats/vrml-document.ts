import { refusal } from './import-error.ts';
import { MOST_DEPTH } from './limits.ts';
import {
  instance,
  NO_VALUE,
  textsOf,
  type VrmlFile,
  type VrmlNode,
  type VrmlPrototype,
  type VrmlScene,
  type VrmlValue,
} from './vrml-nodes.ts';
import { VrmlWords } from './vrml-words.ts';

const isNumber = (word: string): boolean => /^[-+.\d]/.test(word);
const isName = (word: string): boolean => /^[A-Za-z_]/.test(word);
/** People write TRUE in small letters too. */
const isWord = (word: string): boolean => word.startsWith('"') || /^(true|false)$/i.test(word);
const declarations = new Set(['eventIn', 'eventOut', 'field', 'exposedField']);

/** What can be referred to here: names of nodes, and prototypes, those of the prototypes around it too. */
interface Scope {
  readonly defined: Map<string, VrmlNode>;
  readonly prototypes: Map<string, VrmlPrototype>;
  readonly outer?: Scope | undefined;
}

/** Reads VRML97 without knowing the nodes. Instances of prototypes become what they stand for; scripts and routes are passed over. */
export class VrmlReader {
  readonly #words: VrmlWords;
  readonly #scene: VrmlScene;
  #scope: Scope = { defined: new Map(), prototypes: new Map() };

  constructor(file: string, text: string, scene: VrmlScene) {
    const header = /^\uFEFF?#(\S+ V?[\d.]+)/.exec(text.slice(0, 100))?.[1];
    if (header !== 'VRML V2.0') throw refusal(file, `begins with "${header ?? text.slice(0, 20)}"; only #VRML V2.0 (VRML97) is read`);
    this.#words = new VrmlWords(file, text);
    this.#scene = scene;
  }

  read(): VrmlFile {
    const nodes: VrmlNode[] = [];
    for (let word = this.#words.next(); word !== ''; word = this.#words.next()) {
      const node = this.#statement(word, 0) ? undefined : this.#node(word, 0);
      if (node) nodes.push(node);
    }
    return { nodes, prototypes: this.#scope.prototypes };
  }

  /** Reads what is no node; false if it is one. */
  #statement(word: string, depth: number): boolean {
    if (word === 'ROUTE') for (let i = 0; i < 3; i++) this.#words.next();
    else if (word === 'PROTO') this.#prototype(depth);
    else if (word === 'EXTERNPROTO') this.#externalPrototype(depth);
    else return false;
    return true;
  }

  #prototype(depth: number): void {
    if (depth >= MOST_DEPTH) throw this.#words.refuse(`prototypes are nested more than ${MOST_DEPTH} deep`);
    const name = this.#words.next();
    const fields = this.#declared(depth);
    const outer = this.#scope;
    // Names inside are its own, and it cannot be used in itself: it is known only when it has ended.
    this.#scope = { defined: new Map(), prototypes: new Map(), outer };
    const body: VrmlNode[] = [];
    this.#expect('{');
    for (let word = this.#words.next(); word !== '}'; word = this.#words.next()) {
      if (word === '') throw this.#words.refuse(`PROTO ${name.slice(0, 40)} does not end: a "}" is missing`);
      const node = this.#statement(word, depth + 1) ? undefined : this.#node(word, depth + 1);
      if (node) body.push(node);
    }
    this.#scope = outer;
    outer.prototypes.set(name, { fields, body });
  }

  #externalPrototype(depth: number): void {
    const name = this.#words.next();
    const refuse = this.#refuser();
    this.#declared(depth);
    const addresses = textsOf(this.#value(depth));
    const file = this.#scene.open(this.#words.file, addresses);
    this.#scene.count(1, refuse);
    const wanted = addresses.map((address) => /#(.+)$/.exec(address)?.[1]).find((fragment) => fragment !== undefined) ?? name;
    const found = file?.prototypes.get(wanted) ?? [...(file?.prototypes.values() ?? [])][0];
    if (found) this.#scope.prototypes.set(name, found);
    else
      this.#scene.note(`EXTERNPROTO ${name.slice(0, 40)} is not among the files (${addresses[0]?.slice(0, 80) ?? 'without an address'})`);
  }

  /** The fields of a prototype, with what they are where an instance does not say. */
  #declared(depth: number): Map<string, VrmlValue> {
    const fields = new Map<string, VrmlValue>();
    this.#expect('[');
    for (let word = this.#words.next(); word !== ']'; word = this.#words.next()) {
      if (!declarations.has(word)) throw this.#words.refuse(word === '' ? 'a "]" is missing' : `"${word.slice(0, 40)}" declares nothing`);
      this.#words.next();
      const name = this.#words.next();
      const next = this.#words.peek();
      // One of an EXTERNPROTO has none: the next declaration follows at once.
      if (word.endsWith('ield') && next !== ']' && !declarations.has(next)) fields.set(name, this.#value(depth));
    }
    return fields;
  }

  #expect(bracket: string): void {
    if (this.#words.next() !== bracket) throw this.#words.refuse(`a "${bracket}" is missing`);
  }

  /** Undefined for NULL. */
  #node(word: string, depth: number): VrmlNode | undefined {
    if (word === 'NULL') return undefined;
    if (word === 'USE') {
      const name = this.#words.next();
      const node = this.#scope.defined.get(name);
      if (!node) this.#scene.note(`USE ${name.slice(0, 40)}: nothing of that name was defined before, so it is left out`);
      return node;
    }
    if (word !== 'DEF') return this.#body(word, depth);
    const name = this.#words.next();
    return this.#body(this.#words.next(), depth, name);
  }

  #body(type: string, depth: number, name?: string): VrmlNode {
    const words = this.#words;
    if (!isName(type)) throw words.refuse(type === '' ? 'ends where a node should be' : `"${type.slice(0, 40)}" is no node`);
    if (depth >= MOST_DEPTH) throw words.refuse(`nodes are nested more than ${MOST_DEPTH} deep`);
    const prototype = this.#prototypeOf(type);
    const node: VrmlNode = { type, fields: new Map(), refuse: this.#refuser(), file: words.file };
    this.#scene.count(1, node.refuse);
    if (type === 'Script') this.#scene.hasScripts = true;
    if (name !== undefined && !prototype) this.#scope.defined.set(name, node);
    if (words.next() !== '{') throw words.refuse(`"${type.slice(0, 40)}" should be followed by "{"`);
    for (let word = words.next(); word !== '}'; word = words.next()) {
      if (word === '') throw node.refuse(`${type.slice(0, 40)} does not end: a "}" is missing`);
      if (this.#statement(word, depth + 1) || this.#interface(word, depth)) continue;
      if (!isName(word)) throw words.refuse(`"${word.slice(0, 40)}" is no field of ${type.slice(0, 40)}`);
      node.fields.set(word, this.#value(depth));
    }
    if (!prototype) return node;
    const shown = instance(prototype, node, (nodes, refuse) => this.#scene.count(nodes, refuse));
    if (name !== undefined) this.#scope.defined.set(name, shown);
    return shown;
  }

  #prototypeOf(type: string): VrmlPrototype | undefined {
    for (let scope: Scope | undefined = this.#scope; scope; scope = scope.outer) {
      const found = scope.prototypes.get(type);
      if (found) return found;
    }
    return undefined;
  }

  #refuser(): VrmlNode['refuse'] {
    const [words, at] = [this.#words, this.#words.start];
    return (message) => words.refuse(message, at);
  }

  /** Scripts declare their own fields. */
  #interface(word: string, depth: number): boolean {
    if (!declarations.has(word)) return false;
    this.#words.next();
    this.#words.next();
    if (word.endsWith('ield') || this.#words.peek() === 'IS') this.#value(depth);
    return true;
  }

  #value(depth: number): VrmlValue {
    const words = this.#words;
    const word = words.next();
    if (word === '[') return this.#list(depth);
    if (word === 'IS') return { ...NO_VALUE, is: words.next() };
    if (isNumber(word)) {
      const numbers = [words.number(word)];
      while (isNumber(words.peek())) {
        numbers.push(words.number(words.next()));
        this.#countValue();
      }
      return { ...NO_VALUE, numbers };
    }
    if (isWord(word)) return { ...NO_VALUE, words: [word] };
    if (word === '' || word === ']' || word === '}') throw words.refuse('a value is missing');
    const node = this.#node(word, depth + 1);
    return node ? { ...NO_VALUE, nodes: [node] } : NO_VALUE;
  }

  #list(depth: number): VrmlValue {
    const value = { numbers: [] as number[], words: [] as string[], nodes: [] as VrmlNode[] };
    for (let word = this.#words.next(); word !== ']'; word = this.#words.next()) {
      if (word === '') throw this.#words.refuse('a list does not end: a "]" is missing');
      this.#countValue();
      if (isNumber(word)) value.numbers.push(this.#words.number(word));
      else if (isWord(word)) value.words.push(word);
      else if (!this.#statement(word, depth + 1)) {
        const node = this.#node(word, depth + 1);
        if (node) value.nodes.push(node);
      }
    }
    return value;
  }

  #countValue(): void {
    this.#scene.countValues(1, (message) => this.#words.refuse(message));
  }
}
