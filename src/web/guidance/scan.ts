import { compose, ORIGIN, type Pose } from '../../core/base/pose.ts';
import { linkPoses } from '../../core/robots/kinematics.ts';
import { type Model, type SensorMount, sensorOf } from '../../core/robots/robots.ts';
import { beamsOf, NUMBERS_PER_BEAM as NUMBERS_OF_CORE } from '../../core/sensors/sensors.ts';
import type { EntityInfo } from '../link/world-link.ts';
import { NUMBERS_PER_BEAM, type Scan } from '../overlays/overlay.ts';

export interface Measurement {
  readonly id: string;
  readonly info: EntityInfo;
  readonly model: Model;
  readonly mount: SensorMount;
  /** Where the robot stood when it was measured, and how its joints did. */
  readonly pose: Pose;
  readonly values: readonly number[];
  readonly metres: readonly number[];
  readonly isStale: boolean;
}

/** What a range sensor measured, as it is drawn. */
export function scanOf({ id, info, model, mount, pose, values, metres, isStale }: Measurement): Scan {
  const sensor = sensorOf(mount);
  const at = compose(compose(pose, linkPoses(model, values)[mount.link] ?? ORIGIN), mount.at);
  const told = beamsOf(sensor, at);
  const count = Math.min(metres.length, told.length / NUMBERS_OF_CORE);
  const beams = new Float32Array(count * NUMBERS_PER_BEAM);
  for (let beam = 0; beam < count; beam++) {
    beams.set(told.subarray(beam * NUMBERS_OF_CORE, (beam + 1) * NUMBERS_OF_CORE), beam * NUMBERS_PER_BEAM);
    beams[beam * NUMBERS_PER_BEAM + NUMBERS_OF_CORE] = metres[beam] ?? 0;
  }
  return {
    ...{ id, paint: info.description.colour, look: sensor.beamWidthRad === 0 ? 'fan' : 'cones' },
    ...{ floor: info.floor, heightM: at.z, rangeM: sensor.rangeM, halfRad: sensor.beamWidthRad / 2, isStale, beams },
  };
}
