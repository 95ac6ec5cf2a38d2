import { useEffect, useRef } from 'react';
import { Failure } from '../controls/failure.tsx';
import { JourneyLine } from '../guidance/goal-box.tsx';
import type { Visit } from '../join/name-gate.tsx';
import { usePage } from '../page/page-context.ts';
import { Plain } from '../page/plain.tsx';
import { useObservable, usePiece } from '../page/use-observable.ts';
import classes from '../phone/phone.module.css';
import { type PhoneGoal, PhonePage } from '../phone/phone.tsx';
import { canTravel } from './groups.ts';
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
  const goal = useGoal(room, entity);
  if (status.kind === 'refused') return <Plain title="You cannot enter this world" text={status.reason} />;
  return (
    <PhonePage
      link={room.link}
      models={room.models}
      entity={entity}
      title={room.name}
      goal={goal}
      view={(followed) => <Following room={room} entity={followed} />}
      onChoose={(chosen) => router.replace({ kind: 'drive', world: room.world, entity: chosen })}
      onBack={() => router.go({ kind: 'world', world: room.world, layout: undefined })}
    />
  );
}

/** A tap in the view says where it goes, once Goal was pressed. */
function useGoal(room: Room, entity: string): PhoneGoal | undefined {
  const isPointing = useObservable(room.tool) === 'goal';
  const info = usePiece(room.link.entities, (entities) => entities.get(entity));
  const { guidance } = room.guide;
  const failure = usePiece(guidance.failures, (failures) => failures.get(entity));
  useObservable(room.models.state);
  useEffect(() => room.guide.robot.set(entity), [room, entity]);
  if (!info || !room.may('operator') || !canTravel(info, room.models)) return undefined;
  return {
    isPointing,
    onToggle: () => {
      room.guide.robot.set(entity);
      if (isPointing) room.setTool('select');
      else room.pointAtGoal('go');
    },
    strip: (
      <>
        {isPointing && (
          <p className={classes.strip} role="status">
            Tap where it is to go; drag for its heading
          </p>
        )}
        <JourneyLine guidance={guidance} robot={entity} />
        <Failure text={failure} />
      </>
    ),
  };
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
