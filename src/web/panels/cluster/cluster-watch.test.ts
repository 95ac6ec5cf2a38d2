import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { HubStage } from '../../../hub/hub-stage.contract.ts';
import { HubApi } from '../../hub-api/hub-api.ts';
import { type ClusterKnown, ClusterWatch } from './cluster-watch.ts';

const WITHIN = { timeout: 20_000, interval: 50 };
const members = [{ id: 'ann', name: 'Ann', kind: 'guest', hub: undefined, clockErrorMs: 1 } as const];

let stage: HubStage;
beforeEach(async () => {
  stage = await HubStage.start();
});
afterEach(() => stage[Symbol.asyncDispose]());

async function watch(): Promise<ClusterWatch> {
  const { token } = await stage.administrator();
  const hub = new HubApi(stage.hub.url, () => token);
  const watching = new ClusterWatch({ hub, link: { members: async () => members }, nowMs: () => performance.now() });
  onTestFinished(() => watching[Symbol.dispose]());
  return watching;
}

const known = ({ state }: ClusterWatch): ClusterKnown | undefined => {
  const now = state.get();
  return now.kind === 'known' ? now : undefined;
};

describe('who watches the hubs', { timeout: 60_000 }, () => {
  it('begins with what the hub remembers, and goes on from there', async () => {
    await expect
      .poll(
        async () =>
          (await stage.get<{ agoMs: number[] }>('GET /api/v1/hubs/history', { token: (await stage.administrator()).token })).agoMs.length,
        WITHIN,
      )
      .toBeGreaterThan(0);
    const watching = await watch();
    expect(watching.state.get()).toEqual({ kind: 'loading' });
    await expect.poll(() => known(watching)?.hubs.self, WITHIN).toBe('hub');
    const first = known(watching);
    expect(first?.members).toEqual(members);
    expect(first?.moments.length).toBeGreaterThan(1);
    await expect.poll(() => known(watching)?.moments.length, WITHIN).toBeGreaterThan(first?.moments.length ?? 0);
  });

  it('keeps what was last known when the hub does not answer, and says why', async () => {
    const watching = await watch();
    await expect.poll(() => known(watching)?.hubs.self, WITHIN).toBe('hub');
    const { heardMs } = known(watching) ?? {};
    await stage.hub.close();
    await expect.poll(() => known(watching)?.failure, WITHIN).toContain('cannot be reached');
    expect(known(watching)?.hubs.hubs).toHaveLength(1);
    expect(known(watching)?.heardMs).toBeGreaterThanOrEqual(heardMs ?? Number.POSITIVE_INFINITY);
  });

  it('says why when nothing was ever known', async () => {
    const hub = new HubApi(stage.hub.url, () => undefined);
    using watching = new ClusterWatch({ hub, link: { members: async () => members }, nowMs: () => performance.now() });
    await expect.poll(() => watching.state.get(), WITHIN).toMatchObject({ kind: 'failed', reason: expect.stringContaining('join link') });
  });
});
