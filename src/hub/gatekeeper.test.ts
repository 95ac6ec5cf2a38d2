import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '../core/api/roles.ts';
import { ORIGIN } from '../core/base/pose.ts';
import { encodeDeclaration } from '../core/blackboard/declaration.ts';
import { keyOf } from '../core/blackboard/names.ts';
import { EmbeddedBackbone } from '../core/bus/embedded.ts';
import { buckets, subjects } from '../core/bus/subjects.ts';
import type { Store } from '../core/store/store.ts';
import { systemClock } from '../platform/system-clock.ts';
import { systemRandom } from '../platform/system-random.ts';
import { openStore } from '../storage/storage.ts';
import type { Applicant } from '../transports/socket/gatekeeper.ts';
import { HubGatekeeper } from './gatekeeper.ts';
import { isLocal } from './origins.ts';
import { Planning } from './planning/planning.ts';
import { Invitations } from './sessions/invitations.ts';
import { Seal } from './sessions/seal.ts';
import { Sessions } from './sessions/sessions.ts';
import { Worlds } from './worlds/worlds.ts';

const nothing = new Uint8Array();
const AWAY = { address: '192.168.1.7', origin: undefined, host: 'hub.example:7330' };
let store: Store;
let worlds: Worlds;
let gatekeeper: HubGatekeeper;
let gatekeeperWith: (rules: Partial<ConstructorParameters<typeof HubGatekeeper>[0]>) => HubGatekeeper;
let taken: Set<string>;
/** Of a session by a link that was made for this. */
let tokenFor: (role: Role, world?: string) => Promise<string>;

beforeEach(async () => {
  const report = (error: unknown) => {
    throw error;
  };
  const ports = { clock: systemClock, random: systemRandom, report };
  const backbone = new EmbeddedBackbone({ ...ports, defer: queueMicrotask });
  const origins = { host: '127.0.0.1', allowed: [] };
  store = await openStore(':memory:');
  worlds = new Worlds({
    ...ports,
    planning: new Planning({ ...ports, store, folder: undefined }),
    hub: 'hub',
    company: 'alone',
    backbone,
    store,
    enliven: () => undefined,
    onOpen: () => {},
    onRemove: () => {},
  });
  const seal = new Seal(randomBytes(32));
  const invitations = new Invitations({ store, seal, random: systemRandom });
  const sessions = new Sessions({ seal, invitations, isLocal: (peer) => isLocal(peer, origins) });
  tokenFor = async (role, world) => {
    const invitation = await invitations.create({ role, world, note: '', by: 'root', validMs: 60_000 });
    const begun = await sessions.begin({ link: await invitations.token(invitation), name: 'Eve' }, AWAY);
    if (begun.kind === 'stranger') throw new Error(begun.text);
    return begun.token;
  };
  gatekeeperWith = (rules) =>
    new HubGatekeeper({
      ...{ worlds, sessions, origins, random: systemRandom },
      ids: 'short',
      mostInWorld: 100,
      elsewhere: () => undefined,
      ...rules,
    });
  gatekeeper = gatekeeperWith({});
  taken = new Set();
});

