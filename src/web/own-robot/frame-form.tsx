import { NativeSelect } from '@mantine/core';
import type { Pose } from '../../core/base/pose.ts';
import { fromRollPitchYaw, type RollPitchYaw, rollPitchYaw } from '../../core/geometry/placement.ts';
import type { Model } from '../../core/robots/model.ts';
import { NumberField } from '../controls/number-field.tsx';
import { angle, fixed, toRadians } from '../quantities/quantities.ts';
import classes from './own-robot.module.css';

export interface FrameFormProps {
  readonly model: Model;
  readonly link: number;
  readonly at: Pose;
  /** Whose frame it is, for the names of the fields. */
  readonly of: string;
  readonly onChange: (change: { readonly link?: number; readonly at?: Pose }) => void;
}

const PLACE = ['x', 'y', 'z'] as const;
const TURN = ['roll', 'pitch', 'yaw'] as const;

/** Where something sits on a link, and how it is turned there. */
export function FrameForm({ model, link, at, of, onChange }: FrameFormProps) {
  const turns = rollPitchYaw(at);
  const turn = (axis: number, degrees: number) => {
    const [roll = 0, pitch = 0, yaw = 0] = turns.map((value, i) => (i === axis ? toRadians(degrees) : value));
    const { qx, qy, qz, qw } = fromRollPitchYaw([roll, pitch, yaw] satisfies RollPitchYaw);
    onChange({ at: { ...at, qx, qy, qz, qw } });
  };
  return (
    <>
      <NativeSelect
        label="On the link"
        value={link}
        data={model.links.map(({ name }, index) => ({ value: String(index), label: name }))}
        onChange={(event) => onChange({ link: Number(event.currentTarget.value) })}
      />
      <div className={classes.choice}>
        <span>There, in its frame</span>
        <div className={classes.triple}>
          {PLACE.map((name) => (
            <NumberField
              key={name}
              label={`${of} ${name}, millimetres`}
              prefix={name}
              text={`${fixed(at[name] * 1000, 1)} mm`}
              onEnter={(mm) => onChange({ at: { ...at, [name]: mm / 1000 } })}
            />
          ))}
          {TURN.map((name, axis) => (
            <NumberField
              key={name}
              label={`${of} ${name}, degrees`}
              prefix={name}
              text={angle(turns[axis] ?? 0)}
              onEnter={(degrees) => turn(axis, degrees)}
            />
          ))}
        </div>
      </div>
    </>
  );
}
