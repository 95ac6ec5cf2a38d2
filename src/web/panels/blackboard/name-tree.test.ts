import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bySegments, filterOf, isFoldedAtFirst, rowsOf, type TreeRow } from './name-tree.ts';

const NONE = { toggled: new Set<string>(), isSearching: false };
const drawn = (rows: readonly TreeRow[]): string[] =>
  rows.map((row) => `${'  '.repeat(row.depth)}${row.segment}${row.kind === 'branch' ? ` (${row.count})${row.isOpen ? '' : ' …'}` : ''}`);

describe('the tree of names', () => {
  const names = ['lab/lamp', 'lab/range/left', 'robots/puma/joints/2', 'robots/puma/joints/10', 'robots/puma/pose', 'lab', 'lab-2/x'];
  const sorted = names.toSorted(bySegments);

  it('has a row for each segment; robots begin folded', () => {
    expect(drawn(rowsOf(sorted, NONE))).toEqual([
      'lab',
      'lab (2)',
      '  lamp',
      '  range (1)',
      '    left',
      'lab-2 (1)',
      '  x',
      'robots (3)',
      '  puma (3) …',
    ]);
  });

  it('opens and folds what was toggled, with numbers in their order', () => {
    const toggled = new Set(['robots/puma', 'lab', 'lab-2']);
    expect(drawn(rowsOf(sorted, { toggled, isSearching: false }))).toEqual([
      'lab',
      'lab (2) …',
      'lab-2 (1) …',
      'robots (3)',
      '  puma (3)',
      '    joints (2)',
      '      2',
      '      10',
      '    pose',
    ]);
  });

  it('is all open while something is searched for', () => {
    const rows = rowsOf(sorted, { toggled: new Set(['lab']), isSearching: true });
    expect(rows.filter(({ kind }) => kind === 'leaf').map(({ path }) => path)).toEqual(sorted);
  });

  it('has every name once, below its own branches, whatever they are', () => {
    const name = fc.array(fc.constantFrom('a', 'b', 'a-1', '2', '10'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 30 }), (given) => {
        const rows = rowsOf(given.toSorted(bySegments), { toggled: new Set(), isSearching: true });
        const leaves = rows.flatMap(({ kind, path }) => (kind === 'leaf' ? [path] : []));
        const branches = rows.flatMap(({ kind, path }) => (kind === 'branch' ? [path] : []));
        expect(leaves.toSorted()).toEqual(given.toSorted());
        expect(new Set(branches).size).toBe(branches.length);
        for (const row of rows)
          if (row.kind === 'branch') expect(row.count).toBe(given.filter((each) => each.startsWith(`${row.path}/`)).length);
      }),
    );
  });

  it.each([
    ['robots', false],
    ['robots/puma', true],
    ['robots/puma/joints', false],
    ['lab/puma', false],
  ])('%s begins folded: %s', (path, isFolded) => {
    expect(isFoldedAtFirst(path)).toBe(isFolded);
  });
});

describe('the filter', () => {
  const names = ['lab/range/left', 'lab/lamp', 'robots/puma/pose', 'robots/tug/pose', 'robots/tug/joints/0'];
  it.each([
    ['pose', ['robots/puma/pose', 'robots/tug/pose']],
    [' TUG  pose ', ['robots/tug/pose']],
    ['robots/*/pose', ['robots/puma/pose', 'robots/tug/pose']],
    ['robots/tug/**', ['robots/tug/pose', 'robots/tug/joints/0']],
    ['**/pose', []],
    ['nothing', []],
  ])('%j finds %j', (text, found) => {
    expect(names.filter(filterOf(text) ?? (() => false))).toEqual(found);
  });

  it('of nothing is no filter', () => {
    expect(filterOf('  ')).toBeUndefined();
  });
});
