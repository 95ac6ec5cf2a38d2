import { randomBytes } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { systemRandom } from '../../platform/system-random.ts';
import { openStore } from '../../storage/storage.ts';
import { INVITATION_MS, type InvitationAsked, Invitations } from './invitations.ts';
import { Seal } from './seal.ts';

const HOUR_MS = 3600 * 1000;
const ASKED: InvitationAsked = { role: 'operator', world: 'w', note: 'printed', by: 'hub', validMs: INVITATION_MS };

it('[H17] prints the same link again, but for one that was revoked, expires soon, or is for something else', async () => {
  const store = await openStore(':memory:');
  onTestFinished(() => store[Symbol.asyncDispose]());
  await store.worlds.create({ id: 'w', name: 'W', summary: '', createdBy: 'ann', createdAtMs: 1 }, []);
  const invitations = new Invitations({ store, seal: new Seal(randomBytes(32)), random: systemRandom });
  const others = [
    { ...ASKED, validMs: HOUR_MS },
    { ...ASKED, role: 'viewer' as const },
    { ...ASKED, world: undefined },
    { ...ASKED, by: 'ann' },
  ];
  const made = await Promise.all(others.map((asked) => invitations.create(asked)));
  const first = await invitations.standing(ASKED);
  expect(made.map(({ id }) => id)).not.toContain(first.id);
  expect(first).toMatchObject({ role: 'operator', scope: { kind: 'world', world: 'w' }, createdBy: 'hub' });
  expect((await invitations.standing(ASKED)).id).toBe(first.id);
  await invitations.revoke(first.id, 'root');
  const second = await invitations.standing(ASKED);
  expect(second.id).not.toBe(first.id);
  expect(second.revoked).toBeUndefined();
});
