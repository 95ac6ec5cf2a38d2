import { type Mask, neighbourSteps } from './mask.ts';

/**
 * For each of the 256 neighbourhoods of a cell: whether the cell may go. It may when it is one of four that make a square, those around it hang
 * together without it, and some edge of it is free: so nothing breaks, nothing vanishes, and what is one cell wide stays as it is, corners too.
 */
const mayGo = Uint8Array.from({ length: 256 }, (_, around) => {
  const isSet = (i: number) => ((around >> (i & 7)) & 1) === 1;
  let [squares, groups] = [0, 0];
  for (let i = 0; i < 8; i++) {
    if (i % 2 === 0 && isSet(i) && isSet(i + 1) && isSet(i + 2)) squares++;
    // Groups that touch over corners count as one: a free edge begins a gap only if the corner behind it is free too, or the next edge.
    if (i % 2 === 0 && !isSet(i) && (isSet(i + 1) || isSet(i + 2))) groups++;
  }
  return groups === 1 && squares > 0 ? 1 : 0;
});

/** Takes cells away from all sides in turn, until lines are one cell wide. Changes the mask. */
export function thin(mask: Mask): void {
  const steps = neighbourSteps(mask);
  const { cells } = mask;
  for (let changed = true; changed; ) {
    changed = false;
    for (const side of [2, 6, 0, 4]) {
      const step = steps[side] as number;
      const rim: number[] = [];
      for (let cell = 0; cell < cells.length; cell++) if (cells[cell] === 1 && cells[cell + step] === 0) rim.push(cell);
      // One after the other: what was taken away before counts.
      for (const cell of rim) {
        if (mayGo[aroundOf(cells, cell, steps)] === 0) continue;
        cells[cell] = 0;
        changed = true;
      }
    }
  }
}

function aroundOf(cells: Uint8Array, cell: number, steps: readonly number[]): number {
  let around = 0;
  for (let i = 0; i < 8; i++) around |= (cells[cell + (steps[i] as number)] as number) << i;
  return around;
}
