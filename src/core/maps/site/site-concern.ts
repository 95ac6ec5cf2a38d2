import type { Severity } from '../edl/diagnostic.ts';

/** Something about a site that whoever wrote it should know. */
export interface SiteConcern {
  readonly severity: Severity;
  /** Names the rule that was broken, the same in every version. */
  readonly code: string;
  /** Which part of the document it is about: `floors[0].heightCm`; or the file of a floor. */
  readonly place: string;
  /** Where it is about the text of a floor: which floor, and where in its text, both counted from 1. */
  readonly floor?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly message: string;
  readonly remedy: string;
}
