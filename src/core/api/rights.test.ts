import { describe, expect, it } from 'vitest';
import { ORIGIN } from '../base/pose.ts';
import { buckets, subjects } from '../bus/subjects.ts';
import { newTaskState } from '../tasks/tasks.ts';
import { encodeJson } from './messages.ts';
import {
  type Claimant,
  mayCall,
  mayPublish,
  mayRead,
  mayReplace,
  mayReply,
  mayRequest,
  maySubscribe,
  maySwap,
  type Right,
} from './rights.ts';

const box = { name: 'Box', model: 'box', kind: 'static' as const, dofs: [], initial: { pose: ORIGIN, values: [] } };
const alice: Claimant = {
  id: 'alice',
  world: 'w',
  role: 'operator',
  title: (entity) => (entity === 'hers' ? 'owner' : entity === 'once-hers' ? 'former' : 'none'),
  description: (entity) =>
    entity === 'hers'
      ? box
      : entity === 'real'
        ? { ...box, hosts: ['arm', 'alice'] }
        : entity === 'theirs'
          ? { ...box, hosts: ['arm'] }
          : undefined,
  board: {
    objectionToValue: (variable) => (variable === 'theirs.range' ? 'only bob may' : undefined),
    objectionToDeclaration: (key) => (key === 'theirs' ? 'only bob may' : undefined),
  },
};
const nothing = new Uint8Array();
const nonceOf = (entity: string) => encodeJson({ kind: 'nonce', entity, epoch: 1, nonce: 'abc' });
const ownedBy = (owner: string) => encodeJson({ owner, epoch: 2, nonce: 'abc' });
const description = encodeJson({ name: 'Box', model: 'box', kind: 'static', dofs: [], initial: { pose: ORIGIN, values: [] } });
const time = encodeJson({ rev: 2, segments: [{ rate: 1, sharedT0: 0, worldT0: 0, generation: 0 }] });

const order = { id: 't', name: 'task', rows: [] };
const task = encodeJson({ order, state: newTaskState(order, { nowMs: 0, generation: 0 }), nonce: 'n' });

const queueOf = (...holders: string[]) =>
  encodeJson({ version: 1, waiting: holders.map((holder) => ({ robot: `of-${holder}`, holder, goodUntilMs: 9 })) });
const claimOf = (holder: string, robot: string, more = {}) => ({
  ...{ robot, holder, goodUntilMs: 9, rank: 1, urgency: 1, radiusM: 0.3, speedMPerS: 1, isLast: false, wish: [], wishedSinceMs: 0 },
  way: [[0, 1, 2]],
  ...more,
});
const waysOf = (...claims: readonly object[]) => encodeJson({ version: 1, claims });

type Line = [wanted: Right['kind'], what: string, payload?: Uint8Array];

function check(lines: readonly Line[], judge: (what: string, payload: Uint8Array) => Right): void {
  for (const [wanted, what, payload = nothing] of lines) it(`${wanted}: ${what}`, () => expect(judge(what, payload).kind).toBe(wanted));
}

