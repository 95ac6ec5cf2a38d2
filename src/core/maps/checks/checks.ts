import type { EdlDocument } from '../edl/document.ts';
import { Cuts } from '../plan/cuts.ts';
import { Layout } from '../plan/layout.ts';
import type { Checked, CheckOptions, Concern } from './concern.ts';
import { checkCrossings } from './crossings.ts';
import { checkHiddenWalls, checkOpenings } from './openings.ts';
import { checkNumbering, checkPlacement } from './placement.ts';
import { checkReach } from './reach.ts';

export type { Change, CheckOptions, Concern, Mend } from './concern.ts';

/** Of members by themselves. */
const ofMembers = [checkPlacement] as const;
/** Of members together: a member that could not be read would make others look wrong. */
const ofTheWhole = [checkNumbering, checkOpenings, checkHiddenWalls, checkCrossings, checkReach] as const;

/** All that is asked of a document. To add a check: a function above, a rule in SPEC.md, a test. */
export function checkDocument(document: EdlDocument, options: CheckOptions = {}): Concern[] {
  const checked = checkedOf(document, options);
  const whole = { ...checked, cuts: new Cuts(checked.layout) };
  return [...ofMembers, ...ofTheWhole].flatMap((check) => check(whole));
}

/** What can be asked of a document that lacks members. */
export function checkMembers(document: EdlDocument, options: CheckOptions = {}): Concern[] {
  const checked = checkedOf(document, options);
  return ofMembers.flatMap((check) => check(checked));
}

const checkedOf = (document: EdlDocument, options: CheckOptions): Checked => ({ document, layout: new Layout(document), options });
