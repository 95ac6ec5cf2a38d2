import { setImmediate as soon } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/random.ts';
import { VirtualTime } from '../base/virtual-time.ts';
import { draftOf, robot } from './harness.contract.ts';
import { memoryStore } from './memory/memory-store.ts';
import { SimulatedStore } from './simulated-store.ts';
import { storeContract } from './store.contract.ts';
import { type Store, StoreError } from './store.ts';

storeContract('in memory', async () => {
  const store = memoryStore();
  return { store, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
});

storeContract('simulated', async () => {
  const time = new VirtualTime();
  const store = new SimulatedStore(time, seededRandom(1)).connect({ id: 'hub', run: (action) => action() });
  let state: 'open' | 'closed' = 'open';
  const passing = (async () => {
    for (; state === 'open'; await soon()) await time.run(time.now + 10);
  })();
  return {
    store,
    [Symbol.asyncDispose]: async () => {
      await store[Symbol.asyncDispose]();
      state = 'closed';
      await passing;
    },
  };
});

const WORLD = 'w';

describe('a simulated store that crashes', () => {
  it('loses what it has not acknowledged, and nothing else (100 seeds)', async () => {
    let undone = 0;
    let unacknowledged = 0;
    for (let seed = 1; seed <= 100; seed++) {
      const { time, simulated, store } = await stage(seed);
      const [acknowledged, refused] = [new Set<string>(), new Set<string>()];
      for (let i = 0; i < 20; i++) {
        const id = `r${i}`;
        time.at(time.now + i * 3, () => {
          const saved = store.worlds.change(WORLD, { put: [robot(id)] }, i);
          saved.then(
            () => acknowledged.add(id),
            (error) => {
              expect(error, `seed ${seed}`).toBeInstanceOf(StoreError);
              refused.add(id);
            },
          );
        });
      }
      time.at(time.now + 10 + (seed % 40), () => simulated.crash(15));
      await time.run(time.now + 5000);
      const kept = new Set((await time.until(store.worlds.entities(WORLD))).map(({ id }) => id));
      expect(
        [...acknowledged].filter((id) => !kept.has(id)),
        `seed ${seed}`,
      ).toEqual([]);
      expect(acknowledged.size + refused.size, `seed ${seed}`).toBe(20);
      undone += simulated.counts.undone;
      unacknowledged += [...refused].filter((id) => kept.has(id)).length;
    }
    expect(undone).toBeGreaterThan(20);
    // An answer can be lost after the commit.
    expect(unacknowledged).toBeGreaterThan(5);
  });

  it('refuses while it is down, and those who are cut off, and is as it was afterwards', async () => {
    const { time, simulated, store } = await stage(1);
    simulated.crash(1000);
    await expect(time.until(store.worlds.keep(WORLD, 'hub'))).rejects.toThrow(StoreError);
    await time.run(time.now + 1000);
    expect(await time.until(store.worlds.keep(WORLD, 'hub'))).toEqual({ hub: 'hub', said: 1 });
    simulated.cutOff('hub', 500);
    await expect(time.until(store.worlds.keep(WORLD, 'hub'))).rejects.toThrow('gone');
    expect(await time.until(store.worlds.keep(WORLD, 'hub'))).toEqual({ hub: 'hub', said: 2 });
  });

  it('answers nothing to a process that has crashed', async () => {
    const { time, simulated } = await stage(1);
    const answers: unknown[] = [];
    const store = simulated.connect({ id: 'dead', run: () => undefined });
    store.worlds.get(WORLD).then(
      (answer) => answers.push(answer),
      (error) => answers.push(error),
    );
    await time.run(time.now + 10_000);
    expect(answers).toEqual([]);
  });
});

async function stage(seed: number): Promise<{ time: VirtualTime; simulated: SimulatedStore; store: Store }> {
  const time = new VirtualTime();
  const simulated = new SimulatedStore(time, seededRandom(seed));
  const store = simulated.connect({ id: 'hub', run: (action) => action() });
  await time.until(store.worlds.create(draftOf(WORLD), []));
  return { time, simulated, store };
}
