import {
  type DocumentEntry,
  DocumentError,
  type DocumentKind,
  DocumentShelf,
  ofKind,
  readDocument,
  type WholeTextPorts,
} from '../core/documents/documents.ts';

export type SavedTextsPorts = Omit<WholeTextPorts, 'document'>;

const HEARD_WITHIN_MS = 5000;

/** The texts that are saved in a world: maps, programs, lists of positions and tasks. People may be writing in them. */
export class SavedTexts {
  readonly #ports: SavedTextsPorts;

  constructor(ports: SavedTextsPorts) {
    this.#ports = ports;
  }

  /** Rejects with DocumentError when the hub that keeps them does not answer. */
  async all(): Promise<readonly DocumentEntry[]> {
    using shelf = new DocumentShelf(this.#ports);
    await this.#heard(shelf);
    return shelf.documents ?? [];
  }

  /** What the text of this kind and name says; undefined when there is none. Of several that are called so, the first by its id. */
  async read(kind: DocumentKind, name: string): Promise<string | undefined> {
    return (await this.readEach(kind, [name])).get(name);
  }

  /** What those of these names say, for as many as there are. */
  async readEach(kind: DocumentKind, names: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    const entries = ofKind(await this.all(), kind);
    const texts = new Map<string, string>();
    for (const name of new Set(names)) {
      const first = entries.find((entry) => entry.name === name);
      if (first) texts.set(name, await readDocument({ ...this.#ports, document: first.id }));
    }
    return texts;
  }

  #heard(shelf: DocumentShelf): Promise<void> {
    return new Promise((resolve, reject) => {
      const open = new DisposableStack();
      const end = (outcome: () => void) => {
        open.dispose();
        outcome();
      };
      const why = 'the hub that keeps the texts of this world does not answer; try again';
      open.use(this.#ports.clock.after(HEARD_WITHIN_MS, () => end(() => reject(new DocumentError(why)))));
      open.use(shelf.changes.on(() => end(resolve)));
    });
  }
}