describe('publish', () => {
  it('[KN18] of what a robot knows is for who owns it', () => {
    const claimant: Claimant = { ...alice, description: () => box };
    const judge = (name: string) => mayPublish(claimant, subjects.variable('w', name), nothing).kind;
    expect(['knowledge.hers', 'knowledge.hers.1', 'knowledge.another', 'knowledge.once-hers.1'].map(judge)).toEqual([
      'allow',
      'allow',
      'drop',
      'drop',
    ]);
  });

  const lines: Line[] = [
    ['allow', subjects.state('w', 'f0', 'hers')],
    ['drop', subjects.state('w', 'f0', 'once-hers')],
    ['close', subjects.state('w', 'f0', 'another')],
    ['allow', subjects.camera('w', 'hers')],
    ['close', subjects.camera('w', 'another')],
    ['allow', subjects.beat('w', 'alice')],
    ['close', subjects.beat('w', 'bob')],
    ['allow', subjects.avatar('w', 'alice')],
    ['close', subjects.avatar('w', 'bob')],
    ['allow', subjects.urgent('w', 'another')],
    ['allow', subjects.chat('w')],
    ['allow', subjects.control('w', 'bob'), nonceOf('hers')],
    ['drop', subjects.control('w', 'bob'), nonceOf('another')],
    ['drop', subjects.control('w', 'bob')],
    ['allow', subjects.variable('w', 'range')],
    ['allow', subjects.variable('w', 'sensors.yair.ir.front')],
    ['drop', subjects.variable('w', 'theirs.range')],
    ['drop', subjects.variable('w', 'sensors.theirs.laser')],
    ['allow', subjects.variable('w', 'sensors.hers.laser')],
    ['drop', subjects.variable('elsewhere', 'range')],
    ['allow', subjects.sensing('w', 'another')],
    ['allow', subjects.sensingAll('w')],
    ['drop', subjects.sensing('elsewhere', 'another')],
    ['drop', subjects.sense('w')],
    ['drop', 'v1.w.bb'],
    ['close', 'v1.w.bb.st.another'],
    ['drop', subjects.board('w')],
    ['drop', subjects.pathHost('w', 'alice')],
    ['drop', subjects.paths('w', 'hub')],
    ['drop', subjects.command('w', 'another')],
    ['drop', subjects.clock('w')],
    ['drop', subjects.snapshot('w')],
    ['drop', subjects.catalog('w')],
    ['drop', subjects.repair('w', 'bob')],
    ['drop', subjects.chat('elsewhere')],
    ['drop', subjects.state('elsewhere', 'f0', 'hers')],
    ['drop', 'v2.w.chat'],
    ['drop', 'v1.w'],
    ['drop', 'v1'],
    ['drop', 'v1.w.constructor'],
    ['drop', 'v1.w.f0.st.hers.more'],
    ['drop', 'v1.w.f0.no.hers'],
  ];
  check(lines, (subject, payload) => mayPublish(alice, subject, payload));
});

describe('request', () => {
  const lines: Line[] = [
    ['allow', subjects.command('w', 'another')],
    ['allow', subjects.clock('w')],
    ['allow', subjects.snapshot('w')],
    ['allow', subjects.board('w')],
    ['allow', subjects.sense('w')],
    ['drop', subjects.sensing('w', 'another')],
    ['drop', subjects.variable('w', 'range')],
    ['allow', subjects.repair('w', 'bob')],
    ['allow', subjects.paths('w', 'hub')],
    ['allow', subjects.pathHosts('w')],
    ['drop', subjects.pathHost('w', 'hub')],
    ['drop', subjects.chat('w')],
    ['drop', subjects.clock('elsewhere')],
  ];
  check(lines, (subject, payload) => mayRequest(alice, subject, payload));
});

describe('reply', () => {
  const lines: Line[] = [
    ['allow', subjects.command('w', 'hers')],
    ['allow', subjects.command('w', 'once-hers')],
    ['drop', subjects.command('w', 'another')],
    ['allow', subjects.repair('w', 'alice')],
    ['drop', subjects.repair('w', 'bob')],
    ['drop', subjects.clock('w')],
    ['drop', subjects.snapshot('w')],
    ['drop', subjects.board('w')],
    ['drop', subjects.sense('w')],
    ['drop', subjects.variable('w', 'range')],
    ['drop', subjects.paths('w', 'alice')],
    ['drop', subjects.pathHosts('w')],
  ];
  check(lines, (subject, payload) => mayReply(alice, subject, payload));
});

