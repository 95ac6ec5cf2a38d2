import type { FileCard } from '../../../core/api/http.ts';
import { explain } from '../../../core/base/errors.ts';
import { Settable } from '../../link/observable.ts';
import type { Room } from '../../world/room.ts';

export type FilesState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly files: readonly FileCard[] }
  | { readonly kind: 'failed'; readonly reason: string };

const ASK_AGAIN_MS = 5000;

/** The files of the world one is in, asked again every few seconds: one list for the panel and for the number on its tab. */
export class SharedFiles {
  readonly state: Settable<FilesState> = new Settable<FilesState>({ kind: 'loading' });
  readonly #room: Room;

  constructor(room: Room) {
    this.#room = room;
    const timer = setInterval(() => document.visibilityState === 'visible' && void this.load(), ASK_AGAIN_MS);
    room.atEnd(() => clearInterval(timer));
    void this.load();
  }

  async load(): Promise<void> {
    try {
      const files = await this.#room.hub.files(this.#room.world);
      const before = this.state.get();
      if (before.kind === 'ready' && JSON.stringify(before.files) === JSON.stringify(files)) return;
      this.state.set({ kind: 'ready', files });
    } catch (error) {
      if (this.state.get().kind !== 'ready') this.state.set({ kind: 'failed', reason: explain(error) });
    }
  }

  async share(files: Iterable<File>): Promise<void> {
    for (const file of files) await this.#room.hub.shareFile(this.#room.world, file);
    await this.load();
  }
}

const ofRooms = new WeakMap<Room, SharedFiles>();

export function sharedFilesOf(room: Room): SharedFiles {
  const known = ofRooms.get(room);
  if (known) return known;
  const files = new SharedFiles(room);
  ofRooms.set(room, files);
  return files;
}
