import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compose, type Pose } from '../../core/base/pose.ts';
import { catalog } from '../../core/robots/catalog/catalog.ts';
import { linkPoses } from '../../core/robots/kinematics.ts';
import type { Model } from '../../core/robots/model.ts';
import { Affine, MATRIX_NUMBERS } from './affine.ts';
import { chainOf, Posture } from './chain.ts';

const unit = (x: number, y: number, z: number, w: number) => {
  const length = Math.hypot(x, y, z, w) || 1;
  return { qx: x / length, qy: y / length, qz: z / length, qw: (w || Number(length === 1)) / length };
};

const pose = fc
  .tuple(
    fc.float({ min: -20, max: 20, noNaN: true }),
    fc.float({ min: -20, max: 20, noNaN: true }),
    fc.array(fc.float({ min: Math.fround(0.1), max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }),
  )
  .map(([x, y, [a = 0, b = 0, c = 0, d = 1]]): Pose => ({ x, y, z: 0.5, ...unit(a, b, c, d) }));

/** Where each link is by the frame loop's way, as a matrix. */
function drawn(model: Model, at: Pose, values: readonly number[]): Float32Array[] {
  const chain = chainOf(model);
  const matrices = chain.bodies.map(() => new Float32Array(2 * MATRIX_NUMBERS));
  const poses = Float32Array.from([0, 0, at.x, at.y, at.z, at.qx, at.qy, at.qz, at.qw]);
  new Posture(chain).write(poses, 2, Float32Array.from([7, ...values]), 1, matrices, 1);
  return model.links.map((_, link) => {
    const body = new Affine();
    const [placed, product] = [new Affine().setPose(chain.linkInBody[link] ?? at), new Affine()];
    read(body, matrices[chain.linkBody[link] ?? 0] ?? new Float32Array(0), MATRIX_NUMBERS);
    product.setProduct(body, placed);
    const out = new Float32Array(MATRIX_NUMBERS);
    product.write(out, 0);
    return out;
  });
}

function read(into: Affine, m: Float32Array, at: number): void {
  [into.xx, into.yx, into.zx] = [m[at] ?? 0, m[at + 1] ?? 0, m[at + 2] ?? 0];
  [into.xy, into.yy, into.zy] = [m[at + 4] ?? 0, m[at + 5] ?? 0, m[at + 6] ?? 0];
  [into.xz, into.yz, into.zz] = [m[at + 8] ?? 0, m[at + 9] ?? 0, m[at + 10] ?? 0];
  [into.x, into.y, into.z] = [m[at + 12] ?? 0, m[at + 13] ?? 0, m[at + 14] ?? 0];
}

describe.each(catalog.filter((model) => model.dofs.length > 0).map((model) => [model.name, model] as const))('%s', (_, model) => {
  it('stands in the frame loop where the kinematics say', () => {
    const values = fc.tuple(
      ...model.dofs.map(({ low, high }) => fc.double({ min: Math.max(low, -10), max: Math.min(high, 10), noNaN: true })),
    );
    fc.assert(
      fc.property(pose, values, (at, exact) => {
        // Frames hold 32 bits a number; a belt at the end of its period must not count it differently.
        const chosen = exact.map(Math.fround);
        const found = drawn(model, at, chosen);
        linkPoses(model, chosen).forEach((link, index) => {
          const expected = new Float32Array(MATRIX_NUMBERS);
          new Affine().setPose(compose(at, link)).write(expected, 0);
          for (const [i, value] of expected.entries()) expect(Math.abs(value - (found[index]?.[i] ?? Number.NaN))).toBeLessThan(2e-4);
        });
      }),
      { numRuns: 30 },
    );
  });

  it('has one body a link that moves, and one for all that does not', () => {
    expect(chainOf(model).bodies).toHaveLength(1 + model.links.filter(({ dof }) => dof !== undefined).length);
  });
});
