import { describe, expect, it } from 'vitest';
import { catalog } from '../../../core/robots/robots.ts';
import { targetOf, typedValue } from './dof-target.ts';

const [arm, rail] = ['rotation', 'translation'].map((kind) => {
  const dof = catalog.flatMap(({ dofs }) => dofs).find((one) => one.kind === kind && one.high > one.low);
  if (!dof) throw new Error(`no model has a ${kind}`);
  return dof;
});
if (!arm || !rail) throw new Error('two degrees of freedom');

describe('where a degree of freedom is sent', () => {
  it.each([arm, rail])('is where it reaches, at the share of its own speed that was chosen: $name', (dof) => {
    const middle = (dof.low + dof.high) / 2;
    expect(targetOf(dof, middle, 0.4)).toEqual({ to: middle, speedPerS: 0.4 * dof.speedPerS });
    expect(targetOf(dof, dof.high + 1, 1)).toEqual({ to: dof.high, speedPerS: dof.speedPerS });
    expect(targetOf(dof, dof.low - 1, 1)).toEqual({ to: dof.low, speedPerS: dof.speedPerS });
  });

  it('is typed in degrees, or in millimetres', () => {
    expect(typedValue(arm, 90)).toBeCloseTo(Math.PI / 2, 12);
    expect(typedValue(rail, 250)).toBeCloseTo(0.25, 12);
  });
});
