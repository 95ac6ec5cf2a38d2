import { useEffect, useState } from 'react';
import type { Pose } from '../../core/base/pose.ts';
import type { DriveProfile } from '../driving/driving.ts';
import type { EntityInfo, Frame, WorldLink } from '../link/world-link.ts';
import { isStale } from '../quantities/freshness.ts';
import { angle, fixed, lengthInCell, speed, toDegrees, turnSpeed } from '../quantities/quantities.ts';
import { MotionMeter, type Movement } from './motion-meter.ts';
import classes from './phone.module.css';

const EVERY_MS = 100;
const NUMBERS_PER_POSE = 7;

export interface FiguresProps {
  readonly link: WorldLink;
  readonly robot: EntityInfo;
  readonly profile: DriveProfile;
  /** The next joint on that axis of the stick. */
  readonly onNextJoint: (axis: 'forward' | 'left') => void;
}

/** What a driver reads without looking away: of a base how it moves, of an arm the joints on the stick. */
export function Figures({ link, robot, profile, onNextJoint }: FiguresProps) {
  const { movement, values } = useReadings(link, robot);
  if (profile.kind === 'joints') return <JointFigures {...{ robot, profile, values, onNextJoint }} />;
  return (
    <dl className={classes.figures} data-stale={isStale(robot.ageMs) || undefined}>
      <Figure value={speed(Math.abs(movement.forwardMPerS))} caption={movement.forwardMPerS < -0.005 ? 'backward' : 'forward'} />
      <Figure
        value={turnSpeed(Math.abs(movement.turnRadPerS))}
        caption={movement.turnRadPerS < -0.005 ? 'turning right' : 'turning left'}
      />
      <Figure value={`${fixed(compassOf(movement.headingRad), 0)}°`} caption="heading" />
    </dl>
  );
}

/** Counted to the left from the world's x. */
const compassOf = (headingRad: number): number => (toDegrees(headingRad) + 360) % 360;

function Figure({ value, caption }: { readonly value: string; readonly caption: string }) {
  return (
    <div className={classes.figure}>
      <dt>{caption}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface JointFiguresProps {
  readonly robot: EntityInfo;
  readonly profile: Extract<DriveProfile, { kind: 'joints' }>;
  readonly values: readonly number[];
  readonly onNextJoint: FiguresProps['onNextJoint'];
}

function JointFigures({ robot, profile, values, onNextJoint }: JointFiguresProps) {
  const axes = [
    ['forward', profile.forward, 'up, down'],
    ['left', profile.left, 'left, right'],
  ] as const;
  return (
    <div className={classes.figures} data-stale={isStale(robot.ageMs) || undefined}>
      {axes.map(([axis, joint, push]) => {
        const dof = joint === undefined ? undefined : robot.description.dofs[joint];
        if (!dof || joint === undefined) return null;
        const value = values[joint] ?? 0;
        return (
          <button key={axis} type="button" className={classes.joint} onClick={() => onNextJoint(axis)}>
            <span>{dof.kind === 'rotation' ? angle(value) : lengthInCell(value)}</span>
            <small>
              {dof.name} · {push}
            </small>
          </button>
        );
      })}
    </div>
  );
}

interface Readings {
  readonly movement: Movement;
  readonly values: readonly number[];
}

const AT_REST: Readings = { movement: { forwardMPerS: 0, turnRadPerS: 0, headingRad: 0 }, values: [] };

function useReadings(link: WorldLink, { id, slot, valuesAt, description }: EntityInfo): Readings {
  const [readings, setReadings] = useState(AT_REST);
  const dofs = description.dofs.length;
  useEffect(() => {
    const meter = new MotionMeter();
    const timer = setInterval(() => {
      const frame = link.frame();
      // The slot may be given to another in the moment this one is removed.
      if (!frame || !link.entities.get().has(id)) return;
      meter.add(frame.worldMs, poseIn(frame, slot));
      setReadings({ movement: meter.movement, values: [...frame.values.subarray(valuesAt, valuesAt + dofs)] });
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [link, id, slot, valuesAt, dofs]);
  return readings;
}

function poseIn({ poses }: Frame, slot: number): Pose {
  const [x = 0, y = 0, z = 0, qx = 0, qy = 0, qz = 0, qw = 1] = poses.subarray(slot * NUMBERS_PER_POSE, (slot + 1) * NUMBERS_PER_POSE);
  return { x, y, z, qx, qy, qz, qw };
}
