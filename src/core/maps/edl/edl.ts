/** EDL, the Environment Description Language: reads, checks, formats and compiles it. The rules are in ../SPEC.md. */
import { type Change, type CheckOptions, checkDocument, checkMembers } from '../checks/checks.ts';
import { writeCfg } from './cfg.ts';
import { type Diagnostic, diagnosticsOf, excessOf, type Finding, type Stretch, type TextEdit } from './diagnostic.ts';
import type { EdlDocument } from './document.ts';
import { editsOf, findingOf, locate } from './mending.ts';
import { type ParsedEdl, parsedAgain } from './parsed-edl.ts';
import { readPlainly } from './plain-reader.ts';
import { type KnownMembers, readEdl } from './read-edl.ts';
import { type Understanding, type UnderstoodMembers, understand } from './understand.ts';

export interface EdlReading {
  /** All members that are whole; undefined when the field is not, or the text is too long. */
  readonly document: EdlDocument | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** What a text says, whether or not that makes a good map. */
export function parseEdl(text: string): EdlReading {
  const { document, findings } = understandOnce(text);
  return { document, diagnostics: diagnosticsOf(text, findings) };
}

/** What a text says, and all that may be wrong with it as a map. */
export function checkEdl(text: string, options: CheckOptions = {}): EdlReading {
  const { document, check } = locatedIn(text, understandOnce(text));
  return { document, diagnostics: check(options) };
}

/** Nothing of it is kept for its next change. */
function understandOnce(text: string): Understanding {
  const written = excessOf(text) ? undefined : readPlainly(text);
  return written ? understand(written) : new EdlReader().understand(text);
}

/** What a text says, and where in it that stands: for who draws it, and changes it in the drawing. */
export interface LocatedEdl {
  readonly document: EdlDocument | undefined;
  /** Where each member of the document stands, by its index. */
  readonly stretches: readonly Stretch[];
  /** What to change in the text so that the document changes so. None while there is no document. */
  edits(changes: readonly Change[]): TextEdit[];
  /** What is wrong with its words. */
  readonly findings: readonly Finding[];
  /** All that may be wrong with it as a map. It takes longer than all else, so it is for who asks to say when. */
  readonly check: (options?: CheckOptions) => Diagnostic[];
}

/** Reads a text again and again as it changes: what has not changed of it is neither parsed nor understood again. */
export class EdlReader {
  readonly #understood: UnderstoodMembers = new WeakMap();
  #parsed: ParsedEdl | undefined;
  #members: KnownMembers = new Map();

  read(text: string): LocatedEdl {
    return locatedIn(text, this.understand(text));
  }

  understand(text: string): Understanding {
    const excess = excessOf(text);
    if (excess) return { document: undefined, places: [], findings: [excess] };
    this.#parsed = parsedAgain(text, this.#parsed);
    const { written, findings, known } = readEdl(text, this.#parsed.tree, this.#members);
    this.#members = known;
    const understanding = understand(written, this.#understood);
    return { ...understanding, findings: [...findings, ...understanding.findings] };
  }
}

function locatedIn(text: string, { document, places, findings }: Understanding): LocatedEdl {
  if (!document) return { document, findings, check: () => diagnosticsOf(text, findings), stretches: [], edits: () => [] };
  const located = locate(text, document, places);
  return {
    document,
    findings,
    check: (options = {}) => {
      const checked = (findings.length === 0 ? checkDocument : checkMembers)(document, options);
      return diagnosticsOf(text, [...findings, ...checked.map((concern) => findingOf(concern, located))]);
    },
    stretches: places,
    edits: (changes) => editsOf(changes, located),
  };
}

export interface Compilation {
  /** Undefined when there are errors. */
  readonly cfg: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export function compileEdl(text: string, options: CheckOptions = {}): Compilation {
  const { document, diagnostics } = checkEdl(text, options);
  const isWrong = !document || diagnostics.some(({ severity }) => severity === 'error');
  return { cfg: isWrong ? undefined : writeCfg(document), diagnostics };
}
