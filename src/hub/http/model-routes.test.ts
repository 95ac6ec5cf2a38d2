import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogNewsSchema, modelsSchema } from '../../core/api/http.ts';
import { decodeJson } from '../../core/api/messages.ts';
import { encodeBody, SENT_BODY_TYPE } from '../../core/api/sent-body.ts';
import { ORIGIN } from '../../core/base/pose.ts';
import { subjects } from '../../core/bus/subjects.ts';
import { encodeMesh } from '../../core/geometry/mesh.ts';
import type { Model } from '../../core/robots/model.ts';
import { joinWorld } from '../../library/manyhands.ts';
import { openStore } from '../../storage/storage.ts';
import { HubStage } from '../hub-stage.contract.ts';

const mesh = encodeMesh({ positions: new Float32Array([0, 0, 0, 0.5, 0, 0, 0, 0.25, 1]), indices: new Uint32Array([0, 1, 2]) });
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const shape = { kind: 'mesh', mesh: hashOf(mesh), lowM: [0, 0, 0], highM: [0.5, 0.25, 1], triangles: 1 } as const;

const wedge = (
  id: string,
  change: Partial<typeof shape> | { readonly triangles: number } | { readonly highM: readonly number[] } = {},
): Model => ({
  id,
  name: 'Wedge',
  kind: 'part',
  summary: 'A wedge',
  links: [
    { name: 'body', parent: -1, origin: ORIGIN, parts: [{ shape: { ...shape, ...change } as typeof shape, at: ORIGIN, paint: 'steel' }] },
  ],
  dofs: [],
  extent: { radiusM: 0.5, heightM: 1 },
});

let stage: HubStage;
/** Of a teacher of the whole hub. */
let token: string;

beforeAll(async () => {
  stage = await HubStage.start();
  ({ token } = await stage.session((await stage.invite({ role: 'teacher' })).link, 'Teacher'));
});

afterAll(() => stage[Symbol.asyncDispose]());

const put = (id: string, body: Uint8Array, headers: Record<string, string> = {}) =>
  stage.call(`PUT /api/v1/models/${id}`, { token, body, headers: { 'content-type': SENT_BODY_TYPE, ...headers } });
const errorOf = async (response: Response): Promise<string> => ((await response.json()) as { error: string }).error;
const ids = async () => modelsSchema.parse(await stage.get('GET /api/v1/models', { token })).models.map(({ id }) => id);

describe('a body with meshes', () => {
  it('is put at once with them, and they may be kept for ever', async () => {
    expect((await put('wedge', encodeBody(wedge('wedge'), [mesh]))).status).toBe(204);
    expect(await ids()).toContain('wedge');
    const response = await stage.call(`GET /api/v1/meshes/${shape.mesh}`, { token });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(mesh);
    // They are there now, so that JSON will do.
    expect((await stage.call('PUT /api/v1/models/wedge-2', { token, body: wedge('wedge-2') })).status).toBe(204);
    expect((await stage.call('DELETE /api/v1/models/wedge', { token })).status).toBe(204);
    expect((await stage.call(`GET /api/v1/meshes/${shape.mesh}`, { token })).status).toBe(200);
    expect((await stage.call('DELETE /api/v1/models/wedge-2', { token })).status).toBe(204);
    expect((await stage.call(`GET /api/v1/meshes/${shape.mesh}`, { token })).status).toBe(404);
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['without the meshes it refers to', encodeBody(wedge('bad'), []), /no mesh .* nor was it sent/],
    ['with a mesh that is cut short', encodeBody(wedge('bad'), [mesh.slice(0, -1)]), /takes 64 bytes|bytes, not/],
    ['with what is no mesh', encodeBody(wedge('bad'), [mesh, new Uint8Array(40)]), /no mesh/],
    ['that says another number of triangles', encodeBody(wedge('bad', { triangles: 7 }), [mesh]), /has 1 triangles, not 7/],
    ['that says other bounds', encodeBody(wedge('bad', { highM: [9, 9, 9] }), [mesh]), /reaches from/],
    ['that is no model', encodeBody({ ...wedge('bad'), links: [] }, [mesh]), /^links/],
    ['that is no body', new TextEncoder().encode('hello, hub'), /begins with/],
    ['of another id', encodeBody(wedge('other'), [mesh]), /says that it is other/],
  ])('%s is refused, and nothing of it stays', async (_, body, reason) => {
    const response = await put('bad', body);
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatch(reason);
    expect(await ids()).not.toContain('bad');
    expect((await stage.call(`GET /api/v1/meshes/${shape.mesh}`, { token })).status).toBe(404);
  });

  it('of another type, or too large, is refused', async () => {
    expect((await put('bad', mesh, { 'content-type': 'model/stl' })).status).toBe(415);
    expect((await put('bad', new Uint8Array(64e6 + 1))).status).toBe(413);
    expect((await put('bad', new Uint8Array(5e6), { 'content-type': 'application/json' })).status).toBe(413);
  });

  it('replaces no other when it was only to be added', async () => {
    const only = { 'if-none-match': '*' };
    expect((await put('once', encodeBody(wedge('once'), [mesh]), only)).status).toBe(204);
    const again = await put('once', encodeBody(wedge('once'), [mesh]), only);
    expect(again.status).toBe(412);
    expect(await errorOf(again)).toContain('another id');
    expect((await put('once', encodeBody(wedge('once'), [mesh]))).status).toBe(204);
    await stage.call('DELETE /api/v1/models/once', { token });
  });
});

