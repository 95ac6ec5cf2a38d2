import { describe, expect, it, onTestFinished } from 'vitest';
import { planarPose, planarTwist } from '../base/pose.ts';
import { cubePiece } from '../robots/catalog/pieces.ts';
import { pioneer3dx } from '../robots/catalog/pioneer-3-dx.ts';
import { Stage } from '../world/stage.contract.ts';
import { models, put } from './bodies.contract.ts';
import { Host } from './host.ts';

describe('looking after what moves', () => {
  it('[P9] is done in each tick beside a part that does not give way, and in every second one farther away', async () => {
    const beside = await looksOfTwoRobots(0.3);
    const farAway = await looksOfTwoRobots(40);
    // Of two that drive for a second, in twenty ticks, one is beside it.
    expect(beside - farAway).toBeGreaterThanOrEqual(8);
    expect(beside - farAway).toBeLessThanOrEqual(12);
  });
});

/** How often an owner looks ahead for its two robots, which drive for a second, while a part of somebody else lies so far from the first. */
async function looksOfTwoRobots(awayM: number): Promise<number> {
  const stage = new Stage();
  const [owner, other] = await stage.enter('owner', 'other');
  let looks = 0;
  const host = new Host(owner.participant, {
    clock: owner.node.clock,
    models,
    // Asked at each look for how much room must be left.
    latencyMs: () => {
      looks++;
      return 40;
    },
    report: (error) => expect.fail(String(error)),
  });
  onTestFinished(() => host[Symbol.dispose]());
  await put(other, 'part', cubePiece, planarPose(0, awayM, 0));
  await put(owner, 'first', pioneer3dx, planarPose(0, 0, 0));
  await put(owner, 'second', pioneer3dx, planarPose(0, -20, 0));
  for (const id of ['first', 'second']) await owner.ask(id, { kind: 'drift', twist: planarTwist(0.05, 0), durationMs: 3000 });
  await stage.run(500);
  looks = 0;
  await stage.run(1000);
  return looks;
}
