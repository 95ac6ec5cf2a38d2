import { BufferAttribute, BufferGeometry } from 'three';

export type OnFloor = readonly [x: number, y: number];

/** Lies in the plane of x and y. */
export function flatShape(corners: readonly OnFloor[], indices: number[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(corners.flatMap(([x, y]) => [x, y, 0])), 3));
  geometry.setIndex(indices);
  return geometry;
}

export interface ArrowSize {
  readonly from: number;
  /** Where its head begins. */
  readonly to: number;
  readonly halfWidth: number;
  /** Half of what its head is wide. */
  readonly head: number;
}

/** Along x. */
export function flatArrow({ from, to, halfWidth, head }: ArrowSize): BufferGeometry {
  const corners = [
    [from, -halfWidth],
    [to, -halfWidth],
    [to, halfWidth],
    [from, halfWidth],
    [to, -head],
    [to + 1.6 * head, 0],
    [to, head],
  ] as const;
  return flatShape(corners, [0, 1, 2, 0, 2, 3, 4, 5, 6]);
}
