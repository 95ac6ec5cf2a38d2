/** The product's own caster of rays: what an owner measures lasers with. */
import { cast, Fan, Field, standAt } from '../../src/core/sensors/sensors.ts';
import { type LaserHandlers, serveCaster } from '../harness/laser-run.ts';
import { BEAMS, FIELD_OF_VIEW_RAD, RANGE_M, ROBOTS } from '../harness/laser-scene.ts';

export type LaserCaster = LaserHandlers;

const nameOf = (robot: number): string => `robot-${robot}`;

await serveCaster(({ polygons, robot: outline }) => {
  const field = new Field();
  const fan = new Fan(BEAMS, FIELD_OF_VIEW_RAD);
  const names = Array.from({ length: ROBOTS }, (_, robot) => nameOf(robot));
  polygons.forEach((polygon, index) => void field.put(`polygon-${index}`, [polygon]));
  for (const name of names) field.put(name, [outline]);
  const standOf = (robot: number, poses: Float64Array) =>
    standAt(poses[3 * robot] as number, poses[3 * robot + 1] as number, poses[3 * robot + 2] as number);
  return {
    move: (poses) => names.forEach((name, robot) => void field.move(name, standOf(robot, poses))),
    scan: (robot, poses, lengthsM) => cast(field, fan, standOf(robot, poses), RANGE_M, lengthsM, names[robot]),
  };
});
