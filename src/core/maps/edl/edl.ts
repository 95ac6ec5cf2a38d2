/** EDL, the Environment Description Language: reads, checks, formats and compiles it. The rules are in ../SPEC.md. */
import { type CheckOptions, checkDocument, checkMembers } from '../checks/checks.ts';
import { writeCfg } from './cfg.ts';
import { type Diagnostic, diagnosticsOf, type Finding } from './diagnostic.ts';
import type { EdlDocument } from './document.ts';
import { MOST_LETTERS } from './limits.ts';
import { findingOf } from './mending.ts';
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
  const { document, places, findings } = understood(text);
  if (!document) return { document, diagnostics: diagnosticsOf(text, findings) };
  const check = findings.length === 0 ? checkDocument : checkMembers;
  const concerns = check(document, options).map((concern) => findingOf(concern, { text, document, places }));
  return { document, diagnostics: diagnosticsOf(text, [...findings, ...concerns]) };
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
  if (text.length > MOST_LETTERS) {
    const tooLong: Finding = {
      severity: 'error',
      code: 'too-large',
      from: 0,
      to: 0,
      message: `${text.length} letters are more than the ${MOST_LETTERS} that a map may have`,
      remedy: 'make floors of it',
    };
    return { document: undefined, places: [], findings: [tooLong] };
  }
  const { written, findings } = readEdl(text);
  const understanding = understand(written);
  return { ...understanding, findings: [...findings, ...understanding.findings] };
}