describe('subscribe', () => {
  const lines: Line[] = [
    ['allow', subjects.allStates('w')],
    ['allow', subjects.statesOfRegion('w', 'f0')],
    ['allow', subjects.state('w', 'f0', 'another')],
    ['allow', subjects.allBeats('w')],
    ['allow', subjects.chat('w')],
    ['allow', subjects.catalog('w')],
    ['drop', subjects.catalog('elsewhere')],
    ['allow', subjects.avatar('w', '*')],
    ['allow', subjects.camera('w', 'another')],
    ['allow', subjects.variable('w', '>')],
    ['allow', subjects.variable('w', 'sensors.*.ir')],
    ['drop', subjects.variable('elsewhere', '>')],
    ['allow', subjects.sensing('w', 'hers')],
    ['allow', subjects.sensingAll('w')],
    ['drop', subjects.sense('w')],
    ['drop', subjects.board('w')],
    ['allow', subjects.control('w', 'alice')],
    ['drop', subjects.control('w', 'bob')],
    ['drop', subjects.control('w', '*')],
    ['allow', subjects.repair('w', 'alice')],
    ['drop', subjects.repair('w', '*')],
    ['allow', subjects.command('w', 'hers')],
    ['drop', subjects.command('w', 'once-hers')],
    ['drop', subjects.command('w', '*')],
    ['allow', subjects.urgent('w', 'hers')],
    ['drop', subjects.urgent('w', 'another')],
    ['drop', subjects.clock('w')],
    ['drop', subjects.snapshot('w')],
    ['allow', subjects.pathHost('w', '*')],
    ['drop', subjects.paths('w', 'alice')],
    ['drop', subjects.paths('w', '*')],
    ['drop', subjects.pathHosts('w')],
    ['drop', subjects.chat('*')],
    ['drop', '>'],
    ['drop', 'v1.>'],
    ['drop', 'v1.w.>'],
    ['drop', 'v1.w.*'],
    ['drop', 'v1.w.*.*'],
    ['drop', 'v1.w.*.alice'],
    ['drop', 'v1.w.*.*.*'],
    ['drop', 'v1.w.hb.>'],
    ['drop', 'v1.w.f0.st.>'],
    ['drop', 'v1.w.f0.>'],
  ];
  check(lines, (pattern) => maySubscribe(alice, pattern));
});

describe('call', () => {
  /** Whatever its role, a link for one world does nothing to the whole hub. */
  const ofTheHub = [
    'POST /api/v1/worlds',
    'DELETE /api/v1/worlds/:world',
    'GET /api/v1/invitations',
    'POST /api/v1/invitations',
    'DELETE /api/v1/invitations/:invitation',
    'PUT /api/v1/models/:model',
    'DELETE /api/v1/models/:model',
  ];
  const ofOneWorld = ['PATCH /api/v1/worlds/:world', 'POST /api/v1/worlds/:world/invitations', 'GET /api/v1/worlds/:world/audit'];

  it.each(ofTheHub)('%s needs a link for the whole hub', (route) => {
    expect(mayCall({ role: 'administrator', world: 'w' }, route, route.includes(':world') ? 'w' : undefined).kind).toBe('drop');
    expect(mayCall({ role: 'administrator', world: undefined }, route, 'w').kind).toBe('allow');
  });

  it.each(ofOneWorld)('%s needs a link for that world, or for the whole hub', (route) => {
    const kinds = ['w', 'elsewhere', undefined].map((world) => mayCall({ role: 'administrator', world }, route, 'w').kind);
    expect(kinds).toEqual(['allow', 'drop', 'allow']);
  });
});

describe('read', () => {
  const lines: Line[] = [
    ['allow', buckets.ownership('w')],
    ['allow', buckets.entities('w')],
    ['allow', buckets.time('w')],
    ['allow', buckets.declarations('w')],
    ['allow', buckets.ways('w')],
    ['allow', buckets.programs('w')],
    ['drop', buckets.ownership('elsewhere')],
    ['drop', 'v1.w.users'],
    ['drop', 'v1.w.own.more'],
  ];
  check(lines, (bucket) => mayRead(alice, bucket));
});

