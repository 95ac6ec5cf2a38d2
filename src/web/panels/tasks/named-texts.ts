import { useEffect, useState } from 'react';
import { explain } from '../../../core/base/errors.ts';
import type { DocumentEntry, DocumentKind } from '../../../core/documents/documents.ts';
import { useObservable } from '../../page/use-observable.ts';
import { sortedOfKind } from '../../texts/text-shelf.ts';
import type { Room } from '../../world/room.ts';

/** Texts by what people call them. */
export type NamedTexts = ReadonlyMap<string, string>;

type Meant = Pick<DocumentEntry, 'id' | 'name' | 'changedAtMs'>;

/** Of two of one name the first is meant. */
export function meantBy(names: readonly string[], entries: readonly DocumentEntry[]): readonly Meant[] {
  return [...new Set(names)].flatMap((wanted) => entries.find(({ name }) => name === wanted) ?? []);
}

export async function readTexts(room: Room, meant: readonly Meant[]): Promise<NamedTexts> {
  return new Map(await Promise.all(meant.map(async ({ id, name }) => [name, await room.texts.read(id)] as const)));
}

export interface NamedEntries {
  readonly entries: readonly DocumentEntry[];
  /** Undefined until they have been read. */
  readonly texts: NamedTexts | undefined;
  readonly failure: string | undefined;
}

/** Those of a kind, with the texts of some; read again whenever one of them was changed. */
export function useNamedTexts(room: Room, kind: DocumentKind, names: readonly string[]): NamedEntries {
  const documents = useObservable(room.texts.documents);
  const [texts, setTexts] = useState<NamedTexts>();
  const [failure, setFailure] = useState<string>();
  const entries = documents ? sortedOfKind(documents, kind) : [];
  const edition =
    documents && JSON.stringify(meantBy(names, entries).map(({ id, name, changedAtMs }): Meant => ({ id, name, changedAtMs })));
  useEffect(() => {
    if (edition === undefined) return;
    let isOver = false;
    readTexts(room, JSON.parse(edition) as Meant[]).then(
      (read) => {
        if (isOver) return;
        setTexts(read);
        setFailure(undefined);
      },
      (error: unknown) => !isOver && setFailure(explain(error)),
    );
    return () => {
      isOver = true;
    };
  }, [room, edition]);
  return { entries, texts, failure };
}
