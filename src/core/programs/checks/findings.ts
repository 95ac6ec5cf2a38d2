import type { Finding, Fix, Stretch } from '../../base/diagnostics.ts';
import { nearest } from '../../base/nearest.ts';

interface Told {
  readonly remedy?: string | undefined;
  readonly fix?: Fix | undefined;
}

/** What was found in a program so far. */
export class Findings {
  readonly all: Finding[] = [];

  error(code: string, { from, to }: Stretch, message: string, told: Told = {}): void {
    this.all.push({ severity: 'error', code, from, to, message, ...told });
  }

  warning(code: string, { from, to }: Stretch, message: string, told: Told = {}): void {
    this.all.push({ severity: 'warning', code, from, to, message, ...told });
  }

  /** Something is called by a name that nothing has: with the one that was likely meant, if there is one. */
  unknown(code: string, at: Stretch, message: string, name: string, known: Iterable<string>, otherwise: string): void {
    this.error(code, at, message, renaming(at, name, known) ?? { remedy: otherwise });
  }
}

/** What to write instead of a name that is nearly right. */
export function renaming({ from, to }: Stretch, name: string, known: Iterable<string>): Required<Told> | undefined {
  const meant = nearest(name, known);
  if (meant === undefined) return undefined;
  return { remedy: `did you mean ${meant}?`, fix: { title: `Write ${meant}`, edits: [{ from, to, insert: meant }] } };
}