describe('swap', () => {
  const table: [wanted: Right['kind'], what: string, bucket: string, key: string, value: Uint8Array | undefined][] = [
    ['allow', 'takes what nobody or another owned', buckets.ownership('w'), 'another', ownedBy('alice')],
    ['allow', 'gives away its own', buckets.ownership('w'), 'hers', ownedBy('bob')],
    ['drop', 'gives away what was its own', buckets.ownership('w'), 'once-hers', ownedBy('bob')],
    ['drop', "gives away another's", buckets.ownership('w'), 'another', ownedBy('bob')],
    ['drop', 'writes no record', buckets.ownership('w'), 'hers', nothing],
    ['allow', 'removes', buckets.ownership('w'), 'another', undefined],
    ['allow', 'describes', buckets.entities('w'), 'another', description],
    ['drop', 'describes with nonsense', buckets.entities('w'), 'another', encodeJson({ name: 'Box' })],
    ['allow', 'removes the description', buckets.entities('w'), 'another', undefined],
    ['allow', 'changes world time', buckets.time('w'), 'time', time],
    ['drop', 'changes world time to nonsense', buckets.time('w'), 'time', encodeJson({ rev: 3, segments: [] })],
    ['drop', 'deletes world time', buckets.time('w'), 'time', undefined],
    ['drop', 'leads the clock', buckets.time('w'), 'lead', encodeJson({ leader: 'alice', term: 9 })],
    ['drop', 'sets the world up', buckets.time('w'), 'setup', encodeJson({ incarnation: 9, cellM: 0 })],
    ['allow', 'says where its robot goes', buckets.ways('w'), 'floor', waysOf(claimOf('alice', 'r'))],
    ['drop', 'says nonsense of where its robot goes', buckets.ways('w'), 'floor', encodeJson({ version: 1, claims: [{}] })],
    ['drop', 'queues for an elevator as one goes on a floor', buckets.ways('w'), 'lift_west', waysOf(claimOf('alice', 'r'))],
    ['allow', 'has a task performed', buckets.tasks('w'), 'current', task],
    ['drop', 'writes what is no task', buckets.tasks('w'), 'current', nothing],
    ['drop', 'takes the record of the task away', buckets.tasks('w'), 'current', undefined],
    ['drop', 'writes in another world', buckets.entities('elsewhere'), 'another', description],
    ['drop', 'writes where nothing is', 'v1.w.users', 'alice', nothing],
  ];
  it.each(table)('%s: %s', (wanted, _, bucket, key, value) => {
    expect(maySwap(alice, bucket, key, value).kind).toBe(wanted);
  });
});

