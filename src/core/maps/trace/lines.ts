import { type Mask, neighbourSteps } from './mask.ts';

/** Cells of thin lines, each a neighbour of the one before. A ring ends where it begins. */
export type Line = readonly number[];

/** All lines of a thinned mask, from end to end and from branch to branch. A single cell is a line of one. */
export function linesOf(mask: Mask): Line[] {
  const { cells } = mask;
  const steps = neighbourSteps(mask);
  const lines: Line[] = [];
  const walked = new Set<number>();
  const linkOf = (a: number, b: number) => Math.min(a, b) * cells.length + Math.max(a, b);
  const walk = (from: number, first: number): Line => {
    const line = [from];
    for (let [before, cell] = [from, first]; ; ) {
      walked.add(linkOf(before, cell));
      line.push(cell);
      const next = linked(cells, cell, steps);
      if (next.length !== 2 || cell === from) return line;
      const onward = next[0] === before ? next[1] : next[0];
      if (onward === undefined || walked.has(linkOf(cell, onward))) return line;
      [before, cell] = [cell, onward];
    }
  };
  const set = [...cells.keys()].filter((cell) => cells[cell] === 1);
  const isNode = (cell: number) => linked(cells, cell, steps).length !== 2;
  // Rings have no node: they are walked last, from wherever they are met.
  for (const cell of [...set.filter(isNode), ...set]) {
    const others = linked(cells, cell, steps);
    if (others.length === 0) {
      if (!walked.has(-cell)) lines.push([cell]);
      walked.add(-cell);
    }
    for (const other of others) if (!walked.has(linkOf(cell, other))) lines.push(walk(cell, other));
  }
  return lines;
}

/** The neighbours it goes on to: over a corner only where it does not go round it over edges. */
function linked(cells: Uint8Array, cell: number, steps: readonly number[]): number[] {
  const isSet = (i: number) => cells[cell + (steps[i & 7] as number)] === 1;
  return steps.flatMap((step, i) => (isSet(i) && (i % 2 === 0 || !(isSet(i + 1) || isSet(i - 1))) ? [cell + step] : []));
}
