import { describe, expect, it } from 'vitest';
import { orderTask, type TaskOrder } from '../../core/tasks/tasks.ts';
import type { Participant } from '../../core/world/world.ts';
import { practiceCell } from '../demos/practice-cell.ts';
import { modelNamed, readTaskFile, surroundingsOf } from './task-files.ts';
import { performTask, type TaskNews } from './task-performance.ts';

const FASTER = 20;

async function stamping(): Promise<TaskOrder> {
  const file = await readTaskFile('stamping');
  const { order, diagnostics } = orderTask({ id: 'task', name: file.title, text: file.text }, surroundingsOf(file, practiceCell));
  expect(diagnostics).toEqual([]);
  return order ?? expect.fail('the task has errors');
}

type Over = Extract<TaskNews, { kind: 'over' }>;

async function perform(order: TaskOrder, onTick?: (world: Participant) => void): Promise<{ over: Over; log: string[] }> {
  const log: string[] = [];
  for await (const news of performTask(order, { entities: practiceCell.entities, models: modelNamed, longestMs: 300_000 }, onTick)) {
    if (news.kind === 'over') return { over: news, log };
    log.push(JSON.stringify(news));
  }
  return expect.fail('it was never over');
}

/** Where things stood, and who had them: each time that was another. */
class Witness {
  readonly stages: string[] = [];

  readonly look = (world: Participant): void => {
    for (const id of ['piece', 'stamp', 'cloth']) {
      const view = world.entity(id);
      if (!view) continue;
      const { x, y, z } = view.posture.pose;
      // What comes by on the belt is nowhere.
      const isAtRest = view.endsAtMs <= world.time.worldMs;
      const seen = view.heldBy ?? (isAtRest ? this.#place(x, y, z) : undefined);
      const stage = seen === undefined ? undefined : `${id}: ${seen}`;
      if (stage !== undefined && stage !== this.stages.findLast((each) => each.startsWith(`${id}:`))) this.stages.push(stage);
    }
  };

  /** Where it stands, if that is one of the stations. */
  #place(x: number, y: number, z: number): string | undefined {
    const near = (to: readonly number[]) => Math.hypot(x - (to[0] ?? 0), y - (to[1] ?? 0), z - (to[2] ?? 0)) < 0.006;
    return STATIONS.find(({ at }) => near(at))?.name;
  }
}

const STATIONS = [
  { name: 'belt at puma', at: [0.05, 0.3, 0.65] },
  { name: 'lathe', at: [0.22, -0.743, 0.68] },
  { name: 'belt at jupiter', at: [1.3, 0.3, 0.65] },
  { name: 'on the piece', at: [1.3, 0.3, 0.692] },
  { name: 'belt at mitsubishi', at: [-0.72, 0.3, 0.65] },
  { name: 'end of the belt', at: [1.914, 0.3, 0.65] },
  { name: 'stamp box', at: [1.77, -0.17, 0.639] },
  { name: 'cloth box', at: [-1.06, -0.08, 0.639] },
];

describe("the paper's example", () => {
  it('is performed with real grips: every thing goes where the paper says', { timeout: 120_000 }, async () => {
    const witness = new Witness();
    const { over } = await perform(await stamping(), witness.look);
    expect(over.view.message).toBeUndefined();
    expect(over.view.phase).toBe('finished');
    const stagesOf = (id: string) => witness.stages.flatMap((each) => (each.startsWith(`${id}: `) ? [each.slice(id.length + 2)] : []));
    expect(stagesOf('piece')).toEqual([
      ...['belt at puma', 'puma', 'lathe', 'puma', 'belt at puma', 'belt at jupiter', 'belt at mitsubishi', 'end of the belt'],
    ]);
    expect(stagesOf('stamp')).toEqual(['stamp box', 'jupiter', 'on the piece', 'jupiter', 'stamp box']);
    expect(stagesOf('cloth')).toEqual(['cloth box', 'mitsubishi', 'cloth box']);
  });

  it(`is the same each time, byte by byte, and ${FASTER} times faster than the world`, { timeout: 120_000 }, async () => {
    const order = await stamping();
    const first = await perform(order);
    const before = process.cpuUsage();
    const second = await perform(order);
    const { user, system } = process.cpuUsage(before);
    expect(second.log).toEqual(first.log);
    expect(second.over).toEqual(first.over);
    // Of the processor's time: others may be at work on this machine.
    expect((1000 * second.over.atMs) / (user + system)).toBeGreaterThan(FASTER);
  });

  it('fails, and says why, when something is not where it should be', { timeout: 120_000 }, async () => {
    const order = await stamping();
    const entities = practiceCell.entities.filter(({ id }) => id !== 'piece');
    for await (const news of performTask(order, { entities, models: modelNamed, longestMs: 60_000 })) {
      if (news.kind !== 'over') continue;
      expect(news.view).toMatchObject({
        ...{ phase: 'failed', message: 'load of puma failed: there is nothing between the fingers of Puma 560' },
        rows: [{ phase: 'failed' }, ...Array.from({ length: 5 }, () => ({ phase: 'waiting' }))],
      });
    }
  });
});
