import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeJson } from '../core/api/messages.ts';
import { PUBLISH, REPLY, REQUEST, ROUTES, SUBSCRIBE, SWAP } from '../core/api/rights.ts';
import { isAtLeast, ROLES, type Role } from '../core/api/roles.ts';
import { NO_TWIST, ORIGIN } from '../core/base/pose.ts';
import { isSilence, type Revision } from '../core/bus/bus.ts';
import { buckets, subjects } from '../core/bus/subjects.ts';
import { newTaskState } from '../core/tasks/tasks.ts';
import { encodeBeat } from '../core/world/beat.ts';
import type { SocketBus } from '../transports/socket/client.ts';
import { RefusedError } from '../transports/socket/close-reason.ts';
import { HubStage } from './hub-stage.contract.ts';

/**
 * Every message kind and every route, for everybody. What is expected stands here once more, in words of its own, so that a slip in the table of rights
 * does not agree with itself.
 */
type Least = Role | 'anyone';

const ROUTE_RIGHTS: Record<string, Least> = {
  'GET /health': 'anyone',
  'GET /version': 'viewer',
  'GET /metrics': 'viewer',
  'POST /api/v1/sessions': 'anyone',
  'DELETE /api/v1/sessions': 'anyone',
  'GET /api/v1/me': 'anyone',
  'GET /api/v1/hubs': 'viewer',
  'GET /api/v1/hubs/history': 'viewer',
  'GET /api/v1/worlds': 'viewer',
  'POST /api/v1/worlds': 'teacher',
  'PATCH /api/v1/worlds/:world': 'teacher',
  'DELETE /api/v1/worlds/:world': 'teacher',
  'POST /api/v1/worlds/:world/save': 'operator',
  'GET /api/v1/worlds/:world/picture': 'viewer',
  'PUT /api/v1/worlds/:world/picture': 'operator',
  'GET /api/v1/worlds/:world/files': 'viewer',
  'POST /api/v1/worlds/:world/files': 'operator',
  'GET /api/v1/worlds/:world/files/:file': 'viewer',
  'DELETE /api/v1/worlds/:world/files/:file': 'operator',
  'GET /api/v1/worlds/:world/site': 'viewer',
  'PUT /api/v1/worlds/:world/site': 'teacher',
  'GET /api/v1/worlds/:world/chat': 'viewer',
  'GET /api/v1/worlds/:world/invitations': 'teacher',
  'POST /api/v1/worlds/:world/invitations': 'teacher',
  'DELETE /api/v1/worlds/:world/invitations/:invitation': 'teacher',
  'GET /api/v1/invitations': 'administrator',
  'POST /api/v1/invitations': 'administrator',
  'DELETE /api/v1/invitations/:invitation': 'administrator',
  'GET /api/v1/worlds/:world/audit': 'teacher',
  'GET /api/v1/models': 'viewer',
  'PUT /api/v1/models/:model': 'teacher',
  'DELETE /api/v1/models/:model': 'teacher',
  'GET /api/v1/models/:model/export': 'viewer',
  'GET /api/v1/meshes/:mesh': 'viewer',
  'GET /api/v1/planners': 'viewer',
};

const STRANGERS = ['none', 'expired', 'forged', 'revoked'] as const;
type Stranger = (typeof STRANGERS)[number];

let stage: HubStage;
const tokens = new Map<Role | Stranger, string | undefined>();

beforeAll(async () => {
  stage = await HubStage.start();
  const brief = await stage.invite({ role: 'administrator', hours: 2.5 / 3600 });
  tokens.set('expired', (await stage.session(brief.link)).token);
  for (const role of ROLES) tokens.set(role, (await stage.session((await stage.invite({ role })).link, role)).token);
  tokens.set('none', undefined);
  tokens.set('forged', await stage.forged(brief.id));
  const revoked = await stage.invite({ role: 'administrator' });
  tokens.set('revoked', (await stage.session(revoked.link)).token);
  await stage.call(`DELETE /api/v1/invitations/${revoked.id}`, { token: (await stage.administrator()).token });
  await delay(Math.max(0, brief.expiresAtMs - Date.now()) + 50);
});

afterAll(() => stage[Symbol.asyncDispose]());

