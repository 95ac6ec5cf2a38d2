/** Whole numbers from an even place to the odd one behind it, in order; no two touch. Never changed once it is made. */
export type Intervals = readonly number[];

export const NO_INTERVALS: Intervals = [];

/** All of both. Where one ends as the other begins they are one. */
export function unionOf(a: Intervals, b: Intervals): Intervals {
  if (b.length === 0 || covers(a, b)) return a;
  if (a.length === 0) return b;
  const union: number[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const isOfA = j >= b.length || (i < a.length && (a[i] as number) <= (b[j] as number));
    const [from, to] = isOfA ? [a[i] as number, a[i + 1] as number] : [b[j] as number, b[j + 1] as number];
    if (isOfA) i += 2;
    else j += 2;
    const last = union.at(-1);
    if (last !== undefined && from <= last) union[union.length - 1] = Math.max(last, to);
    else union.push(from, to);
  }
  return union;
}

/** Whether all of `b` is in `a`: so it is nothing new. */
export function covers(a: Intervals, b: Intervals): boolean {
  let i = 0;
  for (let j = 0; j < b.length; j += 2) {
    while (i < a.length && (a[i + 1] as number) < (b[j + 1] as number)) i += 2;
    if (i >= a.length || (a[i] as number) > (b[j] as number)) return false;
  }
  return true;
}

export function lengthOf(intervals: Intervals): number {
  let length = 0;
  for (let i = 0; i < intervals.length; i += 2) length += (intervals[i + 1] as number) - (intervals[i] as number);
  return length;
}
