import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openStore } from '../../src/storage/storage.ts';
import { PrivatePostgres } from '../processes/private-postgres.ts';
import { StartedProcess } from '../processes/started-process.ts';
import { type Acknowledged, findLosses } from '../scenarios/store-writes.ts';

/** How long a writer writes, after its first acknowledged write, before it or its server is killed. */
const SHORTEST_MS = 20;
const LONGEST_MS = 1000;

interface Victim {
  readonly database: string;
  /** What is killed in each round. */
  victimOf(round: number): 'the writer' | 'the server';
  readonly where: string;
  killServer(): Promise<void>;
}

export interface StoreSummary {
  readonly acknowledged: number;
  readonly problems: readonly string[];
}

/** Kills writers, or the servers they write to, so many times on each database; `say` is told of each round and of the whole. */
export async function soakStore(times: number, say: (line: string) => void): Promise<StoreSummary> {
  const summaries = [await soakSqlite(times, say), await soakPostgres(times, say)];
  const acknowledged = summaries.reduce((sum, each) => sum + each.acknowledged, 0);
  const problems = summaries.flatMap((each) => each.problems);
  for (const problem of problems) say(problem);
  say(`${2 * times} kills: ${acknowledged} writes were acknowledged; ${problems.length} problems`);
  return { acknowledged, problems };
}

async function soakSqlite(times: number, say: (line: string) => void): Promise<StoreSummary> {
  const folder = mkdtempSync(join(tmpdir(), 'manyhands-soak-'));
  try {
    const where = join(folder, 'store.db');
    return await soak({ database: 'SQLite', where, victimOf: () => 'the writer', killServer: () => Promise.resolve() }, times, say);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function soakPostgres(times: number, say: (line: string) => void): Promise<StoreSummary> {
  await using server = await PrivatePostgres.start();
  const where = await server.emptyDatabase();
  const victimOf = (round: number) => (round % 2 === 0 ? 'the writer' : 'the server');
  return await soak({ database: 'PostgreSQL', where, victimOf, killServer: () => server.crash() }, times, say);
}

async function soak(victim: Victim, times: number, say: (line: string) => void): Promise<StoreSummary> {
  const rounds: (readonly Acknowledged[])[] = [];
  const problems: string[] = [];
  for (let round = 1; round <= times; round++) {
    const acknowledged = await writeUntilKilled(victim, round);
    rounds.push(acknowledged);
    await using store = await openStore(victim.where);
    const losses = await findLosses(store, round, acknowledged);
    problems.push(...losses);
    const outcome = losses.length === 0 ? 'none lost' : `${losses.length} LOST`;
    say(`${victim.database} round ${round}: ${victim.victimOf(round)} killed after ${acknowledged.length} acknowledged writes, ${outcome}`);
  }
  // What survived its own round must have survived all later ones too.
  await using store = await openStore(victim.where);
  for (const [i, acknowledged] of rounds.entries()) problems.push(...(await findLosses(store, i + 1, acknowledged)));
  return {
    acknowledged: rounds.reduce((sum, each) => sum + each.length, 0),
    problems: [...new Set(problems)].map((problem) => `${victim.database} ${problem}`),
  };
}

/** What the writer had been told to be safe when it, or its server, was killed. */
async function writeUntilKilled(victim: Victim, round: number): Promise<Acknowledged[]> {
  await using writer = StartedProcess.start('the writer', 'tests/scenarios/participants/store-writer.ts', [victim.where, String(round)]);
  await writer.until('it had written something', () => true);
  await pause(SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS));
  if (victim.victimOf(round) === 'the writer') await writer.kill();
  else {
    await victim.killServer();
    if ((await writer.ended) !== 0) throw new Error(`the writer did not survive the end of its server:\n${writer.stderr}`);
  }
  return writer.lines.map(({ value }) => value as Acknowledged);
}
