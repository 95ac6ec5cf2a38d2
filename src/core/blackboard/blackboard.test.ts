import { describe, expect, it } from 'vitest';
import { subjects } from '../bus/subjects.ts';
import { type BoardNode, BoardStage, WORLD } from './board-stage.contract.ts';
import { objectionToDeclaration } from './declaration.ts';
import { encodeValue } from './frame.ts';
import { subjectOf } from './names.ts';
import type { Answer, Reading } from './reading.ts';
import type { BoardValue } from './value.ts';

const HOUR_MS = 3_600_000;

async function enter<const Ids extends readonly string[]>(stage: BoardStage, ...ids: Ids): Promise<{ [Index in keyof Ids]: BoardNode }> {
  const nodes: BoardNode[] = [];
  for (const id of ids) nodes.push(await stage.join(id));
  return nodes as { [Index in keyof Ids]: BoardNode };
}

async function stageWith<const Ids extends readonly string[]>(...ids: Ids) {
  const stage = BoardStage.inTest();
  return [stage, ...(await enter(stage, ...ids))] as [BoardStage, ...{ [Index in keyof Ids]: BoardNode }];
}

const value = (answer: Answer): BoardValue | undefined => (answer.kind === 'value' ? answer.value : undefined);

describe('writing and reading', () => {
  it('[K2] a write of another type is refused, and the reason names both', async () => {
    const [stage, ir] = await stageWith('ir');
    await stage.until(ir.board.declare('range', { type: 'number', unit: 'm' }));
    expect(await ir.board.write('range', 'far')).toEqual({
      kind: 'refused',
      reason: 'range is declared as number, and a text was written',
    });
    expect(await ir.board.write('rnage', 1)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('declare it first') });
    expect(await ir.board.write('range', 1.5)).toEqual({ kind: 'written' });
    expect(ir.board.read('range')).toMatchObject({ kind: 'value', value: 1.5, unit: 'm', writer: 'ir', isWriterHere: true });
  });

  it('[K3] a value whose author may not write it is ignored by every reader', async () => {
    const [stage, ir, reader] = await stageWith('ir', 'reader');
    await stage.until(ir.board.declare('range', { type: 'number', writers: { kind: 'participant', id: 'ir' } }));
    await stage.run(20);
    await ir.board.write('range', 1);
    expect(await reader.board.write('range', 2)).toEqual({ kind: 'refused', reason: 'only ir may write range, not reader' });
    expect(reader.board.objectionToWriting('range')).toBe('only ir may write range, not reader');
    expect(ir.board.objectionToWriting('range')).toBeUndefined();
    expect(ir.board.objectionToWriting('ranges')).toBe('there is no variable ranges');
    const frame = { stamp: { atMs: reader.shared.now(), errorMs: 0, term: 0 }, orderMs: reader.shared.now() + 10, hops: [] };
    const stranger = stage.network.node('eve').connect();
    stranger.publish(subjectOf(WORLD, 'range'), encodeValue({ ...frame, value: 99 }));
    stranger.publish(subjectOf(WORLD, 'range'), encodeValue({ ...frame, value: 'far' }));
    await stage.run(50);
    for (const { board } of [ir, reader]) expect(board.read('range')).toMatchObject({ kind: 'value', value: 1, writer: 'ir' });
    expect(stage.reported.splice(0).map(String)).toEqual(Array(2).fill('IgnoredValueError: only ir may write range, not eve'));
  });

  it('[K4] what is declared is known to who comes late, and not written again by who agrees', async () => {
    const [stage, ir] = await stageWith('ir');
    await stage.until(ir.board.declare('range', { type: 'number', unit: 'm', goodForMs: 200 }));
    const late = await stage.join('late');
    expect(late.board.declaration('range')).toEqual({
      name: 'range',
      type: 'number',
      unit: 'm',
      writers: { kind: 'anyone' },
      goodForMs: 200,
      by: 'ir',
    });
    await stage.until(late.board.declare('range', { type: 'number', unit: 'm', goodForMs: 200 }));
    expect(late.board.declaration('range')?.by).toBe('ir');
    await stage.until(late.board.undeclare('range'));
    await stage.run(20);
    expect(ir.board.declaration('range')).toBeUndefined();
  });

  it('[K4] a declaration is for who made it to change, for teachers, and for all when that one has gone', () => {
    const present = { name: 'a', type: 'number', unit: '', writers: { kind: 'anyone' }, goodForMs: undefined, by: 'ann' } as const;
    const as = (id: string, rest: { mayOverrule?: boolean; isHere?: boolean } = {}) => ({
      id,
      mayOverrule: rest.mayOverrule ?? false,
      isHere: () => rest.isHere ?? true,
    });
    expect(objectionToDeclaration(as('ann'), present, present)).toBeUndefined();
    expect(objectionToDeclaration(as('bob'), undefined, { ...present, by: 'bob' })).toBeUndefined();
    expect(objectionToDeclaration(as('bob'), present, undefined)).toContain('only ann or a teacher');
    expect(objectionToDeclaration(as('bob', { mayOverrule: true }), present, undefined)).toBeUndefined();
    expect(objectionToDeclaration(as('bob', { isHere: false }), present, { ...present, by: 'bob' })).toBeUndefined();
    expect(objectionToDeclaration(as('bob'), undefined, present)).toBe('bob declares a as ann');
    expect(objectionToDeclaration(as('ann'), present, { ...present, writers: { kind: 'mount' } })).toContain('mounted');
  });

  it('[K5] a value that is faster than its declaration waits for it; one that no longer fits is forgotten', async () => {
    const [stage, ir, reader] = await stageWith('ir', 'reader');
    const atMs = ir.shared.now();
    const bytes = encodeValue({ stamp: { atMs, errorMs: 5, term: 0 }, orderMs: atMs, hops: [], value: 7 });
    ir.bus.publish(subjectOf(WORLD, 'early'), bytes);
    await stage.run(50);
    expect(reader.board.read('early')).toMatchObject({ kind: 'stale', reason: 'there is no variable early' });
    await stage.until(reader.board.declare('early', { type: 'number' }));
    expect(value(reader.board.read('early'))).toBe(7);
    await stage.until(reader.board.declare('early', { type: 'text' }));
    expect(reader.board.read('early')).toMatchObject({ kind: 'stale', reason: 'nobody has written early', last: undefined });
  });

  it('[K6] bytes that are no value are reported and change nothing', async () => {
    const [stage, ir, reader] = await stageWith('ir', 'reader');
    await stage.join('keeper', { ports: { isKeeper: true } });
    await stage.until(ir.board.declare('range', { type: 'number' }));
    await ir.board.write('range', 1);
    ir.bus.publish(subjectOf(WORLD, 'range'), new Uint8Array([1, 2, 3]));
    reader.bus.publish(subjects.board(WORLD), new Uint8Array([9]));
    await stage.run(50);
    expect(value(reader.board.read('range'))).toBe(1);
    expect(stage.reported.splice(0).map((error) => (error as Error).name)).toEqual(Array(3).fill('MalformedError'));
  });

  it('[K7] a value that is said again in its order, by whomever, takes back nothing that came later', async () => {
    const [stage, one, other] = await stageWith('one', 'other');
    expect(one.board.nextOrder('goal')).toBeUndefined();
    await stage.until(one.board.declare('goal', { type: 'text' }));
    await stage.run(50);
    const orderMs = one.board.nextOrder('goal') ?? 0;
    await one.board.write('goal', 'A', { orderMs });
    await stage.run(50);
    expect(value(other.board.read('goal'))).toBe('A');
    await other.board.write('goal', 'B');
    await stage.run(50);
    expect(await other.board.write('goal', 'A', { orderMs })).toEqual({ kind: 'written' });
    await one.board.write('goal', 'A', { orderMs });
    await stage.run(50);
    expect([one, other].map(({ board }) => value(board.read('goal')))).toEqual(['B', 'B']);
  });

  it('[K7] of values written at the same time all nodes hold the same, and a later write wins though its clock is behind', async () => {
    const [stage, one, other, reader] = await stageWith('one', 'other', 'reader');
    await stage.until(one.board.declare('goal', { type: 'text' }));
    await stage.run(50);
    await Promise.all([one.board.write('goal', 'A'), other.board.write('goal', 'B')]);
    await stage.run(50);
    const held = [one, other, reader].map(({ board }) => value(board.read('goal')));
    expect(new Set(held).size).toBe(1);
    const aheadMs = one.shared.now() + 900;
    one.bus.publish(
      subjectOf(WORLD, 'goal'),
      encodeValue({ stamp: { atMs: one.shared.now(), errorMs: 1, term: 0 }, orderMs: aheadMs, hops: [], value: 'ahead' }),
    );
    one.bus.publish(
      subjectOf(WORLD, 'goal'),
      encodeValue({ stamp: { atMs: one.shared.now(), errorMs: 1, term: 0 }, orderMs: aheadMs + 9000, hops: [], value: 'leapt' }),
    );
    await stage.run(50);
    expect(value(other.board.read('goal'))).toBe('ahead');
    await other.board.write('goal', 'C');
    await stage.run(50);
    expect(value(reader.board.read('goal'))).toBe('C');
  });

  it('[K8] who comes late gets the last values from a keeper, with their age', async () => {
    const stage = BoardStage.inTest();
    await stage.join('keeper', { ports: { isKeeper: true } });
    const writer = await stage.join('writer');
    for (let i = 0; i < 30; i++) {
      await stage.until(writer.board.declare(`v/${i}`, { type: 'bytes' }));
      await writer.board.write(`v/${i}`, { content: 'block', bytes: new Uint8Array(5000).fill(i) });
    }
    await stage.run(1000);
    const writtenMs = stage.time.now - 1000;
    const late = await stage.join('late');
    expect(late.board.names('v/*')).toHaveLength(30);
    const last = late.board.read('v/29') as Reading;
    expect(last).toMatchObject({ kind: 'value', writer: 'writer', value: { content: 'block' } });
    expect(last.ageMs).toBeGreaterThanOrEqual(stage.time.now - writtenMs);
    expect(last.ageMs).toBeLessThan(stage.time.now - writtenMs + 50);
  });

  it('[K8] what the bus lost is repaired in both directions, and those who agree exchange a few bytes', async () => {
    const stage = BoardStage.inTest();
    await stage.join('keeper', { ports: { isKeeper: true } });
    const [writer, reader] = await enter(stage, 'writer', 'reader');
    await stage.until(writer.board.declare('goal', { type: 'number' }));
    await stage.run(50);
    for (const lost of ['reader', 'keeper']) {
      stage.network.block('writer', lost);
      await writer.board.write('goal', lost.length);
      await stage.run(100);
      stage.network.unblock('writer', lost);
    }
    await stage.run(15_000);
    expect(value(reader.board.read('goal'))).toBe('keeper'.length);
    const late = await stage.join('late');
    expect(value(late.board.read('goal'))).toBe('keeper'.length);
    const answers: number[] = [];
    const { request } = late.bus;
    late.bus.request = async (...args) => {
      const answer = await request.apply(late.bus, args);
      if (args[0] === subjects.board(WORLD)) answers.push(answer.length);
      return answer;
    };
    await stage.run(11_000);
    expect(answers.length).toBeGreaterThanOrEqual(2);
    expect(Math.max(...answers)).toBeLessThan(30);
  });

  it('[K9] the values of who has gone stay, grow older, and say so', async () => {
    const [stage, ir, reader] = await stageWith('ir', 'reader');
    await stage.until(ir.board.declare('range', { type: 'number', goodForMs: 500 }));
    await ir.board.write('range', 1);
    await stage.run(100);
    expect(reader.board.read('range')).toMatchObject({ kind: 'value', isWriterHere: true });
    ir.node.crash();
    stage.gone.add('ir');
    expect(reader.board.read('range')).toMatchObject({ kind: 'value', isWriterHere: false });
    await stage.run(1000);
    expect(reader.board.read('range')).toMatchObject({
      kind: 'stale',
      last: 1,
      reason: expect.stringMatching(/ms old, where 500 ms are asked for; its writer ir is gone$/),
    });
  });
});

