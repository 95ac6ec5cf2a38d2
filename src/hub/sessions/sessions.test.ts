import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Invitation, Me } from '../../core/api/http.ts';
import type { BusStatus } from '../../core/bus/bus.ts';
import { joinWorld } from '../../library/manyhands.ts';
import type { SocketBus } from '../../transports/socket/client.ts';
import { HubStage } from '../hub-stage.contract.ts';

let stage: HubStage;
beforeAll(async () => {
  stage = await HubStage.start();
});
afterAll(() => stage[Symbol.asyncDispose]());

/** What ends it for good. */
const closing = (bus: SocketBus): Promise<string> =>
  new Promise((resolve) => {
    const listening = bus.onStatus((status: BusStatus) => {
      if (status.kind !== 'closed') return;
      listening[Symbol.dispose]();
      resolve(status.reason);
    });
  });

describe('a join link', () => {
  it('opens a session with its role and world, and no more', async () => {
    const { link } = await stage.invite({ role: 'operator', note: "Tuesday's class" }, 'w');
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/j#[\w.-]+$/);
    const session = await stage.session(link, 'Ada');
    expect(session).toMatchObject({ role: 'operator', world: 'w', name: 'Ada' });
    expect(await stage.get<Me>('GET /api/v1/me', { token: session.token })).toEqual({ role: 'operator', world: 'w', name: 'Ada' });
    expect(await stage.session(link.slice(link.indexOf('#') + 1), 'Bob')).toMatchObject({ role: 'operator', name: 'Bob' });
  });

  it('is no session itself, and a session is no link', async () => {
    const { link } = await stage.invite({ role: 'operator' }, 'w');
    const token = link.slice(link.indexOf('#') + 1);
    expect((await stage.call('GET /api/v1/worlds', { token })).status).toBe(401);
    const { token: session } = await stage.session(link);
    expect((await stage.call('POST /api/v1/sessions', { body: { link: session, name: 'Eve' } })).status).toBe(401);
  });

  it('lets a program in, by the address alone', async () => {
    const { link } = await stage.invite({ role: 'viewer' }, 'w');
    await using world = await joinWorld(link, { name: 'watcher' });
    expect(world.world).toBe('w');
    expect(world.participants.map(({ name }) => name)).toContain('watcher');
    await using administrator = await joinWorld(stage.hub.url, { name: 'root', link: stage.hub.administratorLink });
    expect(administrator.world).toBe('w');
    await expect(joinWorld(stage.hub.url, { name: 'nobody' })).rejects.toMatchObject({ reason: 'not-admitted' });
  });

  it('that is revoked sends away who came by it, with that reason, and nobody else', async () => {
    const { link, id } = await stage.invite({ role: 'operator' }, 'w');
    const bus = await stage.connect('ada', { token: (await stage.session(link)).token });
    const other = await stage.connect('bob', { token: (await stage.session((await stage.invite({ role: 'operator' }, 'w')).link)).token });
    const closed = closing(bus);
    const { token } = await stage.administrator();
    expect((await stage.call(`DELETE /api/v1/worlds/w/invitations/${id}`, { token })).status).toBe(204);
    expect(await closed).toContain('link-revoked');
    expect(other.status.kind).toBe('connected');
    const listed = await stage.get<{ invitations: Invitation[] }>('GET /api/v1/worlds/w/invitations', { token });
    expect(listed.invitations.find((invitation) => invitation.id === id)?.revokedAtMs).toBeGreaterThan(0);
  });

  it('that expires sends away who came by it, with that reason', async () => {
    const { link } = await stage.invite({ role: 'operator', hours: 2 / 3600 }, 'w');
    const bus = await stage.connect('ada', { token: (await stage.session(link)).token });
    expect(await closing(bus)).toContain('link-expired');
  });

  it('[H16] is revoked only by those who may make such a link there', async () => {
    const { token: administrator } = await stage.administrator();
    const { id: other } = await stage.get<{ id: string }>('POST /api/v1/worlds', { token: administrator, body: { name: 'Other' } });
    const { token } = await stage.session((await stage.invite({ role: 'teacher' }, other)).link);
    const [elsewhere, everywhere, above] = [
      await stage.invite({ role: 'viewer' }, 'w'),
      await stage.invite({ role: 'viewer' }),
      await stage.invite({ role: 'administrator' }, other),
    ];
    const revoking = async ({ id }: Invitation) => (await stage.call(`DELETE /api/v1/worlds/${other}/invitations/${id}`, { token })).status;
    expect(await revoking(elsewhere)).toBe(404);
    expect(await revoking(everywhere)).toBe(404);
    expect(await revoking(above)).toBe(403);
    for (const { link } of [elsewhere, everywhere, above]) expect((await stage.session(link)).token).toMatch(/\./);
    expect(await revoking(await stage.invite({ role: 'teacher' }, other))).toBe(204);
  });

  it('is not made for more than one may oneself', async () => {
    const { token } = await stage.session((await stage.invite({ role: 'teacher' }, 'w')).link);
    expect((await stage.call('POST /api/v1/worlds/w/invitations', { token, body: { role: 'administrator' } })).status).toBe(403);
    expect((await stage.call('POST /api/v1/worlds/w/invitations', { token, body: { role: 'teacher' } })).status).toBe(201);
    await stage.invite({ role: 'administrator' }, 'w');
    const { invitations } = await stage.get<{ invitations: Invitation[] }>('GET /api/v1/worlds/w/invitations', { token });
    expect(new Set(invitations.map(({ role }) => role))).not.toContain('administrator');
  });
});

