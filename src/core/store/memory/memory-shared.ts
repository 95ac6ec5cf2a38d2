import { MOST_FILE_BYTES } from '../../api/http.ts';
import { check } from '../../api/messages.ts';
import { sha256 } from '../../base/sha-256.ts';
import { LARGEST_DOCUMENT_BYTES, MOST_CHAT_LINES_OF_WORLD, MOST_DOCUMENTS_OF_WORLD, MOST_FILES_OF_WORLD } from '../limits.ts';
import { chatDraftSchema, documentDraftSchema, fileDraftSchema, nameSchema } from '../schemas.ts';
import {
  type ChatDraft,
  type ChatRecord,
  type ChatRecords,
  type DocumentDraft,
  type DocumentRecord,
  type DocumentRecords,
  type FileDraft,
  type FileRecord,
  type FileRecords,
  NotInStoreError,
} from '../store.ts';
import { byId, copyOf, type MemoryTables, requireLimit, requireRoom, requireSize, requireTime } from './memory-tables.ts';

export class MemoryChat implements ChatRecords {
  readonly #tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.#tables = tables;
  }

  async append(line: ChatDraft): Promise<number> {
    const checked = check(chatDraftSchema, line);
    const row = this.#tables.world(checked.world);
    const seq = ++row.chatLines;
    row.chat.push({ ...checked, seq });
    if (row.chat.length > MOST_CHAT_LINES_OF_WORLD) row.chat.shift();
    return seq;
  }

  async recent(
    world: string,
    { limit, before = Number.POSITIVE_INFINITY }: { limit: number; before?: number | undefined },
  ): Promise<ChatRecord[]> {
    const most = requireLimit(limit);
    this.#tables.requireOpen();
    const lines = this.#tables.worlds.get(world)?.chat ?? [];
    return lines.filter(({ seq }) => seq < before).slice(-most);
  }
}

export class MemoryFiles implements FileRecords {
  readonly #tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.#tables = tables;
  }

  async add(draft: FileDraft, bytes: Uint8Array): Promise<FileRecord> {
    const file = check(fileDraftSchema, draft);
    requireSize(bytes, MOST_FILE_BYTES, 'a file');
    const { files } = this.#tables.world(file.world);
    const hash = sha256(bytes);
    if (!files.has(hash)) requireRoom(files.size + 1, MOST_FILES_OF_WORLD, `files in ${file.world}`);
    files.set(hash, file);
    this.#tables.contents.set(hash, copyOf(bytes));
    return { ...file, contentHash: hash, sizeBytes: bytes.length };
  }

  async get(world: string, hash: string): Promise<FileRecord | undefined> {
    return (await this.all(world)).find(({ contentHash }) => contentHash === hash);
  }

  async all(world: string): Promise<FileRecord[]> {
    this.#tables.requireOpen();
    const files = [...(this.#tables.worlds.get(world)?.files ?? [])].map(([contentHash, file]) => {
      const sizeBytes = this.#tables.contents.get(contentHash)?.length ?? 0;
      return { ...file, contentHash, sizeBytes };
    });
    return files.sort((a, b) => b.addedAtMs - a.addedAtMs || byId({ id: a.contentHash }, { id: b.contentHash }));
  }

  async content(world: string, hash: string): Promise<Uint8Array | undefined> {
    this.#tables.requireOpen();
    const bytes = this.#tables.worlds.get(world)?.files.has(hash) ? this.#tables.contents.get(hash) : undefined;
    return bytes && copyOf(bytes);
  }

  async remove(world: string, hash: string): Promise<void> {
    this.#tables.requireOpen();
    this.#tables.worlds.get(world)?.files.delete(hash);
    this.#tables.forgetUnsharedContents();
  }
}

export class MemoryDocuments implements DocumentRecords {
  readonly #tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.#tables = tables;
  }

  async all(world: string): Promise<DocumentRecord[]> {
    this.#tables.requireOpen();
    return [...(this.#tables.worlds.get(world)?.documents.values() ?? [])].map(({ record }) => record).sort(byId);
  }

  async create(draft: DocumentDraft, state: Uint8Array = new Uint8Array()): Promise<'created' | 'exists'> {
    const document = check(documentDraftSchema, draft);
    requireSize(state, LARGEST_DOCUMENT_BYTES, 'a document');
    const { documents } = this.#tables.world(document.world);
    if (documents.has(document.id)) return 'exists';
    requireRoom(documents.size + 1, MOST_DOCUMENTS_OF_WORLD, `documents in ${document.world}`);
    const record = { ...document, changedAtMs: document.createdAtMs, sizeBytes: state.length };
    documents.set(document.id, { record, state: copyOf(state) });
    return 'created';
  }

  async rename(world: string, document: string, name: string): Promise<void> {
    const checked = check(nameSchema, name);
    const { record, state } = this.#find(world, document);
    this.#tables.world(world).documents.set(document, { record: { ...record, name: checked }, state });
  }

  async remove(world: string, document: string): Promise<void> {
    this.#tables.requireOpen();
    this.#tables.worlds.get(world)?.documents.delete(document);
  }

  async state(world: string, document: string): Promise<Uint8Array | undefined> {
    this.#tables.requireOpen();
    const found = this.#tables.worlds.get(world)?.documents.get(document);
    return found && copyOf(found.state);
  }

  async save(world: string, document: string, state: Uint8Array, atMs: number, keeper: string): Promise<'saved' | 'not-kept'> {
    requireSize(state, LARGEST_DOCUMENT_BYTES, 'a document');
    const changedAtMs = requireTime(atMs);
    if (this.#tables.world(world).keeper !== keeper) return 'not-kept';
    const { record } = this.#find(world, document);
    const saved = { record: { ...record, changedAtMs, sizeBytes: state.length }, state: copyOf(state) };
    this.#tables.world(world).documents.set(document, saved);
    return 'saved';
  }

  #find(world: string, document: string) {
    this.#tables.requireOpen();
    const found = this.#tables.worlds.get(world)?.documents.get(document);
    if (!found) throw new NotInStoreError('document', document);
    return found;
  }
}
