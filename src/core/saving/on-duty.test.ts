import { describe, expect, it, onTestFinished } from 'vitest';
import { ORIGIN } from '../base/pose.ts';
import { seededRandom } from '../base/random.ts';
import { VirtualTime } from '../base/virtual-time.ts';
import { SimulatedNetwork } from '../bus/simulated.ts';
import { buckets } from '../bus/subjects.ts';
import { memoryStore } from '../store/memory/memory-store.ts';
import { type SavedEntity, StoreError } from '../store/store.ts';
import { type Epoch, incarnationOf } from '../world/epoch.ts';
import { Participant } from '../world/world.ts';
import { Duty } from './duty.ts';
import { listed } from './listing.ts';
import { OnDuty } from './on-duty.ts';
import { Saving } from './saving.ts';

const WORLD = 'w';
const saved = (id: string): SavedEntity => ({
  id,
  description: { name: id, model: 'robot', kind: 'dynamic', dofs: [], initial: { pose: ORIGIN, values: [] } },
  posture: { pose: ORIGIN, values: [] },
});
/** A hub that has died is replaced by then. */
const TAKEN_MS = 15_000;

class Stage {
  readonly time = new VirtualTime();
  readonly store = memoryStore();
  readonly reported: unknown[] = [];
  readonly network: SimulatedNetwork;

