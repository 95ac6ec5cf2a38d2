import { describe, expect, it } from 'vitest';
import { textToBytes } from '../../core/base/bytes.ts';
import { delay } from '../../core/base/clock.ts';
import { encodeFrame, joinFrames } from '../../core/bus/frames.ts';
import { eventually, heard } from '../../core/bus/harness.contract.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { hello, TestHub } from './door-harness.contract.ts';
import { doorLimits } from './limits.ts';

const subscribe = (pattern: string) => ({ type: 'subscribe' as const, subscription: 1, pattern });
const region = 'v1.w.f0.st.*';

describe('states at the door', () => {
  it.each(['v1.w.f0.st.puma', 'v1.w.f0.inv.hub'])(
    '[S16] [S17] of %s cost three bytes more than their payload after the first, which announces its number',
    async (subject) => {
      await using hub = await TestHub.open();
      const ann = await hub.join('ann');
      const raw = await hub.rawJoined('raw');
      raw.send(subscribe(subject.replace(/\w+$/, '*')));
      await hub.settle();
      const sizes = async () => {
        const before = raw.messages.length;
        ann.publish(subject, new Uint8Array(30));
        await eventually(hub, () => expect(raw.messages.length).toBeGreaterThan(before));
        return raw.messages.at(-1);
      };
      const announced = encodeFrame({ type: 'alias', number: 0, subject, from: 'ann' }).length - 1;
      // One byte for the version of the frame.
      expect([await sizes(), await sizes(), await sizes()]).toEqual([1 + announced + 33, 1 + 33, 1 + 33]);
    },
  );

  it('[S17] are understood by whoever subscribes late, by whatever pattern', async () => {
    await using hub = await TestHub.open();
    const [ann, ben, early] = [await hub.join('ann'), await hub.join('ben'), await hub.join('early')];
    const expected: string[] = [];
    heard(early, region);
    await hub.settle();
    for (const robot of ['puma', 'aibo']) for (const bus of [ann, ben]) bus.publish(`v1.w.f0.st.${robot}`, textToBytes('before'));
    await hub.settle();
    const late = await hub.join('late');
    const lines = ['v1.w.f0.st.puma', 'v1.w.*.st.aibo', region, 'v1.*.*.st.*'].map((pattern) => heard(late, pattern));
    await hub.settle();
    for (const robot of ['puma', 'aibo', 'new']) {
      for (const bus of [ann, ben]) {
        bus.publish(`v1.w.f0.st.${robot}`, textToBytes('after'));
        expected.push(`${bus.self} v1.w.f0.st.${robot} after`);
      }
    }
    await eventually(hub, () => expect(lines[2]).toHaveLength(6));
    const only = (robot: string) => expected.filter((line) => line.includes(robot)).toSorted();
    expect(lines.map((got) => got.toSorted())).toEqual([only('puma'), only('aibo'), expected.toSorted(), expected.toSorted()]);
  });

  it('[S19] of one turn are one message with the same bytes for all readers', async () => {
    await using hub = await TestHub.open();
    const [ann, one, two] = [await hub.rawJoined('ann'), await hub.rawJoined('one'), await hub.rawJoined('two')];
    for (const reader of [one, two]) reader.send(subscribe(region));
    for (const reader of [one, two]) {
      reader.send({ type: 'ping', stamp: 1, seen: 0 });
      await reader.expect('pong');
    }
    const before = [one.messages.length, two.messages.length];
    const robots = Array.from({ length: 200 }, (_, number) => [
      encodeFrame({ type: 'alias', number, subject: `v1.w.f0.st.robot-${number}`, from: '' }),
      encodeFrame({ type: 'aliased', number, payload: new Uint8Array(20) }),
    ]);
    ann.socket.send(joinFrames(robots.flat()));
    await eventually(hub, () => expect(two.of('aliased')).toHaveLength(200));
    expect([one.messages.length, two.messages.length]).toEqual(before.map((count) => count + 1));
    expect(one.received.filter(({ type }) => type.startsWith('alias'))).toEqual(
      two.received.filter(({ type }) => type.startsWith('alias')),
    );
  });

  it('[S19] of several authors in one turn reach all others, and no handler of their own authors', async () => {
    await using hub = await TestHub.open();
    const residents = ['r1', 'r2', 'r3'].map((id) => hub.backbone.connect(id));
    const ann = await hub.join('ann');
    const raw = await hub.raw();
    raw.send(hello('ben'), subscribe(region));
    await raw.expect('welcome');
    const lines = heard(ann, region);
    await hub.settle();
    for (let i = 0; i < 20; i++) {
      for (const [at, resident] of residents.entries()) resident.publish(`v1.w.f0.st.e${at}`, textToBytes(`${i}`));
      ann.publish('v1.w.f0.st.mine', textToBytes(`${i}`));
      raw.send({ type: 'publish', subject: 'v1.w.f0.st.his', from: '', payload: textToBytes(`${i}`) });
    }
    await eventually(hub, () => expect(lines).toHaveLength(80));
    for (const robot of ['e0', 'e1', 'e2', 'his']) {
      expect(lines.filter((line) => line.includes(`.${robot} `)).map((line) => line.split(' ')[2])).toEqual(
        Array.from({ length: 20 }, (_, i) => `${i}`),
      );
    }
  });

  it('[S17] keep their meaning while numbers are given out again', async () => {
    await using hub = await TestHub.open({ limits: { ...doorLimits, idleMs: 20 } });
    const [ann, ben] = [await hub.join('ann'), await hub.join('ben')];
    const lines = heard(ben, 'v1.w.*.st.*');
    const watcher = await hub.rawJoined('watcher');
    watcher.send(subscribe('v1.w.*.st.*'));
    await hub.settle();
    for (let round = 0; round < 5; round++) {
      for (let i = 0; i < 50; i++) ann.publish(`v1.w.f${round}.st.e${i}`, textToBytes(`${round}`));
      await hub.settle();
      await delay(systemClock, 50);
    }
    await eventually(hub, () => expect(lines).toHaveLength(250));
    for (const line of lines) {
      const [, subject, text] = line.split(' ');
      expect(subject).toContain(`v1.w.f${text}.st.`);
    }
    expect(new Set(lines).size).toBe(250);
    const numbers = watcher.of('alias').map(({ number }) => number);
    expect(numbers).toHaveLength(250);
    expect(Math.max(...numbers)).toBe(49);
  });

  it('stop for a region that is not subscribed any more, and begin again', async () => {
    await using hub = await TestHub.open();
    const [ann, ben] = [await hub.join('ann'), await hub.join('ben')];
    const got: string[] = [];
    const look = () => ben.subscribe(region, ({ payload }) => got.push(String(payload[0])));
    const say = async (value: number) => {
      ann.publish('v1.w.f0.st.puma', Uint8Array.of(value));
      await hub.settle();
    };
    const first = look();
    await hub.settle();
    await say(1);
    first[Symbol.dispose]();
    await say(2);
    look();
    await hub.settle();
    await say(3);
    expect(got).toEqual(['1', '3']);
  });

  it('[S9] reach a participant with overlapping patterns once for each', async () => {
    await using hub = await TestHub.open();
    const [ann, ben] = [await hub.join('ann'), await hub.join('ben')];
    const patterns = [region, 'v1.w.*.st.*', 'v1.w.f0.st.puma', 'v1.w.f0.st.puma', 'v1.w.f0.>', '>'];
    const lines = patterns.map((pattern) => heard(ben, pattern));
    await hub.settle();
    for (let i = 0; i < 3; i++) ann.publish('v1.w.f0.st.puma', textToBytes(`${i}`));
    await eventually(hub, () => expect(lines.at(-1)).toHaveLength(3));
    await hub.settle();
    for (const got of lines) expect(got).toEqual([0, 1, 2].map((i) => `ann v1.w.f0.st.puma ${i}`));
  });
});

describe('pictures at the door', () => {
  it('[S11] reach all who look at the camera but its own participant', async () => {
    await using hub = await TestHub.open();
    const [ann, ben, resident] = [await hub.join('ann'), await hub.join('ben'), hub.backbone.connect('resident')];
    const lengths: string[] = [];
    for (const bus of [ann, ben, resident])
      bus.subscribe('v1.w.cam.*', ({ from, payload }) => lengths.push(`${from} to ${bus.self} ${payload.length}`));
    await hub.settle();
    ann.publish('v1.w.cam.front', new Uint8Array(50_000));
    await eventually(hub, () => expect(lengths.toSorted()).toEqual(['ann to ben 50000', 'ann to resident 50000']));
  });
});
