import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconCurrentLocation, IconTrash } from '@tabler/icons-react';
import type { DegreeOfFreedom, Model } from '../../core/robots/model.ts';
import { NumberField } from '../controls/number-field.tsx';
import { angle, fixed, speed, toDegrees, toRadians } from '../quantities/quantities.ts';
import { DofMoves } from './dof-moves.tsx';
import { isNeeded, middleOfMoved, withDof, withoutDof } from './model-edits.ts';
import classes from './own-robot.module.css';

export interface DofFormProps {
  readonly model: Model;
  readonly index: number;
  readonly onModel: (model: Model) => void;
  readonly onRemoved: (model: Model) => void;
}

const AXES = [
  { value: 'x', label: 'X', axis: [1, 0, 0] },
  { value: 'y', label: 'Y', axis: [0, 1, 0] },
  { value: 'z', label: 'Z', axis: [0, 0, 1] },
] as const;
const COORDINATES = ['x', 'y', 'z'] as const;

/** All that can be said about one degree of freedom. */
export function DofForm({ model, index, onModel, onRemoved }: DofFormProps) {
  const dof = model.dofs[index];
  if (!dof) return null;
  const change = (next: Partial<DegreeOfFreedom>) => onModel(withDof(model, index, next));
  const middle = middleOfMoved(model, index);
  return (
    <fieldset className={classes.form}>
      <legend>{dof.name || 'unnamed'}</legend>
      <TextInput
        label="Name of the joint"
        value={dof.name}
        maxLength={80}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <div className={classes.choice}>
        <span>It</span>
        <SegmentedControl
          fullWidth
          aria-label="How it moves"
          data={[
            { value: 'rotation', label: 'turns' },
            { value: 'translation', label: 'slides' },
          ]}
          value={dof.kind}
          onChange={(kind) => change({ kind: kind as DegreeOfFreedom['kind'] })}
        />
      </div>
      <Axis dof={dof} onAxis={(axis) => change({ axis })} />
      {dof.kind === 'rotation' && (
        <div className={classes.choice}>
          <span>Pivot, in {frameName(model, index)}</span>
          <div className={classes.triple}>
            {COORDINATES.map((name, axis) => (
              <NumberField
                key={name}
                label={`Pivot ${name}, millimetres`}
                prefix={name}
                text={`${fixed((dof.pivot[axis] ?? 0) * 1000, 1)} mm`}
                onEnter={(mm) => change({ pivot: replaced(dof.pivot, axis, mm / 1000) })}
              />
            ))}
          </div>
          {middle && (
            <Button size="26px" variant="default" leftSection={<IconCurrentLocation size={14} />} onClick={() => change({ pivot: middle })}>
              To the middle of what moves
            </Button>
          )}
        </div>
      )}
      <Range dof={dof} onChange={change} />
      <DofMoves model={model} index={index} onModel={onModel} />
      <Button
        variant="default"
        leftSection={<IconTrash size={16} />}
        disabled={isNeeded(model, index)}
        title={isNeeded(model, index) ? 'It follows how the robot travels' : undefined}
        onClick={() => onRemoved(withoutDof(model, index))}
      >
        Remove {dof.name}
      </Button>
    </fieldset>
  );
}

type Triple = readonly [number, number, number];

const replaced = (triple: Triple, axis: number, value: number): Triple => {
  const [x, y, z] = triple.with(axis, value);
  return [x ?? 0, y ?? 0, z ?? 0];
};

/** Pivot and axis are said in the frame of what the moved link hangs on. */
function frameName(model: Model, index: number): string {
  const parent = model.links.find(({ dof }) => dof === index)?.parent ?? 0;
  return `the frame of ${model.links[Math.max(0, parent)]?.name ?? 'the base'}`;
}

function Axis({ dof, onAxis }: { readonly dof: DegreeOfFreedom; readonly onAxis: (axis: Triple) => void }) {
  const known = AXES.find(({ axis }) => axis.every((value, i) => value === dof.axis[i]));
  return (
    <div className={classes.choice}>
      <span>{dof.kind === 'rotation' ? 'About' : 'Along'}</span>
      <SegmentedControl
        fullWidth
        aria-label="Axis"
        data={[...AXES.map(({ value, label }) => ({ value, label })), ...(known ? [] : [{ value: 'other', label: 'as below' }])]}
        value={known?.value ?? 'other'}
        onChange={(value) => {
          const chosen = AXES.find((each) => each.value === value);
          if (chosen) onAxis(chosen.axis);
        }}
      />
      <div className={classes.triple}>
        {COORDINATES.map((name, axis) => (
          <NumberField
            key={name}
            label={`Axis ${name}`}
            prefix={name}
            text={fixed(dof.axis[axis] ?? 0, 3)}
            onEnter={(value) => onAxis(replaced(dof.axis, axis, value))}
          />
        ))}
      </div>
    </div>
  );
}

function Range({ dof, onChange }: { readonly dof: DegreeOfFreedom; readonly onChange: (change: Partial<DegreeOfFreedom>) => void }) {
  const isAngle = dof.kind === 'rotation';
  const text = (value: number) => (isAngle ? angle(value) : `${fixed(value * 1000, 1)} mm`);
  const read = (typed: number) => (isAngle ? toRadians(typed) : typed / 1000);
  const unit = isAngle ? 'degrees' : 'millimetres';
  return (
    <div className={classes.range}>
      <span>from</span>
      <NumberField label={`Lower limit, ${unit}`} text={text(dof.low)} onEnter={(value) => onChange({ low: read(value) })} />
      <span>to</span>
      <NumberField label={`Upper limit, ${unit}`} text={text(dof.high)} onEnter={(value) => onChange({ high: read(value) })} />
      <span>home</span>
      <NumberField label={`Home, ${unit}`} text={text(dof.home)} onEnter={(value) => onChange({ home: read(value) })} />
      <span>speed</span>
      <NumberField
        label={isAngle ? 'Speed, degrees per second' : 'Speed, metres per second'}
        text={isAngle ? `${fixed(toDegrees(dof.speedPerS), 1)} °/s` : speed(dof.speedPerS)}
        onEnter={(value) => onChange({ speedPerS: isAngle ? toRadians(value) : value })}
      />
    </div>
  );
}
