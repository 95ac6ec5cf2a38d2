import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../base/diagnostics.ts';
import { ORIGIN, planarPose } from '../../base/pose.ts';
import { integerBelow, seededRandom } from '../../base/random.ts';
import { pioneer3dx } from '../../robots/catalog/pioneer-3-dx.ts';
import { puma560 } from '../../robots/catalog/puma-560.ts';
import { catalog, drivenDofs } from '../../robots/robots.ts';
import {
  changeList,
  type ListChange,
  listPositions,
  motionOf,
  nextPositionName,
  positionNow,
  positionsToJson,
  taughtColumns,
} from '../programs.ts';

const TEXT = `// of the Puma
p1 0 90 -180 // above the belt

"in the chuck" 10 -   -5
  p2 1 2 3 // on the belt // really`;

function changed(text: string, change: ListChange): string {
  const answer = changeList(text, change);
  if (answer.kind === 'refused') throw new Error(answer.reason);
  return applyEdits(text, answer.edits);
}

const reasonAgainst = (text: string, change: ListChange) => changeList(text, change);

describe('what is recorded', () => {
  it('[TP1] joints in degrees and millimetres, a base by its pose', () => {
    const values = drivenDofs(puma560).map(({ home }) => home);
    expect(positionNow(puma560, { pose: ORIGIN, values: values.with(0, 0.912_345).with(6, 0.066_04) })).toEqual([
      52.27,
      ...values.slice(1, 6).map((value) => expect.closeTo((value * 180) / Math.PI, 2)),
      66,
    ]);
    expect(taughtColumns(puma560).map(({ name, unit }) => `${name}, ${unit}`)).toEqual(
      expect.arrayContaining(['J1 waist, degrees', 'Gripper, millimetres']),
    );
    expect(positionNow(pioneer3dx, { pose: planarPose(1.234_56, -2, -Math.PI / 2), values: [] })).toEqual([1234.6, -2000, -90]);
    expect(taughtColumns(pioneer3dx).map(({ name }) => name)).toEqual(['x', 'y', 'heading']);
  });

  it('[TP1] at the limits of every model it is a position that it can go to again', () => {
    for (const model of catalog) {
      const dofs = drivenDofs(model);
      if (dofs.length === 0) continue;
      for (const end of ['low', 'high'] as const) {
        // As it is drawn: in single precision, which may be beyond.
        const values = dofs.map((dof) => Math.fround(dof[end]));
        const position = { name: 'p1', values: positionNow(model, { pose: ORIGIN, values }) };
        const home = { pose: ORIGIN, values: dofs.map((dof) => dof.home) };
        const plan = motionOf({ kind: 'move', position: 'p1', speedPercent: 50 }, model, home, [position]);
        expect(plan, `${model.id} ${end} ${JSON.stringify(position)}`).not.toMatchObject({ kind: 'refused' });
      }
    }
  });
});

