import { check } from '../../api/messages.ts';
import { MisuseError } from '../../base/errors.ts';
import type { Model } from '../../robots/model.ts';
import { MOST_ROWS_OF_PAGE } from '../limits.ts';
import { timeSchema } from '../schemas.ts';
import {
  type AuditRecord,
  type ChatRecord,
  type DocumentRecord,
  type FileDraft,
  type InvitationRecord,
  NotInStoreError,
  type PersonRecord,
  type Picture,
  type RoleGrant,
  type SavedEntity,
  StoreError,
  StoreLimitError,
  type WorldRecord,
} from '../store.ts';

export interface WorldRow {
  record: Omit<WorldRecord, 'entityCount' | 'dynamicCount' | 'pictureHash'>;
  entities: ReadonlyMap<string, SavedEntity>;
  picture: (Picture & { readonly hash: string }) | undefined;
  /** Undefined: nobody keeps it. */
  keeper: string | undefined;
  /** How often it was said who does. */
  said: number;
  readonly chat: ChatRecord[];
  chatLines: number;
  readonly files: Map<string, FileDraft>;
  readonly documents: Map<string, { readonly record: DocumentRecord; readonly state: Uint8Array }>;
}

export interface PersonRow {
  record: PersonRecord;
  preferences: string | undefined;
  /** By the world; '' for everywhere. */
  readonly roles: Map<string, RoleGrant>;
}

export interface ModelRow {
  readonly model: Model;
  readonly shippedHash: string | undefined;
}

/** All that a Store in memory has. */
export class MemoryTables {
  readonly worlds = new Map<string, WorldRow>();
  /** Beyond the end of a world. */
  readonly incarnations = new Map<string, number>();
  readonly people = new Map<string, PersonRow>();
  readonly invitations = new Map<string, InvitationRecord>();
  readonly contents = new Map<string, Uint8Array>();
  readonly audit: AuditRecord[] = [];
  readonly secrets = new Map<string, Uint8Array>();
  models: ReadonlyMap<string, ModelRow> = new Map();
  meshes: ReadonlyMap<string, Uint8Array> = new Map();
  #state: 'open' | 'closed' = 'open';

  close(): void {
    this.#state = 'closed';
  }

  requireOpen(): void {
    if (this.#state === 'closed') throw new StoreError('the store in memory is closed');
  }

  world(id: string): WorldRow {
    this.requireOpen();
    const row = this.worlds.get(id);
    if (!row) throw new NotInStoreError('world', id);
    return row;
  }

  person(id: string): PersonRow {
    this.requireOpen();
    const row = this.people.get(id);
    if (!row) throw new NotInStoreError('person', id);
    return row;
  }

  /** Bytes that no world shares any more are forgotten. */
  forgetUnsharedContents(): void {
    const shared = new Set([...this.worlds.values()].flatMap(({ files }) => [...files.keys()]));
    for (const hash of this.contents.keys()) if (!shared.has(hash)) this.contents.delete(hash);
  }
}

export const requireTime = (atMs: number): number => check(timeSchema, atMs);

export function requireSize(bytes: Uint8Array, most: number, what: string): void {
  if (bytes.length > most) throw new MisuseError(`${what} of ${bytes.length} bytes is too large: at most ${most}`);
}

/** `rows`: how many there would be. */
export function requireRoom(rows: number, most: number, what: string): void {
  if (rows > most) throw new StoreLimitError(`no more than ${most} ${what} may be there, this would make it ${rows}: remove some first`);
}

export function requireLimit(limit: number): number {
  if (!Number.isInteger(limit) || limit < 1) throw new MisuseError(`a page of ${limit} rows is none: ask for 1 to ${MOST_ROWS_OF_PAGE}`);
  return Math.min(limit, MOST_ROWS_OF_PAGE);
}

export const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : Number(a.id > b.id));

/** Nobody who keeps an answer can change what is stored, nor the other way round. */
export const copyOf = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);
