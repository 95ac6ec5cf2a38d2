/** EDL, the Environment Description Language: reads, checks, formats and compiles it. The rules are in ../SPEC.md. */
import { type Change, type CheckOptions, checkDocument, checkMembers } from '../checks/checks.ts';
import { writeCfg } from './cfg.ts';
import { type Diagnostic, diagnosticsOf, excessOf, type Stretch, type TextEdit } from './diagnostic.ts';
import type { EdlDocument } from './document.ts';
import { editsOf, findingOf, locate } from './mending.ts';
import { readEdl } from './read-edl.ts';
import { type Understanding, understand } from './understand.ts';

export interface EdlReading {
  /** All members that are whole; undefined when the field is not, or the text is too long. */
  readonly document: EdlDocument | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** What a text says, whether or not that makes a good map. */
export function parseEdl(text: string): EdlReading {
  const { document, findings } = understood(text);
  return { document, diagnostics: diagnosticsOf(text, findings) };
}

/** What a text says, and all that may be wrong with it as a map. */
export function checkEdl(text: string, options: CheckOptions = {}): EdlReading {
  const { document, diagnostics } = locateEdl(text, options);
  return { document, diagnostics };
}

/** The same, and where in the text it stands: for who draws it, and changes it in the drawing. */
export interface LocatedEdl extends EdlReading {
  /** Where each member of the document stands, by its index. */
  readonly stretches: readonly Stretch[];
  /** What to change in the text so that the document changes so. None while there is no document. */
  edits(changes: readonly Change[]): TextEdit[];
}

export function locateEdl(text: string, options: CheckOptions = {}): LocatedEdl {
  const { document, places, findings } = understood(text);
  if (!document) return { document, diagnostics: diagnosticsOf(text, findings), stretches: [], edits: () => [] };
  const located = locate(text, document, places);
  const check = findings.length === 0 ? checkDocument : checkMembers;
  const concerns = check(document, options).map((concern) => findingOf(concern, located));
  return {
    document,
    diagnostics: diagnosticsOf(text, [...findings, ...concerns]),
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

function understood(text: string): Understanding {
  const excess = excessOf(text);
  if (excess) return { document: undefined, places: [], findings: [excess] };
  const { written, findings } = readEdl(text);
  const understanding = understand(written);
  return { ...understanding, findings: [...findings, ...understanding.findings] };
}
