import { explain } from '../../core/base/errors.ts';
import {
  type DocumentEntry,
  type DocumentKind,
  DocumentShelf,
  newDocumentId,
  ofKind,
  readDocument,
  type WholeTextPorts,
  writeDocument,
} from '../../core/documents/documents.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { systemRandom } from '../../platform/system-random.ts';
import { Settable } from '../link/observable.ts';
import type { Observable, WorldLink } from '../link/world-link.ts';
import type { TextSession, TextSessionPorts } from './text-session.ts';

export interface TextShelfPorts {
  readonly world: string;
  readonly link: WorldLink;
  readonly access: 'write' | 'read';
}

/** The texts of a world: maps, programs, lists of positions and tasks. */
export class TextShelf implements Disposable {
  readonly access: 'write' | 'read';
  readonly #world: string;
  readonly #link: WorldLink;
  readonly #shelf: DocumentShelf;
  readonly #documents = new Settable<readonly DocumentEntry[] | undefined>(undefined);

  constructor({ world, link, access }: TextShelfPorts) {
    this.#world = world;
    this.#link = link;
    this.access = access;
    this.#shelf = new DocumentShelf({ world, bus: link.bus, clock: systemClock, report });
    this.#shelf.changes.on(() => this.#documents.set(this.#shelf.documents));
  }

  /** Undefined until they have been heard of. */
  get documents(): Observable<readonly DocumentEntry[] | undefined> {
    return this.#documents;
  }

  /** Makes one that says this, and answers its id. Rejects with DocumentError. */
  async make(kind: DocumentKind, name: string, text: string): Promise<string> {
    const id = newDocumentId(kind, name, systemRandom);
    await this.#shelf.make(id, name);
    if (text !== '') await writeDocument(this.#ports(id), text);
    return id;
  }

  rename(document: string, name: string): Promise<void> {
    return this.#shelf.rename(document, name);
  }

  remove(document: string): Promise<void> {
    return this.#shelf.remove(document);
  }

  read(document: string): Promise<string> {
    return readDocument(this.#ports(document));
  }

  /** Begins this person's work on one. */
  open<Session extends TextSession>(document: string, Session: new (ports: TextSessionPorts) => Session): Session {
    return new Session({ ...this.#ports(document), access: this.access });
  }

  #ports(document: string): WholeTextPorts {
    const me = this.#link.me.get();
    const writer = { name: me?.name.slice(0, 80) ?? 'Somebody', colour: me?.colour ?? 1 };
    return { world: this.#world, document, bus: this.#link.bus, clock: systemClock, random: systemRandom, me: writer, report };
  }

  [Symbol.dispose](): void {
    this.#shelf[Symbol.dispose]();
  }
}

/** By their names, as people look for them. */
export const sortedOfKind = (documents: readonly DocumentEntry[], kind: DocumentKind): DocumentEntry[] =>
  ofKind(documents, kind).toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1));

/** What is wrong on the wire is nothing that the person at the page could mend. */
const report = (error: unknown): void => console.warn(explain(error));
