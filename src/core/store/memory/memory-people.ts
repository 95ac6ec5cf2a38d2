import { check } from '../../api/messages.ts';
import { MOST_INVITATIONS, MOST_PEOPLE } from '../limits.ts';
import { grantSchema, invitationSchema, personSchema, preferencesSchema, revocationSchema } from '../schemas.ts';
import {
  type InvitationDraft,
  type InvitationRecord,
  type InvitationRecords,
  NotInStoreError,
  type PersonRecord,
  type PersonRecords,
  type RoleGrant,
  type RoleScope,
} from '../store.ts';
import { byId, type MemoryTables, requireRoom } from './memory-tables.ts';

export class MemoryPeople implements PersonRecords {
  readonly #tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.#tables = tables;
  }

  async get(person: string): Promise<PersonRecord | undefined> {
    this.#tables.requireOpen();
    return this.#tables.people.get(person)?.record;
  }

  async all(): Promise<PersonRecord[]> {
    this.#tables.requireOpen();
    return [...this.#tables.people.values()].map(({ record }) => record).sort(byId);
  }

  async put(person: PersonRecord): Promise<void> {
    const record = check(personSchema, person);
    this.#tables.requireOpen();
    const { people } = this.#tables;
    const known = people.get(record.id);
    if (known) known.record = record;
    else {
      requireRoom(people.size + 1, MOST_PEOPLE, 'people');
      people.set(record.id, { record, preferences: undefined, roles: new Map() });
    }
  }

  async remove(person: string): Promise<void> {
    this.#tables.requireOpen();
    this.#tables.people.delete(person);
  }

  async preferences(person: string): Promise<string | undefined> {
    this.#tables.requireOpen();
    return this.#tables.people.get(person)?.preferences;
  }

  async setPreferences(person: string, json: string): Promise<void> {
    const preferences = check(preferencesSchema, json);
    this.#tables.person(person).preferences = preferences;
  }

  async roles(person: string): Promise<RoleGrant[]> {
    this.#tables.requireOpen();
    const roles = [...(this.#tables.people.get(person)?.roles ?? [])];
    return roles.sort(([a], [b]) => byId({ id: a }, { id: b })).map(([, grant]) => grant);
  }

  async grant(grant: RoleGrant): Promise<void> {
    const checked = check(grantSchema, grant);
    const { scope } = checked;
    const row = this.#tables.person(checked.person);
    if (scope.kind === 'world') this.#tables.world(scope.world);
    row.roles.set(placeOf(scope), checked);
  }

  async withdraw(person: string, scope: RoleScope): Promise<void> {
    this.#tables.requireOpen();
    this.#tables.people.get(person)?.roles.delete(placeOf(scope));
  }
}

const placeOf = (scope: RoleScope): string => (scope.kind === 'world' ? scope.world : '');

export class MemoryInvitations implements InvitationRecords {
  readonly #tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.#tables = tables;
  }

  async get(invitation: string): Promise<InvitationRecord | undefined> {
    this.#tables.requireOpen();
    return this.#tables.invitations.get(invitation);
  }

  async all(world?: string): Promise<InvitationRecord[]> {
    this.#tables.requireOpen();
    const isMeant = ({ scope }: InvitationRecord) => world === undefined || (scope.kind === 'world' && scope.world === world);
    const all = [...this.#tables.invitations.values()].filter(isMeant);
    return all.sort((a, b) => b.createdAtMs - a.createdAtMs || byId(a, b));
  }

  async create(draft: InvitationDraft): Promise<'created' | 'exists'> {
    const invitation = check(invitationSchema, draft);
    const { invitations } = this.#tables;
    this.#tables.requireOpen();
    if (invitation.scope.kind === 'world') this.#tables.world(invitation.scope.world);
    if (invitations.has(invitation.id)) return 'exists';
    requireRoom(invitations.size + 1, MOST_INVITATIONS, 'invitations');
    invitations.set(invitation.id, { ...invitation, revoked: undefined });
    return 'created';
  }

  async revoke(invitation: string, by: string, atMs: number): Promise<void> {
    const revoked = check(revocationSchema, { by, atMs });
    this.#tables.requireOpen();
    const known = this.#tables.invitations.get(invitation);
    if (!known) throw new NotInStoreError('invitation', invitation);
    this.#tables.invitations.set(invitation, { ...known, revoked: known.revoked ?? revoked });
  }
}
