import type { EntityDraft } from '../../../core/api/messages.ts';
import type { Pose } from '../../../core/base/pose.ts';

/** What somebody changed about which things are where, with what it takes to change it back. Driving is not an edit: it cannot be undone. */
export type Edit =
  | { readonly kind: 'insert'; readonly entity: string; readonly draft: EntityDraft }
  | { readonly kind: 'move'; readonly entity: string; readonly from: Pose; readonly to: Pose }
  | { readonly kind: 'delete'; readonly entity: string; readonly draft: EntityDraft };

/** One person's edits in this page: what can be undone, newest last, and what can be done again, next last. */
export interface Edits {
  readonly done: readonly Edit[];
  readonly undone: readonly Edit[];
}

/** An edit that is to be performed, and how things stand once it has been. */
export interface Step {
  readonly edit: Edit;
  readonly edits: Edits;
}

export const NO_EDITS: Edits = { done: [], undone: [] };

const MOST_EDITS = 200;

/** A new edit; what had been undone cannot be done again after it. */
export const withEdit = (edits: Edits, edit: Edit): Edits => ({ done: [...edits.done, edit].slice(-MOST_EDITS), undone: [] });

export function undo({ done, undone }: Edits): Step | undefined {
  const last = done.at(-1);
  return last && { edit: opposite(last), edits: { done: done.slice(0, -1), undone: [...undone, last] } };
}

export function redo({ done, undone }: Edits): Step | undefined {
  const next = undone.at(-1);
  return next && { edit: next, edits: { done: [...done, next], undone: undone.slice(0, -1) } };
}

/** Without the edits of something that somebody else has removed: they cannot be performed any more. */
export const withoutEntity = ({ done, undone }: Edits, entity: string): Edits => ({
  done: done.filter((edit) => edit.entity !== entity),
  undone: undone.filter((edit) => edit.entity !== entity),
});

export function opposite(edit: Edit): Edit {
  switch (edit.kind) {
    case 'insert':
      return { ...edit, kind: 'delete' };
    case 'delete':
      return { ...edit, kind: 'insert' };
    case 'move':
      return { ...edit, from: edit.to, to: edit.from };
  }
}

/** For a button's hint: "Undo insert of Puma 560". */
export function nameOfEdit(edit: Edit, nameOf: (entity: string) => string | undefined): string {
  const name = edit.kind === 'move' ? (nameOf(edit.entity) ?? edit.entity) : edit.draft.name;
  return `${edit.kind} of ${name}`;
}
