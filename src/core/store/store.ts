/**
 * The Store: what users saved, and what a hub must still know after it was killed.
 *
 * Two implementations, in src/storage, keep the rules of SPEC.md and pass store.contract.ts: one on a file (or in memory) with SQLite, one on
 * PostgreSQL. When a promise of a method that changes something resolves, the change survives `kill -9`.
 * The Store has no clock: whoever writes says when, as milliseconds since 1970.
 */
import type { EntityDescription } from '../api/messages.ts';
import type { Role } from '../api/roles.ts';
import type { Pose } from '../base/pose.ts';
import type { Model } from '../robots/model.ts';

/** Disposing waits for what is under way, then lets go of the database; afterwards every call rejects with StoreError. */
export interface Store extends AsyncDisposable {
  readonly worlds: WorldRecords;
  readonly models: ModelRecords;
  readonly people: PersonRecords;
  readonly invitations: InvitationRecords;
  readonly chat: ChatRecords;
  readonly files: FileRecords;
  readonly documents: DocumentRecords;
  readonly audit: AuditRecords;
  readonly secrets: SecretRecords;
}

/** The database did not do what was asked: it is gone, full, held by another, or damaged. What was asked may still have happened. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError';
}

/** Another hub has the file open: the message names both. */
export class StoreHeldError extends StoreError {
  override readonly name = 'StoreHeldError';
}

/** What was asked for, or what something should have been added to, is not in the Store. Nothing was changed. */
export class NotInStoreError extends Error {
  override readonly name = 'NotInStoreError';
  constructor(what: string, id: string) {
    super(`there is no ${what} "${id}" in the store`);
  }
}

/** There is as much of it as there may be. Nothing was changed. */
export class StoreLimitError extends Error {
  override readonly name = 'StoreLimitError';
}

// Worlds

export interface WorldRecords {
  /** Ordered by id. */
  all(): Promise<readonly WorldRecord[]>;
  get(world: string): Promise<WorldRecord | undefined>;
  /** With what stands in it, at once. An id is never given twice at a time. */
  create(draft: WorldDraft, entities: readonly SavedEntity[]): Promise<'created' | 'exists'>;
  describe(world: string, change: WorldChange): Promise<void>;
  /** With its entities, picture, chat, files, documents, invitations and roles. Removing what is not there does nothing. The audit stays. */
  remove(world: string): Promise<void>;

  /** Counts an incarnation of the world: greater than any answer before for this id, even if the world was removed and made again. */
  start(world: string, atMs: number): Promise<number>;

  /**
   * A hub says that it saves this world. It does if no other says so, or in place of one that has not said so again since it was seen (`instead`). Answers who
   * does now.
   */
  keep(world: string, hub: string, instead?: Keeping): Promise<Keeping>;
  /** A hub saves it no more. */
  unkeep(world: string, hub: string): Promise<void>;

  /** Ordered by id. */
  entities(world: string): Promise<readonly SavedEntity[]>;
  /** Ids of the worlds in which something of this model was saved, in order. */
  using(model: string): Promise<readonly string[]>;
  /** These and no others are in the world now. Answers the new revision. */
  replace(world: string, entities: readonly SavedEntity[], atMs: number): Promise<number>;
  /** All of it or nothing. Answers the new revision. */
  change(world: string, change: EntityChange, atMs: number): Promise<number>;
  /** The same if this hub keeps the world; undefined if another does, and nothing was changed. */
  change(world: string, change: EntityChange, atMs: number, keeper: string): Promise<number | undefined>;

  picture(world: string): Promise<Picture | undefined>;
  setPicture(world: string, picture: Picture): Promise<void>;
  /** Where everybody looks from when they enter; undefined forgets it. */
  setView(world: string, view: SavedView | undefined): Promise<void>;
}

/** Which of the hubs that have a world open saves it. */
export interface Keeping {
  readonly hub: string;
  /** How often it was said, by this hub or another: whoever sees the same number for long enough knows that the hub is gone, whatever the clocks say. */
  readonly said: number;
}

export interface WorldDraft {
  readonly id: string;
  readonly name: string;
  /** One line for people. */
  readonly summary: string;
  /** What it was made from, if anything. */
  readonly template?: string | undefined;
  readonly createdBy: string;
  readonly createdAtMs: number;
}

/** What is left out stays. */
export interface WorldChange {
  readonly name?: string | undefined;
  readonly summary?: string | undefined;
}

