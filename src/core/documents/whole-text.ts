import type { TextEdit } from '../base/diagnostics.ts';
import { DocumentError } from './document-shelf.ts';
import { SharedDocument, type SharedDocumentPorts } from './shared-document.ts';

const PATIENCE_MS = 15_000;

export type WholeTextPorts = Omit<SharedDocumentPorts, 'access'>;

/** What a document says now, for who does not edit it. Rejects with DocumentError. */
export async function readDocument(ports: WholeTextPorts): Promise<string> {
  using shared = new SharedDocument({ ...ports, access: 'read' });
  await settled(shared, ports);
  return shared.text.toString();
}

/** Makes a document say this, by changing what differs, and resolves when it is saved. Rejects with DocumentError. */
export async function writeDocument(ports: WholeTextPorts, text: string): Promise<void> {
  using shared = new SharedDocument({ ...ports, access: 'write' });
  await settled(shared, ports);
  const { doc } = shared;
  doc.transact(() => editText(shared, differenceOf(shared.text.toString(), text)));
  await settled(shared, ports);
}

/** What must be written into a text so that it says something else: only what differs, so that cursors of others stay where they are. */
export function differenceOf(present: string, next: string): readonly TextEdit[] {
  if (present === next) return [];
  let from = 0;
  while (from < present.length && from < next.length && present[from] === next[from]) from++;
  let tail = 0;
  while (tail < present.length - from && tail < next.length - from && present.at(-1 - tail) === next.at(-1 - tail)) tail++;
  return [{ from, to: present.length - tail, insert: next.slice(from, next.length - tail) }];
}

/** Into one's own copy; none of the edits overlaps another. */
export function editText({ text }: Pick<SharedDocument, 'text'>, edits: readonly TextEdit[]): void {
  for (const { from, to, insert } of edits.toSorted((a, b) => b.from - a.from || b.to - a.to)) {
    if (to > from) text.delete(from, to - from);
    if (insert !== '') text.insert(from, insert);
  }
}

/** The keeper was heard, and nothing waits for it. */
function settled(shared: SharedDocument, { document, clock }: WholeTextPorts): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (outcome: () => void): void => {
      patience[Symbol.dispose]();
      listening[Symbol.dispose]();
      outcome();
    };
    const look = (): void => {
      const { state } = shared;
      if (state.kind === 'refused') end(() => reject(new DocumentError(state.reason)));
      else if (state.kind === 'live' && state.waitingEdits === 0) end(resolve);
    };
    const listening = shared.changes.on(look);
    const patience = clock.after(PATIENCE_MS, () =>
      end(() => reject(new DocumentError(`the hub that keeps ${document} does not answer; try again`))),
    );
    look();
  });
}