afterEach(async () => {
  await worlds[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
});

const applicant = (name: string, more: Partial<Applicant> = {}): Applicant => ({
  isSent: false,
  isFull: false,
  world: 'w',
  name,
  former: undefined,
  token: undefined,
  peer: { address: '127.0.0.1', origin: undefined, host: '127.0.0.1:7330' },
  isTaken: (id) => taken.has(id),
  ...more,
});

async function admission(asking: Applicant) {
  await gatekeeper.prepare(asking);
  return gatekeeper.admit(asking);
}

async function admitted(asking: Applicant): Promise<string> {
  const answer = await admission(asking);
  if (answer.kind === 'refuse') throw new Error(answer.text);
  taken.add(answer.id);
  return answer.id;
}

describe('ids', () => {
  it('are made of names, each given once', async () => {
    expect(await admitted(applicant('Ada Lovelace'))).toBe('ada-lovelace');
    expect(await admitted(applicant('Ada Lovelace'))).toBe('ada-lovelace-2');
    expect(await admitted(applicant('Ada Lovelace'))).toBe('ada-lovelace-3');
    const ids = new Set<string>();
    for (let i = 0; i < 20; i++) ids.add(await admitted(applicant('Ada Lovelace')));
    expect(ids.size).toBe(20);
  });

  it("are never the hub's own, nor those of its residents", async () => {
    for (const name of ['hub', 'Hub', 'hub-w', 'hub-door']) expect(await admitted(applicant(name))).toMatch(/^guest-hub/);
  });

  it('are given back to those who prove them, or ask first after a restart', async () => {
    taken.add('ada');
    expect(await admitted(applicant('Ada', { former: { id: 'ada', proof: 'proven' } }))).toBe('ada');
    expect(await admitted(applicant('Ada', { former: { id: 'ada-7', proof: 'unknown' } }))).toBe('ada-7');
    expect(await admitted(applicant('Ada', { former: { id: 'ada-7', proof: 'unknown' } }))).toBe('ada-2');
    expect(await admitted(applicant('Eve', { former: { id: 'hub-w', proof: 'unknown' } }))).toBe('eve');
  });
});

describe('admission', () => {
  it.each([
    ['pages of other sites', { address: '127.0.0.1', origin: 'https://evil.example', host: '127.0.0.1:7330' }],
    ['other machines', { address: '192.168.1.7', origin: undefined, host: '127.0.0.1:7330' }],
    ['pages whose name was pointed at this machine', { address: '127.0.0.1', origin: undefined, host: 'evil.example:7330' }],
  ])('is refused to %s, and opens nothing', async (_, peer) => {
    expect(await admission(applicant('Eve', { peer }))).toMatchObject({ kind: 'refuse', reason: 'not-admitted' });
    expect(worlds.all()).toEqual([]);
    expect(await store.worlds.all()).toEqual([]);
  });

  it('on loopback makes worlds that are not there, but not of any name', async () => {
    await admitted(applicant('Ada', { world: 'new-one' }));
    expect(await store.worlds.get('new-one')).toMatchObject({ name: 'new-one', createdBy: 'local' });
    expect(await admission(applicant('Eve', { world: 'w'.repeat(41) }))).toMatchObject({ kind: 'refuse' });
  });
});

describe('admission by a join link', () => {
  const made = async () => (await store.worlds.all()).map(({ id }) => id);

  it('[H16] for one world opens and makes no other', async () => {
    for (const id of ['mine', 'there']) await store.worlds.create({ id, name: id, summary: '', createdBy: 'ann', createdAtMs: 1 }, []);
    const eve = applicant('Eve', { token: await tokenFor('administrator', 'mine'), peer: AWAY, world: 'mine' });
    for (const world of ['there', 'nowhere'])
      expect(await admission({ ...eve, world })).toMatchObject({ kind: 'refuse', text: 'your link is for mine' });
    expect(worlds.all()).toEqual([]);
    expect(await made()).toEqual(['mine', 'there']);
    expect((await admission(eve)).kind).toBe('admit');
  });

  it.each<[Role, string[]]>([
    ['viewer', []],
    ['operator', []],
    ['teacher', ['new-one']],
  ])('[H16] as %s makes these worlds by joining them: %j', async (role, expected) => {
    await admission(applicant('Eve', { token: await tokenFor(role), peer: AWAY, world: 'new-one' }));
    expect(await made()).toEqual(expected);
  });

  it('is refused to pages of other sites, also with a token that was good elsewhere', async () => {
    const eve = applicant('Eve', { token: await tokenFor('teacher'), peer: AWAY });
    expect((await admission(eve)).kind).toBe('admit');
    const peer = { ...AWAY, origin: 'https://evil.example' };
    expect(await admission({ ...eve, peer })).toMatchObject({ kind: 'refuse', reason: 'not-admitted' });
  });
});

describe('rights', () => {
  it('[K23] of who declared something are kept for who is in that world, not in another', async () => {
    const ada = await admitted(applicant('Ada', { world: 'aside' }));
    const ben = await admitted(applicant('Ben'));
    const cleo = await admitted(applicant('Cleo'));
    const declaredBy = (by: string) =>
      encodeDeclaration({ name: 'lamp', type: 'number', unit: '', writers: { kind: 'anyone' }, goodForMs: undefined, by });
    const place = { bucket: buckets.declarations('w'), key: keyOf('lamp') };
    expect(gatekeeper.mayReplace(ben, place, declaredBy(cleo), declaredBy(ben)).kind).toBe('drop');
    expect(gatekeeper.mayReplace(ben, place, declaredBy(ada), declaredBy(ben)).kind).toBe('allow');
  });

  it('follow the ownership records', async () => {
    const ada = await admitted(applicant('Ada'));
    const world = worlds.get('w');
    await world?.resident.insert(
      { name: 'Robot', model: 'box', kind: 'dynamic', dofs: [], initial: { pose: ORIGIN, values: [] } },
      'robot',
    );
    const state = subjects.state('w', 'f0', 'robot');
    expect(world?.owners.title('hub-w', 'robot')).toBe('owner');
    expect(gatekeeper.mayPublish(ada, state, nothing).kind).toBe('close');
    await world?.resident.remove('robot');
    expect(world?.owners.title('hub-w', 'robot')).toBe('former');
  });

  it('end with the link', async () => {
    const ada = await admitted(applicant('Ada'));
    const ben = await admitted(applicant('Ben'));
    expect(gatekeeper.mayPublish(ada, subjects.chat('w'), nothing).kind).toBe('allow');
    gatekeeper.forget(ada);
    expect(gatekeeper.mayPublish(ada, subjects.chat('w'), nothing).kind).toBe('drop');
    expect(gatekeeper.mayRequest('nobody', subjects.clock('w'), nothing).kind).toBe('drop');
    expect(gatekeeper.mayPublish(ben, subjects.chat('w'), nothing).kind).toBe('allow');
  });
});

describe('room', () => {
  it('[H7] is counted with those who have just come, and kept for those who come back', async () => {
    gatekeeper = gatekeeperWith({ mostInWorld: 2 });
    const first = await admission(applicant('ann'));
    await admission(applicant('ben'));
    const third = await admission(applicant('cleo'));
    expect([first.kind, third]).toEqual(['admit', { kind: 'refuse', reason: 'door-full', text: '2 are in w, which is all it takes' }]);
    expect(await admission(applicant('ann', { former: { id: 'ann', proof: 'proven' } }))).toMatchObject({ kind: 'admit', id: 'ann' });
  });

  it('[H8] may be elsewhere: asked once, and first of all by a hub that is full', async () => {
    gatekeeper = gatekeeperWith({ elsewhere: (_, participants) => (participants > 5 ? 'http://two.example' : undefined) });
    expect((await admission(applicant('ann'))).kind).toBe('admit');
    const sent = { kind: 'refuse', reason: 'elsewhere', text: 'http://two.example' };
    expect(await admission(applicant('ben', { isFull: true }))).toEqual(sent);
    expect(await admission(applicant('ben', { isFull: true, isSent: true }))).toMatchObject({ kind: 'refuse', reason: 'door-full' });
  });
});

describe('ids among several hubs', () => {
  it('[H5] are never given again', async () => {
    gatekeeper = gatekeeperWith({ ids: 'unique' });
    const ids = new Set<string>();
    for (let i = 0; i < 20; i++) {
      const admitted = await admission(applicant('Ann'));
      if (admitted.kind === 'admit') ids.add(admitted.id);
    }
    expect(ids.size).toBe(20);
    for (const id of ids) expect(id).toMatch(/^ann-[a-z0-9]{8}$/);
  });
});