export interface WorldRecord extends WorldDraft {
  /** When it was last started; when it was created, if it never was. */
  readonly openedAtMs: number;
  /** When its entities were last changed; when it was created, if they never were. */
  readonly savedAtMs: number;
  /** Counts the changes of its entities, from 0. */
  readonly revision: number;
  readonly entityCount: number;
  /** Of these, those that are not static. */
  readonly dynamicCount: number;
  /** SHA-256, in hexadecimal; another picture, another hash. */
  readonly pictureHash: string | undefined;
  readonly view: SavedView | undefined;
}

export interface SavedEntity {
  readonly id: string;
  readonly description: EntityDescription;
  /** Where it stood when it was saved; `description.initial` is where a reset puts it. */
  readonly posture: { readonly pose: Pose; readonly values: readonly number[] };
  readonly ride?: { readonly parent: string; readonly offset: Pose } | undefined;
  /** Latched when it was saved: it stands until somebody re-arms it, whatever happened to the hub meanwhile. */
  readonly stop?: { readonly by: string; readonly reason: string } | undefined;
}

export interface EntityChange {
  /** Replaces the one with the same id, if there is one. */
  readonly put?: readonly SavedEntity[] | undefined;
  readonly remove?: readonly string[] | undefined;
}

export interface Picture {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface SavedView {
  readonly eye: readonly [number, number, number];
  readonly target: readonly [number, number, number];
}

// Robot models

export interface ModelRecords {
  /** Read from the tables each time: a row that somebody inserted with SQL is in the next answer. */
  all(): Promise<Catalog>;
  /**
   * Replaces the one with the same id, if there is one. `meshes`: encoded, by their hash; those it refers to that are not there yet. The model and
   * its meshes are there at once or not at all.
   */
  put(model: Model, meshes?: ReadonlyMap<string, Uint8Array>): Promise<void>;
  /** What the product brings along: new ones are added, newer ones replace older ones, but what somebody has changed here stays as it is. `meshes` as with `put`. */
  ship(models: readonly Model[], meshes?: ReadonlyMap<string, Uint8Array>): Promise<void>;
  /** With the meshes that no other model refers to. */
  remove(model: string): Promise<void>;
  /** The encoded mesh of this hash. */
  mesh(hash: string): Promise<Uint8Array | undefined>;
}

export interface Catalog {
  /** Ordered by id. */
  readonly models: readonly Model[];
  /** Rows that make no model: the others are there all the same. */
  readonly problems: readonly { readonly model: string; readonly problem: string }[];
  /** Changes whenever anything above does, however it was changed. */
  readonly fingerprint: string;
}

// People

/** `everywhere`: a role in all worlds, present and to come. */
export type RoleScope = { readonly kind: 'everywhere' } | { readonly kind: 'world'; readonly world: string };

export interface PersonRecords {
  get(person: string): Promise<PersonRecord | undefined>;
  /** Ordered by id. */
  all(): Promise<readonly PersonRecord[]>;
  /** Replaces the one with the same id, if there is one; its preferences and roles stay. */
  put(person: PersonRecord): Promise<void>;
  /** With preferences and roles. */
  remove(person: string): Promise<void>;

  /** What the page keeps for this person (layouts, theme); undefined if nothing was kept. JSON, opaque here. */
  preferences(person: string): Promise<string | undefined>;
  setPreferences(person: string, json: string): Promise<void>;

