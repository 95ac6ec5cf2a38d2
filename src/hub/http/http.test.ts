import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  auditSchema,
  chatHistorySchema,
  type FileCard,
  fileCardSchema,
  filesSchema,
  modelsSchema,
  type WorldCard,
  worldCardSchema,
  worldsSchema,
} from '../../core/api/http.ts';
import { joinWorld } from '../../library/manyhands.ts';
import { portraitOf } from '../demos/portraits.ts';
import { HubStage } from '../hub-stage.contract.ts';
import { limitRate } from './rate-limit.ts';

const folder = mkdtempSync(join(tmpdir(), 'manyhands-page-'));
const INDEX = '<!doctype html><title>Manyhands</title>';
const SCRIPT = 'console.log("hello");'.repeat(100);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

let stage: HubStage;
/** Of an administrator. */
let token: string;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), INDEX);
  writeFileSync(join(folder, 'mark.svg'), '<svg/>');
  writeFileSync(join(folder, 'assets', 'main-abc123.js'), SCRIPT);
  writeFileSync(join(folder, 'assets', 'main-abc123.js.gz'), gzipSync(SCRIPT));
  stage = await HubStage.start({ content: 'demo', pageFolder: `${folder}/` });
  ({ token } = await stage.administrator());
});

afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

describe('what a hub tells of itself', () => {
  it('is that it lives, to strangers', async () => {
    expect(await stage.get('GET /health')).toEqual({ status: 'ok', uptimeS: expect.any(Number) });
  });

  it('is how it is, to those it knows', async () => {
    const health = await stage.get('GET /health', { token });
    expect(health).toMatchObject({ status: 'ok', home: 'w', worlds: [{ name: 'w', participants: 0, entities: 0 }], participants: 0 });
    expect(await stage.get('GET /version', { token })).toMatchObject({
      name: 'manyhands',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      protocol: 2,
    });
    const metrics = await stage.get<{ process: { residentBytes: number } }>('GET /metrics', { token });
    expect(metrics).toMatchObject({ worlds: 1, entities: 0, participants: 0, door: { received: { state: { messages: 0 } } } });
    expect(metrics.process.residentBytes).toBeGreaterThan(1e6);
  });

  it('is nothing of other worlds, to those who may enter only one', async () => {
    const { id } = worldCardSchema.parse(await stage.get('POST /api/v1/worlds', { token, body: { name: 'Aside' } }));
    const aside = await stage.connect('eve', { token, world: id });
    const bound = await stage.session((await stage.invite({ role: 'viewer' }, 'w')).link);
    const health = await stage.get('GET /health', { token: bound.token });
    expect(health).toMatchObject({ home: 'w', worlds: [{ name: 'w' }], participants: 0 });
    expect(await stage.get<{ worlds: unknown[] }>('GET /health', { token })).toMatchObject({ worlds: [{ name: 'w' }, { name: id }] });
    const listed = async (of: string) =>
      worldsSchema.parse(await stage.get('GET /api/v1/worlds', { token: of })).worlds.map((card) => card.id);
    expect(await listed(bound.token)).toEqual(['w']);
    expect(await listed(token)).toEqual(expect.arrayContaining(['w', id]));
    await aside.drain();
    expect((await stage.call(`DELETE /api/v1/worlds/${id}`, { token })).status).toBe(204);
  });

  it('is what there is, to those who ask for what there is not', async () => {
    const response = await stage.call('GET /nonsense');
    expect(response.status).toBe(404);
    expect(((await response.json()) as { error: string }).error).toContain('/health');
  });
});

