import { cylinder, repeated, ring } from '../../geometry/parts.ts';
import { at, toward } from '../../geometry/placement.ts';
import type { Part } from '../../geometry/shape.ts';
import type { DegreeOfFreedom, DifferentialDrive, Link } from '../model.ts';

/** More turns than a robot makes while anybody looks. */
const ENDLESS_RAD = 1e6;

/** A tyre about the y axis, its rim to the side: bolts show that it turns. */
function tyre({ radiusM, widthM, side }: { radiusM: number; widthM: number; side: 1 | -1 }): Part[] {
  const outward = side > 0 ? 'y' : '-y';
  const face = (side * widthM) / 2;
  return [
    cylinder('rubber', radiusM, widthM, toward(outward, 0, -face, 0)),
    cylinder('bone', radiusM * 0.62, 0.008, toward(outward, 0, face - side * 0.005, 0)),
    cylinder('graphite', radiusM * 0.2, 0.008, toward(outward, 0, face, 0)),
    ...repeated(cylinder('graphite', radiusM * 0.07, 0.006), ring(outward, [0, face, 0], { radius: radiusM * 0.42, count: 5 })),
  ];
}

/** The two wheels of a differential drive, their axle through the base's origin. */
export function wheels(drive: DifferentialDrive, widthM: number): { links: Link[]; dofs: DegreeOfFreedom[] } {
  const { wheelRadiusM: radiusM, trackM, wheels: dofs } = drive;
  const sides = [1, -1] as const;
  return {
    links: sides.map((side, index) => ({
      name: side > 0 ? 'left wheel' : 'right wheel',
      parent: 0,
      dof: dofs[index],
      origin: at(0, (side * trackM) / 2, radiusM),
      parts: tyre({ radiusM, widthM, side }),
    })),
    dofs: sides.map((side) => ({
      name: side > 0 ? 'Left wheel' : 'Right wheel',
      kind: 'rotation',
      pivot: [0, 0, radiusM],
      axis: [0, 1, 0],
      low: -ENDLESS_RAD,
      high: ENDLESS_RAD,
      speedPerS: drive.speedMPerS / radiusM,
      home: 0,
    })),
  };
}
