import { describe, expect, it } from 'vitest';
import { encodeJson } from '../api/messages.ts';
import { textToBytes } from '../base/bytes.ts';
import { MalformedError } from '../base/errors.ts';
import { subjects } from '../bus/subjects.ts';
import type { Presence } from './beat.ts';
import { type Actor, ROBOT, Stage, toOne, WORLD } from './stage.contract.ts';
import { decodeBeat, JoinError, Participant } from './world.ts';

const whoIsThere = (actor: Actor): string[] => actor.participant.participants.map(({ id }) => id).toSorted();

describe('joining', () => {
  it('[W1] ends with a synchronised clock and all that others hold', async () => {
    const stage = new Stage();
    const ann = await stage.join('ann');
    await ann.insert('arm');
    const bob = await stage.join('bob', { clock: { offsetMs: 1e6, driftPpm: 50 } });
    expect(bob.see('arm').stateHash).toBe(ann.see('arm').stateHash);
    expect(bob.participant.time.clockErrorMs).toBeLessThan(10);
    expect(Math.abs(bob.participant.time.worldMs - ann.participant.time.worldMs)).toBeLessThan(10);
  });

  it('[W1] a world that does not answer is refused with JoinError', async () => {
    const stage = new Stage();
    const node = stage.network.node('ann');
    const ports = { bus: node.connect(), clock: node.clock, random: { next: () => 0.5 }, report: () => undefined };
    const joining = Participant.join({ ...ports, world: WORLD, name: 'Ann', joinWithinMs: 2000 });
    await expect(stage.until(joining)).rejects.toThrow(JoinError);
    await expect(joining).rejects.toThrow('world stage did not answer within 2000 ms');
    expect(stage.time.now).toBeLessThan(2500);
  });

  it('[W1] a founder creates a world once, and joins one that is there as it is', async () => {
    const stage = new Stage();
    const ann = await stage.join('ann', { founder: { incarnation: 3, cellM: 16 } });
    await stage.run(1000);
    const bob = await stage.join('bob', { founder: { incarnation: 9, cellM: 0 } });
    await bob.insert('arm');
    expect(bob.see('arm').region).toBe('f0_0_0');
    expect(bob.see('arm').epoch).toBeLessThan(4 * 2 ** 20);
    expect(Math.abs(bob.participant.time.worldMs - ann.participant.time.worldMs)).toBeLessThan(10);
  });
});

describe('a world without a building', () => {
  it('[W70] has no floors, always the same ones: pages tell by that whether there is anything to draw anew', async () => {
    const { participant } = await new Stage().join('ann');
    expect(participant.floors).toEqual([]);
    expect(participant.floors).toBe(participant.floors);
  });
});

describe('beats', () => {
  it('[W2] go out every 250 ms and promise a second', async () => {
    const stage = new Stage();
    const [ann] = await stage.enter('ann', 'bob');
    const beats = stage.overhear(subjects.beat(WORLD, 'ann'));
    await stage.run(10_000);
    expect(beats.length).toBeGreaterThanOrEqual(39);
    expect(beats.length).toBeLessThanOrEqual(41);
    const [presence] = decodeBeat(beats.at(-1)?.payload ?? expect.fail('no beat')).members;
    expect(presence).toMatchObject({ id: 'ann', leaving: false, mayLead: true });
    expect((presence?.goodUntilMs ?? 0) - ann.participant.time.sharedMs).toBeLessThanOrEqual(1000);
    expect((presence?.goodUntilMs ?? 0) - ann.participant.time.sharedMs).toBeGreaterThan(700);
  });

  it('[W2] show who is there; who falls silent is suspected after a second', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob', 'cid');
    expect(whoIsThere(ann)).toEqual(['ann', 'bob', 'cid']);
    bob.node.crash();
    await stage.run(700);
    expect(whoIsThere(ann)).toContain('bob');
    await stage.run(400);
    expect(whoIsThere(ann)).toEqual(['ann', 'cid']);
  });

  it('[W2] lost now and then do not make anybody suspect', async () => {
    const stage = new Stage(3);
    const [ann] = await stage.enter('ann', 'bob');
    stage.network.faults.loss = 0.05;
    const seen = await stage.watch(20_000, 50, () => whoIsThere(ann).length);
    stage.network.faults.loss = 0;
    expect(Math.min(...seen)).toBe(2);
  });

  it('[W4] of one who leaves end it at once, and what it owned stands still', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    await bob.insert('arm');
    await bob.ask('arm', toOne);
    await stage.run(300);
    await stage.until(bob.participant.leave());
    await stage.run(20);
    expect(whoIsThere(ann)).toEqual(['ann']);
    const { values } = ann.see('arm').posture;
    expect(values[0]).toBeGreaterThan(0.25);
    expect(values[0]).toBeLessThan(0.5);
    await stage.run(3000);
    expect(ann.see('arm').posture.values).toEqual(values);
  });

  it('[W4] after leaving nothing more is sent, and commands are lost', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    await ann.insert('arm');
    await stage.until(bob.participant.leave());
    const beats = stage.overhear(subjects.beat(WORLD, 'bob'));
    await stage.run(2000);
    expect(beats).toEqual([]);
    expect(await bob.ask('arm', toOne)).toMatchObject({ kind: 'lost' });
  });
});

