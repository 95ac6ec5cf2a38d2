import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ORIGIN } from '../base/pose.ts';
import { IDLE_CONTROL } from './control.ts';
import type { Epoch } from './epoch.ts';
import { ProxyEntity } from './proxy-entity.ts';
import { sealState } from './state-codec.ts';
import { Tally } from './tally.ts';

function proxyOf(id: string, owner: string, seq: number, region: string): ProxyEntity {
  const proxy = new ProxyEntity(id);
  proxy.record = { owner, epoch: 1, nonce: '' };
  const state = { epoch: 1 as Epoch, seq, generation: 0, base: { kind: 'still', pose: ORIGIN }, dofs: [] } as const;
  proxy.accept(sealState(id, { ...state, control: IDLE_CONTROL, recent: [], working: false, goneTo: undefined }), {
    region,
    author: owner,
  });
  return proxy;
}

const anyProxy = fc
  .tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('ann', 'bob'), fc.integer({ min: 1, max: 9 }), fc.constantFrom('f0', 'f1'))
  .map((parts) => proxyOf(...parts));

describe('a tally', () => {
  it('[W36] of what came one after the other is that of what is there at last', () => {
    fc.assert(
      fc.property(fc.array(anyProxy), fc.subarray(['a', 'b', 'c', 'd']), (steps, removed) => {
        const tally = new Tally(() => 0);
        const last = new Map<string, ProxyEntity>();
        for (const proxy of steps) {
          tally.count(proxy);
          last.set(proxy.id, proxy);
        }
        for (const id of removed) {
          tally.forget(id);
          last.delete(id);
        }
        const fresh = new Tally(() => 0);
        for (const proxy of last.values()) fresh.count(proxy);
        for (const owner of ['ann', 'bob']) expect(byRegion(tally, owner)).toEqual(byRegion(fresh, owner));
        expect([...tally.owners()].toSorted()).toEqual([...fresh.owners()].toSorted());
      }),
    );
  });

  it('[W36] differs when one state does', () => {
    const [one, other] = [new Tally(() => 0), new Tally(() => 0)];
    one.count(proxyOf('a', 'ann', 1, 'f0'));
    other.count(proxyOf('a', 'ann', 2, 'f0'));
    expect(one.digests('ann')).not.toEqual(other.digests('ann'));
  });

  it('[W36] leaves out what is elsewhere and what nobody owns', () => {
    const tally = new Tally(() => 0);
    const hidden = proxyOf('a', 'ann', 1, 'f0');
    hidden.hide();
    const unowned = proxyOf('b', 'ann', 1, 'f0');
    unowned.record = undefined;
    for (const proxy of [hidden, unowned, new ProxyEntity('c')]) tally.count(proxy);
    expect([...tally.owners()]).toEqual([]);
  });
});

const byRegion = (tally: Tally, owner: string) => tally.digests(owner).toSorted((a, b) => (a.region < b.region ? -1 : 1));
