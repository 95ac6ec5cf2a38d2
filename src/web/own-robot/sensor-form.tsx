import type { SensorMount, SensorParameters } from '../../core/robots/model.ts';
import { sensorOf } from '../../core/robots/sensor.ts';
import { NumberField } from '../controls/number-field.tsx';
import { angle, fixed, toRadians } from '../quantities/quantities.ts';
import classes from './own-robot.module.css';

type Setting = keyof Pick<SensorParameters, 'rangeM' | 'fieldOfViewRad' | 'beams' | 'rateHz'>;

interface SettingField {
  readonly setting: Setting;
  readonly label: string;
  readonly prefix: string;
  text(value: number): string;
  read(entered: number): number;
}

const same = (entered: number): number => entered;

const FIELDS: readonly SettingField[] = [
  { setting: 'rangeM', label: 'range, metres', prefix: 'range', text: (value) => `${fixed(value, 2)} m`, read: same },
  { setting: 'fieldOfViewRad', label: 'field of view, degrees', prefix: 'field', text: angle, read: toRadians },
  { setting: 'beams', label: 'beams', prefix: 'beams', text: String, read: Math.round },
  { setting: 'rateHz', label: 'measurements a second', prefix: 'rate', text: (value) => `${fixed(value, 1)} Hz`, read: same },
];

/** What of it means something for a kind of sensor. */
function fieldsOf({ kind }: SensorMount): readonly SettingField[] {
  const settings: Readonly<Record<SensorMount['kind'], readonly Setting[]>> = {
    laser: ['rangeM', 'fieldOfViewRad', 'beams', 'rateHz'],
    infrared: ['rangeM', 'fieldOfViewRad', 'beams', 'rateHz'],
    sonar: ['rangeM', 'rateHz'],
    vision: ['rangeM', 'fieldOfViewRad'],
    camera: ['fieldOfViewRad'],
    bumper: ['fieldOfViewRad', 'rateHz'],
    compass: ['rateHz'],
    odometry: ['rateHz'],
  };
  return FIELDS.filter(({ setting }) => settings[kind].includes(setting));
}

/** What a sensor can do. */
export function SensorForm({
  mount,
  onChange,
}: {
  readonly mount: SensorMount;
  readonly onChange: (change: Partial<SensorMount>) => void;
}) {
  const sensor = sensorOf(mount);
  return (
    <div className={classes.choice}>
      <span>What it can do</span>
      <div className={classes.triple}>
        {fieldsOf(mount).map(({ setting, label, prefix, text, read }) => (
          <NumberField
            key={setting}
            label={`${mount.name} ${label}`}
            prefix={prefix}
            text={text(sensor[setting])}
            onEnter={(entered) => onChange({ [setting]: read(entered) })}
          />
        ))}
      </div>
    </div>
  );
}