describe('the page', () => {
  it.each(['/', '/index.html', '/w/workcell', '/w/workcell/drive', '/j'])(
    'is at %s, checked each time, and runs only what is ours',
    async (path) => {
      const response = await stage.call(`GET ${path}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval';");
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(await response.text()).toBe(INDEX);
    },
  );

  it('has parts that are kept for ever, compressed where the build did so', async () => {
    const response = await stage.call('GET /assets/main-abc123.js', { headers: { 'accept-encoding': 'gzip' } });
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('content-type')).toContain('javascript');
    expect(await response.text()).toBe(SCRIPT);
    expect((await stage.call('GET /mark.svg')).headers.get('cache-control')).toBe('no-cache');
    expect((await stage.call('GET /assets/main-other.js')).status).toBe(404);
    expect((await stage.call('GET /..%2f..%2fetc%2fpasswd')).status).not.toBe(200);
  });

  it('says what to do while it is not built', async () => {
    await using bare = await HubStage.start({ pageFolder: join(folder, 'nowhere') });
    const response = await bare.call('GET /');
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('npm run build');
  });
});

describe('worlds', () => {
  const create = async (body: object): Promise<WorldCard> => worldCardSchema.parse(await stage.get('POST /api/v1/worlds', { token, body }));

  it('are those of the demonstration at first, each with where to look from', async () => {
    const { worlds, templates } = worldsSchema.parse(await stage.get('GET /api/v1/worlds', { token }));
    expect(new Set(worlds.map(({ id }) => id))).toEqual(new Set(['w', ...templates.map(({ id }) => id)]));
    expect(templates.map(({ id }) => id)).toContain('workcell');
    const workcell = worlds.find(({ id }) => id === 'workcell');
    expect(workcell).toMatchObject({ name: 'Workcell', template: 'workcell', view: { eye: expect.any(Array) } });
    expect(workcell?.robots).toBeGreaterThan(3);
    expect(workcell?.entities).toBeGreaterThan(workcell?.robots ?? 0);
  });

  it('are made of templates and of each other, each with an id of its own', async () => {
    const first = await create({ name: 'Tuesday class', template: 'workcell' });
    const second = await create({ name: 'Tuesday class', copyOf: first.id });
    expect([first.id, second.id]).toEqual(['tuesday-class', 'tuesday-class-2']);
    expect(second).toMatchObject({ template: 'workcell', entities: first.entities, robots: first.robots, view: first.view });
    expect(await create({ name: 'Nothing' })).toMatchObject({ entities: 0, summary: '' });
    expect((await stage.call('POST /api/v1/worlds', { token, body: { name: 'X', template: 'none' } })).status).toBe(400);
    expect((await stage.call('POST /api/v1/worlds', { token, body: { name: ' ' } })).status).toBe(400);
    expect((await stage.call('POST /api/v1/worlds', { token, body: { name: 'X', copyOf: 'none' } })).status).toBe(404);
  });

  it('are shown in the lobby as what they were made from, until somebody has been in them', async () => {
    const pictureOf = async (body: Readonly<Record<string, string>>) => {
      const { id, pictureUrl } = await create(body);
      if (pictureUrl === undefined) return { id, picture: undefined };
      return { id, picture: Buffer.from(await (await stage.call(`GET ${pictureUrl}`, { token })).arrayBuffer()) };
    };
    const first = await pictureOf({ name: 'Wednesday class', template: 'workcell' });
    expect(first.picture).toEqual(Buffer.from(portraitOf('workcell')?.bytes ?? []));
    expect((await pictureOf({ name: 'Thursday class', copyOf: first.id })).picture).toEqual(first.picture);
    expect((await pictureOf({ name: 'Friday class' })).picture).toBeUndefined();
  });

  it('have the texts of what they were made from: a demonstration, and a copy of that', async () => {
    const make = (body: Readonly<Record<string, string>>) => stage.get<{ id: string }>('POST /api/v1/worlds', { token, body });
    const { id: first } = await make({ name: 'Monday cell', template: 'practice-cell' });
    const { id: second } = await make({ name: 'Tuesday cell', copyOf: first });
    for (const world of [first, second]) {
      await using visitor = await joinWorld(`${stage.hub.url}/${world}`, { name: 'Ann', link: stage.hub.administratorLink });
      expect(await visitor.texts.read('task', 'stamping')).toContain('S puma     2 lathe      turn');
      expect(await visitor.texts.read('positions', 'puma')).toContain('at_belt');
      expect(await visitor.texts.read('program', 'puma')).toBeUndefined();
      expect((await visitor.texts.all()).length).toBe(10);
    }
  });

  it('are renamed and deleted, whoever is in them', async () => {
    const { id } = await create({ name: 'Old' });
    const view = { eye: [1, 2, 3], target: [0, 0, 0] };
    const changed = await stage.get('PATCH /api/v1/worlds/old', { token, body: { name: 'New', view } });
    expect(changed).toMatchObject({ id, name: 'New', view });
    const bus = await stage.connect('eve', { token, world: id });
    const closed = new Promise((resolve) => {
      bus.onStatus((status) => status.kind === 'closed' && resolve(status.reason));
    });
    expect((await stage.call('DELETE /api/v1/worlds/old', { token })).status).toBe(204);
    expect(await closed).toContain('deleted');
    expect((await stage.call('GET /api/v1/worlds/old/chat', { token })).status).toBe(404);
    await expect(stage.connect('eve', { token: (await stage.session(stage.hub.joinLink)).token, world: id })).rejects.toThrow();
  });

  it('show who is in them', async () => {
    await using _carol = await joinWorld(`${stage.hub.url}/w`, { name: 'Carol', link: stage.hub.joinLink });
    const { worlds } = worldsSchema.parse(await stage.get('GET /api/v1/worlds', { token }));
    expect(worlds.find(({ id }) => id === 'w')?.people).toEqual([{ id: 'carol', name: 'Carol' }]);
  });

  it('have a picture, whose address changes with it', async () => {
    const put = (bytes: Uint8Array, type: string) =>
      stage.call('PUT /api/v1/worlds/w/picture', { token, body: bytes, headers: { 'content-type': type } });
    const urlOf = async () => {
      const { worlds } = worldsSchema.parse(await stage.get('GET /api/v1/worlds', { token }));
      return worlds.find(({ id }) => id === 'w')?.pictureUrl;
    };
    expect((await stage.call('GET /api/v1/worlds/w/picture', { token })).status).toBe(404);
    const picture = randomBytes(5000);
    expect((await put(picture, 'image/jpeg')).status).toBe(204);
    const first = await urlOf();
    const response = await stage.call(`GET ${first}`, { token });
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(picture);
    await put(randomBytes(5000), 'image/webp');
    expect(await urlOf()).not.toBe(first);
    expect((await put(picture, 'text/html')).status).toBe(415);
    expect((await put(randomBytes(1024 * 1024 + 1), 'image/png')).status).toBe(413);
  });
});

describe('files', () => {
  const share = (name: string, bytes: Uint8Array, type = 'application/octet-stream') =>
    stage.call(`POST /api/v1/worlds/w/files?name=${encodeURIComponent(name)}`, { token, body: bytes, headers: { 'content-type': type } });

  it('come back as they were, to download and never to run', async () => {
    const bytes = randomBytes(200_000);
    const card: FileCard = fileCardSchema.parse(await (await share('../Pläne "1".pdf', bytes, 'application/pdf')).json());
    expect(card).toMatchObject({ name: 'Pläne "1".pdf', sizeBytes: 200_000, type: 'application/pdf', by: 'Root' });
    expect(card.hash).toBe(createHash('sha256').update(bytes).digest('hex'));
    const response = await stage.call(`GET ${card.url}`, { token });
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''Pl%C3%A4ne%20%221%22.pdf");
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    const { files } = filesSchema.parse(await stage.get('GET /api/v1/worlds/w/files', { token }));
    expect(files.map(({ hash }) => hash)).toEqual([card.hash]);
    // Of another world it is none.
    expect((await stage.call(`GET ${card.url.replace('/w/', '/workcell/')}`, { token })).status).toBe(404);
    expect((await stage.call(`DELETE ${card.url}`, { token })).status).toBe(204);
    expect((await stage.call(`GET ${card.url}`, { token })).status).toBe(404);
  });

  it('may be JSON or text, and are not read by the hub', async () => {
    const card = fileCardSchema.parse(await (await share('broken.json', new TextEncoder().encode('{"a":'), 'application/json')).json());
    expect(await (await stage.call(`GET ${card.url}`, { token })).text()).toBe('{"a":');
  });

  it('need a name, and are not too large', async () => {
    expect((await share('/', new Uint8Array(1))).status).toBe(400);
    expect((await share('large', new Uint8Array(32 * 1024 * 1024 + 1))).status).toBe(413);
  });
});

describe('uploads', () => {
  const place = '/api/v1/worlds/w/files?name=slow';
  const begin = (headers: Record<string, string>) => {
    const upload = request(`${stage.hub.url}${place}`, { method: 'POST', headers: { ...bearer(token), ...headers } });
    const answered = once(upload, 'response').then(([response]) => (response as IncomingMessage).statusCode);
    return { upload, answered };
  };

  it('say how long they are', async () => {
    const { upload, answered } = begin({ 'transfer-encoding': 'chunked' });
    upload.end('abc');
    expect(await answered).toBe(411);
  });

  it('are four at once', async () => {
    const fifth = async () => (await stage.call(`POST ${place}`, { token, body: new Uint8Array(1) })).status;
    // What was too large just now still counts towards the bytes a second, and would have the four refused for that.
    await expect.poll(fifth, { timeout: 15_000 }).toBe(201);
    const slow = Array.from({ length: 4 }, () => begin({ 'content-length': '2' }));
    for (const { upload } of slow) upload.write('a');
    await expect.poll(fifth, { timeout: 15_000 }).toBe(429);
    slow[0]?.upload.end('b');
    expect(await slow[0]?.answered).toBe(201);
    await expect.poll(fifth, { timeout: 15_000 }).toBe(201);
    for (const { upload, answered } of slow.slice(1)) {
      answered.catch(() => {});
      upload.destroy();
    }
  });
});

describe('models', () => {
  it('are those of the Store, sent again only when one has changed', async () => {
    const response = await stage.call('GET /api/v1/models', { token });
    const { models, problems } = modelsSchema.parse(await response.json());
    const tag = response.headers.get('etag') ?? '';
    expect(models.map(({ id }) => id)).toContain('puma-560');
    expect(problems).toEqual([]);
    const again = () => stage.call('GET /api/v1/models', { headers: { ...bearer(token), 'if-none-match': tag } });
    expect((await again()).status).toBe(304);
    const puma = models.find(({ id }) => id === 'puma-560');
    const mine = { ...puma, id: 'my-puma', name: 'My Puma' };
    expect((await stage.call('PUT /api/v1/models/other', { token, body: mine })).status).toBe(400);
    expect((await stage.call('PUT /api/v1/models/my-puma', { token, body: mine })).status).toBe(204);
    expect((await again()).status).toBe(200);
    expect((await stage.call('PUT /api/v1/models/my-puma', { token, body: { ...mine, links: 'none' } })).status).toBe(400);
  });
});

describe('what was said and done', () => {
  it('is remembered: chat, leases, forced takes, stops, re-arms', async () => {
    const { link } = await stage.invite({ role: 'operator' }, 'w');
    await using ada = await joinWorld(link, { name: 'Ada' });
    await using bob = await joinWorld(link, { name: 'Bob' });
    const robot = await ada.insert({
      name: 'Robot',
      model: 'box',
      kind: 'dynamic',
      dofs: [],
      initial: { pose: { x: 0, y: 0, z: 0, qx: 0, qy: 0, qz: 0, qw: 1 }, values: [] },
    });
    await expect.poll(() => bob.entity(robot.id)?.owner).toBe('ada');
    ada.chat('good morning');
    await bob.command(robot.id, { kind: 'lease', request: { kind: 'ask' } });
    await ada.command(robot.id, { kind: 'lease', request: { kind: 'force', reason: 'fire drill' } });
    await bob.stop(robot.id, '=HYPERLINK("a hand")');
    await expect.poll(() => bob.entity(robot.id)?.control.stop?.recorded).toBe(true);
    await bob.rearm(robot.id);
    await expect
      .poll(async () => auditSchema.parse(await stage.get('GET /api/v1/worlds/w/audit', { token })).entries[0]?.deed)
      .toBe('rearm');
    const { entries } = auditSchema.parse(await stage.get('GET /api/v1/worlds/w/audit?limit=4', { token }));
    expect(entries.map(({ deed, who, name, subject, detail }) => [deed, who, name, subject, detail])).toEqual([
      ['rearm', 'bob', 'Bob', robot.id, '=HYPERLINK("a hand")'],
      ['stop', 'bob', 'Bob', robot.id, '=HYPERLINK("a hand")'],
      ['lease.forced', 'ada', 'Ada', robot.id, 'fire drill'],
      ['lease.granted', 'bob', 'Bob', robot.id, ''],
    ]);
    const csv = await stage.call('GET /api/v1/worlds/w/audit?format=csv', { token });
    expect(csv.headers.get('content-type')).toContain('text/csv');
    const rows = (await csv.text()).trim().split('\r\n');
    expect(rows[0]).toBe('number,time,who,name,deed,subject,detail');
    // A reason must not become a formula in a spreadsheet.
    expect(rows.at(-1)).toMatch(/"bob","Bob","rearm","robot","'=HYPERLINK\(""a hand""\)"$/);
    expect(rows.join('\n')).toContain('"invitation.created"');
    const { lines } = chatHistorySchema.parse(await stage.get('GET /api/v1/worlds/w/chat', { token }));
    expect(lines.map(({ from, name, text }) => [from, name, text])).toEqual([['ada', 'Ada', 'good morning']]);
  });
});

describe('bad input', () => {
  it.each<[string, number, string, object]>([
    ['no JSON', 400, 'POST /api/v1/sessions', { headers: { 'content-type': 'application/json' }, body: new TextEncoder().encode('{') }],
    ['another shape', 400, 'POST /api/v1/sessions', { body: { link: 7 } }],
    ['too much', 413, 'POST /api/v1/sessions', { body: { name: 'x'.repeat(100_000) } }],
    ['a strange type', 415, 'POST /api/v1/sessions', { headers: { 'content-type': 'text/xml' }, body: new TextEncoder().encode('<a/>') }],
    ['pages of other sites', 403, 'GET /api/v1/me', { headers: { origin: 'https://evil.example' } }],
  ])('is refused with words: %s', async (_, status, route, options) => {
    const response = await stage.call(route, options);
    expect(response.status).toBe(status);
    expect(((await response.json()) as { error: string }).error.length).toBeGreaterThan(10);
  });

  it('is limited in number, for each address by itself', () => {
    let nowMs = 0;
    const take = limitRate({ now: () => nowMs, after: () => ({ [Symbol.dispose]: () => {} }) });
    for (let i = 0; i < 1000; i++) take('10.0.0.1', 0);
    expect(() => take('10.0.0.1', 0)).toThrow(expect.objectContaining({ statusCode: 429 }));
    take('10.0.0.2', 0);
    nowMs = 100;
    for (let i = 0; i < 49; i++) take('10.0.0.1', 0);
    expect(() => take('10.0.0.1', 81e6)).toThrow(expect.objectContaining({ statusCode: 429 }));
  });
});
