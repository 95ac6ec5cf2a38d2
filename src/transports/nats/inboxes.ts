import { randomUUID } from 'node:crypto';

/** Whose inbox it is: `label` names the connection. */
export interface InboxOwner {
  readonly space: string;
  readonly label: string;
}

/** Before all inboxes of a space: whoever is in it may write there, and read its own only. */
export const inboxesOf = (space: string): string => `_INBOX_${space}.`;

export const inboxOf = ({ space, label }: InboxOwner): string => `${inboxesOf(space)}${label}`;

/** One that cannot be guessed, however many others were seen: the library's own counter can be, and whoever is in the space may write to inboxes. */
export const secretInboxOf = (owner: InboxOwner): string => `${inboxOf(owner)}.${unguessable()}`;

export const unguessable = (): string => randomUUID().replaceAll('-', '');
