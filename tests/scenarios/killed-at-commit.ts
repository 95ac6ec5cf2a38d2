import { openStore } from '../../src/storage/storage.ts';
import { StartedProcess } from '../processes/started-process.ts';
import { MOMENTS, type Moment } from './dying-commit.ts';
import { type Acknowledged, findLosses } from './store-writes.ts';

/** Enough that all kinds of writes are under way, and few enough to take no second. */
const COMMITS_BEFORE = 40;

interface KilledWriter {
  readonly moment: Moment;
  readonly exitCode: number;
  readonly acknowledged: number;
  readonly losses: readonly string[];
}

/** Lets a writer die at each moment of a commit, one after the other on the same database; answers what each of them lost. */
export async function killAtCommits(where: string): Promise<KilledWriter[]> {
  const killed: KilledWriter[] = [];
  for (const [i, moment] of MOMENTS.entries()) {
    const round = i + 1;
    const args = [where, String(round), moment, String(COMMITS_BEFORE)];
    await using writer = StartedProcess.start('the writer', 'tests/scenarios/participants/store-writer.ts', args);
    const exitCode = await writer.ended;
    const acknowledged = writer.lines.map(({ value }) => value as Acknowledged);
    await using store = await openStore(where);
    killed.push({ moment, exitCode, acknowledged: acknowledged.length, losses: await findLosses(store, round, acknowledged) });
  }
  return killed;
}