describe('changes of a list', () => {
  it('[TP2] a note is what is behind the slashes', () => {
    expect(listPositions(TEXT).positions).toEqual([
      { name: 'p1', values: [0, 90, -180], note: 'above the belt' },
      { name: 'in the chuck', values: [10, null, -5], note: '' },
      { name: 'p2', values: [1, 2, 3], note: 'on the belt // really' },
    ]);
  });

  it.each<[ListChange, string]>([
    [{ kind: 'add', position: { name: 'p3', values: [1.5, null] } }, `${TEXT}\np3 1.5 -\n`],
    [{ kind: 'rename', name: 'p1', to: 'at home' }, TEXT.replace('p1', '"at home"')],
    [{ kind: 'note', name: 'in the chuck', note: ' gently\n please ' }, TEXT.replace('-5', '-5 // gently please')],
    [{ kind: 'note', name: 'p1', note: '' }, TEXT.replace(' // above the belt', '')],
    [{ kind: 'values', name: 'p1', values: [0, 91.5, null] }, TEXT.replace('90 -180', '91.5 -')],
    [{ kind: 'values', name: 'in the chuck', values: [10, null, -5, 4] }, TEXT.replace('-5', '-5 4')],
    [{ kind: 'values', name: 'p2', values: [7] }, TEXT.replace('1 2 3', '7')],
    [{ kind: 'move', name: 'p2', before: 'p1' }, `// of the Puma\n  p2 1 2 3 // on the belt // really\n${TEXT.slice(15, -36)}\n`],
    [{ kind: 'remove', name: 'p1' }, TEXT.replace('p1 0 90 -180 // above the belt\n', '')],
    [{ kind: 'move', name: 'p1', before: 'p1' }, TEXT],
  ])('[TP2] touch nothing else: %o', (change, after) => {
    expect(changed(TEXT, change).trimEnd()).toBe(after.trimEnd());
  });

  it.each<[ListChange, string]>([
    [{ kind: 'remove', name: 'p9' }, 'there is no position p9 any more'],
    [{ kind: 'move', name: 'p1', before: 'p9' }, 'there is no position p9 any more'],
    [{ kind: 'rename', name: 'p1', to: 'p2' }, 'there is a position p2 already'],
    [{ kind: 'rename', name: 'p1', to: '' }, 'a position has a name of 1 to 40 letters, without quotes'],
    [{ kind: 'rename', name: 'p1', to: 'a"b' }, 'a position has a name of 1 to 40 letters, without quotes'],
    [{ kind: 'add', position: { name: 'p1', values: [1] } }, 'there is a position p1 already'],
    [{ kind: 'values', name: 'p1', values: [Number.NaN] }, 'that is no value that a robot could take'],
    [{ kind: 'values', name: 'p1', values: [] }, 'a position needs at least one value'],
  ])('[TP3] are refused: %o', (change, reason) => {
    expect(reasonAgainst(TEXT, change)).toEqual({ kind: 'refused', reason });
  });

  it('[TP2] [TP3] do to a list what they say, whatever was done before, and keep what is none of theirs', () => {
    const random = seededRandom(9);
    let text = TEXT;
    let list = listPositions(TEXT).positions.map(({ name, note }) => ({ name, note }));
    for (let round = 0; round < 400; round++) {
      const subject = list[integerBelow(random, Math.max(1, list.length))];
      const before = [...list, undefined][integerBelow(random, list.length + 1)]?.name;
      const kind = subject && list.length < 9 ? integerBelow(random, 4) : list.length < 3 ? 0 : 3;
      if (kind === 0 || !subject) {
        const name = nextPositionName(listPositions(text).positions);
        text = changed(text, { kind: 'add', position: { name, values: [round] } });
        list = [...list, { name, note: '' }];
      } else if (kind === 1) {
        text = changed(text, { kind: 'move', name: subject.name, before });
        const rest = list.filter((each) => each === subject || each.name !== subject.name).filter((each) => each !== subject);
        const at =
          before === undefined
            ? rest.length
            : before === subject.name
              ? list.indexOf(subject)
              : rest.findIndex(({ name }) => name === before);
        list = rest.toSpliced(at, 0, subject);
      } else if (kind === 2) {
        text = changed(text, { kind: 'note', name: subject.name, note: `n${round}` });
        list = list.map((each) => (each === subject ? { ...each, note: `n${round}` } : each));
      } else {
        text = changed(text, { kind: 'remove', name: subject.name });
        list = list.filter((each) => each !== subject);
      }
      const { positions, diagnostics } = listPositions(text);
      expect(
        positions.map(({ name, note }) => ({ name, note })),
        `round ${round}: ${text}`,
      ).toEqual(list);
      expect(diagnostics).toEqual([]);
      expect(text).toContain('// of the Puma\n');
    }
  });

  it('[TP4] a list in JSON becomes lines, and the next name is one that none has', () => {
    const json = positionsToJson([
      { name: 'p1', values: [1, null] },
      { name: 'p7', values: [2, 3] },
    ]);
    expect(listPositions(json).positions.map(({ name }) => name)).toEqual(['p1', 'p7']);
    expect(changed(json, { kind: 'move', name: 'p7', before: 'p1' })).toBe('p7 2 3\np1 1 -\n');
    expect(reasonAgainst(json, { kind: 'remove', name: 'p2' })).toMatchObject({ kind: 'refused' });
    expect(nextPositionName(listPositions(json).positions)).toBe('p8');
    expect(nextPositionName([])).toBe('p1');
  });
});
