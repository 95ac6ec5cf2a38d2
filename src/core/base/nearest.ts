/** The candidate most like `text`, if one is like it at all. */
export function nearest(text: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  // A third of the letters may be wrong: beyond that a suggestion is a guess.
  let bestDistance = Math.max(1, Math.floor(text.length / 3)) + 0.5;
  for (const candidate of candidates) {
    // So many letters are wrong at least; and of a word of a million letters nobody counts them one by one.
    if (Math.abs(text.length - candidate.length) >= bestDistance && !candidate.startsWith(text)) continue;
    const isStart = text.length >= 2 && candidate.startsWith(text);
    const distance = isStart ? 0.5 : editDistance(text, candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `did you mean ...?` with the word before it, or nothing. */
export function suggestion(text: string, candidates: Iterable<string>): string {
  const found = nearest(text, candidates);
  return found === undefined ? '' : `; did you mean ${found}?`;
}

/** Letters to insert, delete, replace or swap with their neighbour. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(replaced, (last[j] as number) + 1, (row[j - 1] as number) + 1);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (beforeLast[j - 2] ?? Number.POSITIVE_INFINITY) + 1);
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] as number;
}
