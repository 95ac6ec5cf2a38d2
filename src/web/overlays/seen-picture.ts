import type { SeenCells } from './overlay.ts';

/** A pixel a cell, as it is seen from above: of this colour where the floor was seen, and elsewhere nothing. */
export function seenPicture({ columns, rows, cells }: SeenCells, [red, green, blue]: readonly [number, number, number]): ImageData {
  const picture = new ImageData(Math.max(1, columns), Math.max(1, rows));
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      // Pictures begin at the top.
      if (cells[row * columns + column] === 1) picture.data.set([red, green, blue, 255], ((rows - 1 - row) * columns + column) * 4);
    }
  }
  return picture;
}
