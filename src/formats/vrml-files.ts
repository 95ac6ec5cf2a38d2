import { type ImportError, refusal } from './import-error.ts';
import { MOST_ADDRESSES, MOST_DEPTH, MOST_NUMBERS } from './limits.ts';
import { type SourceFolder, textOf } from './source-folder.ts';
import { VrmlReader } from './vrml-document.ts';
import type { VrmlFile, VrmlScene } from './vrml-nodes.ts';

const MOST_NODES = 100_000;
const MOST_NOTES = 10;

/** The files of one scene: those that it brings in by Inline and EXTERNPROTO, each read once, from among the given ones. */
export class VrmlFiles implements VrmlScene {
  readonly #folder: SourceFolder;
  readonly #files = new Map<string, VrmlFile>();
  readonly #opening: string[] = [];
  readonly #notes = new Set<string>();
  hasScripts = false;
  #nodes = 0;
  #values = 0;

  constructor(folder: SourceFolder) {
    this.#folder = folder;
  }

  get notes(): string[] {
    return [...this.#notes];
  }

  note(message: string): void {
    if (this.#notes.size < MOST_NOTES) this.#notes.add(message);
  }

  count(nodes: number, refuse: (message: string) => ImportError): void {
    this.#nodes += nodes;
    if (this.#nodes > MOST_NODES) throw refuse(`has more than ${MOST_NODES} nodes`);
  }

  countValues(values: number, refuse: (message: string) => ImportError): void {
    this.#values += values;
    if (this.#values > MOST_NUMBERS) throw refuse(`has more than ${MOST_NUMBERS} numbers and texts`);
  }

  open(from: string, addresses: readonly string[]): VrmlFile | undefined {
    for (const address of addresses.slice(0, MOST_ADDRESSES)) {
      const path = this.#folder.find(from, address.replace(/#.*$/s, '')) ?? this.#folder.find(from, `${address.replace(/#.*$/s, '')}.gz`);
      if (path !== undefined) return this.read(path, this.#folder.read(path));
    }
    return undefined;
  }

  read(path: string, bytes: Uint8Array): VrmlFile {
    const known = this.#files.get(path);
    if (known) return known;
    if (this.#opening.includes(path)) throw refusal(path, 'brings in itself');
    if (this.#opening.length >= MOST_DEPTH) throw refusal(path, `files bring in each other more than ${MOST_DEPTH} deep`);
    this.#opening.push(path);
    const file = new VrmlReader(path, textOf(path, bytes), this).read();
    this.#opening.pop();
    this.#files.set(path, file);
    return file;
  }
}