describe('the cookie of a session', () => {
  it('lets a browser fetch pictures, files and tables by itself, and nothing else, until it is taken away', async () => {
    const { link } = await stage.invite({ role: 'teacher' }, 'w');
    const begun = await stage.call('POST /api/v1/sessions', { body: { link, name: 'Ada' } });
    const cookie = begun.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
    const headers = { cookie: cookie.split(';')[0] ?? '' };
    const statusOf = async (route: string) => (await stage.call(route, { headers })).status;
    expect(await statusOf('GET /api/v1/worlds/w/audit?format=csv')).toBe(200);
    expect(await statusOf('GET /api/v1/worlds/w/picture')).toBe(404);
    expect(await statusOf('GET /api/v1/worlds/w/files/none')).toBe(404);
    const others = ['GET /api/v1/worlds/w/audit', 'GET /api/v1/worlds/w/invitations', 'POST /api/v1/worlds/w/save'];
    // At the addresses that a browser does fetch.
    const changes = ['PUT /api/v1/worlds/w/picture', 'DELETE /api/v1/worlds/w/files/none'];
    for (const route of [...others, ...changes]) expect([route, await statusOf(route)]).toEqual([route, 401]);
    const ended = await stage.call('DELETE /api/v1/sessions');
    expect(ended.status).toBe(204);
    expect(ended.headers.get('set-cookie')).toMatch(/^manyhands-\d+=; Path=\/api; .*Max-Age=0/);
  });
});

describe('on loopback', () => {
  it.each(['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'])(
    'nobody is let in without a link who came by a proxy: %s',
    async (header) => {
      await using local = await HubStage.start({ host: '127.0.0.1', publicHost: undefined });
      const me = await local.call('GET /api/v1/me', { headers: { [header]: '10.0.0.9' } });
      expect(await me.json()).toEqual({ role: 'none', name: '' });
    },
  );

  it('nobody is let in without a link where one is required', async () => {
    await using local = await HubStage.start({ host: '127.0.0.1', publicHost: undefined, locals: 'need a link' });
    expect(await local.get('GET /api/v1/me')).toEqual({ role: 'none', name: '' });
    await expect(local.connect('eve')).rejects.toMatchObject({ reason: 'not-admitted' });
  });

  it('everybody is an operator, and the printed links give more', async () => {
    await using local = await HubStage.start({ host: '127.0.0.1', publicHost: undefined });
    expect(await local.get('GET /api/v1/me')).toEqual({ role: 'operator', name: '' });
    const { token, role } = await local.get<{ token: string; role: string }>('POST /api/v1/sessions', { body: { name: 'Ada' } });
    expect(role).toBe('operator');
    expect(await local.get('GET /api/v1/me', { token })).toEqual({ role: 'operator', name: 'Ada' });
    expect(await local.session(local.hub.administratorLink)).toMatchObject({ role: 'administrator' });
    expect(await local.session(local.hub.joinLink)).toMatchObject({ role: 'operator', world: 'w' });
  });

  it('names and pages of other sites are not taken for it', async () => {
    await using local = await HubStage.start({ host: '127.0.0.1', publicHost: undefined });
    const evil = { origin: 'https://evil.example' };
    expect((await local.call('GET /api/v1/worlds', { headers: evil })).status).toBe(403);
    const { port } = new URL(local.hub.url);
    const asked = request({ port, host: '127.0.0.1', path: '/api/v1/worlds', headers: { host: `evil.example:${port}` } }).end();
    const [response] = (await once(asked, 'response')) as [{ statusCode: number; resume(): void }];
    response.resume();
    expect(response.statusCode).toBe(401);
  });
});
