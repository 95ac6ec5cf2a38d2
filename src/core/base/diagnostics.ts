export type Severity = 'error' | 'warning';

/** A stretch of a text, in letters from its beginning. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface TextEdit extends Stretch {
  readonly insert: string;
}

/** What would mend it: for who agrees, at one press. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** Something that is wrong in a text, or likely to be. */
export interface Finding extends Stretch {
  readonly severity: Severity;
  /** Names the rule that was broken, the same in every version. */
  readonly code: string;
  readonly message: string;
  /** What to do about it. */
  readonly remedy?: string | undefined;
  readonly fix?: Fix | undefined;
}

/** A finding with its place as people count: both from 1. */
export interface Diagnostic extends Finding {
  readonly line: number;
  readonly column: number;
}

export const MOST_DIAGNOSTICS = 200;

const bySeverity = ({ severity }: Finding): number => (severity === 'error' ? 0 : 1);

/** In the order of the text, those of lower rank first at the same place; no more than anybody reads, and those of the lowest rank among them. */
export function diagnosticsOf(text: string, findings: readonly Finding[], rank: (finding: Finding) => number = bySeverity): Diagnostic[] {
  if (findings.length === 0) return [];
  const starts = lineStarts(text);
  const ordered = findings.toSorted((a, b) => rank(a) - rank(b) || a.from - b.from);
  const left = ordered.length - MOST_DIAGNOSTICS;
  const shown = left > 0 ? [...ordered.slice(0, MOST_DIAGNOSTICS), more(left, ordered)] : ordered;
  return shown.map((finding) => ({ ...finding, ...placeOf(finding.from, starts) })).sort((a, b) => a.from - b.from || rank(a) - rank(b));
}

function more(left: number, ordered: readonly Finding[]): Finding {
  const { severity, from, to } = ordered[MOST_DIAGNOSTICS] as Finding;
  return { severity, from, to, code: 'more', message: `${left} more like these are not shown`, remedy: 'mend the first ones' };
}

/** `edits` may come in any order; none overlaps another. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  for (const { from, to, insert } of edits.toSorted((a, b) => b.from - a.from)) result = result.slice(0, from) + insert + result.slice(to);
  return result;
}

/** Where each line of a text begins. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Where a letter stands, as people count. */
export function placeOf(offset: number, starts: readonly number[]): { line: number; column: number } {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] as number) + 1 };
}
