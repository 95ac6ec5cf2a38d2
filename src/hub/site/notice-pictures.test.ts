import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from 'fast-png';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isOfSite } from '../../core/buildings/buildings.ts';
import { decodeMesh } from '../../core/geometry/mesh.ts';
import { pngHeader } from '../../core/geometry/pictures.contract.ts';
import { readSite } from '../../core/maps/maps.ts';
import { meshesOf } from '../../core/robots/robots.ts';
import { joinWorld } from '../../library/manyhands.ts';
import { HubStage } from '../hub-stage.contract.ts';
import { applySite } from './apply-site.ts';
import { readSiteFile } from './site-files.ts';

const PATIENCE = { timeout: 20_000 };
const pngOf = (red: number) => encode({ width: 2, height: 1, channels: 3, data: new Uint8Array([red, 0, 0, red, 9, 9]) });

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'manyhands-notices-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'house/signs'), { recursive: true });
  file = join(folder, 'house/house.json');
  writeFileSync(join(folder, 'house/ground.edl'), edlOf('signs/lab.png'));
  writeFileSync(file, JSON.stringify({ name: 'House', floors: [{ name: 'Ground floor', file: 'ground.edl' }] }));
});

const edlOf = (picture: string) =>
  `LENGTH 800 WIDTH 400\n1 WALL: x= 400 y= 200 theta= 90 long= 300\n2 NOTICE: x= 400 y= 200 theta= 180 height= 60 file= "${picture}" name= "Lab"\n`;
const write = (name: string, bytes: Uint8Array) => writeFileSync(join(folder, name), bytes);

describe('the picture of a notice', () => {
  it('[A11] [A12] [A13] is in the world of everybody after its site was applied, and goes when there is another', {
    timeout: 120_000,
  }, async () => {
    await using stage = await HubStage.start({ host: '127.0.0.1', publicHost: undefined, db: ':memory:' });
    await using ada = await joinWorld(stage.hub.url, { name: 'Ada' });
    const options = { world: 'w', hub: stage.hub.url, link: stage.hub.administratorLink, name: 'Root' } as const;
    const apply = () => applySite(file, { ...options, inTheWay: 'refuse', format: 'json' });
    const notices = () => ada.entities.filter(({ id }) => isOfSite(id) && id.includes('_notice-2_'));
    const { token } = await stage.administrator();
    /** The hash of the mesh, and the picture that everybody gets with it. */
    const shown = async () => {
      await expect.poll(() => notices().length, PATIENCE).toBe(1);
      const model = await ada.model(notices()[0]?.description.model ?? '');
      const [hash = ''] = meshesOf(model ?? expect.fail('the notice has no model'));
      const answer = await stage.call(`GET /api/v1/meshes/${hash}`, { token });
      return { hash, picture: decodeMesh(new Uint8Array(await answer.arrayBuffer())).print?.picture };
    };
    write('house/signs/lab.png', pngOf(200));
    expect(await apply()).toBe(0);
    const first = await shown();
    expect(first.picture).toEqual(pngOf(200));

    write('house/signs/lab.png', pngOf(90));
    const before = ada.entities.map(({ id }) => id);
    expect(await apply()).toBe(0);
    await expect.poll(async () => (await shown()).picture, PATIENCE).toEqual(pngOf(90));
    expect(ada.entities.map(({ id }) => id).filter((id) => !before.includes(id))).toHaveLength(1);
    expect((await stage.call(`GET /api/v1/meshes/${first.hash}`, { token })).status).toBe(404);

    const { files } = await stage.get<{ files: { name: string; hash: string; type: string; url: string }[] }>(
      'GET /api/v1/worlds/w/files',
      {
        token,
      },
    );
    const document = files.find(({ name }) => name === 'site.json') ?? expect.fail('the document was not kept');
    const kept = readSite(await (await stage.call(`GET ${document.url}`, { token })).text()).site;
    const hash = createHash('sha256').update(pngOf(90)).digest('hex');
    expect([...(kept?.pictures ?? [])]).toEqual([['signs/lab.png', hash]]);
    expect(files).toContainEqual(expect.objectContaining({ name: 'lab.png', hash, type: 'image/png' }));

    rmSync(join(folder, 'house/signs/lab.png'));
    expect(await apply()).toBe(0);
    await expect.poll(() => notices()[0]?.description.model, PATIENCE).not.toBeUndefined();
    await expect
      .poll(async () => meshesOf((await ada.model(notices()[0]?.description.model ?? '')) ?? { links: [] }).size, PATIENCE)
      .toBe(0);
  });

  it('[E29] is refused with its place when it cannot be shown, and is not looked for outside of the folder', async () => {
    const codes = async () =>
      (await readSiteFile(file)).concerns.map(({ severity, code, place, line, column }) => [severity, code, place, line, column]);
    expect(await codes()).toEqual([['warning', 'picture-missing', 'ground.edl', 3, 47]]);
    write('house/signs/lab.png', pngHeader(4000, 4000));
    expect(await codes()).toEqual([['error', 'picture-unfit', 'ground.edl', 3, 47]]);
    write('house/signs/lab.png', new Uint8Array([...pngOf(1), ...new Uint8Array(1_000_000)]));
    expect((await readSiteFile(file)).concerns[0]?.message).toContain('it has more than 1000 kB');
    write('house/signs/lab.png', pngOf(1));
    expect(await codes()).toEqual([]);
    write('secret.png', pngOf(1));
    for (const outside of ['../secret.png', '../house/../secret.png', 'signs']) {
      writeFileSync(join(folder, 'house/ground.edl'), edlOf(outside));
      expect(await codes()).toEqual([['warning', 'picture-missing', 'ground.edl', 3, 47]]);
    }
  });
});