describe('every route', () => {
  it('has its line in the table of rights', () => {
    expect([...ROUTES.keys()].sort()).toEqual(Object.keys(ROUTE_RIGHTS).sort());
  });

  /** Nothing that is allowed here changes anything: what it would change is not there, or the body is none. */
  const status = async (route: string, who: Role | Stranger): Promise<number> => {
    const place = route.replace(':world', 'nowhere').replace(/:\w+/, 'nothing');
    const token = tokens.get(who);
    return (await stage.call(place, token === undefined ? {} : { token })).status;
  };

  describe.each(Object.entries(ROUTE_RIGHTS))('%s', (route, least) => {
    it.each(STRANGERS)('%s', async (who) => {
      const answered = await status(route, who);
      if (least !== 'anyone') expect(answered).toBe(401);
      // A session that holds no more is told so.
      else if (route === 'GET /api/v1/me' && who !== 'none') expect(answered).toBe(401);
      else expect([200, 204, 400]).toContain(answered);
    });

    it.each(ROLES)('%s', async (who) => {
      const answered = await status(route, who);
      if (least === 'anyone' || isAtLeast(who, least)) expect([200, 204, 400, 404, 415]).toContain(answered);
      else expect(answered).toBe(403);
    });
  });

  it('that is in no line is refused or not there, whoever asks', async () => {
    const token = tokens.get('administrator') ?? '';
    for (const route of ['GET /api/v1/secrets', 'PUT /api/v1/worlds', 'HEAD /api/v1/worlds', 'OPTIONS /api/v1/models'])
      expect((await stage.call(route, { token })).status).toBe(404);
  });

  it('is closed to links for another world', async () => {
    const { link } = await stage.invite({ role: 'teacher' }, 'w');
    const { token } = await stage.session(link);
    expect((await stage.call('GET /api/v1/worlds/w/audit', { token })).status).toBe(200);
    expect((await stage.call('GET /api/v1/worlds/other/audit', { token })).status).toBe(403);
    expect((await stage.call('POST /api/v1/worlds', { token, body: { name: 'Mine' } })).status).toBe(403);
    expect((await stage.call('POST /api/v1/worlds/w/invitations', { token, body: { role: 'administrator' } })).status).toBe(403);
    // The other world must be open, or it is refused for not being there.
    await stage.connect('root', { token: tokens.get('administrator') ?? '', world: 'other' });
    const refused = { reason: 'not-admitted', message: expect.stringContaining('your link is for w') };
    await expect(stage.connect('teacher', { token, world: 'other' })).rejects.toMatchObject(refused);
  });
});

