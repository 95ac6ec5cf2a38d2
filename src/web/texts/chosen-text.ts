import { useEffect, useMemo, useState } from 'react';
import type { DocumentEntry, DocumentKind } from '../../core/documents/documents.ts';
import { useObservable } from '../page/use-observable.ts';
import type { Room } from '../world/room.ts';
import type { TextSession, TextSessionPorts } from './text-session.ts';
import { sortedOfKind } from './text-shelf.ts';

const KEY = 'manyhands.texts';
const MOST_KEPT = 200;

/** Which text somebody had open last at a place, in this browser. */
function keptTexts(): ReadonlyMap<string, string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Map(Array.isArray(kept) ? (kept as [string, string][]) : []);
  } catch {
    // Something else than this page wrote it: then nothing was kept.
    return new Map();
  }
}

function keepText(place: string, text: string): void {
  const kept = new Map(keptTexts());
  kept.delete(place);
  kept.set(place, text);
  localStorage.setItem(KEY, JSON.stringify([...kept].slice(-MOST_KEPT)));
}

export interface ChosenText<Session extends TextSession> {
  readonly kind: DocumentKind;
  /** All of its kind, by name; undefined until the hub has told of them. */
  readonly entries: readonly DocumentEntry[] | undefined;
  readonly entry: DocumentEntry | undefined;
  /** Of the entry; undefined until it is open. */
  readonly session: Session | undefined;
  /** It was made a moment ago, and is not heard of yet. */
  readonly isComing: boolean;
  readonly choose: (document: string) => void;
}

export interface TextWish<Session extends TextSession> {
  readonly kind: DocumentKind;
  /** What works on it. */
  readonly Session: new (
    ports: TextSessionPorts,
  ) => Session;
  /** Where it is shown: what was chosen there last is chosen again. */
  readonly place: string;
  /** Which one, where nothing was chosen. */
  readonly usual: (entry: DocumentEntry) => boolean;
}

/** The text that is worked on at a place of the page: the one that was chosen last, or else the usual one. */
export function useChosenText<Session extends TextSession>(
  room: Room,
  { kind, Session, place: where, usual }: TextWish<Session>,
): ChosenText<Session> {
  const documents = useObservable(room.texts.documents);
  const entries = useMemo(() => documents && sortedOfKind(documents, kind), [documents, kind]);
  const place = `${room.world}/${where}`;
  const [chosen, setChosen] = useState(() => keptTexts().get(place));
  const [coming, setComing] = useState<string>();
  const entry = entries?.find(({ id }) => id === chosen) ?? entries?.find(usual);
  useEffect(() => {
    if (coming !== undefined && entry?.id === coming) setComing(undefined);
  }, [coming, entry]);
  const session = useSession(room, entry?.id, Session);
  const choose = (document: string) => {
    keepText(place, document);
    setChosen(document);
    setComing(document);
  };
  return { kind, entries, entry, session, isComing: coming !== undefined && entry?.id !== coming, choose };
}

function useSession<Session extends TextSession>(
  room: Room,
  document: string | undefined,
  Session: new (ports: TextSessionPorts) => Session,
): Session | undefined {
  const [session, setSession] = useState<Session>();
  useEffect(() => {
    if (document === undefined) return;
    const begun = room.texts.open(document, Session);
    setSession(begun);
    return () => {
      setSession(undefined);
      begun[Symbol.dispose]();
    };
  }, [room, document, Session]);
  return session?.document === document ? session : undefined;
}
