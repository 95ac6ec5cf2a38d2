import { describe, expect, it } from 'vitest';
import { planarPose, yawOf } from '../../core/base/pose.ts';
import { BaseGizmo, draggedPose } from './base-gizmo.ts';
import { Ray } from './picking.ts';

const base = planarPose(1, 2, 0.3);

describe('dragging a base', () => {
  it('moves it along one axis, or over the floor', () => {
    expect(draggedPose(base, 'x', [1, 2], [1.5, 2.7], 'free')).toEqual({ ...base, x: 1.5 });
    expect(draggedPose(base, 'y', [1, 2], [1.5, 2.7], 'free')).toEqual({ ...base, y: expect.closeTo(2.7) });
    expect(draggedPose(base, 'plane', [0, 0], [-3, 0.5], 'free')).toEqual({ ...base, x: -2, y: 2.5 });
  });

  it('turns it by the angle the pointer went round it', () => {
    const turned = draggedPose(base, 'yaw', [2, 2], [1, 3], 'free');
    expect(yawOf(turned)).toBeCloseTo(0.3 + Math.PI / 2);
    expect([turned.x, turned.y]).toEqual([1, 2]);
  });

  it('snaps to 5 cm and 15 degrees', () => {
    expect(draggedPose(base, 'x', [0, 0], [0.512, 0], 'snapped').x).toBeCloseTo(1.5);
    expect(yawOf(draggedPose(base, 'yaw', [2, 2], [2, 2.5], 'snapped'))).toBeCloseTo((45 * Math.PI) / 180);
  });
});

it('finds its handles from above, at any distance', () => {
  const gizmo = new BaseGizmo();
  gizmo.group.visible = true;
  gizmo.place(1, 2, 0, 0.3, 10);
  const scale = gizmo.group.scale.x;
  const handleAt = (u: number, v: number) => gizmo.handleAt(Object.assign(new Ray(), { x: 1 + u * scale, y: 2 + v * scale, z: 5 }));
  expect([handleAt(0, 0), handleAt(0.6, 0), handleAt(0, 0.6), handleAt(-0.71, 0.71), handleAt(-0.5, 0)]).toEqual([
    'plane',
    'x',
    'y',
    'yaw',
    undefined,
  ]);
});
