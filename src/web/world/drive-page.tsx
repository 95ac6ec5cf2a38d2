import { useEffect, useRef } from 'react';
import type { Visit } from '../join/name-gate.tsx';
import { usePage } from '../page/page-context.ts';
import { Plain } from '../page/plain.tsx';
import { useObservable } from '../page/use-observable.ts';
import { PhonePage } from '../phone/phone.tsx';
import type { Room } from './room.ts';
import { useVisit } from './use-visit.ts';

export interface DrivePageProps {
  readonly world: string;
  readonly entity: string;
  readonly visit: Visit;
}

/** The page for a phone: one robot, a stick and a big Stop. */
export function DrivePage({ world, entity, visit }: DrivePageProps) {
  const visiting = useVisit(world, visit);
  if (visiting.kind === 'missing')
    return <Plain title="There is no such world" text={`This hub has no world "${world}". Choose one, or create it.`} />;
  return visiting.kind === 'entered' ? <Driving room={visiting.room} entity={entity} /> : null;
}

function Driving({ room, entity }: { readonly room: Room; readonly entity: string }) {
  const { router } = usePage();
  const status = useObservable(room.link.status);
  if (status.kind === 'refused') return <Plain title="You cannot enter this world" text={status.reason} />;
  return (
    <PhonePage
      link={room.link}
      models={room.models}
      entity={entity}
      title={room.name}
      view={(followed) => <Following room={room} entity={followed} />}
      onChoose={(chosen) => router.replace({ kind: 'drive', world: room.world, entity: chosen })}
      onBack={() => router.go({ kind: 'world', world: room.world, layout: undefined })}
    />
  );
}

function Following({ room, entity }: { readonly room: Room; readonly entity: string }) {
  const holder = useRef<HTMLDivElement>(null);
  const isThere = useObservable(room.link.entities).has(entity);
  useEffect(() => {
    holder.current?.append(room.host);
    return () => room.host.remove();
  }, [room]);
  useEffect(() => {
    if (!isThere) return;
    room.setCamera({ kind: 'follow', entity });
    room.scene.select(entity);
  }, [room, entity, isThere]);
  return <div ref={holder} style={{ position: 'absolute', inset: 0 }} />;
}