describe('a participant that owns nothing', () => {
  const watcher = { isKeeper: false } as const;

  it('[W2] beats every 2 s, and is taken for being here for 5 s', async () => {
    const stage = new Stage();
    const [ann] = await stage.enter('ann');
    const bob = await stage.join('bob', watcher);
    await stage.run(10_000);
    const beats = stage.overhear(subjects.beat(WORLD, 'bob'));
    await stage.run(10_000);
    expect(beats).toHaveLength(5);
    expect(whoIsThere(ann)).toContain('bob');
    bob.node.crash();
    await stage.run(2900);
    expect(whoIsThere(ann)).toContain('bob');
    await stage.run(2200);
    expect(whoIsThere(ann)).toEqual(['ann']);
  });

  it('[W2] is here all the time when it goes to rest after its work', async () => {
    const stage = new Stage();
    const [ann] = await stage.enter('ann');
    const bob = await stage.join('bob', watcher);
    await bob.insert('arm');
    await stage.until(bob.participant.remove('arm'));
    const seen = await stage.watch(10_000, 50, () => whoIsThere(ann).length);
    expect(Math.min(...seen)).toBe(2);
  });

  it('[W2] says that it works before the record names it, and is as live as any owner from then on', async () => {
    const stage = new Stage();
    const [ann] = await stage.enter('ann');
    const bob = await stage.join('bob', watcher);
    await stage.run(10_000);
    const seen: boolean[] = [];
    ann.participant.changes.on(() => {
      const view = ann.participant.entity('arm');
      if (view?.owner === 'bob') seen.push(view.isLive);
    });
    await bob.insert('arm');
    expect(new Set(seen)).toEqual(new Set([true]));
    bob.node.crash();
    await stage.run(1100);
    expect(ann.see('arm').isLive).toBe(false);
    expect(whoIsThere(ann)).toEqual(['ann']);
  });
});

