import { UnstyledButton } from '@mantine/core';
import { IconArrowsMove } from '@tabler/icons-react';
import { type Pose, planarPose, yawOf } from '../../../core/base/pose.ts';
import { Failure } from '../../controls/failure.tsx';
import { NumberField } from '../../controls/number-field.tsx';
import { useAttempt } from '../../controls/use-attempt.ts';
import type { EntityInfo } from '../../link/world-link.ts';
import { useObservable } from '../../page/use-observable.ts';
import { angle, lengthInCell, toRadians } from '../../quantities/quantities.ts';
import { useLease, useRoom, useSamples } from '../../world/room-context.ts';
import classes from './inspector.module.css';

/** Where it stands: typed, or moved with the gizmo in the view. */
export function BaseSection({ info }: { readonly info: EntityInfo }) {
  const room = useRoom();
  const pose = useSamples().pose(info);
  const tool = useObservable(room.tool);
  const lease = useLease(info.id);
  const attempt = useAttempt();
  const isReadOnly = !room.may('operator') || (lease.kind !== 'free' && lease.kind !== 'mine');
  const place = (to: Pose) => attempt.run(() => room.editing.move(info, to));
  const turned = (yawRad: number): Pose => ({ ...planarPose(pose.x, pose.y, yawRad), z: pose.z });
  return (
    <section className={classes.section}>
      <h3>
        Base
        {!isReadOnly && (
          <UnstyledButton
            className={classes.moveButton}
            aria-pressed={tool === 'move'}
            onClick={() => room.setTool(tool === 'move' ? 'select' : 'move')}
          >
            <IconArrowsMove size={16} aria-hidden /> {tool === 'move' ? 'Done' : 'Move'}
          </UnstyledButton>
        )}
      </h3>
      <div className={classes.triple}>
        <NumberField
          label="Base x, millimetres"
          prefix="x"
          text={lengthInCell(pose.x)}
          isReadOnly={isReadOnly}
          onEnter={(mm) => place({ ...pose, x: mm / 1000 })}
        />
        <NumberField
          label="Base y, millimetres"
          prefix="y"
          text={lengthInCell(pose.y)}
          isReadOnly={isReadOnly}
          onEnter={(mm) => place({ ...pose, y: mm / 1000 })}
        />
        <NumberField
          label="Base yaw, degrees"
          prefix="yaw"
          text={angle(yawOf(pose))}
          isReadOnly={isReadOnly}
          onEnter={(degrees) => place(turned(toRadians(degrees)))}
        />
      </div>
      <Failure text={attempt.failure} />
    </section>
  );
}
