import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { InvitationRecord } from '../../core/store/store.ts';
import { systemRandom } from '../../platform/system-random.ts';
import { openStore } from '../../storage/storage.ts';
import { Invitations } from './invitations.ts';
import { Seal } from './seal.ts';
import { Sessions } from './sessions.ts';

const AWAY = { address: '192.168.1.7', origin: undefined, host: 'hub.example' };
const LOCAL = { address: '127.0.0.1', origin: undefined, host: '127.0.0.1' };
const DAY_MS = 24 * 3600 * 1000;
/** As many tokens as `Sessions` remembers, and more. */
const MANY = 5000;

/** `slowly`: what the Store has read of an invitation is answered when this resolves. */
async function stage({ slowly = async () => {} }: { slowly?: () => Promise<void> } = {}) {
  const store = await openStore(':memory:');
  onTestFinished(() => store[Symbol.asyncDispose]());
  await store.worlds.create({ id: 'w', name: 'W', summary: '', createdBy: 'ann', createdAtMs: 1 }, []);
  const get = async (invitation: string): Promise<InvitationRecord | undefined> => {
    const record = await store.invitations.get(invitation);
    await slowly();
    return record;
  };
  const { all, create, revoke } = store.invitations;
  const records = { all: all.bind(store.invitations), create: create.bind(store.invitations), revoke: revoke.bind(store.invitations), get };
  const seal = new Seal(randomBytes(32));
  const invitations = new Invitations({ store: { ...store, invitations: records }, seal, random: systemRandom });
  const sessions = new Sessions({ seal, invitations, isLocal: ({ address }) => address === LOCAL.address });
  const invite = (validMs = DAY_MS) => invitations.create({ role: 'operator', world: 'w', note: '', by: 'root', validMs });
  const tokenOf = ({ id, expiresAtMs }: InvitationRecord, name = 'Ada') =>
    seal.sign('session', { invitation: id, name, expiresAtMs: expiresAtMs + DAY_MS });
  return { store, seal, invitations, sessions, invite, tokenOf };
}

describe('a token', () => {
  it('[H17] that was checked before its link was revoked lets nobody in any more', async () => {
    const { invitations, sessions, invite, tokenOf } = await stage();
    const [invitation, other] = [await invite(), await invite()];
    const [token, otherToken] = [await tokenOf(invitation), await tokenOf(other)];
    for (const each of [token, otherToken]) expect((await sessions.recognise(each, AWAY)).kind).toBe('known');
    expect(sessions.recall(token, AWAY).kind).toBe('known');
    await invitations.revoke(invitation.id, 'root');
    expect(sessions.recall(token, AWAY)).toMatchObject({ kind: 'stranger', reason: 'link-revoked' });
    expect(sessions.recall(otherToken, AWAY).kind).toBe('known');
  });

  it('[H17] that was just being checked when its link was revoked lets nobody in', async () => {
    const passed = new EventTarget();
    const [read, goOn] = [once(passed, 'read'), once(passed, 'go on')];
    const slowly = async () => {
      passed.dispatchEvent(new Event('read'));
      await goOn;
    };
    const { invitations, sessions, invite, tokenOf } = await stage({ slowly });
    const invitation = await invite();
    const token = await tokenOf(invitation);
    const recognition = sessions.recognise(token, AWAY);
    await read;
    await invitations.revoke(invitation.id, 'root');
    passed.dispatchEvent(new Event('go on'));
    expect(await recognition).toMatchObject({ kind: 'stranger', reason: 'link-revoked' });
    expect(sessions.recall(token, AWAY)).toMatchObject({ kind: 'stranger', reason: 'link-revoked' });
  });

  it('[H16] is good for as long as the Store says, whatever it says itself', async () => {
    const { sessions, invite, tokenOf } = await stage();
    const over = await invite(-1);
    expect(await sessions.recognise(await tokenOf(over), AWAY)).toMatchObject({ kind: 'stranger', reason: 'link-expired' });
  });

  it('[H17] whose link expires after it was checked lets nobody in any more', async () => {
    const { sessions, invite, tokenOf } = await stage();
    const invitation = await invite();
    const token = await tokenOf(invitation);
    expect((await sessions.recognise(token, AWAY)).kind).toBe('known');
    vi.useFakeTimers({ toFake: ['Date'], now: invitation.expiresAtMs });
    onTestFinished(() => void vi.useRealTimers());
    expect(sessions.recall(token, AWAY)).toMatchObject({ kind: 'stranger', reason: 'link-expired' });
  });

  it('that nobody has checked is none, also on the own machine', async () => {
    const { sessions } = await stage();
    expect(sessions.recall('made up', LOCAL)).toMatchObject({ kind: 'stranger', reason: 'not-admitted' });
    expect(sessions.recall(undefined, LOCAL).kind).toBe('known');
  });

  it('is not forgotten over any number of forged ones', { timeout: 60_000 }, async () => {
    const { sessions, invite, tokenOf } = await stage();
    const token = await tokenOf(await invite());
    await sessions.recognise(token, AWAY);
    for (let i = 0; i < MANY; i++) await sessions.recognise(`forged.${i}`, AWAY);
    expect(sessions.recall(token, AWAY).kind).toBe('known');
  });
});

describe('a session', () => {
  it('[H17] holds until its link is revoked, by whichever hub', async () => {
    const { store, sessions, invite, tokenOf } = await stage();
    const invitation = await invite();
    const recognition = await sessions.recognise(await tokenOf(invitation), AWAY);
    if (recognition.kind === 'stranger') throw new Error(recognition.text);
    expect(await sessions.objection(recognition.session)).toBeUndefined();
    // As another hub does it: nothing is told here.
    await store.invitations.revoke(invitation.id, 'root', Date.now());
    expect(await sessions.objection(recognition.session)).toBe('link-revoked');
    expect(await sessions.objection({ ...recognition.session, expiresAtMs: Date.now() - 1 })).toBe('link-expired');
  });
});
