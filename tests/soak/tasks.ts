import { orderTask } from '../../src/core/tasks/tasks.ts';
import { practiceCell } from '../../src/hub/demos/practice-cell.ts';
import { modelNamed, readTaskFile, surroundingsOf } from '../../src/hub/task/task-files.ts';
import { performTask } from '../../src/hub/task/task-performance.ts';
import { median } from '../processes/statistics.ts';

const FASTER = 20;

/** Performs the paper's example so many times, in virtual time: each must come to the same end, and 20 times faster than the world. */
export async function soakTasks(times: number, say: (line: string) => void): Promise<readonly string[]> {
  const file = await readTaskFile('stamping');
  const { order } = orderTask({ id: 'task', name: file.title, text: file.text }, surroundingsOf(file, practiceCell));
  if (!order) return ['the task has errors'];
  const problems: string[] = [];
  const factors: number[] = [];
  const hashes = new Set<number>();
  for (let round = 1; round <= times; round++) {
    const [sinceMs, before] = [performance.now(), process.cpuUsage()];
    for await (const news of performTask(order, { entities: practiceCell.entities, models: modelNamed, longestMs: 300_000 })) {
      if (news.kind !== 'over') continue;
      const { user, system } = process.cpuUsage(before);
      factors.push((1000 * news.atMs) / (user + system));
      hashes.add(news.stateHash);
      const { phase, message } = news.view;
      if (phase !== 'finished') problems.push(`round ${round}: it ${phase}: ${message}`);
      say(
        `round ${String(round).padStart(2)}  ${phase} after ${(news.atMs / 1000).toFixed(3)} s  state ${news.stateHash.toString(16).padStart(8, '0')}  ` +
          `${factors.at(-1)?.toFixed(1)} times faster by the processor's time, ${(news.atMs / (performance.now() - sinceMs)).toFixed(1)} by the wall's`,
      );
    }
  }
  if (hashes.size > 1) problems.push(`it came to ${hashes.size} different ends`);
  const typical = median(factors);
  if (typical < FASTER) problems.push(`it is ${typical.toFixed(1)} times faster than the world, not ${FASTER}`);
  say(
    `${times} performances, ${hashes.size} end state; median ${typical.toFixed(1)} times faster than the world; ${problems.length} problems`,
  );
  return problems;
}
