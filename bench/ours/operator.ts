/** Commands a robot and watches it, as two participants in one process: one clock for both ends. */
import { planarTwist } from '../../src/core/base/pose.ts';
import { between, seededRandom } from '../../src/core/base/random.ts';
import type { Participant } from '../../src/core/world/world.ts';
import { pause, serveRole } from '../harness/role.ts';
import { COMMAND_GAP_MS } from '../peers/raw-messages.ts';
import { join, robotId } from './joining.ts';

const ROBOT = robotId(0);
const random = seededRandom(17);
let operator: Participant;
let watcher: Participant;

/** Resolves with the time at which the watcher has a newer state of the robot. */
function seenMs(): Promise<number> {
  const before = watcher.entity(ROBOT)?.seq ?? 0;
  return new Promise((resolve) => {
    const listening = watcher.changes.on(({ entity }) => {
      if (entity !== ROBOT || (watcher.entity(ROBOT)?.seq ?? 0) <= before) return;
      listening[Symbol.dispose]();
      resolve(performance.now());
    });
  });
}

const handlers = {
  async join({ url }: { url: string }): Promise<void> {
    operator = await join(url, 'operator');
    watcher = await join(url, 'watcher');
  },
  async command(count: number): Promise<Float64Array> {
    const latenciesMs = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      const seen = seenMs();
      const startMs = performance.now();
      const outcome = operator.command(ROBOT, { kind: 'drift', twist: planarTwist(i % 2 === 0 ? 0.1 : -0.1, 0), durationMs: 60_000 });
      latenciesMs[i] = (await seen) - startMs;
      const { kind } = await outcome;
      if (kind !== 'done') throw new Error(`the command came to ${kind}`);
      await pause(between(random, ...COMMAND_GAP_MS));
    }
    return latenciesMs;
  },
};
export type Operator = typeof handlers;

serveRole(handlers);
