import { setImmediate as soon } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { VirtualTime } from '../../core/base/virtual-time.ts';
import { Duty } from '../../core/saving/duty.ts';
import { type Store, StoreError } from '../../core/store/store.ts';
import { openStore } from '../../storage/storage.ts';

const WORLD = 'w';

/** A Store that several hubs share, and that can be cut off from one of them. */
async function stage() {
  const time = new VirtualTime();
  const store = await openStore(':memory:');
  onTestFinished(() => store[Symbol.asyncDispose]());
  await store.worlds.create({ id: WORLD, name: 'W', summary: '', createdBy: 'ann', createdAtMs: 1 }, []);
  const cutOff = new Set<string>();
  const unanswered = new Set<string>();
  const reports: unknown[] = [];
  const begin = (hub: string): Promise<Duty> => {
    const worlds = {
      ...store.worlds,
      keep: (...asked: Parameters<Store['worlds']['keep']>) => {
        if (unanswered.has(hub)) return new Promise<never>(() => {});
        return cutOff.has(hub) ? Promise.reject(new StoreError('no answer')) : store.worlds.keep(...asked);
      },
      unkeep: (...asked: Parameters<Store['worlds']['unkeep']>) => store.worlds.unkeep(...asked),
    };
    return Duty.begin({
      world: WORLD,
      hub,
      company: 'among others',
      store: { worlds },
      clock: time.clock(),
      report: (error) => reports.push(error),
    });
  };
  /** In steps: what a step asks of the Store is answered before the next. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 500) {
      await time.run(time.now + 500);
      for (let turn = 0; turn < 20; turn++) await soon();
      await store.worlds.get(WORLD);
    }
  };
  return { store, begin, pass, cutOff, unanswered, reports };
}

describe('duty for a world', () => {
  it("[H2] is one hub's, and another's soon after that one stops", async () => {
    const { begin, pass } = await stage();
    const [one, two] = [await begin('hub-one'), await begin('hub-two')];
    onTestFinished(() => two[Symbol.asyncDispose]());
    await pass(20_000);
    expect([one.isOurs, two.isOurs]).toEqual([true, false]);
    await one[Symbol.asyncDispose]();
    await pass(2500);
    expect([one.isOurs, two.isOurs]).toEqual([false, true]);
  });

  it('[H2] ends for a hub that does not reach the Store before it begins for another', async () => {
    const { begin, pass, cutOff, reports } = await stage();
    const [one, two] = [await begin('hub-one'), await begin('hub-two')];
    onTestFinished(async () => {
      cutOff.clear();
      await Promise.all([one[Symbol.asyncDispose](), two[Symbol.asyncDispose]()]);
    });
    await pass(4000);
    cutOff.add('hub-one');
    const onDuty: string[] = [];
    for (let step = 0; step < 30; step++) {
      await pass(500);
      onDuty.push(`${one.isOurs ? 'one' : ''}${two.isOurs ? 'two' : ''}`);
    }
    expect(onDuty).not.toContain('onetwo');
    expect([onDuty[0], onDuty.at(-1)]).toEqual(['one', 'two']);
    expect(reports.length).toBeGreaterThan(0);
    cutOff.clear();
    await pass(4000);
    expect([one.isOurs, two.isOurs]).toEqual([false, true]);
  });

  it('[H2] ends for a hub whose Store answers nothing, not even that it fails', async () => {
    const { begin, pass, unanswered } = await stage();
    const [one, two] = [await begin('hub-one'), await begin('hub-two')];
    onTestFinished(() => two[Symbol.asyncDispose]());
    await pass(4000);
    unanswered.add('hub-one');
    const onDuty: string[] = [];
    for (let step = 0; step < 30; step++) {
      await pass(500);
      onDuty.push(`${one.isOurs ? 'one' : ''}${two.isOurs ? 'two' : ''}`);
    }
    expect(onDuty).not.toContain('onetwo');
    expect([onDuty[0], onDuty.at(-1)]).toEqual(['one', 'two']);
  });

  it('[H4] tells when the world is no more', async () => {
    const { store, begin, pass } = await stage();
    const duty = await begin('hub-one');
    onTestFinished(() => duty[Symbol.asyncDispose]());
    let removals = 0;
    duty.removals.on(() => removals++);
    await store.worlds.remove(WORLD);
    await pass(2500);
    expect(removals).toBe(1);
  });
});
