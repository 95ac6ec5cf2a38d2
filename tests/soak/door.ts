import { swapThroughDoor } from '../scenarios/door.ts';

const ROBOTS = 8;

/** Eight robots through one door, so many times; `say` is told of each. Answers what was wrong, with the seed that shows it again. */
export async function soakDoor(times: number, say: (line: string) => void): Promise<readonly string[]> {
  const problems: string[] = [];
  const tookS: number[] = [];
  let nearestM = 1;
  for (let seed = 1; seed <= times; seed++) {
    const swapped = await swapThroughDoor(seed);
    tookS.push(swapped.tookMs / 1000);
    nearestM = Math.min(nearestM, swapped.nearestM);
    say(`seed ${seed}: ${swapped.arrived} of ${ROBOTS} arrived in ${(swapped.tookMs / 1000).toFixed(0)} s, ${swapped.contacts} contacts`);
    if (swapped.arrived < ROBOTS || swapped.contacts > 0 || swapped.problems.length > 0)
      problems.push(...swapped.problems.map((problem) => `seed ${seed}: ${problem}`));
  }
  const sorted = tookS.toSorted((a, b) => a - b);
  const [median, longest] = [sorted[sorted.length >> 1] ?? 0, sorted.at(-1) ?? 0];
  say(
    `${times} times: half within ${median.toFixed(0)} s, all within ${longest.toFixed(0)} s; the nearest two came ${(100 * nearestM).toFixed(0)} cm`,
  );
  for (const problem of problems) say(problem);
  return problems;
}
