import type { ImportError } from './import-error.ts';

/** A value of a field: numbers, texts, words such as TRUE, or nodes. One or a list of them is the same here. */
export interface VrmlValue {
  readonly numbers: readonly number[];
  readonly words: readonly string[];
  readonly nodes: readonly VrmlNode[];
  /** Inside a prototype: the field of the prototype that it is. */
  readonly is?: string | undefined;
}

export interface VrmlNode {
  readonly type: string;
  readonly fields: Map<string, VrmlValue>;
  /** Refuses, at the place where the node is written. */
  readonly refuse: (message: string) => ImportError;
  /** The file it is written in. */
  readonly file: string;
}

export interface VrmlPrototype {
  readonly fields: ReadonlyMap<string, VrmlValue>;
  /** What an instance stands for: the first is shown, the others only serve it. */
  readonly body: readonly VrmlNode[];
}

export interface VrmlFile {
  readonly nodes: readonly VrmlNode[];
  readonly prototypes: ReadonlyMap<string, VrmlPrototype>;
}

/** What all files of one scene share. */
export interface VrmlScene {
  hasScripts: boolean;
  /** What cannot be shown. */
  note(message: string): void;
  /** Throws ImportError when the scene has too many nodes. */
  count(nodes: number, refuse: (message: string) => ImportError): void;
  /** Throws ImportError when the scene has too many numbers and texts. */
  countValues(values: number, refuse: (message: string) => ImportError): void;
  /** The first of the addresses that is among the given files; undefined if none is. */
  open(from: string, addresses: readonly string[]): VrmlFile | undefined;
}

export const NO_VALUE: VrmlValue = { numbers: [], words: [], nodes: [] };

export const isTrue = (node: VrmlNode, field: string, otherwise: boolean): boolean => {
  const word = node.fields.get(field)?.words[0];
  return word === undefined ? otherwise : word.toUpperCase() === 'TRUE';
};

/** Texts without their quotes. */
export const textsOf = (value: VrmlValue | undefined): string[] =>
  (value?.words ?? []).filter((word) => word.startsWith('"')).map((word) => word.slice(1, -1));

/**
 * The node that an instance of a prototype stands for: its body, with what the instance says, or else the prototype, wherever a field IS one of the
 * prototype's. What the instance brings along is used as it is, not copied.
 */
export function instance(
  { fields, body }: VrmlPrototype,
  given: VrmlNode,
  count: (nodes: number, refuse: VrmlNode['refuse']) => void,
): VrmlNode {
  const copies = new Map<VrmlNode, VrmlNode>();
  const bound = (value: VrmlValue): VrmlValue => {
    if (value.is !== undefined) return given.fields.get(value.is) ?? fields.get(value.is) ?? NO_VALUE;
    return value.nodes.length === 0 ? value : { ...value, nodes: value.nodes.map(copied) };
  };
  const copied = (node: VrmlNode): VrmlNode => {
    const known = copies.get(node);
    if (known) return known;
    count(1 + node.fields.size, given.refuse);
    const copy: VrmlNode = { ...node, fields: new Map() };
    // Before its fields: a node may be used inside of itself, which is for who shows it to refuse.
    copies.set(node, copy);
    for (const [name, value] of node.fields) copy.fields.set(name, bound(value));
    return copy;
  };
  const [first] = body;
  return first ? copied(first) : { ...given, type: 'Group', fields: new Map() };
}
