import { explain } from '../../core/base/errors.ts';
import {
  type DocumentEntry,
  type DocumentKind,
  DocumentShelf,
  newDocumentId,
  ofKind,
  readDocument,
  SharedDocument,
  writeDocument,
} from '../../core/documents/documents.ts';
import { readPositions, type TaughtPosition } from '../../core/programs/programs.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { systemRandom } from '../../platform/system-random.ts';
import { Settable } from '../link/observable.ts';
import type { Person } from '../link/world-link.ts';
import type { Room } from '../world/room.ts';
import { ProgramSession } from './program-session.ts';

/** Who writes. */
export type Author = Pick<Person, 'name' | 'colour'>;

/** The programs of a world, and the lists of positions that they are run with. */
export class WorldPrograms implements Disposable {
  /** Undefined until the hub has told of them. */
  readonly programs: Settable<readonly DocumentEntry[] | undefined> = new Settable<readonly DocumentEntry[] | undefined>(undefined);
  readonly lists: Settable<readonly DocumentEntry[]> = new Settable<readonly DocumentEntry[]>([]);
  /** Of the list that was chosen. */
  readonly positions: Settable<readonly TaughtPosition[] | undefined> = new Settable<readonly TaughtPosition[] | undefined>(undefined);
  readonly shelf: DocumentShelf;
  readonly access: 'write' | 'read';
  readonly #room: Room;
  #list: SharedDocument | undefined;

  constructor(room: Room) {
    this.#room = room;
    this.access = room.may('operator') ? 'write' : 'read';
    this.shelf = new DocumentShelf({ world: room.world, bus: room.link.bus, clock: systemClock, report });
    this.shelf.changes.on(() => this.#heard());
  }

  /** Makes a program that begins with this text. Answers its id. */
  async make(name: string, text: string, me: Author): Promise<string> {
    const id = newDocumentId('program', name, systemRandom);
    await this.shelf.make(id, name);
    if (text !== '') await writeDocument(this.#ports(id, me), text);
    return id;
  }

  open(document: string, me: Author): ProgramSession {
    return new ProgramSession({ ...this.#ports(document, me), access: this.access });
  }

  read(document: string, me: Author): Promise<string> {
    return readDocument(this.#ports(document, me));
  }

  /** From now on `positions` are those of this list, as they are changed. */
  watchList(document: string | undefined, me: Author): void {
    this.#list?.[Symbol.dispose]();
    this.#list = undefined;
    this.positions.set(undefined);
    if (document === undefined) return;
    const list = new SharedDocument({ ...this.#ports(document, me), access: 'read' });
    const tell = () => {
      if (list.state.kind !== 'opening') this.positions.set(readPositions(list.text.toString()).positions);
    };
    list.text.observe(tell);
    list.changes.on(tell);
    this.#list = list;
  }

  [Symbol.dispose](): void {
    this.#list?.[Symbol.dispose]();
    this.shelf[Symbol.dispose]();
  }

  #heard(): void {
    const of = (kind: DocumentKind) => ofKind(this.shelf.documents ?? [], kind).toSorted((a, b) => a.name.localeCompare(b.name));
    this.programs.set(of('program'));
    this.lists.set(of('positions'));
  }

  #ports(document: string, me: Author) {
    const { world, link } = this.#room;
    const writer = { name: me.name.slice(0, 80), colour: me.colour };
    return { world, document, bus: link.bus, clock: systemClock, random: systemRandom, report, me: writer };
  }
}

/** What is wrong on the wire is nothing that the person at the page could mend. */
const report = (error: unknown): void => console.warn(explain(error));
