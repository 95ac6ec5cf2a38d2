import { useEffect, useState } from 'react';
import { RestingRows } from '../controls/resting-rows.tsx';
import type { Visit } from '../join/name-gate.tsx';
import { Plain } from '../page/plain.tsx';
import { useObservable, usePiece } from '../page/use-observable.ts';
import { Editor } from './editor.tsx';
import { MapList } from './map-list.tsx';
import type { MapSession } from './map-session.ts';
import classes from './maps.module.css';
import { MapsBar } from './maps-bar.tsx';
import { type MapsVisit, useMapsVisit } from './maps-visit.ts';

export interface MapsPageProps {
  readonly world: string;
  /** Undefined: one is to be chosen. */
  readonly document: string | undefined;
  readonly visit: Visit;
}

/** The map editor: the maps of a world, as text and drawing, for several people at once. */
export function MapsPage({ world, document, visit }: MapsPageProps) {
  const maps = useMapsVisit(world, visit);
  if (!maps) return <RestingRows count={8} heightPx={28} />;
  return <Screen visit={maps} document={document} />;
}

function Screen({ visit, document: chosen }: { readonly visit: MapsVisit; readonly document: string | undefined }) {
  const status = useObservable(visit.link.status);
  const name = usePiece(visit.documents, (documents) => documents?.find(({ id }) => id === chosen)?.name);
  const session = useSession(visit, chosen);
  useEffect(() => {
    document.title = `${name ?? 'Map editor'} · Manyhands`;
    return () => {
      document.title = 'Manyhands';
    };
  }, [name]);
  if (status.kind === 'refused') return <Plain title="You cannot enter this world" text={status.reason} />;
  return (
    <div className={classes.screen}>
      <MapsBar visit={visit} session={session} name={name} />
      {chosen === undefined ? (
        <MapList visit={visit} />
      ) : session ? (
        <Editor key={chosen} visit={visit} session={session} name={name ?? chosen} />
      ) : (
        <RestingRows count={8} heightPx={28} />
      )}
    </div>
  );
}

/** Opens the document as soon as it is known who we are, with a colour. */
function useSession(visit: MapsVisit, chosen: string | undefined): MapSession | undefined {
  const [session, setSession] = useState<MapSession>();
  const isKnown = usePiece(visit.link.me, (me) => me !== undefined);
  useEffect(() => {
    if (!isKnown || chosen === undefined) return;
    const opened = visit.open(chosen);
    setSession(opened);
    return () => {
      setSession(undefined);
      opened[Symbol.dispose]();
    };
  }, [visit, chosen, isKnown]);
  return session?.document === chosen ? session : undefined;
}
