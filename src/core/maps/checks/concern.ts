import type { Severity } from '../edl/diagnostic.ts';
import type { AttributeName, EdlDocument, EdlMember, MemberKind } from '../edl/document.ts';
import type { Cuts } from '../plan/cuts.ts';
import type { Layout } from '../plan/layout.ts';
import type { Visits } from '../plan/visits.ts';

/** Something about a document that whoever wrote it should know. It names members, not letters: a drawing shows it as well as a text. */
export interface Concern {
  readonly severity: Severity;
  /** Names the rule, the same in every version. */
  readonly code: string;
  /** Index of the member it is about. */
  readonly member: number;
  /** Which attribute of it, where it is about one. */
  readonly attribute?: AttributeName | undefined;
  readonly message: string;
  readonly remedy: string;
  readonly mend?: Mend | undefined;
}

export interface Mend {
  readonly title: string;
  readonly changes: readonly Change[];
}

export type Change =
  | { readonly kind: 'add'; readonly members: readonly EdlMember[] }
  | { readonly kind: 'set'; readonly member: number; readonly attribute: AttributeName; readonly value: number }
  | { readonly kind: 'become'; readonly member: number; readonly keyword: MemberKind }
  | { readonly kind: 'number'; readonly member: number; readonly number: number }
  | { readonly kind: 'remove'; readonly member: number };

/** What cannot be known from the document alone; what is left out is not looked at. */
export interface CheckOptions {
  /** Of the robot that is to pass through the doors. */
  readonly robotRadiusCm?: number | undefined;
  /** The picture of a notice; undefined: there is none. */
  readonly pictureOf?: ((file: string) => Uint8Array | undefined) | undefined;
}

export interface Checked {
  readonly document: EdlDocument;
  readonly layout: Layout;
  readonly options: CheckOptions;
}

/** A document of which no member is missing. */
export interface CheckedWhole extends Checked {
  readonly cuts: Cuts;
}

export const warning = (code: string, member: number, told: Pick<Concern, 'message' | 'remedy' | 'mend' | 'attribute'>): Concern => ({
  severity: 'warning',
  code,
  member,
  ...told,
});

/** What people call a member: `corridor 2`, or by where it is. */
export function called({ members }: EdlDocument, index: number): string {
  const { kind, number, xCm, yCm } = members[index] as EdlMember;
  return `${kind.toLowerCase()} ${number ?? `at ${xCm}, ${yCm}`}`;
}

/** When not all could be looked at: told of the member that took most of the looking. */
export function crowded({ members }: EdlDocument, visits: Visits, consequence: string): Concern[] {
  const { costliest } = visits;
  if (!visits.isSpent || costliest === undefined) return [];
  const message = `so many members lie over this ${(members[costliest] as EdlMember).kind.toLowerCase()} and over each other that ${consequence}`;
  return [warning('crowded', costliest, { message, remedy: 'remove those that are there more than once, or make floors of it' })];
}

/** Metres as EDL counts, to a tenth of a millimetre. */
export const centimetres = (metres: number): number => Math.round(metres * 1e4) / 100 + 0;
