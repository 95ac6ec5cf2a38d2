import { describe, expect, it } from 'vitest';
import { MisuseError } from '../../core/base/errors.ts';
import { compose, planarPose } from '../../core/base/pose.ts';
import { at } from '../../core/geometry/placement.ts';
import { jupiterXl } from '../../core/robots/catalog/jupiter-xl.ts';
import { movemasterEx } from '../../core/robots/catalog/movemaster-ex.ts';
import { puma560 } from '../../core/robots/catalog/puma-560.ts';
import { toolPose } from '../../core/robots/robots.ts';
import { reachPoint } from './arm-reach.ts';
import type { Point } from './demo.ts';

const base = { ...planarPose(1, 2, 0.7), z: 0.6 };

describe('reachPoint', () => {
  const points: readonly (readonly [Point, number])[] = [
    [[1.25, 2.2, 0.75], 1.2],
    [[1.0, 2.35, 0.8], Math.PI / 2],
    [[1.42, 1.9, 0.85], 0.8],
  ];
  for (const model of [movemasterEx, jupiterXl]) {
    it.each(points)(`${model.id} brings its tool to %j, pointing down by %d rad`, (point, downRad) => {
      const tool = compose(base, toolPose(model, reachPoint(model, base, point, downRad)) ?? base);
      const [x, y, z] = point;
      expect(tool.x).toBeCloseTo(x, 9);
      expect(tool.y).toBeCloseTo(y, 9);
      expect(tool.z).toBeCloseTo(z, 9);
      expect(tool.z - compose(tool, at(0, 0, 1)).z).toBeCloseTo(Math.sin(downRad), 9);
    });
  }

  it('says what is out of reach, and by how much', () => {
    expect(() => reachPoint(movemasterEx, base, [3, 2, 0.7], 1)).toThrow(/reaches 0.410 m .* were asked for/);
    expect(() => reachPoint(puma560, base, [1.3, 2.1, 0.8], 1)).toThrow(MisuseError);
  });
});
