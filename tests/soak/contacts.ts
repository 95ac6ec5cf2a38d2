import { graspRace, headOn, pushOneBox, sweep } from '../scenarios/contacts.ts';

/** No two bodies may be deeper in each other. */
const DEEPEST_M = 0.01;

/** Deeper than anything when the box has not one owner at rest. */
async function pushedDepth(seed: number): Promise<number> {
  const { depthM, owners } = await pushOneBox(seed);
  return owners === 1 ? depthM : Number.POSITIVE_INFINITY;
}

/** Contacts of every kind, so many times each; `say` is told of each kind. Answers what was wrong, with the seed that shows it again. */
export async function soakContacts(times: number, say: (line: string) => void): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const [name, play] of [
    ['head-on', headOn],
    ['arm through a table', sweep],
    ['two push one box', pushedDepth],
  ] as const) {
    let deepest = 0;
    for (let seed = 1; seed <= times; seed++) {
      const depthM = await play(seed);
      deepest = Math.max(deepest, depthM);
      if (depthM > DEEPEST_M) problems.push(`${name}, seed ${seed}: ${(1000 * depthM).toFixed(1)} mm deep`);
    }
    say(`${name}: ${times} times, at most ${(1000 * deepest).toFixed(2)} mm deep`);
  }
  let clean = 0;
  for (let seed = 1; seed <= times; seed++) {
    const winners = await graspRace(seed);
    if (winners === 1) clean++;
    else problems.push(`grasp race, seed ${seed}: ${winners} have it`);
  }
  say(`grasp race: ${times} times, exactly one had it ${clean} times`);
  for (const problem of problems) say(problem);
  return problems;
}
