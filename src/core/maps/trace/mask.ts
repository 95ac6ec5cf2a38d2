/** Cells that are set or not, with a rim of unset ones, so that every cell inside has eight neighbours. */
export interface Mask {
  readonly columns: number;
  readonly rows: number;
  readonly cells: Uint8Array;
}

/** Steps to the neighbours of a cell, counter-clockwise from the right: the even ones share an edge with it. */
export const neighbourSteps = ({ columns }: Mask): readonly number[] => [
  1,
  columns + 1,
  columns,
  columns - 1,
  -1,
  -columns - 1,
  -columns,
  -columns + 1,
];

export function emptyMask(columns: number, rows: number): Mask {
  return { columns, rows, cells: new Uint8Array(columns * rows) };
}

/** What is left when all is taken away that no square of so many cells fits into. */
export function opened(mask: Mask, side: number): Mask {
  return dilated(eroded(mask, side), side);
}

/** Set where the whole square whose lower left cell it is, is set. */
function eroded({ columns, rows, cells }: Mask, side: number): Mask {
  const result = emptyMask(columns, rows);
  // How many set cells stand in a row to the right of each, and then how many such rows above.
  const runs = new Uint16Array(cells.length);
  const squares = new Uint16Array(cells.length);
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const cell = row * columns + column;
      if (cells[cell] === 0) continue;
      runs[cell] = Math.min(side, (column + 1 < columns ? (runs[cell + 1] as number) : 0) + 1);
      if ((runs[cell] as number) < side) continue;
      squares[cell] = Math.min(side, (row + 1 < rows ? (squares[cell + columns] as number) : 0) + 1);
      if (squares[cell] === side) result.cells[cell] = 1;
    }
  }
  return result;
}

/** The squares again, of which `eroded` kept the lower left cells. */
function dilated({ columns, rows, cells }: Mask, side: number): Mask {
  const result = emptyMask(columns, rows);
  for (let cell = 0; cell < cells.length; cell++) {
    if (cells[cell] === 0) continue;
    for (let row = 0; row < side; row++) result.cells.fill(1, cell + row * columns, cell + row * columns + side);
  }
  return result;
}
