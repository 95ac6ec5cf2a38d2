import { Button } from '@mantine/core';
import type { GraspOutcome } from '../../../core/host/grasping.ts';
import { Failure } from '../../controls/failure.tsx';
import { useAttempt } from '../../controls/use-attempt.ts';
import type { EntityInfo } from '../../link/world-link.ts';
import { useObservable } from '../../page/use-observable.ts';
import { useRoom } from '../../world/room-context.ts';
import classes from './inspector.module.css';

/** For robots with fingers: what they hold, and how to take or let go of it. */
export function GripperSection({ info }: { readonly info: EntityInfo }) {
  const room = useRoom();
  const entities = useObservable(room.link.entities);
  const attempt = useAttempt();
  if (!room.models.get(info.description.model)?.tool?.gripper) return null;
  const held = [...entities.values()].find(({ heldBy }) => heldBy === info.id);
  const run = (action: () => Promise<GraspOutcome>) => attempt.run(async () => said(await action()));
  return (
    <section className={classes.section} aria-label="Gripper">
      <h3>Gripper</h3>
      <div className={classes.gripper}>
        <span>{held ? `Holds ${held.description.name}` : 'Empty'}</span>
        {room.may('operator') &&
          (held ? (
            <Button variant="default" size="sm" onClick={() => run(() => room.link.letFall(info.id))}>
              Let go
            </Button>
          ) : (
            <Button variant="default" size="sm" onClick={() => run(() => room.link.grasp(info.id))}>
              Grasp
            </Button>
          ))}
      </div>
      <Failure text={attempt.failure} />
    </section>
  );
}

const said = (outcome: GraspOutcome): string | undefined => (outcome.kind === 'done' ? undefined : outcome.reason);