describe('a model', () => {
  it('is not deleted while something of it stands in a world, open or not', async () => {
    await put('used', encodeBody(wedge('used'), [mesh]));
    const description = { name: 'Wedge', model: 'used', kind: 'dynamic' as const, dofs: [], initial: { pose: ORIGIN, values: [] } };
    await using ada = await joinWorld(stage.hub.url, { name: 'Ada', link: stage.hub.joinLink });
    const { id } = await ada.insert(description);
    const remove = () => stage.call('DELETE /api/v1/models/used', { token });
    await expect.poll(async () => (await remove()).status).toBe(409);
    await stage.get('POST /api/v1/worlds/w/save', { token });
    const copy = await stage.get<{ id: string }>('POST /api/v1/worlds', { token, body: { name: 'Copy', copyOf: 'w' } });
    expect(await errorOf(await remove())).toContain(`in use in ${copy.id}, w;`);
    await ada.remove(id);
    await expect.poll(async () => await errorOf(await remove())).toContain(`in use in ${copy.id};`);
    expect((await stage.call(`DELETE /api/v1/worlds/${copy.id}`, { token })).status).toBe(204);
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
  });

  it('that comes or goes is in the audit', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'manyhands-models-'));
    const db = join(folder, 'store.db');
    {
      await using hub = await HubStage.start({ db });
      const { token: root } = await hub.administrator();
      const body = { token: root, body: encodeBody(wedge('noted'), [mesh]), headers: { 'content-type': SENT_BODY_TYPE } };
      expect((await hub.call('PUT /api/v1/models/noted', body)).status).toBe(204);
      expect((await hub.call('DELETE /api/v1/models/noted', { token: root })).status).toBe(204);
    }
    {
      await using store = await openStore(db);
      const entries = await store.audit.read({ order: 'oldest first', limit: 100 });
      expect(entries.filter(({ subject }) => subject === 'noted').map(({ action, name, detail }) => [action, name, detail])).toEqual([
        ['model.changed', 'Root', 'Wedge'],
        ['model.deleted', 'Root', 'Wedge'],
      ]);
    }
    rmSync(folder, { recursive: true });
  });

  it('is exported as a zip of URDF and glTF', async () => {
    await put('away', encodeBody(wedge('away'), [mesh]));
    const response = await stage.call('GET /api/v1/models/away/export', { token });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="away.zip"');
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    expect(Object.keys(files)).toContain('robot.urdf');
    expect(Object.keys(files).filter((path) => /^meshes\/.*\.glb$/.test(path))).toHaveLength(1);
    expect((await stage.call('GET /api/v1/models/nothing/export', { token })).status).toBe(404);
    await stage.call('DELETE /api/v1/models/away', { token });
  });

  it('that is shipped is not deleted', async () => {
    const response = await stage.call('DELETE /api/v1/models/puma-560', { token });
    expect(response.status).toBe(409);
    expect(await ids()).toContain('puma-560');
  });

  it('that comes or goes is told of in every open world', async () => {
    const viewer = await stage.session((await stage.invite({ role: 'viewer' }, 'w')).link, 'Viewer');
    const bus = await stage.connect('viewer', { token: viewer.token });
    const heard: string[] = [];
    using _listening = bus.subscribe(subjects.catalog('w'), ({ payload }) => heard.push(decodeJson(catalogNewsSchema, payload).revision));
    const revision = async () => modelsSchema.parse(await stage.get('GET /api/v1/models', { token })).revision;
    const before = await revision();
    await put('news', encodeBody(wedge('news'), [mesh]));
    await expect.poll(() => heard).toEqual([await revision()]);
    expect(heard).not.toContain(before);
    await stage.call('DELETE /api/v1/models/news', { token });
    await expect.poll(() => heard.length).toBe(2);
    expect(heard[1]).toBe(before);
  });
});
