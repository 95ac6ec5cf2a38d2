import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { Model, SensorKind, SensorMount } from '../../core/robots/model.ts';
import { FrameForm } from './frame-form.tsx';
import { withMount, withNewMount, withoutMount } from './model-edits.ts';
import classes from './own-robot.module.css';
import { SensorForm } from './sensor-form.tsx';

const KINDS: Readonly<Record<SensorKind, string>> = {
  laser: 'Laser scanner',
  sonar: 'Sonar',
  infrared: 'Infrared',
  camera: 'Camera',
  vision: 'Vision',
  bumper: 'Bumper',
  compass: 'Compass',
  odometry: 'Odometry',
};

export interface MountsFormProps {
  readonly model: Model;
  readonly onModel: (model: Model) => void;
}

/** Where its sensors sit, and what they can do. */
export function MountsForm({ model, onModel }: MountsFormProps) {
  const mounts = model.mounts ?? [];
  return (
    <>
      {mounts.length === 0 && <p className={classes.none}>It has no sensors. One looks along the red axis of its frame, with blue up.</p>}
      {numbered(mounts).map(({ mount, index, place }) => (
        <Mount key={place} model={model} mount={mount} index={index} onModel={onModel} />
      ))}
      <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => onModel(withNewMount(model))}>
        Add a sensor
      </Button>
    </>
  );
}

/** Names may be empty or alike while they are typed. */
const numbered = (mounts: readonly SensorMount[]) =>
  mounts.map((mount, index) => ({ mount, index, place: `${index} of ${mounts.length}` }));

interface MountProps extends MountsFormProps {
  readonly mount: SensorMount;
  readonly index: number;
}

function Mount({ model, mount, index, onModel }: MountProps) {
  const change = (next: Partial<SensorMount>) => onModel(withMount(model, index, next));
  return (
    <fieldset className={classes.form}>
      <legend>{mount.name || 'unnamed'}</legend>
      <div className={classes.pairOfFields}>
        <TextInput
          label="Name of the sensor"
          value={mount.name}
          maxLength={80}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <NativeSelect
          label="What it is"
          value={mount.kind}
          data={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
          onChange={(event) => change({ kind: event.currentTarget.value as SensorKind })}
        />
      </div>
      <SensorForm mount={mount} onChange={change} />
      <FrameForm model={model} link={mount.link} at={mount.at} of={mount.name} onChange={change} />
      <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => onModel(withoutMount(model, index))}>
        Remove {mount.name}
      </Button>
    </fieldset>
  );
}
