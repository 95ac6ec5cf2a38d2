import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { worldCardSchema } from '../../core/api/http.ts';
import { hubsHistorySchema, hubsSchema } from '../../core/api/hubs.ts';
import { HubStage } from '../hub-stage.contract.ts';
import { version } from '../version.ts';

/** Told once a second, measured every two; two cores may be busy with other tests. */
const WITHIN = { timeout: 20_000 };

let stage: HubStage;
let token: string;
beforeAll(async () => {
  stage = await HubStage.start();
  ({ token } = await stage.administrator());
});
afterAll(() => stage[Symbol.asyncDispose]());

const hubs = async (as: string = token) => hubsSchema.parse(await stage.get('GET /api/v1/hubs', { token: as }));

describe('a hub that is alone', { timeout: 30_000 }, () => {
  it('[H10] tells of itself, and that there is no bus to others', async () => {
    const known = await hubs();
    expect(known).toMatchObject({ self: 'hub', bus: 'none' });
    expect(known.hubs).toHaveLength(1);
    expect(known.hubs[0]).toMatchObject({
      ...{ hub: 'hub', name: 'hub', url: stage.hub.url, state: 'here', ageMs: 0, participants: 0, room: 1000 },
      worlds: [{ world: 'w', participants: 0, isOnDuty: true }],
      figures: { version, links: [] },
    });
  });

  it('[H11] says who is at its door, and how long its database takes', async () => {
    const { token: ann } = await stage.session(stage.hub.joinLink, 'Ann');
    const bus = await stage.connect('ann', { token: ann });
    await expect.poll(async () => (await hubs()).hubs[0]?.worlds[0]?.participants, WITHIN).toBe(1);
    await expect.poll(async () => (await hubs()).hubs[0]?.figures?.storeRoundTripMs, WITHIN).toBeGreaterThan(0);
    expect((await hubs()).hubs[0]?.residentBytes).toBeGreaterThan(1e6);
    await bus.drain();
  });

  it('[H10] tells who may enter one world of no other; strangers nothing', async () => {
    const { id } = worldCardSchema.parse(await stage.get('POST /api/v1/worlds', { token, body: { name: 'Aside' } }));
    const aside = await stage.connect('eve', { token, world: id });
    await expect.poll(async () => (await hubs()).hubs[0]?.worlds.map(({ world }) => world), WITHIN).toEqual(['w', id]);
    const bound = await stage.session((await stage.invite({ role: 'viewer' }, 'w')).link);
    expect((await hubs(bound.token)).hubs[0]?.worlds.map(({ world }) => world)).toEqual(['w']);
    for (const route of ['GET /api/v1/hubs', 'GET /api/v1/hubs/history']) expect((await stage.call(route)).status).toBe(401);
    await aside.drain();
  });

  it('[H13] remembers what it was like', async () => {
    const history = async () => hubsHistorySchema.parse(await stage.get('GET /api/v1/hubs/history', { token }));
    await expect.poll(async () => (await history()).agoMs.length, WITHIN).toBeGreaterThan(1);
    const { agoMs, hubs: past } = await history();
    expect(agoMs[0]).toBeGreaterThan(agoMs[1] ?? 0);
    expect(past.map(({ hub }) => hub)).toEqual(['hub']);
    expect(past[0]?.cpuShare).toHaveLength(agoMs.length);
    expect(past[0]?.cpuShare.every((share) => share !== null && share >= 0)).toBe(true);
  });
});
