import { describe, expect, it } from 'vitest';
import { textToBytes } from '../base/bytes.ts';
import { seededRandom } from '../base/random.ts';
import { VirtualTime } from '../base/virtual-time.ts';
import { busContract, type LosableBusHarness, reconnectContract } from './bus.contract.ts';
import { heard } from './harness.contract.ts';
import { RECORDS, SimulatedNetwork } from './simulated.ts';
import { type DoorKeeper, RefusedAtDoorError, SimulatedDoor } from './simulated-door.ts';
import { SimulatedVisit } from './simulated-visit.ts';

busContract('simulated, through the doors of two hubs', async () => doorHarness());
reconnectContract('simulated, through the doors of two hubs', async () => doorHarness());

const allow = () => ({ kind: 'allow' }) as const;
const everybodys: DoorKeeper = {
  mayPublish: allow,
  mayRequest: allow,
  mayReply: allow,
  maySubscribe: allow,
  mayRead: allow,
  maySwap: allow,
  mayReplace: allow,
  refused: (from, what) => expect.unreachable(`${from} was refused: ${what}`),
};

function doorHarness(): LosableBusHarness {
  const time = new VirtualTime();
  const reported: unknown[] = [];
  const report = (error: unknown) => reported.push(error);
  const network = new SimulatedNetwork({ time, random: seededRandom(1), report, records: 'three servers' });
  const hubs = ['hub-a', 'hub-b'];
  const doors = hubs.map((hub) => new SimulatedDoor(network.node(hub), time, everybodys));
  const random = seededRandom(2);
  return {
    connect: async (self) =>
      new SimulatedVisit(self, { node: network.node(self, { offsetMs: 1e6, driftPpm: 50 }), random, report, doors: () => doors }),
    settle: () => time.run(time.now + 6 * network.faults.latencyMs.max),
    reported,
    cut: async ({ self }) => {
      const ways = hubs.flatMap((hub) => [[self, hub] as const, [hub, self] as const]);
      for (const [from, to] of ways) network.block(from, to);
      return {
        restore: async () => {
          for (const [from, to] of ways) network.unblock(from, to);
        },
      };
    },
    [Symbol.asyncDispose]: () => time.run(time.now + 10),
  };
}

function twoHubs(keeper: Partial<DoorKeeper> = {}) {
  const time = new VirtualTime();
  const report = (error: unknown) => {
    throw error;
  };
  const network = new SimulatedNetwork({ time, random: seededRandom(1), report, records: 'three servers' });
  const refused: string[] = [];
  const rules = { ...everybodys, refused: (from: string, what: string) => void refused.push(`${from}: ${what}`), ...keeper };
  const doors = ['hub-a', 'hub-b'].map((hub) => new SimulatedDoor(network.node(hub), time, rules));
  const [first, second] = doors as [SimulatedDoor, SimulatedDoor];
  const visit = (self: string, ...at: SimulatedDoor[]) => {
    let open = at;
    const bus = new SimulatedVisit(self, { node: network.node(self), random: seededRandom(2), report, doors: () => open });
    open = doors;
    return bus;
  };
  return { time, network, refused, first, second, visit };
}

describe('a visitor', () => {
  it.each(['with a word', 'in silence'])('whose hub dies %s goes to another one, as who it was', async (how) => {
    const { time, first, second, visit } = twoHubs();
    const [ann, ben] = [visit('ann', first), visit('ben', second)];
    const statuses: string[] = [];
    ann.onStatus(({ kind }) => statuses.push(`${kind} ${time.now < 1000 ? 'at once' : 'later'}`));
    const lines = heard(ann, 'room');
    await time.run(100);
    first.node.crash();
    if (how === 'with a word') first.slam();
    await time.run(6000);
    expect(statuses).toEqual(
      how === 'with a word' ? ['reconnecting at once', 'connected at once'] : ['reconnecting later', 'connected later'],
    );
    expect([ann.door === second, second.visitors.toSorted()]).toEqual([true, ['ann', 'ben']]);
    ben.publish('room', textToBytes('welcome'));
    await time.run(6100);
    expect(lines).toEqual(['ben room welcome']);
  });

  it('hears what waited when the way is free again before it gave up, in order', async () => {
    const { time, network, first, visit } = twoHubs();
    const [ann, ben] = [visit('ann', first), visit('ben', first)];
    const lines = heard(ann, 'room');
    await time.run(100);
    network.block('hub-a', 'ann');
    for (const text of ['one', 'two', 'three']) ben.publish('room', textToBytes(text));
    await time.run(2000);
    expect(lines).toEqual([]);
    network.unblockAll();
    await time.run(2100);
    expect([lines, ann.status.kind]).toEqual([['ben room one', 'ben room two', 'ben room three'], 'connected']);
  });

  it('of a hub that is cut off reaches those at the same door', async () => {
    const { time, network, first, second, visit } = twoHubs();
    const [ann, ben, cleo] = [visit('ann', first), visit('ben', first), visit('cleo', second)];
    const lines = [heard(ben, 'room'), heard(cleo, 'room')];
    await time.run(100);
    network.block('hub-a', RECORDS);
    await time.run(4000);
    ann.publish('room', textToBytes('is anybody there'));
    await time.run(4100);
    expect(lines).toEqual([['ann room is anybody there'], []]);
  });

  it('is refused what the keeper does not allow, and sent away when it says so', async () => {
    const drop = () => ({ kind: 'drop', reason: 'not you' }) as const;
    const close = () => ({ kind: 'close', reason: 'forged' }) as const;
    const { time, refused, first, visit } = twoHubs({ mayRequest: drop, mayReplace: drop, mayPublish: close });
    const ann = visit('ann', first);
    const asked = expect(ann.request('cmd', textToBytes(''), { timeoutMs: 500 })).rejects.toThrow(RefusedAtDoorError);
    const swapped = expect(ann.bucket('own').swap('puma', undefined, textToBytes(''))).rejects.toThrow(
      'ann may not swap own puma: not you',
    );
    await time.run(100);
    await Promise.all([asked, swapped]);
    ann.publish('room', textToBytes('forged'));
    await time.run(130);
    expect(ann.status.kind).toBe('reconnecting');
    expect(refused).toEqual(['ann: ask cmd', 'ann: swap own puma', 'ann: publish on room']);
  });

  it('who is dismissed is told why, and comes to no other door', async () => {
    const { time, first, second, visit } = twoHubs();
    const [ann, ben] = [visit('ann', first), visit('ben', second)];
    const lines = heard(ben, 'room');
    await time.run(100);
    const asked = expect(ann.request('cmd', textToBytes(''), { timeoutMs: 500 })).rejects.toThrow('closed its connection');
    first.dismiss('ann', 'link-revoked');
    expect(() => ann.publish('room', textToBytes('still here'))).not.toThrow();
    await time.run(3000);
    await asked;
    expect([ann.status, first.visitors, second.visitors, lines]).toEqual([{ kind: 'closed', reason: 'link-revoked' }, [], ['ben'], []]);
  });

  it('who may not enter is dismissed by every door that it tries', async () => {
    const banned = new Set<string>();
    const { time, first, second, visit } = twoHubs({ objectionToEntry: (from) => (banned.has(from) ? 'link-revoked' : undefined) });
    const ann = visit('ann', first);
    await time.run(100);
    banned.add('ann');
    first.slam();
    await time.run(3000);
    expect([ann.status, first.visitors, second.visitors]).toEqual([{ kind: 'closed', reason: 'link-revoked' }, [], []]);
  });
});