describe('age', () => {
  it('[K10] does not fall behind in an hour of a clock that runs slow, with or without a comparison', async () => {
    const stage = new BoardStage(3, { driftPpm: -100 });
    const writer = await stage.join('writer');
    const reader = await stage.join('reader', { clock: { driftPpm: -100 } });
    await stage.until(writer.board.declare('v', { type: 'number' }));
    await writer.board.write('v', stage.time.now);
    await stage.run(100);
    stage.network.block('leader', 'reader');
    const writtenMs = value(reader.board.read('v')) as number;
    await stage.run(HOUR_MS);
    expect(reader.board.read('v').ageMs).toBeGreaterThanOrEqual(stage.time.now - writtenMs);
  });

  it('[K11] is unknown without a comparison of clocks, at the writer or here, and the value Stale with that reason', async () => {
    const stage = BoardStage.inTest();
    const deaf = await stage.join('deaf', { compares: 'never' });
    const reader = await stage.join('reader');
    await stage.until(
      Promise.all([deaf.board.declare('of-deaf', { type: 'number' }), reader.board.declare('of-reader', { type: 'number' })]),
    );
    await stage.run(50);
    await Promise.all([deaf.board.write('of-deaf', 1), reader.board.write('of-reader', 2)]);
    await stage.run(50);
    expect(reader.board.read('of-deaf')).toMatchObject({
      kind: 'stale',
      ageMs: undefined,
      last: 1,
      reason: 'whoever wrote it had no fresh comparison of clocks',
    });
    expect(deaf.board.read('of-reader')).toMatchObject({
      kind: 'stale',
      ageMs: undefined,
      last: 2,
      reason: 'this node has no fresh comparison of clocks',
    });
    expect(deaf.board.read('of-deaf')).toMatchObject({ kind: 'value', value: 1 });
  });

  it('[K11] is unknown of a value that was stamped under another leading clock, and known of what was certain before', async () => {
    const [stage, writer, reader] = await stageWith('writer', 'reader');
    await stage.until(writer.board.declare('v', { type: 'number' }));
    await stage.run(50);
    const ride = { node: 'can0', kind: 'device', shareMs: 5000, basis: 'assumed' } as const;
    await writer.board.write('v', 1, { earlier: [ride] });
    await stage.run(50);
    reader.term = 1;
    await stage.run(50);
    const known = reader.board.read('v') as Reading;
    expect(known).toMatchObject({ kind: 'value', value: 1 });
    expect(known.ageMs).toBeGreaterThanOrEqual(5100);
    await writer.board.write('v', 2);
    await stage.run(50);
    expect(reader.board.read('v')).toMatchObject({
      kind: 'stale',
      ageMs: undefined,
      last: 2,
      reason: 'it was stamped while another clock led',
    });
  });

  it('[K10] of a value that a keeper tells of has the way from the keeper, where its own stamp tells nothing', async () => {
    const stage = BoardStage.inTest();
    const keeper = await stage.join('keeper', { ports: { isKeeper: true } });
    const reader = await stage.join('reader');
    await stage.until(keeper.board.declare('v', { type: 'number' }));
    await stage.run(50);
    stage.network.block('keeper', 'reader');
    const writtenMs = stage.time.now;
    await keeper.board.write('v', 1);
    await stage.run(50);
    stage.network.unblock('keeper', 'reader');
    for (const node of [keeper, reader]) node.term = 1;
    stage.network.faults.latencyMs = { min: 100, max: 100 };
    await stage.run(15_000);
    const { ageMs } = reader.board.read('v');
    expect(ageMs).toBeGreaterThanOrEqual(stage.time.now - writtenMs);
  });

  it('[K11] of a value that a keeper tells of is unknown to who has no comparison of clocks', async () => {
    const stage = BoardStage.inTest();
    const keeper = await stage.join('keeper', { ports: { isKeeper: true } });
    await stage.until(keeper.board.declare('v', { type: 'number' }));
    await keeper.board.write('v', 1);
    const deaf = await stage.join('deaf', { compares: 'never' });
    expect(deaf.board.read('v')).toMatchObject({ kind: 'stale', ageMs: undefined, last: 1 });
  });

  it('[K11] of a value that was measured earlier is unknown at its own writer without a comparison of clocks', async () => {
    const stage = BoardStage.inTest();
    const deaf = await stage.join('deaf', { compares: 'never' });
    await stage.until(deaf.board.declare('v', { type: 'number' }));
    await deaf.board.write('v', 1, { measuredAtMs: deaf.shared.now() - 500 });
    expect(deaf.board.read('v')).toMatchObject({ kind: 'stale', ageMs: undefined, last: 1 });
  });

  it('[K12] decides whether a reader gets a value: at most as old as it asks for, or as the declaration says', async () => {
    const [stage, ir, reader] = await stageWith('ir', 'reader');
    await stage.until(ir.board.declare('range', { type: 'number', goodForMs: 300 }));
    await ir.board.write('range', 4);
    await stage.run(200);
    expect(reader.board.read('range')).toMatchObject({ kind: 'value', value: 4 });
    expect(reader.board.read('range', 100)).toMatchObject({ kind: 'stale', last: 4, writer: 'ir' });
    await stage.run(200);
    expect(reader.board.read('range')).toMatchObject({ kind: 'stale', last: 4 });
    expect(reader.board.read('range', 10_000)).toMatchObject({ kind: 'value', value: 4 });
  });

  it('[K13] carries the hops of a value that is said again: what was measured, what was assumed, and they add up', async () => {
    const [stage, gateway, filter, reader] = await stageWith('gateway', 'filter', 'reader');
    await stage.until(Promise.all([gateway.board.declare('raw', { type: 'number' }), filter.board.declare('clean', { type: 'number' })]));
    await stage.run(50);
    await gateway.board.write('raw', 5, { earlier: [{ node: 'can0', kind: 'device', shareMs: 20, basis: 'assumed' }] });
    await stage.run(50);
    const raw = filter.board.read('raw') as Reading;
    await stage.run(30);
    await filter.board.write('clean', 5, { from: raw });
    await stage.run(50);
    const clean = reader.board.read('clean') as Reading;
    expect(clean.hops.map(({ node, kind, basis }) => [node, kind, basis])).toEqual([
      ['can0', 'device', 'assumed'],
      ['gateway', 'participant', 'measured'],
      ['filter', 'participant', 'measured'],
      ['filter', 'participant', 'measured'],
    ]);
    expect(clean.hops.reduce((sum, { shareMs }) => sum + shareMs, 0)).toBeCloseTo(clean.ageMs, 6);
    expect(clean.ageMs).toBeGreaterThanOrEqual(150);
    expect(clean.ageMs).toBeLessThan(180);
  });
});