  roles(person: string): Promise<readonly RoleGrant[]>;
  /** Replaces this person's role in this scope, if it had one. */
  grant(grant: RoleGrant): Promise<void>;
  withdraw(person: string, scope: RoleScope): Promise<void>;
}

export interface PersonRecord {
  readonly id: string;
  readonly name: string;
  /** 1 to 12 of the palette; stable for this person. */
  readonly colour: number;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
}

export interface RoleGrant {
  readonly person: string;
  readonly scope: RoleScope;
  readonly role: Role;
  /** Who gave it: a person, or an invitation. */
  readonly grantedBy: string;
  readonly grantedAtMs: number;
}

/** What a signed join link stands for. */
export interface InvitationRecords {
  get(invitation: string): Promise<InvitationRecord | undefined>;
  /** Of one world, or all there are; the newest first, expired and revoked ones too. */
  all(world?: string): Promise<readonly InvitationRecord[]>;
  create(draft: InvitationDraft): Promise<'created' | 'exists'>;
  /** Who had revoked it before, and when, stays. */
  revoke(invitation: string, by: string, atMs: number): Promise<void>;
}

export interface InvitationDraft {
  readonly id: string;
  readonly scope: RoleScope;
  readonly role: Role;
  /** For people: "Tuesday's class". */
  readonly note: string;
  readonly createdBy: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export interface InvitationRecord extends InvitationDraft {
  readonly revoked: { readonly by: string; readonly atMs: number } | undefined;
}

// What people said, shared and did

export interface ChatRecords {
  /** Answers its number: numbers of one world grow in the order in which lines become visible, so that none is missed by asking for what is after. */
  append(line: ChatDraft): Promise<number>;
  /** The last `limit` lines, of those before the number `before` if it is given; the oldest first. */
  recent(world: string, page: { readonly limit: number; readonly before?: number | undefined }): Promise<readonly ChatRecord[]>;
}

export interface ChatDraft {
  readonly world: string;
  /** Who said it: an id, and the name it had then. */
  readonly from: string;
  readonly name: string;
  readonly text: string;
  readonly atMs: number;
}

export interface ChatRecord extends ChatDraft {
  readonly seq: number;
}

/** A file is known by its world and its bytes: sharing the same bytes there again gives them another name. */
export interface FileRecords {
  /** The bytes are kept once, in however many worlds they are shared. */
  add(draft: FileDraft, bytes: Uint8Array): Promise<FileRecord>;
  get(world: string, contentHash: string): Promise<FileRecord | undefined>;
  /** The newest first. */
  all(world: string): Promise<readonly FileRecord[]>;
  content(world: string, contentHash: string): Promise<Uint8Array | undefined>;
  /** Its bytes too, when no other world shares them. */
  remove(world: string, contentHash: string): Promise<void>;
}

export interface FileDraft {
  readonly world: string;
  readonly name: string;
  readonly mediaType: string;
  readonly addedBy: string;
  readonly addedAtMs: number;
}

export interface FileRecord extends FileDraft {
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly contentHash: string;
  readonly sizeBytes: number;
}

/** Texts that several people edit. What their bytes mean is for who keeps them. */
export interface DocumentRecords {
  /** Ordered by id. */
  all(world: string): Promise<readonly DocumentRecord[]>;
  /** With the state that it begins with; empty without one. An id is given once in a world. */
  create(draft: DocumentDraft, state?: Uint8Array): Promise<'created' | 'exists'>;
  rename(world: string, document: string, name: string): Promise<void>;
  remove(world: string, document: string): Promise<void>;
  /** As it was saved last, as it began if it never was; undefined if there is none. */
  state(world: string, document: string): Promise<Uint8Array | undefined>;
  /** In the name of a hub: `not-kept` if another one keeps the world, and nothing was changed. */
  save(world: string, document: string, state: Uint8Array, atMs: number, keeper: string): Promise<'saved' | 'not-kept'>;
}

export interface DocumentDraft {
  readonly world: string;
  readonly id: string;
  readonly name: string;
  readonly createdBy: string;
  readonly createdAtMs: number;
}

export interface DocumentRecord extends DocumentDraft {
  /** When it was saved last; when it was created, if it never was. */
  readonly changedAtMs: number;
  readonly sizeBytes: number;
}

export interface AuditRecords {
  /** Answers its number; they grow in the order in which entries become visible. Nothing changes or removes an entry. */
  append(entry: AuditDraft): Promise<number>;
  read(page: AuditPage): Promise<readonly AuditRecord[]>;
}

export interface AuditPage {
  /** Only what concerns this world. */
  readonly world?: string | undefined;
  readonly order: 'oldest first' | 'newest first';
  /** The number of the last entry of the page before. */
  readonly beyond?: number | undefined;
  readonly limit: number;
}

export interface AuditDraft {
  readonly atMs: number;
  /** Undefined for what concerns no world. */
  readonly world?: string | undefined;
  /** Who did it: an id, and the name it had then. */
  readonly by: string;
  readonly name: string;
  /** What was done, in the words of whoever writes: "lease.forced". */
  readonly action: string;
  /** What it was done to: an entity, a person, an invitation. */
  readonly subject?: string | undefined;
  /** For people: a reason, a role. */
  readonly detail: string;
}

export interface AuditRecord extends AuditDraft {
  readonly seq: number;
}

/** Keys that all hubs on one Store share, such as the one join links are signed with. */
export interface SecretRecords {
  /** The secret of this name; if there is none yet, it becomes `proposal`. All who ask at the same time get the same answer. */
  agree(name: string, proposal: Uint8Array): Promise<Uint8Array>;
  replace(name: string, value: Uint8Array): Promise<void>;
}
