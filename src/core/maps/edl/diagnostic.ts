import { type Diagnostic, type Finding, diagnosticsOf as orderedDiagnostics } from '../../base/diagnostics.ts';
import { MOST_LETTERS } from './limits.ts';

export { applyEdits, type Diagnostic, type Finding, type Fix, type Severity, type Stretch, type TextEdit } from '../../base/diagnostics.ts';

/** Errors come first; then that not all was looked at, which is said of all the others. */
const rank = ({ severity, code }: Finding): number => (severity === 'error' ? 0 : code === 'crowded' ? 1 : 2);

/** In the order of the text, errors before warnings at the same place; no more than anybody reads. */
export const diagnosticsOf = (text: string, findings: readonly Finding[]): Diagnostic[] => orderedDiagnostics(text, findings, rank);

/** What is wrong with a text that is longer than anybody reads; undefined when it is not. */
export function excessOf(text: string): Finding | undefined {
  if (text.length <= MOST_LETTERS) return undefined;
  const message = `${text.length} letters are more than the ${MOST_LETTERS} that a map may have`;
  return { severity: 'error', code: 'too-large', from: 0, to: 0, message, remedy: 'make floors of it' };
}
