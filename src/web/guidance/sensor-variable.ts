import { idFromName } from '../../core/base/ids.ts';
import type { SensorMount } from '../../core/robots/robots.ts';

/** The variable that a sensor is on the blackboard by. */
export const sensorVariable = (robot: string, mount: SensorMount): string => `sensors/${robot}/${idFromName(mount.name)}`;
