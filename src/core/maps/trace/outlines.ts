import type { Mask } from './mask.ts';

/** A corner of cells, in cells from the lower left. */
export type Corner = readonly [column: number, row: number];

const WAYS: readonly Corner[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/** Round what is set, along the edges of its cells, with what is set to the left; each ends where it begins. */
export function outlinesOf({ columns, rows, cells }: Mask): Corner[][] {
  const isSet = (column: number, row: number) =>
    column >= 0 && row >= 0 && column < columns && row < rows && cells[row * columns + column] === 1;
  const done = new Set<number>();
  const outlines: Corner[][] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      // Every outline has a lower edge somewhere.
      if (isSet(column, row) && !isSet(column, row - 1) && !done.has(row * columns + column)) outlines.push(around(column, row));
    }
  }
  return outlines;

  function around(startColumn: number, startRow: number): Corner[] {
    const outline: Corner[] = [[startColumn, startRow]];
    let [column, row, way] = [startColumn, startRow, 0];
    do {
      if (way === 0) done.add(row * columns + column);
      const [dx, dy] = WAYS[way] as Corner;
      [column, row] = [column + dx, row + dy];
      outline.push([column, row]);
      // The cells ahead, right and left of the corner.
      const [right, left] = ahead(column, row, way);
      if (right) way = (way + 3) % 4;
      else if (!left) way = (way + 1) % 4;
    } while (column !== startColumn || row !== startRow || way !== 0);
    return outline;
  }

  function ahead(column: number, row: number, way: number): readonly [right: boolean, left: boolean] {
    switch (way) {
      case 0:
        return [isSet(column, row - 1), isSet(column, row)];
      case 1:
        return [isSet(column, row), isSet(column - 1, row)];
      case 2:
        return [isSet(column - 1, row), isSet(column - 1, row - 1)];
      default:
        return [isSet(column - 1, row - 1), isSet(column, row - 1)];
    }
  }
}
