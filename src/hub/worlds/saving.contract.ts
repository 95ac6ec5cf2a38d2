import { describe, expect, it, onTestFinished } from 'vitest';
import type { Clock } from '../../core/base/clock.ts';
import { planarPose } from '../../core/base/pose.ts';
import { VirtualTime } from '../../core/base/virtual-time.ts';
import { EmbeddedBackbone } from '../../core/bus/embedded.ts';
import { Saving } from '../../core/saving/saving.ts';
import { letAllGoOn } from '../../core/store/commits.contract.ts';
import { type SavedEntity, type Store, StoreError } from '../../core/store/store.ts';
import { type EntityDescription, Participant } from '../../core/world/world.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { systemRandom } from '../../platform/system-random.ts';
import { type Faults, held, refused } from '../../storage/faulty-dialect.contract.ts';

export const ARM: EntityDescription = {
  name: 'Arm',
  model: 'puma-560',
  kind: 'dynamic',
  dofs: [],
  initial: { pose: planarPose(0, 0, 0), values: [] },
};
export const saved = (id: string, more: Partial<SavedEntity> = {}): SavedEntity => ({
  id,
  description: ARM,
  posture: { pose: planarPose(1, 2, 0), values: [] },
  ...more,
});

/** A world with a resident and this Store, which is closed with it, and what was reported. `clock`: of saving alone. */
export async function stageOn(store: Store, entities: readonly SavedEntity[], clock: Clock = systemClock) {
  await using parts = new AsyncDisposableStack();
  parts.use(store);
  const reports: unknown[] = [];
  const report = (error: unknown) => void reports.push(error);
  const ports = { clock: systemClock, random: systemRandom, report };
  const backbone = new EmbeddedBackbone({ ...ports, defer: queueMicrotask });
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
    clock,
    wallClockMs: Date.now,
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}

/** As long as a test waits for what happens without it. */
const PATIENCE = { timeout: 20_000 };
/** Less than the pause between two rounds in which positions are saved, and more. */
const AT_ONCE_MS = 10;
const A_ROUND_MS = 6000;

/** Registers the tests of how a world is saved on a database whose commits can be made to fail. */
export function savingContract(name: string, open: () => Promise<{ readonly store: Store; readonly faults: Faults }>): void {
  /** Saving, in time that passes only when `pass` says so. */
  async function stage(entities: readonly SavedEntity[] = []) {
    const time = new VirtualTime();
    const { store, faults } = await open();
    const parts = await stageOn(store, entities, time.clock());
    onTestFinished(() => parts[Symbol.asyncDispose]());
    const saving = new Saving(parts, entities, { absent: new Set(), unlatched: new Set() });
    onTestFinished(() => saving[Symbol.asyncDispose]());
    return { ...parts, faults, saving, pass: (ms: number) => time.run(time.now + ms) };
  }

  describe(`saving to ${name}`, () => {
    it('[H19] has what comes, goes, is stopped or is re-armed in the Store at once', async () => {
      const { resident, inStore, pass } = await stage();
      await resident.insert(ARM, 'arm');
      await pass(AT_ONCE_MS);
      await expect.poll(async () => (await inStore()).has('arm'), PATIENCE).toBe(true);
      await resident.stop('arm', 'a hand in the way');
      await pass(AT_ONCE_MS);
      const stopped = { by: 'hub-w', reason: 'a hand in the way' };
      await expect.poll(async () => (await inStore()).get('arm')?.stop, PATIENCE).toEqual(stopped);
      await resident.rearm('arm');
      await pass(AT_ONCE_MS);
      await expect.poll(async () => (await inStore()).get('arm')?.stop, PATIENCE).toBeUndefined();
      await resident.remove('arm');
      await pass(AT_ONCE_MS);
      await expect.poll(async () => (await inStore()).has('arm'), PATIENCE).toBe(false);
    });

    it('[H20] resolves when the Store has it, and not before', async () => {
      const { resident, faults, saving, inStore } = await stage();
      await resident.insert(ARM, 'arm');
      const commit = held('statement');
      // Also when the test fails: closing the Store waits for the commit.
      onTestFinished(() => commit.release());
      faults.atCommit(commit.fault);
      let isResolved = false;
      const saved = saving.save().finally(() => {
        isResolved = true;
      });
      await commit.arrived;
      await letAllGoOn();
      expect(isResolved).toBe(false);
      commit.release();
      expect(await saved).toMatchObject({ entities: 1 });
      expect([...(await inStore()).keys()]).toEqual(['arm']);
    });

    it('[H20] rejects when the Store fails, and has it all the next time', async () => {
      const { resident, faults, saving, inStore } = await stage([saved('shelf')]);
      await resident.insert(ARM, 'shelf');
      await saving.save();
      await resident.remove('shelf');
      await expect.poll(() => resident.entity('shelf'), PATIENCE).toBeUndefined();
      await resident.insert(ARM, 'arm');
      faults.atCommit(refused);
      await expect(saving.save()).rejects.toThrow(StoreError);
      expect([...(await inStore()).keys()]).toEqual(['shelf']);
      await saving.save();
      expect([...(await inStore()).keys()]).toEqual(['arm']);
    });

    it('[H20] reports that the Store failed, and saves in the next round', async () => {
      const { resident, faults, reports, inStore, pass } = await stage();
      await resident.insert(ARM, 'arm');
      faults.atCommit(refused);
      await pass(AT_ONCE_MS);
      await expect.poll(() => reports, PATIENCE).toEqual([expect.any(StoreError)]);
      expect([...(await inStore()).keys()]).toEqual([]);
      await pass(A_ROUND_MS);
      await expect.poll(async () => [...(await inStore()).keys()], PATIENCE).toEqual(['arm']);
      expect(reports).toHaveLength(1);
    });
  });
}
