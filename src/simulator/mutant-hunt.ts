import { runCampaign } from './campaign.ts';
import type { Mutant } from './mutant.ts';
import { plant } from './mutate.ts';
import { rangeOf, type SeedReport } from './scenario.ts';

export interface MutantResult {
  readonly name: string;
  /** From every start. */
  readonly killed: boolean;
  /** Seeds to a kill: the median over the starts. Who survived counts as if the last seed had killed it. */
  readonly seeds: number;
}

interface Kill {
  readonly from: number;
  readonly seeds: number;
  readonly killer: SeedReport | undefined;
}

/** Plants a mutant and looks for it from each start, through `most` seeds at most. */
export async function hunt(mutant: Mutant, starts: readonly number[], most: number, say: (line: string) => void): Promise<MutantResult> {
  const { worker, remove } = plant(mutant);
  const kills: Kill[] = [];
  try {
    for (const from of starts) kills.push(await huntFrom(worker, mutant, from, most));
  } finally {
    remove();
  }
  const seeds = median(kills.map((kill) => kill.seeds));
  const survivals = kills.filter(({ killer }) => killer === undefined);
  const [example] = survivals.length > 0 ? survivals : kills;
  const fate =
    survivals.length > 0
      ? `SURVIVED ${most} seeds from ${survivals.length} of ${starts.length} starts`
      : `killed by ${example?.killer?.violations[0]?.invariant} in seed ${example?.killer?.seed}`;
  const counts =
    starts.length > 1
      ? `, median ${seeds} seeds over ${starts.length} starts (${kills.map((kill) => kill.seeds).join(', ')})`
      : ` after ${seeds} seeds`;
  say(`${mutant.name}: ${fate}${counts}; ${mutant.about}; again: npm run -s simulate -- --mutant ${mutant.name} --from ${example?.from}`);
  return { name: mutant.name, killed: survivals.length === 0, seeds };
}

async function huntFrom(worker: string, mutant: Mutant, from: number, most: number): Promise<Kill> {
  let seeds = 0;
  let killer: SeedReport | undefined;
  await runCampaign({
    worker,
    ...rangeOf(mutant.place, from),
    seeds: most,
    mode: 'stop-at-violation',
    onReport: (report) => {
      seeds++;
      if (report.violations.length > 0) killer ??= report;
    },
  });
  return { from, seeds, killer };
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
