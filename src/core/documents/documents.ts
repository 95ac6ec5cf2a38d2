/** Texts that several people edit at once. Start reading at shared-document.ts (who edits) and keeper.ts (who keeps); the rules are in SPEC.md. */
export type { DocumentEntry } from './desk.ts';
export { DOCUMENT_KINDS, type DocumentKind, kindOf, newDocumentId, ofKind } from './document-kind.ts';
export { DocumentError, DocumentShelf } from './document-shelf.ts';
export type { RefusalCode } from './frames.ts';
export { DocumentKeeper, type KeeperPorts } from './keeper.ts';
export { MOST_LETTERS } from './limits.ts';
export type { Presence, TextSelection, Writer } from './presences.ts';
export { SharedDocument, type SharedDocumentPorts, type SharingState } from './shared-document.ts';
export { stateOfText } from './text-state.ts';
export { differenceOf, editText, readDocument, type WholeTextPorts, writeDocument } from './whole-text.ts';
