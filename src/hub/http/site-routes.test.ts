import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteAnswerSchema } from '../../core/api/http.ts';
import { fig8 } from '../../core/maps/maps.contract.ts';
import { HubStage } from '../hub-stage.contract.ts';

const siteOf = (edl: string, more: object = {}): string =>
  JSON.stringify({ name: 'House', floors: [{ name: 'Ground floor', edl }], ...more });

let stage: HubStage;
/** Of a teacher of the world w, and of nothing else. */
let token: string;

beforeAll(async () => {
  stage = await HubStage.start();
  ({ token } = await stage.session((await stage.invite({ role: 'teacher' }, 'w')).link, 'Teacher'));
});
afterAll(() => stage[Symbol.asyncDispose]());

const put = (document: string | Uint8Array, { world = 'w', inTheWay = 'refuse', by = token } = {}): Promise<Response> =>
  stage.call(`PUT /api/v1/worlds/${world}/site?${new URLSearchParams({ inTheWay })}`, {
    token: by,
    body: typeof document === 'string' ? new TextEncoder().encode(document) : document,
  });
const errorOf = async (response: Response): Promise<string> => ((await response.json()) as { error: string }).error;
const site = async (world = 'w', by = token): Promise<Response> => stage.call(`GET /api/v1/worlds/${world}/site`, { token: by });

describe('the building of a world, over HTTP', () => {
  it('is put by its teacher, read by whoever may enter, and in the audit', async () => {
    expect((await site()).status).toBe(204);
    const response = await put(siteOf(fig8));
    expect(response.status).toBe(200);
    expect(siteAnswerSchema.parse(await response.json())).toMatchObject({ kind: 'applied', inserted: 6, concerns: [] });
    const { token: viewer } = await stage.session((await stage.invite({ role: 'viewer' }, 'w')).link, 'Viewer');
    expect(await (await site('w', viewer)).text()).toBe(siteOf(fig8));
    const { entries } = await stage.get<{ entries: { deed: string; name: string; detail: string }[] }>('GET /api/v1/worlds/w/audit', {
      token,
    });
    expect(entries.find(({ deed }) => deed === 'site.changed')).toMatchObject({ name: 'Teacher', detail: 'House' });
  });

  it('is not changed by operators, nor by teachers of another world, nor where there is none', async () => {
    const { token: operator } = await stage.session((await stage.invite({ role: 'operator' }, 'w')).link, 'Operator');
    expect((await put(siteOf(fig8), { by: operator })).status).toBe(403);
    expect((await put(siteOf(fig8), { world: 'other' })).status).toBe(403);
    const { token: root } = await stage.administrator();
    expect((await put(siteOf(fig8), { world: 'other', by: root })).status).toBe(404);
    expect((await site('other')).status).toBe(403);
  });

  it.each<[string, string | Uint8Array, string]>([
    ['nothing', '', 'not-json'],
    ['what is no JSON', '{"name":', 'not-json'],
    ['what is no text', new Uint8Array([0xff, 0xfe, 0, 0x80]), 'not-json'],
    ['JSON that is no site', '[1, 2, 3]', 'not-a-site'],
    ['a tree that is very deep', '['.repeat(100_000) + ']'.repeat(100_000), 'not-a-site'],
    ['a floor in a file of the hub', JSON.stringify({ name: 'House', floors: [{ name: 'A', file: '/etc/passwd' }] }), 'file-missing'],
    ['a word that is not known', siteOf(fig8, { roof: 'flat' }), 'not-a-site'],
    ['an error in a map', siteOf(fig8.replace('7 DOOR', '7 DOR')), 'unknown-keyword'],
    ['more letters than a site may have', siteOf('#'.repeat(4_100_000)), 'too-large'],
  ])('tells what is wrong in %s, and changes nothing', async (_, document, code) => {
    const before = await (await site()).text();
    const response = await put(document);
    expect(response.status).toBe(422);
    const answer = siteAnswerSchema.parse(await response.json());
    if (answer.kind !== 'wrong') return expect.fail(answer.kind);
    expect(answer.concerns.map((concern) => concern.code)).toContain(code);
    expect(answer.error).not.toBe('');
    expect(await (await site()).text()).toBe(before);
  });

  it('is refused when it is too large, too much for a world, or says something else of what is in the way', async () => {
    expect((await put(new Uint8Array(8 * 1024 * 1024 + 1))).status).toBe(413);
    const many = Array.from({ length: 4000 }, (_, i) => `NOTICE: x= ${i % 900} y= ${Math.floor(i / 10)} height= 50 file= a.png`);
    const crowded = await put(siteOf(`LENGTH 900 WIDTH 500\n${many.join('\n')}`));
    expect(crowded.status).toBe(413);
    expect(await errorOf(crowded)).toContain('a world takes 4000');
    expect((await put(siteOf(fig8), { inTheWay: 'bury' })).status).toBe(400);
    expect(await (await site()).text()).toBe(siteOf(fig8));
  });

  it('[H15] is changed by one at a time: of two at once one is told to wait, and the world has one building', async () => {
    const [one, other] = [siteOf(fig8.replace('y= 350.0', 'y= 300.0')), siteOf(fig8.replace('y= 350.0', 'y= 320.0'))];
    const responses = await Promise.all([put(one), put(other)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = responses.find(({ status }) => status === 409) ?? expect.fail('nobody was refused');
    expect(await errorOf(refused)).toMatch(/changes the building of this world at the moment; try again/);
    expect(await (await site()).text()).toBe(responses[0]?.status === 200 ? one : other);
    expect((await put(other)).status).toBe(200);
  });

  it('is replaced only as it was seen, for who says so', async () => {
    const tag = (await site()).headers.get('etag') ?? expect.fail('there is no tag');
    const sent = (headers: Record<string, string>) =>
      stage.call('PUT /api/v1/worlds/w/site', { token, body: new TextEncoder().encode(siteOf(fig8)), headers });
    expect((await sent({ 'if-none-match': '*' })).status).toBe(412);
    expect((await sent({ 'if-match': tag })).status).toBe(200);
    const late = await sent({ 'if-match': tag });
    expect(late.status).toBe(412);
    expect(await errorOf(late)).toContain('read it again');
  });

  it('comes with a world that is made from a template, and with a copy', async () => {
    const { token: root } = await stage.administrator();
    const made = await stage.get<{ id: string }>('POST /api/v1/worlds', { token: root, body: { name: 'Paper', template: 'fig-8' } });
    const document = await (await site(made.id, root)).text();
    expect(JSON.parse(document)).toMatchObject({ name: 'Fig. 8', floors: [{ name: 'Ground floor' }] });
    const copy = await stage.get<{ id: string }>('POST /api/v1/worlds', { token: root, body: { name: 'Copy', copyOf: made.id } });
    expect(await (await site(copy.id, root)).text()).toBe(document);
    expect(siteAnswerSchema.parse(await (await put(document, { world: copy.id, by: root })).json())).toMatchObject({
      kind: 'applied',
      inserted: 0,
      removed: 0,
      kept: 6,
    });
  });
});
