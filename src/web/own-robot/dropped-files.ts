/** By path with "/", as in the folder they came from. */
export type BroughtFiles = ReadonlyMap<string, Blob>;

export const MOST_FILES = 2000;
export const MOST_BYTES: number = 256e6;

/** What was brought is more than can be read here. */
export class TooMuchError extends Error {
  override readonly name = 'TooMuchError';
}

/** What was dropped, folders with all that is in them. Must be called while the event is handled: later the browser has forgotten it. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<BroughtFiles> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return chosenFiles(files);
  const found = new Map<string, Blob>();
  for (const entry of entries) await walk(entry, found);
  return withinLimits(found);
}

/** What a file dialog gave: for a folder the paths in it. */
export function chosenFiles(files: Iterable<File>): BroughtFiles {
  return withinLimits(new Map([...files].map((file) => [file.webkitRelativePath === '' ? file.name : file.webkitRelativePath, file])));
}

async function walk(entry: FileSystemEntry, found: Map<string, Blob>): Promise<void> {
  if (found.size > MOST_FILES) return;
  if (isFile(entry)) found.set(entry.fullPath.replace(/^\//, ''), await fileOf(entry));
  else if (isFolder(entry)) for (const inside of await entriesOf(entry)) await walk(inside, found);
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const fileOf = (entry: FileSystemFileEntry): Promise<File> => new Promise((resolve, reject) => entry.file(resolve, reject));

/** A reader gives some at a time, and none at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0 || all.length > MOST_FILES) return all;
    all.push(...some);
  }
}

function withinLimits(files: BroughtFiles): BroughtFiles {
  const bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0);
  if (files.size > MOST_FILES) throw new TooMuchError(`More than ${MOST_FILES} files. Bring only the folder of the robot.`);
  if (bytes > MOST_BYTES)
    throw new TooMuchError(`${Math.ceil(bytes / 1e6)} MB; at most ${MOST_BYTES / 1e6} MB can be read. Bring fewer files.`);
  return files;
}

export async function bytesOf(files: BroughtFiles, onFile: (read: number) => void): Promise<Map<string, Uint8Array>> {
  const bytes = new Map<string, Uint8Array>();
  for (const [path, file] of files) {
    bytes.set(path, new Uint8Array(await file.arrayBuffer()));
    onFile(bytes.size);
  }
  return bytes;
}
