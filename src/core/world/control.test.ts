import { describe, expect, it } from 'vitest';
import type { LeaseRequest } from '../api/messages.ts';
import { type Control, IDLE_CONTROL, letGo, objection, rearmed, rule, stopped, withoutTheGone } from './control.ts';

/** Asks one after the other; a refusal fails the test. */
function controlAfter(...requests: [from: string, request: LeaseRequest][]): Control {
  return requests.reduce((control, [from, request]) => granted(rule(control, from, request)), IDLE_CONTROL);
}

function granted(ruling: ReturnType<typeof rule>): Control {
  return ruling.kind === 'granted' ? ruling.control : expect.fail(`it was refused: ${ruling.reason}`);
}

const ask: LeaseRequest = { kind: 'ask' };
const release: LeaseRequest = { kind: 'release' };
const force: LeaseRequest = { kind: 'force', reason: 'fire drill' };
const stop = (id: string) => ({ id, by: 'cid', reason: 'a hand in the way', recorded: true });

describe('control', () => {
  it('[W44] is open while nobody has the lease', () => {
    expect(objection(IDLE_CONTROL, 'anybody')).toBeUndefined();
  });

  it('[W44] belongs to the driver while it drives, and to the leaseholder before the driver', () => {
    const driven = { ...IDLE_CONTROL, driver: 'ann' };
    expect(objection(driven, 'ann')).toBeUndefined();
    expect(objection(driven, 'bob')).toBe('ann is driving it; wait or ask for the lease');
    const leased = granted(rule(driven, 'bob', ask));
    expect(leased).toMatchObject({ lease: { holder: 'bob' }, driver: undefined });
    expect(objection(leased, 'ann')).toBe('bob has the lease; ask for it');
  });

  it('[W44] keeps the driver who gets the lease', () => {
    expect(granted(rule({ ...IDLE_CONTROL, driver: 'ann' }, 'ann', ask))).toMatchObject({ driver: 'ann', lease: { holder: 'ann' } });
  });

  it('[W45] goes to the first who asks', () => {
    const control = controlAfter(['ann', ask]);
    expect(control.lease).toEqual({ holder: 'ann', reason: '' });
    expect(objection(control, 'ann')).toBeUndefined();
    expect(objection(control, 'bob')).toBe('ann has the lease; ask for it');
  });

  it('[W45] is waited for in line, once each, and may be asked for again by its holder', () => {
    const control = controlAfter(['ann', ask], ['bob', ask], ['cid', ask], ['bob', ask], ['ann', ask]);
    expect(control.asking).toEqual(['bob', 'cid']);
    expect(control.leaseEpoch).toBe(1);
  });

  it('[W45] is granted by its holder to one who asked, in whatever order', () => {
    const control = controlAfter(['ann', ask], ['bob', ask], ['cid', ask], ['ann', { kind: 'grant', to: 'cid' }]);
    expect(control).toMatchObject({ lease: { holder: 'cid' }, asking: ['bob'] });
  });

  it('[W45] is refused by its holder, or no longer wanted', () => {
    expect(controlAfter(['ann', ask], ['bob', ask], ['ann', { kind: 'refuse', to: 'bob' }]).asking).toEqual([]);
    expect(controlAfter(['ann', ask], ['bob', ask], ['bob', { kind: 'cancel' }]).asking).toEqual([]);
  });

  it('[W45] goes to the first in line when it is released, and is open when nobody waits', () => {
    expect(controlAfter(['ann', ask], ['bob', ask], ['cid', ask], ['ann', release])).toMatchObject({
      lease: { holder: 'bob' },
      asking: ['cid'],
    });
    expect(controlAfter(['ann', ask], ['ann', release]).lease).toBeUndefined();
  });

  it.each<[string, LeaseRequest, string]>([
    ['bob', { kind: 'grant', to: 'bob' }, 'only the holder grants a lease, and that is ann'],
    ['ann', { kind: 'grant', to: 'cid' }, 'cid has not asked for the lease'],
    ['bob', { kind: 'refuse', to: 'bob' }, 'only the holder refuses a lease, and that is ann'],
    ['bob', release, 'bob does not hold the lease'],
    ['bob', { kind: 'force', reason: '  ' }, 'taking a lease by force needs a reason'],
  ])('[W45] is not for %s to %j', (from, request, reason) => {
    expect(rule(controlAfter(['ann', ask], ['bob', ask]), from, request)).toEqual({ kind: 'refused', reason });
  });

  it('[W45] has a line of bounded length', () => {
    let control = controlAfter(['ann', ask]);
    for (let i = 0; i < 16; i++) control = granted(rule(control, `guest-${i}`, ask));
    expect(rule(control, 'guest-16', ask)).toMatchObject({ kind: 'refused' });
  });

  it('[W46] may be taken by force, with a reason that shows', () => {
    const control = controlAfter(['ann', ask], ['bob', ask], ['bob', force]);
    expect(control).toMatchObject({ lease: { holder: 'bob', reason: 'fire drill' }, asking: [] });
  });

  it('[W47] is taken from the gone: their lease, their place in line and their stick', () => {
    const control = { ...controlAfter(['ann', ask], ['bob', ask], ['cid', ask]), driver: 'ann' };
    const gone = new Set(['ann', 'bob']);
    expect(withoutTheGone(control, (one) => gone.has(one))).toMatchObject({ lease: { holder: 'cid' }, asking: [], driver: undefined });
    expect(withoutTheGone(control, () => true)).toMatchObject({ lease: undefined, asking: [], driver: undefined });
  });

  it('[W47] takes a robot out of the hand of a driver that has gone and had no lease', () => {
    expect(withoutTheGone({ ...IDLE_CONTROL, driver: 'ann' }, (one) => one === 'ann').driver).toBeUndefined();
  });

  it('[W52] leaves the stick to its driver, whoever else lets go', () => {
    const driven = { ...IDLE_CONTROL, driver: 'ann' };
    expect(letGo(driven, 'bob').driver).toBe('ann');
    expect(letGo(driven, 'ann').driver).toBeUndefined();
  });

  it('[W47] is the very same while nobody has gone', () => {
    const control = { ...controlAfter(['ann', ask], ['bob', ask]), driver: 'ann' };
    expect(withoutTheGone(control, () => false)).toBe(control);
  });

  it('[W48] counts the changes of its lease', () => {
    expect(controlAfter(['ann', ask]).leaseEpoch).toBe(1);
    expect(controlAfter(['ann', ask], ['bob', force]).leaseEpoch).toBe(2);
    expect(controlAfter(['ann', ask], ['ann', release]).leaseEpoch).toBe(2);
  });

  it('[W48] goes back to a holder whose lease was never heard of, above every epoch it had', () => {
    const neverHeard = controlAfter(['bob', ask]);
    const control = granted(rule(neverHeard, 'ann', { kind: 'ask', held: 3 }));
    expect(control).toMatchObject({ lease: { holder: 'ann' }, leaseEpoch: 4 });
    for (const held of [1, 4]) {
      const asked = granted(rule(control, 'bob', { kind: 'ask', held }));
      expect(asked).toMatchObject({ lease: { holder: 'ann' }, asking: ['bob'] });
    }
  });

  it("[W49] is nobody's while a robot is stopped, not even the leaseholder's", () => {
    const control = stopped(controlAfter(['ann', ask]), stop('s1'));
    for (const from of ['ann', 'bob', 'cid']) expect(objection(control, from)).toBe('stopped by cid (a hand in the way); re-arm it first');
    expect(control).toMatchObject({ lease: { holder: 'ann' }, driver: undefined });
  });

  it('[W51] comes back when the stop that stands is re-armed by its name', () => {
    const control = stopped(stopped(controlAfter(['ann', ask]), stop('s1')), stop('s2'));
    expect(rearmed(control, 's1')).toMatchObject({ kind: 'refused' });
    expect(granted(rearmed(control, 's2'))).toMatchObject({ stop: undefined, lease: { holder: 'ann' } });
    expect(rearmed(IDLE_CONTROL, 's2')).toEqual({ kind: 'refused', reason: 'it is not stopped' });
  });
});
