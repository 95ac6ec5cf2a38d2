import * as Y from 'yjs';
import { hashNumber } from '../base/hash.ts';

/** The one thing that a document consists of. */
export const TEXT = 'text';

/** An empty document, whose letters written here are counted under `hand`. */
export function emptyDocument(hand: number): Y.Doc {
  // Yjs would draw an id of its own by chance; nobody asks for it.
  const doc = new Y.Doc({ guid: TEXT });
  doc.clientID = hand;
  doc.getText(TEXT);
  return doc;
}

/** Whose the letters are that a document begins with: who writes draws one of four thousand million. */
const FIRST_HAND = 1;

/** The state of a document that says this, written by nobody who could take it back. */
export function stateOfText(text: string): Uint8Array {
  const doc = emptyDocument(FIRST_HAND);
  textOfDocument(doc).insert(0, text);
  return Y.encodeStateAsUpdate(doc);
}

export const textOfDocument = (doc: Y.Doc): Y.Text => doc.getText(TEXT);

/** The same for all who hold the same letters and have deleted the same ones: a state vector alone says nothing of deletions. */
export function digestOf(doc: Y.Doc): number {
  const { sv, ds } = Y.snapshot(doc);
  let digest = 1;
  for (const [hand, clock] of [...sv].sort(([a], [b]) => a - b)) digest = hashNumber(clock, hashNumber(hand, digest));
  for (const [hand, ranges] of [...ds.clients].sort(([a], [b]) => a - b)) {
    digest = hashNumber(hand, digest);
    for (const { clock, len } of ranges) digest = hashNumber(len, hashNumber(clock, digest));
  }
  return digest;
}

/** Letters that were ever written, in how many runs, and by how many hands. */
export function historyOf(doc: Y.Doc): { readonly letters: number; readonly runs: number; readonly hands: number } {
  const { clients } = doc.store;
  let [letters, runs] = [0, 0];
  for (const [hand, structs] of clients) {
    letters += Y.getState(doc.store, hand);
    runs += structs.length;
  }
  return { letters, runs, hands: clients.size };
}

/**
 * Applies all of an update, or says that it builds on what is not here: Yjs would keep it, save it and tell it to all, and wait for ever. What of it could be
 * applied is.
 */
export function applyWhole(doc: Y.Doc, update: Uint8Array, origin?: unknown): 'applied' | 'gap' {
  Y.applyUpdate(doc, update, origin);
  const { store } = doc;
  if (store.pendingStructs === null && store.pendingDs === null) return 'applied';
  store.pendingStructs = null;
  store.pendingDs = null;
  return 'gap';
}
