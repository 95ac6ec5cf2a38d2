import { expect, it } from 'vitest';
import { BoardNode, BoardStage, WORLD } from './board-stage.contract.ts';
import { encodeValue } from './frame.ts';
import { subjectOf } from './names.ts';

/** What somebody writes to the goal, in an order of its own choice. */
function publish({ bus }: BoardNode, value: string, { atMs, orderMs = atMs }: { readonly atMs: number; readonly orderMs?: number }): void {
  const frame = { stamp: { atMs, errorMs: 1, term: 0 }, orderMs, hops: [] };
  bus.publish(subjectOf(WORLD, 'goal'), encodeValue({ ...frame, value }));
}

it('[K7] of values in the same order everybody holds that of the writer whose id comes later, whichever came first', async () => {
  for (const first of ['ann', 'bob'] as const) {
    const stage = BoardStage.inTest();
    const [ann, bob, reader] = [await stage.join('ann'), await stage.join('bob'), await stage.join('reader')];
    await stage.until(ann.board.declare('goal', { type: 'text' }));
    await stage.run(50);
    const atMs = ann.shared.now();
    for (const writer of first === 'ann' ? [ann, bob] : [bob, ann]) {
      publish(writer, writer.id, { atMs });
      await stage.run(50);
    }
    expect([first, reader.board.read('goal')]).toMatchObject([first, { kind: 'value', value: 'bob', writer: 'bob' }]);
  }
});

it('[K7] a value of a clock that leapt ahead, taken by who had compared no clocks yet, gives way to the next one', async () => {
  const stage = BoardStage.inTest();
  const ann = await stage.join('ann');
  await stage.until(ann.board.declare('goal', { type: 'text' }));
  const late = new BoardNode(stage, stage.network.node('late'), { compares: 'never' });
  await stage.run(500);
  const atMs = ann.shared.now();
  publish(ann, 'leapt', { atMs, orderMs: atMs + 60_000 });
  await stage.run(50);
  expect(late.board.peek('goal')).toMatchObject({ kind: 'stale', last: 'leapt' });
  for (let asked = 0; asked < 3; asked++) await stage.until(late.compare());
  await ann.board.write('goal', 'next');
  await stage.run(50);
  expect(late.board.peek('goal')).toMatchObject({ value: 'next', writer: 'ann' });
});

it('[K8] nobody says again what others wrote, as if it were their own', async () => {
  const stage = BoardStage.inTest();
  const keeper = await stage.join('keeper', { ports: { isKeeper: true } });
  const [ann, reader] = [await stage.join('ann'), await stage.join('reader')];
  await stage.until(ann.board.declare('goal', { type: 'text' }));
  await stage.run(50);
  stage.network.block('ann', 'keeper');
  await ann.board.write('goal', 'A');
  await stage.run(50);
  ann.node.crash();
  await stage.run(15_000);
  expect(reader.board.peek('goal')).toMatchObject({ value: 'A', writer: 'ann' });
  expect(keeper.board.peek('goal')).toMatchObject({ kind: 'stale', last: undefined });
});
