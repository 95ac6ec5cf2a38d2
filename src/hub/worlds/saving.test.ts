import { describe, expect, it } from 'vitest';
import { planarPose } from '../../core/base/pose.ts';
import { EmbeddedBackbone } from '../../core/bus/embedded.ts';
import { restore, Saving } from '../../core/saving/saving.ts';
import type { SavedEntity } from '../../core/store/store.ts';
import { type EntityDescription, Participant } from '../../core/world/world.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { systemRandom } from '../../platform/system-random.ts';
import { openStore } from '../../storage/storage.ts';

const ARM: EntityDescription = {
  name: 'Arm',
  model: 'puma-560',
  kind: 'dynamic',
  dofs: [],
  initial: { pose: planarPose(0, 0, 0), values: [] },
};
const saved = (id: string, more: Partial<SavedEntity> = {}): SavedEntity => ({
  id,
  description: ARM,
  posture: { pose: planarPose(1, 2, 0), values: [] },
  ...more,
});

/** A world with a resident and a Store, and what was reported. */
async function stageWith(entities: readonly SavedEntity[]) {
  await using parts = new AsyncDisposableStack();
  const reports: unknown[] = [];
  const report = (error: unknown) => void reports.push(error);
  const ports = { clock: systemClock, random: systemRandom, report };
  const backbone = new EmbeddedBackbone({ ...ports, defer: queueMicrotask });
  const store = parts.use(await openStore(':memory:'));
  await store.worlds.create({ id: 'w', name: 'W', summary: '', createdBy: 'ann', createdAtMs: 1 }, entities);
  const founder = { incarnation: 1, cellM: 16 };
  const resident = await Participant.join({
    ...ports,
    bus: backbone.connect('hub-w'),
    world: 'w',
    name: 'hub',
    founder,
    isKeeper: true,
    isResident: true,
  });
  parts.defer(() => resident.leave());
  const inStore = async () => new Map((await store.worlds.entities('w')).map((entity) => [entity.id, entity]));
  const moved = parts.move();
  await store.worlds.keep('w', 'hub');
  return {
    store,
    resident,
    report,
    reports,
    inStore,
    hub: 'hub',
    company: 'alone' as const,
    clock: systemClock,
    wallClockMs: Date.now,
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}

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
