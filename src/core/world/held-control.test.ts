import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/random.ts';
import { HeldControl } from './held-control.ts';

const heldBy = (driver: string, nowMs = 0): HeldControl => new HeldControl(driver, seededRandom(1), nowMs);

function issued(held: HeldControl, nowMs: number): string {
  return held.issue(nowMs) ?? expect.fail(`no nonce was due at ${nowMs} ms`);
}

describe('held control', () => {
  it('[W52] issues a nonce every 50 ms, each another', () => {
    const held = heldBy('ann');
    const nonces = Array.from({ length: 1000 }, (_, ms) => held.issue(ms)).filter((nonce) => nonce !== undefined);
    expect(nonces.length).toBeGreaterThanOrEqual(20);
    expect(nonces.length).toBeLessThanOrEqual(21);
    expect(new Set(nonces).size).toBe(nonces.length);
    expect(nonces.every((nonce) => nonce.length === 16)).toBe(true);
  });

  it('[W52] allows motion for 400 ms from when the newest echoed nonce was sent, not from when it came back', () => {
    const held = heldBy('ann');
    const nonce = issued(held, 1000);
    expect(held.accept('ann', { nonce, seq: 0 }, 1300)).toBe(true);
    expect(held.allowedUntilMs).toBe(1400);
  });

  it('[W52] takes a nonce of 400 ms, and no older one', () => {
    const held = heldBy('ann');
    const first = issued(held, 0);
    expect(held.accept('ann', { nonce: first, seq: 0 }, 400)).toBe(true);
    expect(held.accept('ann', { nonce: first, seq: 1 }, 401)).toBe(false);
    expect(held.allowedUntilMs).toBe(400);
  });

  it('[W52] takes no held command twice, and none that another has overtaken', () => {
    const held = heldBy('ann');
    const nonce = issued(held, 0);
    expect([5, 5, 4, 6].map((seq) => held.accept('ann', { nonce, seq }, 10))).toEqual([true, false, false, true]);
  });

  it('[W52] is not prolonged by an older nonce that comes after a newer', () => {
    const held = heldBy('ann');
    const [older, newer] = [issued(held, 0), issued(held, 50)];
    held.accept('ann', { nonce: newer, seq: 0 }, 60);
    expect(held.accept('ann', { nonce: older, seq: 1 }, 70)).toBe(true);
    expect(held.allowedUntilMs).toBe(450);
  });

  it('[W54] does not hear anybody but the driver, nor a nonce it never sent', () => {
    const held = heldBy('ann');
    const nonce = issued(held, 0);
    expect(held.accept('bob', { nonce, seq: 0 }, 10)).toBe(false);
    expect(held.accept('ann', { nonce: 'abcdefghijkmnpqr', seq: 0 }, 10)).toBe(false);
    expect(held.allowedUntilMs).toBe(Number.NEGATIVE_INFINITY);
  });

  it('[W54] knows nothing of the nonces of an owner before', () => {
    const nonce = issued(heldBy('ann'), 0);
    expect(new HeldControl('ann', seededRandom(2), 10).accept('ann', { nonce, seq: 0 }, 20)).toBe(false);
  });

  it('[W53] counts as let go 2 s after the last echo, or after its start if none ever came', () => {
    const held = heldBy('ann', 1000);
    expect([3000, 3001].map((nowMs) => held.hasLetGo(nowMs))).toEqual([false, true]);
    held.accept('ann', { nonce: issued(held, 2000), seq: 0 }, 2010);
    expect([4000, 4001].map((nowMs) => held.hasLetGo(nowMs))).toEqual([false, true]);
  });

  it('[W33] forgets its nonces when its clock is not to be trusted', () => {
    const held = heldBy('ann');
    const nonce = issued(held, 0);
    held.distrust(5000);
    expect(held.accept('ann', { nonce, seq: 0 }, 10)).toBe(false);
    expect(held.issue(5000)).toBeDefined();
  });

  it('[W33] allows no motion by what was echoed before its clock leapt back', () => {
    const held = heldBy('ann');
    held.accept('ann', { nonce: issued(held, 10_000), seq: 0 }, 10_010);
    held.distrust(5000);
    expect(held.allowedUntilMs).toBe(Number.NEGATIVE_INFINITY);
    held.accept('ann', { nonce: issued(held, 5050), seq: 1 }, 5060);
    expect(held.allowedUntilMs).toBe(5450);
    expect([7050, 7051].map((nowMs) => held.hasLetGo(nowMs))).toEqual([false, true]);
  });
});
