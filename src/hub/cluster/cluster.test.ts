import { describe, expect, it } from 'vitest';
import { encodeJson } from '../../core/api/messages.ts';
import type { Clock } from '../../core/base/clock.ts';
import { VirtualTime } from '../../core/base/virtual-time.ts';
import { EmbeddedBackbone } from '../../core/bus/embedded.ts';
import { subjects } from '../../core/bus/subjects.ts';
import { Cluster } from './cluster.ts';

/** Hubs on one bus, in virtual time. */
class Stage {
  readonly time = new VirtualTime();
  readonly reports: unknown[] = [];
  readonly #killed = new Set<string>();
  readonly backbone: EmbeddedBackbone = new EmbeddedBackbone({
    clock: this.time.clock(),
    report: (error) => this.reports.push(error),
    defer: (action) => void this.time.clock().after(0, action),
  });

  hub(name: string, life: string, participants = 0): Cluster {
    const url = `http://${name}.example`;
    const load = { url, room: 10, worlds: [{ world: 'w', participants }], cpuShare: 0.1, residentBytes: 1 };
    const bus = this.backbone.connect(`hub-${name}`);
    const clock = this.time.clock();
    const whileAlive: Clock = {
      now: () => clock.now(),
      after: (delayMs, action) => clock.after(delayMs, () => this.#killed.has(name) || action()),
    };
    return new Cluster({ bus, life, clock: whileAlive, company: 'among others', ownLoad: () => ({ ...load, participants }) });
  }

  /** It does nothing more, without a word. */
  kill(name: string): void {
    this.#killed.add(name);
  }

  async enter(cluster: Cluster): Promise<void> {
    const entering = cluster.enter();
    await this.pass(3000);
    await entering;
    cluster.open();
    await this.pass(10);
  }

  pass(ms: number): Promise<void> {
    return this.time.run(this.time.now + ms);
  }
}

describe('the hubs on a bus', () => {
  it('[H8] know each other while they are there, and send who comes to where markedly fewer are', async () => {
    const stage = new Stage();
    const [one, two] = [stage.hub('one', 'a', 4), stage.hub('two', 'b', 1)];
    await stage.enter(one);
    await stage.enter(two);
    expect(one.others.map(({ hub }) => hub)).toEqual(['hub-two']);
    expect(one.elsewhere('w', 4)).toBe('http://two.example');
    expect(one.elsewhere('w', 3)).toBeUndefined();
    expect(one.elsewhere('another', 9)).toBeUndefined();
    expect(two.elsewhere('w', 1)).toBeUndefined();
    two[Symbol.dispose]();
    await stage.pass(10);
    // Its pages come here now.
    expect([one.others, one.origins]).toEqual([[], ['http://two.example']]);
  });

  it('[H8] forget who says nothing more, and do not believe what is said in another name', async () => {
    const stage = new Stage();
    const one = stage.hub('one', 'a');
    await stage.enter(one);
    const load = {
      life: 'c',
      stage: 'open',
      url: 'http://evil.example',
      participants: 0,
      room: 9,
      worlds: [],
      cpuShare: 0,
      residentBytes: 1,
    };
    const tell = (from: string, hub: string) => stage.backbone.connect(from).publish(subjects.hub(hub), encodeJson({ ...load, hub }));
    tell('mallory', 'mallory');
    tell('mallory', 'hub-three');
    await stage.pass(10);
    expect(one.others).toEqual([]);
    tell('hub-three', 'hub-three');
    await stage.pass(10);
    expect(one.origins).toEqual(['http://evil.example']);
    await stage.pass(5000);
    expect(one.others).toEqual([]);
  });

  it('[H10] are here, silent, gone or left, each with the age of its last word, for ten minutes', async () => {
    const stage = new Stage();
    const [one, two, three] = [stage.hub('one', 'a', 1), stage.hub('two', 'b', 2), stage.hub('three', 'c', 3)];
    for (const hub of [one, two, three]) await stage.enter(hub);
    const states = () => one.known.hubs.map(({ name, state, ageMs }) => [name, state, Math.round(ageMs / 1000)]);
    expect([one.known.self, one.known.bus]).toEqual(['hub-one', 'connected']);
    expect(states()).toEqual([
      ['one', 'here', 0],
      ['three', 'here', 0],
      ['two', 'here', 0],
    ]);
    three[Symbol.dispose]();
    stage.kill('two');
    await stage.pass(5000);
    expect(states()).toEqual([
      ['one', 'here', 0],
      ['three', 'left', 5],
      ['two', 'silent', 5],
    ]);
    await stage.pass(6000);
    expect(states()[2]).toEqual(['two', 'gone', 11]);
    expect(one.known.hubs[2]).toMatchObject({ url: 'http://two.example', participants: 2, cpuShare: 0.1 });
    await stage.pass(600_000);
    expect(states()).toEqual([['one', 'here', 0]]);
  });
});
