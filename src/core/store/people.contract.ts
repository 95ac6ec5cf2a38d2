import { describe, expect, it } from 'vitest';
import { freshId, freshPerson, freshWorld } from './harness.contract.ts';
import type { InvitationDraft, RoleGrant, Store } from './store.ts';

export function peopleContract(store: () => Store): void {
  describe('people', () => {
    it('[D21] keep preferences and roles when they are put again', async () => {
      const id = await freshPerson(store());
      const grant: RoleGrant = { person: id, scope: { kind: 'everywhere' }, role: 'administrator', grantedBy: 'start', grantedAtMs: 5 };
      await store().people.setPreferences(id, '{"theme":"dark"}');
      await store().people.grant(grant);
      const later = { id, name: 'Ann Later', colour: 12, firstSeenMs: 1, lastSeenMs: 9 };
      await store().people.put(later);
      expect(await store().people.get(id)).toEqual(later);
      expect(await store().people.preferences(id)).toBe('{"theme":"dark"}');
      expect(await store().people.roles(id)).toEqual([grant]);
      expect((await store().people.all()).filter((person) => person.id === id)).toEqual([later]);
    });

    it('[D21] are gone with both when they are removed', async () => {
      const id = await freshPerson(store());
      await store().people.setPreferences(id, '{}');
      await store().people.grant({ person: id, scope: { kind: 'everywhere' }, role: 'viewer', grantedBy: 'x', grantedAtMs: 1 });
      await store().people.remove(id);
      expect(await store().people.get(id)).toBeUndefined();
      expect(await store().people.preferences(id)).toBeUndefined();
      expect(await store().people.roles(id)).toEqual([]);
    });

    it('[D22] have one role in each world, and one everywhere', async () => {
      const person = await freshPerson(store());
      const [one, other] = [await freshWorld(store()), await freshWorld(store())];
      const inOne: RoleGrant = { person, scope: { kind: 'world', world: one }, role: 'viewer', grantedBy: 'ann', grantedAtMs: 1 };
      const inOther: RoleGrant = { ...inOne, scope: { kind: 'world', world: other }, role: 'operator' };
      const everywhere: RoleGrant = { ...inOne, scope: { kind: 'everywhere' }, role: 'viewer' };
      for (const grant of [inOne, inOther, everywhere]) await store().people.grant(grant);
      expect(await store().people.roles(person)).toEqual([everywhere, inOne, inOther]);
      const raised: RoleGrant = { ...inOne, role: 'teacher', grantedBy: 'bob', grantedAtMs: 2 };
      await store().people.grant(raised);
      await store().people.withdraw(person, { kind: 'everywhere' });
      expect(await store().people.roles(person)).toEqual([raised, inOther]);
    });
  });

  describe('invitations', () => {
    const draft = (world: string, createdAtMs: number): InvitationDraft => ({
      id: freshId('invitation'),
      scope: { kind: 'world', world },
      role: 'operator',
      note: "Tuesday's class",
      createdBy: 'ann',
      createdAtMs,
      expiresAtMs: createdAtMs + 10,
    });

    it('[D23] are told of, the newest first', async () => {
      const world = await freshWorld(store());
      const [older, newer] = [draft(world, 1), draft(world, 2)];
      const forAll: InvitationDraft = { ...draft(world, 3), scope: { kind: 'everywhere' }, role: 'administrator' };
      for (const each of [older, newer, forAll]) expect(await store().invitations.create(each)).toBe('created');
      expect(await store().invitations.create({ ...older, role: 'administrator' })).toBe('exists');
      expect(await store().invitations.all(world)).toEqual([newer, older]);
      expect(await store().invitations.get(older.id)).toEqual(older);
      const all = await store().invitations.all();
      expect(all.filter(({ id }) => [older.id, newer.id, forAll.id].includes(id))).toEqual([forAll, newer, older]);
    });

    it('[D23] stay revoked as they first were', async () => {
      const invitation = draft(await freshWorld(store()), 1);
      await store().invitations.create(invitation);
      await store().invitations.revoke(invitation.id, 'ann', 5);
      await store().invitations.revoke(invitation.id, 'bob', 6);
      expect(await store().invitations.get(invitation.id)).toEqual({ ...invitation, revoked: { by: 'ann', atMs: 5 } });
    });
  });
}
