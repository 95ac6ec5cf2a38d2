import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntityDraft } from '../../../core/api/messages.ts';
import { ORIGIN, planarPose } from '../../../core/base/pose.ts';
import { type Edit, type Edits, NO_EDITS, nameOfEdit, opposite, redo, undo, withEdit, withoutEntity } from './edits.ts';

const draftOf = (x: number): EntityDraft => ({
  name: 'Box',
  model: 'box',
  kind: 'dynamic',
  dofs: [],
  initial: { pose: planarPose(x, 0, 0), values: [] },
});

/** What a world does with an edit, as far as edits are concerned: things at an x. */
function perform(world: ReadonlyMap<string, number>, edit: Edit): Map<string, number> {
  const next = new Map(world);
  if (edit.kind === 'delete') {
    expect(next.delete(edit.entity)).toBe(true);
  } else if (edit.kind === 'move') {
    expect(next.get(edit.entity)).toBe(edit.from.x);
    next.set(edit.entity, edit.to.x);
  } else {
    expect(next.has(edit.entity)).toBe(false);
    next.set(edit.entity, edit.draft.initial.pose.x);
  }
  return next;
}

/** Makes an edit that fits the world as it is, from two numbers. */
function fittingEdit(world: ReadonlyMap<string, number>, choice: number, x: number): Edit {
  const [entity, from] = [...world][choice % Math.max(1, world.size)] ?? ['', 0];
  if (choice % 3 === 0 || entity === '') return { kind: 'insert', entity: `e${choice}-${x}-${world.size}`, draft: draftOf(x) };
  if (choice % 3 === 1) return { kind: 'move', entity, from: { ...ORIGIN, x: from }, to: { ...ORIGIN, x } };
  return { kind: 'delete', entity, draft: draftOf(from) };
}

describe('edits', () => {
  it('undone one by one lead back to the beginning, and done again to the end', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(1000), fc.integer({ min: -50, max: 50 })), { maxLength: 30 }), (choices) => {
        let world = new Map<string, number>();
        let edits: Edits = NO_EDITS;
        for (const [choice, x] of choices) {
          const edit = fittingEdit(world, choice, x);
          if (edit.kind === 'insert' && world.has(edit.entity)) continue;
          world = perform(world, edit);
          edits = withEdit(edits, edit);
        }
        const end = world;
        for (let step = undo(edits); step; step = undo(edits)) {
          world = perform(world, step.edit);
          edits = step.edits;
        }
        expect(world.size).toBe(0);
        for (let step = redo(edits); step; step = redo(edits)) {
          world = perform(world, step.edit);
          edits = step.edits;
        }
        expect(world).toEqual(end);
      }),
    );
  });

  it('are forgotten ahead once something else is done', () => {
    const insert: Edit = { kind: 'insert', entity: 'a', draft: draftOf(1) };
    const edits = undo(withEdit(NO_EDITS, insert))?.edits ?? NO_EDITS;
    expect(redo(edits)?.edit).toEqual(insert);
    expect(redo(withEdit(edits, { ...insert, entity: 'b' }))).toBeUndefined();
  });

  it('of what is gone are dropped, the others stay', () => {
    const [a, b]: Edit[] = [
      { kind: 'insert', entity: 'a', draft: draftOf(1) },
      { kind: 'insert', entity: 'b', draft: draftOf(2) },
    ];
    const edits = withoutEntity(withEdit(withEdit(NO_EDITS, a as Edit), b as Edit), 'a');
    expect(edits.done).toEqual([b]);
    const undone = undo(undo(withEdit(withEdit(NO_EDITS, a as Edit), b as Edit))?.edits ?? NO_EDITS)?.edits ?? NO_EDITS;
    expect(withoutEntity(undone, 'a').undone).toEqual([b]);
  });

  it('are bounded', () => {
    let edits: Edits = NO_EDITS;
    for (let index = 0; index < 500; index++) edits = withEdit(edits, { kind: 'insert', entity: `e${index}`, draft: draftOf(index) });
    expect(edits.done).toHaveLength(200);
    expect(edits.done.at(-1)?.entity).toBe('e499');
  });

  it('have names for people', () => {
    const move: Edit = { kind: 'move', entity: 'a', from: ORIGIN, to: ORIGIN };
    expect(nameOfEdit(move, () => 'Puma 560')).toBe('move of Puma 560');
    expect(nameOfEdit(opposite({ kind: 'insert', entity: 'a', draft: draftOf(0) }), () => undefined)).toBe('delete of Box');
  });
});
