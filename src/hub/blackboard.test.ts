import { describe, expect, it } from 'vitest';
import { Blackboard } from '../core/blackboard/blackboard.ts';
import { encodeValue } from '../core/blackboard/frame.ts';
import { subjectOf } from '../core/blackboard/names.ts';
import { joinWorld, type Reading } from '../library/manyhands.ts';
import { systemClock } from '../platform/system-clock.ts';
import { HubStage } from './hub-stage.contract.ts';

async function until<T>(look: () => T | undefined): Promise<T> {
  for (let i = 0; i < 500; i++) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('it did not come to be within 5 s');
}

const frameOf = (value: number | string) => encodeValue({ stamp: { atMs: 0, errorMs: undefined, term: 0 }, orderMs: 0, hops: [], value });

describe('the blackboard at a hub', () => {
  it('carries what one program writes to another, and to one that comes when the first has left', async () => {
    await using stage = await HubStage.start({ host: '127.0.0.1' });
    const url = `${stage.hub.url}/w`;
    const errors: unknown[] = [];
    const join = (name: string) => joinWorld(url, { name, onError: (error) => errors.push(error) });
    const sensor = await join('Sensor');
    await using reader = await join('Reader');
    await sensor.board.declare('lab/temperature', { type: 'number', unit: 'C', writers: { kind: 'participant', id: sensor.id } });
    await reader.board.ready;
    expect(await sensor.board.write('lab/temperature', 21.5)).toEqual({ kind: 'written' });
    const got = await until(() => {
      const answer = reader.board.read('lab/temperature', 1000);
      return answer.kind === 'value' ? answer : undefined;
    });
    expect(got).toMatchObject({ value: 21.5, unit: 'C', writer: 'sensor', isWriterHere: true });
    expect(await reader.board.write('lab/temperature', 99)).toMatchObject({
      kind: 'refused',
      reason: 'only sensor may write lab/temperature, not reader',
    });
    await sensor.leave();
    await using late = await join('Late');
    await late.board.ready;
    const left = await until(() => {
      const answer = late.board.read('lab/temperature') as Reading;
      return answer.isWriterHere === false ? answer : undefined;
    });
    expect(left).toMatchObject({ kind: 'value', value: 21.5, writer: 'sensor' });
    expect(errors).toEqual([]);
  });

  it('[K23] refuses at its door what the declarations forbid, and lets viewers only read', async () => {
    await using stage = await HubStage.start();
    const tokenOf = async (role: 'viewer' | 'operator') => (await stage.session((await stage.invite({ role }, 'w')).link)).token;
    const heard: string[] = [];
    const report = (error: unknown) => void heard.push(String(error));
    const operator = await tokenOf('operator');
    const ann = await stage.connect('Ann', { token: operator, report });
    const bob = await stage.connect('Bob', { token: operator, report });
    const eve = await stage.connect('Eve', { token: await tokenOf('viewer'), report });
    const boardAt = (bus: typeof ann) =>
      new Blackboard({
        world: 'w',
        bus,
        clock: systemClock,
        report,
        isHere: () => true,
        time: { at: () => ({ atMs: 0, errorMs: undefined, term: 0 }) },
      });
    using annBoard = boardAt(ann);
    using bobBoard = boardAt(bob);
    using eveBoard = boardAt(eve);
    await Promise.all([annBoard.ready, bobBoard.ready, eveBoard.ready]);
    await annBoard.declare('range', { type: 'number', writers: { kind: 'participant', id: 'ann' } });
    await until(() => eveBoard.declaration('range'));

    // Ten refusals a second are told, and no more: each is made until it is told.
    const refusal = (publish: () => void, reason: string) =>
      until(() => {
        publish();
        return heard.find((line) => line.includes(reason));
      });
    await refusal(() => bob.publish(subjectOf('w', 'range'), frameOf(1)), 'only ann may write range, not bob');
    await refusal(() => ann.publish(subjectOf('w', 'range'), frameOf('far')), 'range is declared as number, and a text was written');
    await refusal(() => ann.publish(subjectOf('w', 'robots/rover/pose'), frameOf(1)), 'is mounted: write it as a command');
    await refusal(() => eve.publish(subjectOf('w', 'range'), frameOf(1)), 'viewers may not publish on');
    await expect(eveBoard.declare('mine', { type: 'number' })).rejects.toThrow('viewers may not write');
    await expect(bobBoard.undeclare('range')).rejects.toThrow('only ann or a teacher');
    await expect(annBoard.declare('robots/rover', { type: 'number' })).rejects.toThrow('all of robots/ is mounted');
    expect(await annBoard.write('range', 3)).toEqual({ kind: 'written' });
    expect(
      await until(() => {
        const answer = eveBoard.read('range');
        return answer.kind === 'stale' ? answer.last : undefined;
      }),
    ).toBe(3);
  });
});