describe('the door', () => {
  it.each([
    ['none', 'not-admitted'],
    ['expired', 'link-expired'],
    ['forged', 'not-admitted'],
    ['revoked', 'link-revoked'],
  ] as const)('is closed to %s', async (who, reason) => {
    const token = tokens.get(who);
    await expect(stage.connect(who, token === undefined ? {} : { token })).rejects.toMatchObject({ name: 'RefusedError', reason });
  });

  describe.each(ROLES)('for a %s', (role) => {
    const may = (least: Role): 'allowed' | 'refused' => (isAtLeast(role, least) ? 'allowed' : 'refused');
    const mine = `robot-of-${role}`;
    let bus: SocketBus;
    let administrator: SocketBus;

    beforeAll(async () => {
      bus = await stage.connect(role, { token: tokens.get(role) ?? '' });
      administrator = await stage.connect('root', { token: tokens.get('administrator') ?? '' });
      // Whoever may, owns it: what an owner may is then a matter of the role.
      const record = encodeJson({ owner: bus.self, epoch: 1, nonce: 'abc' });
      await bus
        .bucket(buckets.ownership('w'))
        .swap(mine, undefined, record)
        .catch(() => {});
    });

    /** As the door counts it: what is published or subscribed to has no answer. */
    const refusals = async () => {
      const { door } = await stage.get<{ door: { refusals: number } }>('GET /metrics', { token: tokens.get('administrator') ?? '' });
      return door.refusals;
    };
    const outcomeOf = async (attempt: () => unknown): Promise<'allowed' | 'refused'> => {
      const before = await refusals();
      try {
        await attempt();
        // The door has dealt with it when it answers this.
        await bus.bucket(buckets.time('w')).get('time');
      } catch (error) {
        if (error instanceof RefusedError) return 'refused';
        if (!isSilence(error)) throw error;
      }
      return (await refusals()) === before ? 'allowed' : 'refused';
    };

    const beat = () =>
      encodeBeat({
        members: [
          {
            id: bus.self,
            name: role,
            goodUntilMs: 1,
            clockErrorMs: 1,
            mayLead: false,
            holdsAll: false,
            leaving: false,
            confirmedMs: 0,
            pace: 'working',
            term: 0,
            digest: 0,
          },
        ],
        estates: [],
      });
    const hold = encodeJson({ kind: 'hold', nonce: 'abc', seq: 1, twist: NO_TWIST, rates: [] });
    const nonce = encodeJson({ kind: 'nonce', entity: mine, epoch: 1, nonce: 'abc' });
    const published: [line: string, what: string, least: Role, subject: () => string, payload: () => Uint8Array][] = [
      ['*.st.*', 'a state of its own', 'operator', () => subjects.state('w', 'f0', mine), () => new Uint8Array([1])],
      ['cam.*', 'a picture of its own', 'operator', () => subjects.camera('w', mine), () => new Uint8Array([1])],
      ['hb.*', 'a beat', 'viewer', () => subjects.beat('w', bus.self), beat],
      ['av.*', 'an avatar', 'viewer', () => subjects.avatar('w', bus.self), () => new Uint8Array([1])],
      ['now.*', 'a stop', 'viewer', () => subjects.urgent('w', 'r'), () => encodeJson({ kind: 'stop', id: 'a.1', reason: 'a hand' })],
      ['now.*', 'a held stick', 'operator', () => subjects.urgent('w', 'r'), () => hold],
      ['ctl.*', 'a nonce', 'operator', () => subjects.control('w', 'root'), () => nonce],
      ['chat', 'a chat', 'viewer', () => subjects.chat('w'), () => encodeJson({ text: 'hello' })],
      ['bb.>', 'a value', 'operator', () => subjects.variable('w', 'lab.lamp'), () => new Uint8Array([1])],
      ['doc.*.at', 'where it is in a document', 'viewer', () => subjects.documentPresence('w', 'plan'), () => new Uint8Array([1])],
      ['sen', 'that it listens to sensors', 'viewer', () => subjects.sensingAll('w'), () => encodeJson({ mounts: ['*'] })],
      ['sen.*', "that it listens to a robot's sensors", 'viewer', () => subjects.sensing('w', 'r'), () => encodeJson({ mounts: ['*'] })],
    ];
    it.each(published)('publish %s: %s, from %s on', async (_line, _what, least, subject, payload) => {
      expect(await outcomeOf(() => bus.publish(subject(), payload()))).toBe(may(least));
    });

    const requested: [line: string, least: Role, subject: string][] = [
      ['cmd.*', 'operator', subjects.command('w', 'r')],
      ['fix.*', 'viewer', subjects.repair('w', 'hub-w')],
      ['clk', 'viewer', subjects.clock('w')],
      ['snap', 'viewer', subjects.snapshot('w')],
      ['bbs', 'viewer', subjects.board('w')],
      ['docs', 'viewer', subjects.documentList('w')],
      ['docdesk', 'operator', subjects.documentDesk('w')],
      ['doc.*.sync', 'viewer', subjects.documentSync('w', 'plan')],
      ['doc.*.edit', 'operator', subjects.documentEdits('w', 'plan')],
      ['path.*', 'viewer', subjects.paths('w', 'hub-w')],
      ['paths', 'viewer', subjects.pathHosts('w')],
      ['sense', 'viewer', subjects.sense('w')],
    ];
    it.each(requested)('request %s from %s on', async (_line, least, subject) => {
      expect(await outcomeOf(() => bus.request(subject, new Uint8Array([1]), { timeoutMs: 50 }))).toBe(may(least));
    });

    const subscribed: [line: string, least: Role, pattern: () => string][] = [
      ['*.st.*', 'viewer', () => subjects.allStates('w')],
      ['*.inv.*', 'viewer', () => subjects.inventories('w', 'f0')],
      ['cam.*', 'viewer', () => subjects.camera('w', 'c')],
      ['hb.*', 'viewer', () => subjects.allBeats('w')],
      ['av.*', 'viewer', () => subjects.avatar('w', '*')],
      ['chat', 'viewer', () => subjects.chat('w')],
      ['cat', 'viewer', () => subjects.catalog('w')],
      ['ctl.*', 'viewer', () => subjects.control('w', bus.self)],
      ['fix.*', 'viewer', () => subjects.repair('w', bus.self)],
      ['cmd.*', 'operator', () => subjects.command('w', mine)],
      ['now.*', 'operator', () => subjects.urgent('w', mine)],
      ['bb.>', 'viewer', () => subjects.variable('w', '>')],
      ['docnews', 'viewer', () => subjects.documentListNews('w')],
      ['doc.*.news', 'viewer', () => subjects.documentNews('w', '*')],
      ['doc.*.at', 'viewer', () => subjects.documentPresence('w', 'plan')],
      ['pathhost.*', 'viewer', () => subjects.pathHost('w', '*')],
      ['sen', 'operator', () => subjects.sensingAll('w')],
      ['sen.*', 'operator', () => subjects.sensing('w', mine)],
    ];
    it.each(subscribed)('subscribe %s from %s on', async (_line, least, pattern) => {
      expect(
        await outcomeOf(() => {
          using _listening = bus.subscribe(pattern(), () => {});
        }),
      ).toBe(may(least));
    });

    const replied: [line: string, least: Role, subject: () => string][] = [
      ['cmd.*', 'operator', () => subjects.command('w', mine)],
      ['fix.*', 'viewer', () => subjects.repair('w', bus.self)],
    ];
    it.each(replied)('reply %s from %s on', async (_line, least, subject) => {
      using _listening = bus.subscribe(subject(), (message) => message.reply?.(new Uint8Array([7])));
      await bus.bucket(buckets.time('w')).get('time');
      const answered = await administrator.request(subject(), new Uint8Array([1]), { timeoutMs: 300 }).then(
        ([answer]) => (answer === 7 ? 'allowed' : 'refused'),
        () => 'refused',
      );
      expect(answered).toBe(may(least));
    });

    const described = { name: 'Box', model: 'box', kind: 'static', dofs: [], initial: { pose: ORIGIN, values: [] } };
    const order = { id: 't', name: 'task', rows: [] };
    const taskRecord = { order, state: newTaskState(order, { nowMs: 0, generation: 0 }), nonce: 'n' };
    const time = { rev: 2, segments: [{ rate: 1, sharedT0: 0, worldT0: 0, generation: 0 }] };
    const swapped: [line: string, least: Role, bucket: string, key: string, value: unknown][] = [
      ['own', 'operator', buckets.ownership('w'), 'free', { owner: role, epoch: 1, nonce: 'abc' }],
      ['ent', 'operator', buckets.entities('w'), 'free', described],
      ['time', 'operator', buckets.time('w'), 'time', time],
      ['var', 'operator', buckets.declarations('w'), 'free', {}],
      ['ways', 'operator', buckets.ways('w'), 'floor', { version: 1, claims: [] }],
      ['prog', 'operator', buckets.programs('w'), 'key-0', {}],
      ['task', 'operator', buckets.tasks('w'), 'current', taskRecord],
    ];
    it.each(swapped)('swap %s from %s on, but read it always', async (_line, least, bucket, key, value) => {
      // A revision that never was: what is allowed conflicts, and changes nothing.
      expect(await outcomeOf(() => bus.bucket(bucket).swap(key, 'never' as Revision, encodeJson(value)))).toBe(may(least));
      expect(await outcomeOf(() => bus.bucket(bucket).get(key))).toBe('allowed');
    });

    it('leaves no line of the tables out', () => {
      const lines = (cases: readonly (readonly [string, ...unknown[]])[]) => [...new Set(cases.map(([line]) => line))].sort();
      expect(lines(published)).toEqual([...PUBLISH.keys()].sort());
      expect(lines(requested)).toEqual([...REQUEST.keys()].sort());
      expect(lines(subscribed)).toEqual([...SUBSCRIBE.keys()].sort());
      expect(lines(replied)).toEqual([...REPLY.keys()].sort());
      expect(lines(swapped)).toEqual([...SWAP.keys()].sort());
    });
  });
});
