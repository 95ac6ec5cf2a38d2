import { SaxesParser } from 'saxes';
import { ImportError, type Place, refusal } from './import-error.ts';
import { MOST_DEPTH, MOST_TREE_BYTES, MOST_XML_ATTRIBUTES, MOST_XML_ELEMENTS } from './limits.ts';
import { textOf } from './source-folder.ts';

/** An element, its children and the text directly in it. Names without their prefix. */
export interface XmlElement {
  readonly name: string;
  /** What stood before its name and a colon; '' where nothing did. */
  readonly prefix: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
  readonly place: Place;
}

interface OpenElement {
  readonly name: string;
  readonly prefix: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
  readonly place: Place;
}

/** No document type, so no entities but the five of XML: a file cannot grow, nor name another. */
export function readXml(file: string, bytes: Uint8Array): XmlElement {
  const text = textOf(file, bytes, MOST_TREE_BYTES).replace(/^\uFEFF?\s+(?=<)/, '');
  const parser = new SaxesParser<{ xmlns: false; position: true }>({ xmlns: false, position: true });
  const open: OpenElement[] = [];
  let root: OpenElement | undefined;
  let elements = 0;
  let attributesSeen = 0;
  const here = (): Place => ({ line: parser.line, column: parser.column + 1 });
  let started = here();
  parser.on('doctype', () => {
    throw refusal(file, 'a DOCTYPE is not allowed: it could define entities', here());
  });
  parser.on('error', (error) => {
    throw refusal(file, error.message.replace(/^\d+:\d+: /, ''), here());
  });
  parser.on('opentagstart', () => {
    started = here();
  });
  parser.on('attribute', () => {
    if (++attributesSeen > MOST_XML_ATTRIBUTES) throw refusal(file, `has more than ${MOST_XML_ATTRIBUTES} attributes`, here());
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (++elements > MOST_XML_ELEMENTS) throw refusal(file, `has more than ${MOST_XML_ELEMENTS} elements`, here());
    if (open.length >= MOST_DEPTH) throw refusal(file, `elements are nested more than ${MOST_DEPTH} deep`, here());
    const colon = name.lastIndexOf(':');
    const element: OpenElement = {
      name: name.slice(colon + 1),
      prefix: name.slice(0, Math.max(0, colon)),
      attributes: { ...attributes },
      children: [],
      text: '',
      place: started,
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  const said = (piece: string) => {
    const element = open.at(-1);
    if (element) element.text += piece;
  };
  parser.on('text', said);
  parser.on('cdata', said);
  try {
    parser.write(text).close();
  } catch (thrown) {
    if (thrown instanceof ImportError) throw thrown;
    throw refusal(file, `is no XML: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
  if (!root) throw refusal(file, 'has no element');
  return root;
}

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);