  constructor() {
    this.network = new SimulatedNetwork({ time: this.time, random: seededRandom(1), report: this.#report });
    onTestFinished(() => expect(this.reported).toEqual([]));
  }

  readonly #report = (error: unknown): void => void this.reported.push(error);

  /** As a hub does that begins a world anew; it may die before it comes to the records of its time. */
  async forgetRecords(which: 'all' | 'all but its time'): Promise<void> {
    const bus = this.network.node('broom').connect();
    const { time, ...others } = buckets;
    for (const nameOf of [...Object.values(others), ...(which === 'all' ? [time] : [])]) {
      const bucket = bus.bucket(nameOf(WORLD));
      for (const { key, revision } of await this.time.until(listed(bucket))) await this.time.until(bucket.swap(key, revision, undefined));
    }
  }

  async join(id: string, kind: 'founder' | 'resident' | 'visitor', incarnation = 1) {
    const node = this.network.node(id);
    const bus = node.connect();
    const ports = { bus, clock: node.clock, random: seededRandom(id.length), report: this.#report, world: WORLD, name: id };
    const founder = kind === 'founder' ? { founder: { incarnation, cellM: 4 } } : {};
    const roles = { isKeeper: kind !== 'visitor', isResident: kind !== 'visitor' };
    const participant = await this.time.until(Participant.join({ ...ports, ...roles, ...founder }));
    return { node, bus, participant };
  }

  /** A hub that saves the world while it is on duty. */
  async hub(id: string, kind: 'founder' | 'resident') {
    const { node, bus, participant } = await this.join(id, kind);
    const { store } = this;
    const wallClockMs = () => Math.round(this.time.now);
    const ports = { store, clock: node.clock, wallClockMs, report: this.#report, hub: id, company: 'among others' } as const;
    const duty = await this.time.until(Duty.begin({ ...ports, world: WORLD }));
    const beginning = OnDuty.begin({
      ...{ ...ports, resident: participant, duty, bus, notRestored: undefined },
      begin: async (entities, notRestored) => new Saving({ ...ports, resident: participant }, entities, notRestored),
    });
    const onDuty = await this.time.until(beginning);
    return { node, participant, duty, onDuty };
  }
}

async function stageWith(entities: readonly SavedEntity[]): Promise<Stage> {
  const stage = new Stage();
  await stage.store.worlds.create({ id: WORLD, name: 'W', summary: '', createdBy: 'ann', createdAtMs: 1 }, entities);
  return stage;
}

describe('a hub on duty', () => {
  it('puts back what was saved, and saves what there is', async () => {
    const stage = await stageWith([saved('arm')]);
    const { participant, onDuty } = await stage.hub('hub-a', 'founder');
    expect(participant.entities.map(({ id }) => id)).toEqual(['arm']);
    await stage.time.until(participant.insert(saved('cart').description, 'cart'));
    await stage.time.run(stage.time.now + 100);
    expect((await stage.store.worlds.entities(WORLD)).map(({ id }) => id)).toEqual(['arm', 'cart']);
    expect(onDuty.work).toBeInstanceOf(Saving);
  });

  it('puts back what whoever founded the world died over', async () => {
    const stage = await stageWith([saved('arm')]);
    const incarnation = await stage.store.worlds.start(WORLD, 0);
    const founder = await stage.join('hub-a', 'founder', incarnation);
    const keeping = await stage.store.worlds.keep(WORLD, 'hub-a');
    const { participant, duty } = await stage.hub('hub-b', 'resident');
    founder.node.crash();
    expect([keeping.hub, duty.isOurs, participant.entities]).toEqual(['hub-a', false, []]);
    await stage.time.run(stage.time.now + TAKEN_MS);
    expect([duty.isOurs, participant.entity('arm')?.isMine]).toEqual([true, true]);
    // The founder may have put it back, and somebody removed it: no epoch of then is used again.
    expect(incarnationOf(participant.entity('arm')?.epoch as Epoch)).toBeGreaterThan(incarnation);
  });

  it.each(['before it began', 'before anything was put back'])(
    'puts back what this hub saw go when another hub was to begin the world anew, and died %s',
    async (when) => {
      const stage = await stageWith([saved('arm')]);
      const first = await stage.hub('hub-a', 'founder');
      const { participant, duty } = await stage.hub('hub-b', 'resident');
      first.node.crash();
      await stage.forgetRecords(when === 'before it began' ? 'all but its time' : 'all');
      if (when !== 'before it began') (await stage.join('hub-c', 'founder', 2)).node.crash();
      await stage.time.run(stage.time.now + 200);
      expect([participant.entities, duty.isOurs]).toEqual([[], false]);
      await stage.time.run(stage.time.now + TAKEN_MS);
      expect([duty.isOurs, participant.entity('arm')?.isMine]).toEqual([true, true]);
      expect((await stage.store.worlds.entities(WORLD)).map(({ id }) => id)).toEqual(['arm']);
    },
  );

  it('saves the world although the Store was down when it came on duty', async () => {
    const stage = await stageWith([saved('arm')]);
    const first = await stage.hub('hub-a', 'founder');
    const { participant, duty } = await stage.hub('hub-b', 'resident');
    first.node.crash();
    const { worlds } = stage.store;
    let failures = 0;
    worlds.entities = () => {
      failures++;
      return Promise.reject(new StoreError('it is down'));
    };
    await stage.time.run(stage.time.now + TAKEN_MS);
    expect([duty.isOurs, failures > 0]).toEqual([true, true]);
    Reflect.deleteProperty(worlds, 'entities');
    await stage.time.until(participant.insert(saved('cart').description, 'cart'));
    await stage.time.run(stage.time.now + 8000);
    expect((await worlds.entities(WORLD)).map(({ id }) => id)).toEqual(['arm', 'cart']);
    expect(stage.reported.splice(0)).toEqual(Array.from({ length: failures }, () => expect.any(StoreError)));
  });

  it('does not put back what was removed while no hub was on duty, before it came', async () => {
    const stage = await stageWith([saved('arm'), saved('cart')]);
    const first = await stage.hub('hub-a', 'founder');
    const ann = await stage.join('ann', 'visitor');
    await stage.time.run(stage.time.now + 1000);
    first.node.crash();
    await stage.time.until(ann.participant.remove('arm'));
    const { participant, duty } = await stage.hub('hub-b', 'resident');
    expect((await stage.store.worlds.entities(WORLD)).map(({ id }) => id)).toEqual(['arm', 'cart']);
    await stage.time.run(stage.time.now + TAKEN_MS);
    expect(duty.isOurs).toBe(true);
    expect(participant.entities.map(({ id }) => id)).toEqual(['cart']);
    expect((await stage.store.worlds.entities(WORLD)).map(({ id }) => id)).toEqual(['cart']);
  });
});