describe('succession', () => {
  const stop = { id: 's.1', by: 'bob', reason: 'a hand' };
  const own = (owner: string, epoch: number, more = {}) => encodeJson({ owner, epoch, nonce: 'abc', ...more });
  const entity = (hosts?: string[]) => encodeJson({ ...box, ...(hosts && { hosts }) });
  const timeOf = (rev: number) => encodeJson({ rev, segments: [{ rate: 1, sharedT0: 0, worldT0: 0, generation: 0 }] });
  type Case = [
    wanted: Right['kind'],
    what: string,
    kind: 'own' | 'ent' | 'time' | 'var' | 'ways' | 'prog',
    key: string,
    Uint8Array | undefined,
    Uint8Array | undefined,
  ];
  const table: Case[] = [
    ['allow', 'a program', 'prog', 'key-0', undefined, nothing],
    ['drop', 'another program in its place', 'prog', 'key-0', nothing, nothing],
    ['drop', 'takes a program away', 'prog', 'key-0', nothing, undefined],
    ['allow', 'a first robot on a floor', 'ways', 'floor', undefined, waysOf(claimOf('alice', 'r'))],
    ['allow', 'another beside one', 'ways', 'floor', waysOf(claimOf('bob', 'q')), waysOf(claimOf('bob', 'q'), claimOf('alice', 'r'))],
    ['drop', 'one of somebody else', 'ways', 'floor', undefined, waysOf(claimOf('bob', 'q'))],
    [
      'drop',
      'another rank for one of somebody else',
      'ways',
      'floor',
      waysOf(claimOf('bob', 'q')),
      waysOf(claimOf('bob', 'q', { rank: 7 })),
    ],
    ['allow', 'waits for an elevator behind another', 'ways', 'lift_west', queueOf('bob'), queueOf('bob', 'alice')],
    ['allow', 'strikes a robot out that waits for an elevator', 'ways', 'lift_west', queueOf('bob', 'alice'), queueOf('alice')],
    ['drop', 'has a robot of somebody else wait for an elevator', 'ways', 'lift_west', queueOf('alice'), queueOf('alice', 'bob')],
    ['allow', 'one of somebody who has gone is struck out', 'ways', 'floor', waysOf(claimOf('bob', 'q')), waysOf()],
    ['allow', 'a first record', 'own', 'e', undefined, own('alice', 2 ** 20 + 1)],
    ['drop', 'a first record beyond all counting', 'own', 'e', undefined, own('alice', 2 ** 52 + 2)],
    ['allow', 'its owner touches it', 'own', 'e', own('alice', 5), own('alice', 5)],
    ['drop', 'another touches it', 'own', 'e', own('bob', 5), own('alice', 5)],
    ['drop', 'its owner gives it away without a new epoch', 'own', 'e', own('alice', 5), own('bob', 5)],
    ['allow', 'a take-over', 'own', 'e', own('bob', 5), own('alice', 6)],
    ['allow', 'a take-over in the next incarnation', 'own', 'e', own('bob', 2 ** 20 + 5), own('alice', 2 ** 21 + 1)],
    ['drop', 'a take-over under an earlier epoch', 'own', 'e', own('bob', 5), own('alice', 4)],
    ['drop', 'a take-over that uses the epochs up', 'own', 'e', own('bob', 5), own('alice', 2 ** 40)],
    ['allow', 'a take-over that keeps the stop', 'own', 'e', own('bob', 5, { stop }), own('alice', 6, { stop })],
    ['drop', 'a take-over that drops the stop', 'own', 'e', own('bob', 5, { stop }), own('alice', 6)],
    ['drop', 'a take-over with another stop', 'own', 'e', own('bob', 5, { stop }), own('alice', 6, { stop: { ...stop, id: 's.2' } })],
    ['allow', 'its owner re-arms it', 'own', 'e', own('alice', 5, { stop }), own('alice', 5)],
    ['allow', 'a host takes over', 'own', 'real', own('arm', 5), own('alice', 6)],
    ['drop', 'one that is no host takes over', 'own', 'theirs', own('arm', 5), own('alice', 6)],
    ['drop', 'an owner gives it to one that is no host', 'own', 'real', own('alice', 5), own('bob', 6)],
    ['allow', 'a record without an entity is removed', 'own', 'e', own('bob', 5, { stop }), undefined],
    ['drop', 'the record of an entity is removed', 'own', 'theirs', own('arm', 5, { stop }), undefined],
    ['allow', 'an entity is described', 'ent', 'e', undefined, entity(['arm'])],
    ['allow', 'hosts are set', 'ent', 'e', entity(), entity(['arm'])],
    ['allow', 'a host changes the hosts', 'ent', 'e', entity(['alice']), entity()],
    ['drop', 'another removes the hosts', 'ent', 'e', entity(['arm']), entity()],
    ['drop', 'another becomes a host', 'ent', 'e', entity(['arm']), entity(['arm', 'alice'])],
    ['allow', 'another leaves the hosts as they are', 'ent', 'e', entity(['arm']), entity(['arm'])],
    ['allow', 'an entity is removed', 'ent', 'e', entity(['arm']), undefined],
    ['allow', 'world time changes', 'time', 'time', timeOf(3), timeOf(4)],
    ['drop', 'world time skips revisions', 'time', 'time', timeOf(3), timeOf(2 ** 50)],
    ['drop', 'world time goes back', 'time', 'time', timeOf(3), timeOf(2)],
    ['drop', 'world time is made', 'time', 'time', undefined, timeOf(1)],
    ['allow', 'a variable is declared', 'var', 'mine', undefined, nothing],
    ['drop', "another's is declared", 'var', 'theirs', nothing, nothing],
    ['drop', "another's is taken away", 'var', 'theirs', nothing, undefined],
  ];
  it.each(table)('%s: %s', (wanted, _, kind, key, present, value) => {
    expect(mayReplace(alice, { bucket: `v1.w.${kind}`, key }, present, value).kind).toBe(wanted);
  });
});