describe('a hub', () => {
  const visitor = (hub: Actor, more: Partial<Presence> = {}): Presence => ({
    id: 'visitor',
    name: 'A visitor',
    goodUntilMs: hub.participant.time.sharedMs + 800,
    clockErrorMs: 5,
    leaving: false,
    mayLead: true,
    holdsAll: true,
    confirmedMs: hub.participant.time.sharedMs - 200,
    pace: 'working',
    term: 0,
    digest: 0,
    ...more,
  });

  it('[W33] that slept, and vouches for somebody before it looks at the clock, trusts itself no more for that', async () => {
    const stage = new Stage();
    const [hub, bob] = await stage.enter('hub', 'bob');
    await hub.insert('arm');
    hub.node.clock.after(1, () => {
      hub.participant.vouch(visitor(hub));
      hub.participant.observe('arm', { values: [0.5, 0] });
    });
    const said = stage.overhear(subjects.allStates(WORLD));
    hub.node.pause(2500);
    await stage.run(2520);
    expect(said.filter(({ from }) => from === 'hub')).toEqual([]);
    await stage.run(1000);
    expect(bob.see('arm')).toMatchObject({ owner: 'hub', isLive: true });
  });

  it('[W5] vouches for those at its door for as long as they promised', async () => {
    const stage = new Stage();
    const [hub, bob] = await stage.enter('hub', 'bob');
    hub.participant.vouch(visitor(hub));
    expect(whoIsThere(hub)).toContain('visitor');
    await stage.run(300);
    expect(bob.participant.participants.find(({ id }) => id === 'visitor')).toMatchObject({
      ...{ name: 'A visitor', mayLead: false, holdsAll: false, spokesman: 'hub' },
    });
    await stage.run(600);
    expect([whoIsThere(hub), whoIsThere(bob)].flat()).not.toContain('visitor');
  });

  it('[W5] says at once of one at its door that it rests now', async () => {
    const stage = new Stage();
    const [hub, bob] = await stage.enter('hub', 'bob');
    hub.participant.vouch(visitor(hub));
    await stage.run(300);
    hub.participant.vouch(visitor(hub, { pace: 'resting', goodUntilMs: hub.participant.time.sharedMs + 5000 }));
    const seen = await stage.watch(4000, 50, () => whoIsThere(bob).includes('visitor'));
    expect(seen).not.toContain(false);
  });

  it('[W5] vouches for nobody for more than a second', async () => {
    const stage = new Stage();
    const [hub, bob] = await stage.enter('hub', 'bob');
    hub.participant.vouch(visitor(hub, { goodUntilMs: hub.participant.time.sharedMs + 1e6 }));
    await stage.run(1100);
    expect([whoIsThere(hub), whoIsThere(bob)].flat()).not.toContain('visitor');
  });
});

describe('a message that makes no sense', () => {
  it.each([
    ['a state', subjects.state(WORLD, 'f0', 'arm')],
    ['a beat', subjects.beat(WORLD, 'stranger')],
    ['an urgent word', subjects.urgent(WORLD, 'arm')],
    ['a nonce', subjects.control(WORLD, 'ann')],
    ['a question for repair', subjects.repair(WORLD, 'ann')],
    ['a chat', subjects.chat(WORLD)],
  ])('[W6] is reported and changes nothing: %s', async (_, subject) => {
    const stage = new Stage();
    const [ann] = await stage.enter('ann');
    await ann.insert('arm');
    const before = ann.see('arm').stateHash;
    stage.stranger().publish(subject, Uint8Array.of(0xff, 0xff, 0xff));
    await stage.run(1000);
    expect(stage.reported.splice(0)).toEqual([expect.any(MalformedError)]);
    expect(ann.see('arm').stateHash).toBe(before);
    expect(whoIsThere(ann)).toEqual(['ann']);
  });

  it.each([textToBytes('no JSON'), encodeJson({ id: 'x', epoch: 1, expiresAt: 0, action: { kind: 'explode' } })])(
    '[W6] is refused, too, if it is a command',
    async (payload) => {
      const stage = new Stage();
      const [ann] = await stage.enter('ann');
      await ann.insert('arm');
      const answer = await stage.until(stage.stranger().request(subjects.command(WORLD, 'arm'), payload, { timeoutMs: 500 }));
      expect(answer).toEqual(encodeJson({ kind: 'refused', reason: 'the command is malformed' }));
      expect(stage.reported.splice(0)).toEqual([expect.any(MalformedError)]);
    },
  );

  it('[W6] is refused before it is sent, if a caller here made it', async () => {
    const stage = new Stage();
    const [ann] = await stage.enter('ann');
    expect(() => ann.participant.command('arm', { kind: 'glide', dof: 0.5, to: 1 })).toThrow(MalformedError);
    expect(() => ann.participant.chat('')).toThrow(MalformedError);
    await expect(ann.participant.insert({ ...ROBOT, initial: { ...ROBOT.initial, values: [] } })).rejects.toThrow(MalformedError);
  });
});

describe('chat', () => {
  it('reaches everybody else, with the name of the one who wrote it', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    const heard: unknown[] = [];
    for (const { participant } of [ann, bob]) participant.chats.on((chat) => heard.push({ to: participant.id, ...chat }));
    bob.participant.chat('  good morning ');
    await stage.run(50);
    expect(heard).toEqual([{ to: 'ann', from: 'bob', text: 'good morning' }]);
  });
});
