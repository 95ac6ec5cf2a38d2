import { useMemo, useState } from 'react';
import { compose } from '../../../core/base/pose.ts';
import { toolPose } from '../../../core/robots/kinematics.ts';
import { Failure } from '../../controls/failure.tsx';
import { NumberField } from '../../controls/number-field.tsx';
import { TrackSlider } from '../../controls/track-slider.tsx';
import type { EntityInfo } from '../../link/world-link.ts';
import { usePiece } from '../../page/use-observable.ts';
import { lengthInCell, share, speed, turnSpeed } from '../../quantities/quantities.ts';
import { useLease, useRoom, useSamples, useStop } from '../../world/room-context.ts';
import { DofRow } from './dof-row.tsx';
import { Glides } from './glides.ts';
import classes from './inspector.module.css';

export function Joints({ info }: { readonly info: EntityInfo }) {
  const room = useRoom();
  const lease = useLease(info.id);
  const isStopped = useStop(info.id) !== undefined;
  const isOpen = usePiece(room.link.status, ({ kind }) => kind === 'open');
  const obstacle = usePiece(room.hands.pilot.obstacle, (reason) => reason);
  const pilot = usePiece(room.hands.pilot.states, (states) => states.get(info.id));
  const [failure, setFailure] = useState<string>();
  const glides = useMemo(() => new Glides(room, info.id, setFailure), [room, info.id]);
  const isFree = lease.kind === 'free' || lease.kind === 'mine';
  const isReadOnly = !isFree || isStopped || !isOpen || !room.may('operator');
  return (
    <>
      {info.description.dofs.map((dof, index) => (
        <DofRow key={dof.name} info={info} index={index} dof={dof} glides={glides} isReadOnly={isReadOnly} />
      ))}
      <SpeedLimit info={info} />
      {obstacle !== undefined && isOpen && <p className={classes.slow}>{obstacle}</p>}
      {pilot?.kind === 'refused' && <Failure text={pilot.reason} />}
      <Failure text={failure} />
      <ToolPosition info={info} />
    </>
  );
}

function SpeedLimit({ info }: { readonly info: EntityInfo }) {
  const room = useRoom();
  const limit = usePiece(room.hands.speedLimits, () => room.hands.speedLimit(info.id));
  const drive = room.models.get(info.description.model)?.drive;
  return (
    <div className={classes.speed}>
      <span>Speed limit</span>
      <TrackSlider
        label="Speed limit"
        low={0.05}
        high={1}
        step={0.05}
        value={limit}
        valueText={share(limit)}
        onChange={(value) => room.hands.limitSpeed(info.id, value)}
      />
      <strong>{share(limit)}</strong>
      {drive && (
        <p className={classes.hint}>
          Hold W A S D, the arrows or a gamepad's stick to drive: up to {speed(drive.speedMPerS * limit)} and{' '}
          {turnSpeed(drive.turnRadPerS * limit)}.
        </p>
      )}
    </div>
  );
}

function ToolPosition({ info }: { readonly info: EntityInfo }) {
  const room = useRoom();
  const samples = useSamples();
  const model = room.models.get(info.description.model);
  const inBase = model && toolPose(model, samples.values(info));
  if (!inBase) return null;
  const tool = compose(samples.pose(info), inBase);
  return (
    <section className={classes.section}>
      <h3>
        Tool position <small>in the world</small>
      </h3>
      <div className={classes.triple}>
        {(['x', 'y', 'z'] as const).map((axis) => (
          <NumberField
            key={axis}
            label={`Tool ${axis}`}
            prefix={axis}
            text={lengthInCell(tool[axis])}
            isReadOnly
            onEnter={() => undefined}
          />
        ))}
      </div>
    </section>
  );
}
