import { describe, expect, it } from 'vitest';
import { planarPose } from '../../core/base/pose.ts';
import { restore, Saving } from '../../core/saving/saving.ts';
import { InsertError } from '../../core/world/world.ts';
import { Faults } from '../../storage/faulty-dialect.contract.ts';
import { openStore } from '../../storage/storage.ts';
import { ARM, saved, savingContract, stageOn } from './saving.contract.ts';

savingContract('memory', async () => {
  const faults = new Faults();
  return { faults, store: await openStore(':memory:', faults) };
});

const stageWith = async (entities: Parameters<typeof stageOn>[1]) => stageOn(await openStore(':memory:'), entities);

describe('saving', () => {
  it('is not stopped by one entity that cannot be saved, of which the last good place is kept; that is reported once', async () => {
    await using stage = await stageWith([]);
    const { resident, inStore, reports } = stage;
    const nothing = { absent: new Set<string>(), unlatched: new Set<string>() };
    await using saving = new Saving(stage, [], nothing);
    await resident.insert(ARM, 'lost');
    await resident.insert(ARM, 'arm');
    resident.observe('lost', { pose: planarPose(5, 0, 0), values: [] });
    await saving.save();
    resident.observe('lost', { pose: planarPose(2e5, 0, 0), values: [] });
    resident.observe('arm', { pose: planarPose(7, 0, 0), values: [] });
    await saving.save();
    await saving.save();
    expect((await inStore()).get('arm')?.posture.pose.x).toBe(7);
    expect((await inStore()).get('lost')?.posture.pose.x).toBe(5);
    expect(reports).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/^lost cannot be saved as it is \(posture\.pose\.x: /) }),
    ]);
    resident.observe('lost', { pose: planarPose(6, 0, 0), values: [] });
    await saving.save();
    expect((await inStore()).get('lost')?.posture.pose.x).toBe(6);
  });

  it('keeps what could not be put back, until it was seen once', async () => {
    const rows = [saved('arm'), saved('cart', { stop: { by: 'ann', reason: 'a hand' } })];
    await using stage = await stageWith(rows);
    const { resident, report, reports, inStore } = stage;
    const failing: Parameters<typeof restore>[0]['resident'] = {
      entity: (id) => resident.entity(id),
      insert: (draft, id) => (id === 'cart' ? Promise.reject(new Error('no answer')) : resident.insert(draft, id)),
      observe: (...what) => resident.observe(...what),
      stop: (...what) => resident.stop(...what),
      command: (...what) => resident.command(...what),
    };
    const notRestored = await restore({ resident: failing, report }, rows);
    expect(notRestored).toEqual({ absent: new Set(['cart']), unlatched: new Set(['cart']) });
    expect(reports).toHaveLength(1);
    await using saving = new Saving(stage, rows, notRestored);
    await saving.save();
    expect((await inStore()).get('cart')).toEqual(rows[1]);
    await resident.insert(ARM, 'cart');
    await saving.save();
    expect((await inStore()).get('cart')?.stop).toEqual({ by: 'ann', reason: 'a hand' });
    await resident.remove('cart');
    await expect.poll(() => resident.entity('cart')).toBeUndefined();
    await saving.save();
    expect([...(await inStore()).keys()]).toEqual(['arm']);
  });

  it('puts back at a later try what the records did not answer for', async () => {
    const rows = [saved('arm'), saved('cart', { stop: { by: 'ann', reason: 'a hand' } })];
    await using stage = await stageWith(rows);
    const { resident, report, reports } = stage;
    let failures = 0;
    const failing: Parameters<typeof restore>[0]['resident'] = {
      entity: (id) => resident.entity(id),
      insert: (draft, id) =>
        id === 'cart' && failures++ < 2 ? Promise.reject(new InsertError('the records are out of reach')) : resident.insert(draft, id),
      observe: (...what) => resident.observe(...what),
      stop: (...what) => resident.stop(...what),
      command: (...what) => resident.command(...what),
    };
    expect(await restore({ resident: failing, report }, rows)).toEqual({ absent: new Set(), unlatched: new Set() });
    expect([resident.entity('cart')?.control.stop?.reason, failures]).toEqual([expect.stringContaining('a hand'), 3]);
    expect(reports).toEqual([]);
  });

  it('keeps a latch that could not be put back, until it was latched once', async () => {
    const rows = [saved('arm', { stop: { by: 'ann', reason: 'a hand' } })];
    await using stage = await stageWith(rows);
    const { resident, report, inStore } = stage;
    const failing: Parameters<typeof restore>[0]['resident'] = {
      entity: (id) => resident.entity(id),
      insert: (...what) => resident.insert(...what),
      observe: (...what) => resident.observe(...what),
      stop: () => Promise.reject(new Error('no answer')),
      command: (...what) => resident.command(...what),
    };
    await using saving = new Saving(stage, rows, await restore({ resident: failing, report }, rows));
    resident.observe('arm', { pose: planarPose(3, 0, 0), values: [] });
    await saving.save();
    expect((await inStore()).get('arm')).toMatchObject({ posture: { pose: { x: 3 } }, stop: { by: 'ann', reason: 'a hand' } });
    await resident.stop('arm', 'again');
    await saving.save();
    expect((await inStore()).get('arm')?.stop).toEqual({ by: 'hub-w', reason: 'again' });
    await resident.rearm('arm');
    await saving.save();
    expect((await inStore()).get('arm')?.stop).toBeUndefined();
  });
});
