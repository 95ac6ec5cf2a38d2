import { describe, expect, it } from 'vitest';
import type { BindOptions } from './binding.ts';
import { type BoardNode, BoardStage } from './board-stage.contract.ts';
import type { Found } from './reading.ts';
import type { BoardValue, VariableType } from './value.ts';

async function alone(type: VariableType, ...names: string[]): Promise<{ stage: BoardStage; node: BoardNode }> {
  const stage = BoardStage.inTest();
  const node = await stage.join('node');
  for (const name of names) await stage.until(node.board.declare(name, { type }));
  return { stage, node };
}

/** Writes at these milliseconds, and answers when which value was told. */
async function toldOf(
  options: BindOptions,
  writes: readonly (readonly [atMs: number, value: number])[],
  lastMs: number,
): Promise<[number, BoardValue][]> {
  const { stage, node } = await alone('number', 'v');
  const startMs = stage.time.now;
  const told: [number, BoardValue][] = [];
  node.board.bind('v', (answer) => answer.kind === 'value' && told.push([Math.round(stage.time.now - startMs), answer.value]), options);
  for (const [atMs, value] of writes) {
    await stage.time.run(startMs + atMs);
    await node.board.write('v', value);
  }
  await stage.time.run(startMs + lastMs);
  return told;
}

describe('bind', () => {
  it('[K14] tells of what is there at first, then of each write, never inside bind, until it is disposed', async () => {
    const { stage, node } = await alone('number', 'a/x', 'a/y', 'b');
    await node.board.write('a/x', 1);
    const told: string[] = [];
    const binding = node.board.bind('a/*', ({ name, ...answer }) => told.push(`${name} ${answer.kind === 'value' ? answer.value : '-'}`));
    expect(told).toEqual([]);
    await stage.run(1);
    await node.board.write('a/y', 2);
    await node.board.write('b', 3);
    await node.board.write('a/x', 1);
    expect(told).toEqual(['a/x 1', 'a/y 2', 'a/x 1']);
    binding[Symbol.dispose]();
    await node.board.write('a/x', 4);
    expect(told).toHaveLength(3);
  });

  it('[K14] reports what a handler throws, and tells the others', async () => {
    const { stage, node } = await alone('number', 'a');
    const told: unknown[] = [];
    node.board.bind('a', () => {
      throw new Error('of its own');
    });
    node.board.bind('a', (answer) => told.push(answer.kind));
    await node.board.write('a', 1);
    expect(told).toEqual(['value']);
    expect(stage.reported.splice(0).map(String)).toEqual(['Error: of its own']);
  });

  it('[K15] without options each write is told', async () => {
    expect(
      await toldOf(
        {},
        [
          [10, 1],
          [20, 1],
          [30, 2],
        ],
        100,
      ),
    ).toEqual([
      [10, 1],
      [20, 1],
      [30, 2],
    ]);
  });

  it('[K15] onChange tells of what differs from what was told last', async () => {
    expect(
      await toldOf(
        { onChange: true },
        [
          [10, 1],
          [20, 1],
          [30, 2],
          [40, 2],
          [50, 1],
        ],
        100,
      ),
    ).toEqual([
      [10, 1],
      [30, 2],
      [50, 1],
    ]);
  });

  it('[K15] deadband tells of what differs by more, from what was told and not from what was written', async () => {
    const writes = [
      [10, 0],
      [20, 0.5],
      [30, 1],
      [40, 1.01],
      [50, 0.2],
      [60, 0.005],
    ] as const;
    expect(await toldOf({ deadband: 1 }, writes, 100)).toEqual([
      [10, 0],
      [40, 1.01],
      [60, 0.005],
    ]);
  });

  it('[K15] minIntervalMs tells at most once in that time: at its very end, the newest alone', async () => {
    const writes = [
      [10, 1],
      [20, 2],
      [59, 3],
      [61, 4],
      [250, 5],
    ] as const;
    expect(await toldOf({ minIntervalMs: 50 }, writes, 400)).toEqual([
      [10, 1],
      [60, 3],
      [110, 4],
      [250, 5],
    ]);
  });

  it('[K15] together: what came and went again within the interval is not told', async () => {
    const writes = [
      [10, 1],
      [20, 2],
      [30, 1],
      [100, 1],
      [110, 3],
    ] as const;
    expect(await toldOf({ minIntervalMs: 50, onChange: true }, writes, 400)).toEqual([
      [10, 1],
      [110, 3],
    ]);
  });

  it('[K16] a value is offered to the bindings that match it, however many there are', async () => {
    const { node } = await alone('number', 'v/7/x');
    for (let i = 0; i < 1000; i++) node.board.bind(`v/${i}/*`, () => {});
    for (const pattern of ['v/**', 'v/*/x', '*/7/x', 'v/7', 'w/**']) node.board.bind(pattern, () => {});
    expect(node.board.audience('v/7/x')).toBe(4);
    expect(node.board.audience('elsewhere/7')).toBe(0);
  });
});

describe('joins', () => {
  it('[K17] joinExact tells of sets of the very same time, once, and of none before one it told', async () => {
    const { stage, node } = await alone('number', 'left', 'right');
    const sets: (readonly BoardValue[])[] = [];
    node.board.joinExact(['right', 'left'], (readings) => sets.push(readings.map(({ value }) => value)));
    await stage.run(10);
    const t = node.shared.now();
    const write = (name: string, value: number, measuredAtMs: number) => node.board.write(name, value, { measuredAtMs });
    await write('left', 1, t - 8);
    await write('left', 2, t - 6);
    await write('right', 20, t - 6);
    await write('right', 10, t - 8);
    await write('left', 3, t - 4);
    await write('right', 31, t - 3);
    await write('right', 30, t - 4);
    expect(sets).toEqual([
      [20, 2],
      [30, 3],
    ]);
  });

  it('[K18] joinApproximate tells of the nearest within the limit, each value once, in the order of time', async () => {
    const { stage, node } = await alone('number', 'ir', 'sonar');
    const sets: (readonly BoardValue[])[] = [];
    node.board.joinApproximate(['ir', 'sonar'], { withinMs: 20 }, (readings) => sets.push(readings.map(({ value }) => value)));
    await stage.run(1000);
    const t = node.shared.now() - 900;
    const write = (name: string, atMs: number) => node.board.write(name, atMs, { measuredAtMs: t + atMs });
    for (const atMs of [0, 50, 100]) await write('ir', atMs);
    await write('sonar', 95);
    await write('sonar', 300);
    for (const atMs of [150, 200, 310]) await write('ir', atMs);
    expect(sets).toEqual([
      [100, 95],
      [310, 300],
    ]);
  });

  it('[K18] a variable is named once in a join', async () => {
    const { node } = await alone('number', 'a');
    expect(() => node.board.joinExact(['a', 'a'], () => {})).toThrow('names each variable once');
  });
});

describe('mounts', () => {
  it('[K19] are read where they are, written as commands, and nobody declares below them', async () => {
    const stage = BoardStage.inTest();
    const written: BoardValue[] = [];
    let told: (names: readonly string[]) => void = () => {};
    const lamp = { name: 'lamps/1', type: 'boolean', unit: '', writers: { kind: 'mount' }, goodForMs: undefined, by: 'lamp' } as const;
    const found = (): Found => ({
      ...{ name: lamp.name, type: lamp.type, unit: '', writer: 'lamp', isWriterHere: true, measuredAtMs: 0, hops: [], readAtMs: 0 },
      value: written.length > 0,
      age: { kind: 'known', ageMs: 3 },
    });
    const mount = {
      prefix: 'lamps',
      names: () => [lamp.name],
      declaration: (name: string) => (name === lamp.name ? lamp : undefined),
      read: () => found(),
      isWritable: () => true,
      write: async (_: string, value: BoardValue) => {
        written.push(value);
        told([lamp.name]);
        return { kind: 'written' as const };
      },
      onChange: (handler: typeof told) => {
        told = handler;
        return { [Symbol.dispose]: () => {} };
      },
    };
    const { board } = await stage.join('node', { ports: { mounts: [mount] } });
    const seen: unknown[] = [];
    board.bind('lamps/*', (answer) => answer.kind === 'value' && seen.push(answer.value));
    await stage.run(1);
    expect(board.names()).toEqual(['lamps/1']);
    expect(board.read('lamps/1', 3)).toMatchObject({ kind: 'value', value: false, ageMs: 3 });
    expect(board.read('lamps/1', 2)).toMatchObject({ kind: 'stale', last: false });
    expect(board.read('lamps/2')).toMatchObject({ kind: 'stale', reason: 'there is no variable lamps/2' });
    await board.write('lamps/1', true);
    expect([written, seen]).toEqual([[true], [false, true]]);
    await expect(board.declare('lamps/2', { type: 'boolean' })).rejects.toThrow('all of lamps/ is mounted');
    // A node that knows nothing of the mount may write such a record.
    const other = await stage.join('other');
    await stage.until(other.board.declare('lamps/1', { type: 'text' }));
    await other.board.write('lamps/1', 'broken');
    await stage.run(50);
    expect(board.read('lamps/1', 3)).toMatchObject({ kind: 'value', value: true, writer: 'lamp' });
  });
});
