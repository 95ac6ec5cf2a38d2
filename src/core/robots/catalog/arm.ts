import { inverse, ORIGIN } from '../../base/pose.ts';
import { placed } from '../../geometry/placement.ts';
import type { Part } from '../../geometry/shape.ts';
import { dhOrigin } from '../kinematics.ts';
import type { DegreeOfFreedom, DhRow, Link } from '../model.ts';

const RAD = Math.PI / 180;

export interface Joint {
  readonly name: string;
  /** Metres and degrees. Standard Denavit-Hartenberg. */
  readonly dh: { readonly d?: number; readonly a?: number; readonly alphaDeg?: number; readonly offsetDeg?: number };
  readonly lowDeg: number;
  readonly highDeg: number;
  readonly homeDeg: number;
  readonly speedDegPerS: number;
  /** What turns with it, in the frame before it, turned by its value: z is its axis. That is how an arm is thought of, link by link. */
  readonly parts: readonly Part[];
}

/** The links, degrees of freedom and rows of a serial arm; link i stands in Denavit-Hartenberg frame i. Makers seldom say more of accelerations than how soon all joints are at full speed. */
export function serialArm(
  base: readonly Part[],
  joints: readonly Joint[],
  { fullSpeedAfterS }: { readonly fullSpeedAfterS?: number } = {},
): { links: Link[]; dofs: DegreeOfFreedom[]; dh: DhRow[] } {
  const dh = joints.map(({ dh: { d = 0, a = 0, alphaDeg = 0, offsetDeg = 0 } }) => ({
    d,
    a,
    alpha: alphaDeg * RAD,
    offset: offsetDeg * RAD,
  }));
  const links = joints.map(({ name, parts }, index): Link => {
    const origin = dhOrigin(dh[index] ?? { d: 0, a: 0, alpha: 0, offset: 0 });
    return { name, parent: index, dof: index, origin, parts: placed(inverse(origin), parts) };
  });
  const dofs = joints.map(({ name, lowDeg, highDeg, homeDeg, speedDegPerS }, index) =>
    revolute({ name: `J${index + 1} ${name}`, lowDeg, highDeg, homeDeg, speedDegPerS, axis: [0, 0, 1] }),
  );
  return {
    links: [{ name: 'base', parent: -1, origin: ORIGIN, parts: base }, ...links],
    dofs: fullSpeedAfterS === undefined ? dofs : speedingUpIn(fullSpeedAfterS, dofs),
    dh,
  };
}

export const speedingUpIn = (fullSpeedAfterS: number, dofs: readonly DegreeOfFreedom[]): DegreeOfFreedom[] =>
  dofs.map((dof) => ({ ...dof, accelerationPerS2: dof.speedPerS / fullSpeedAfterS }));

/** A turning degree of freedom, in degrees. */
export const revolute = ({
  name,
  lowDeg,
  highDeg,
  homeDeg = 0,
  speedDegPerS,
  axis,
  pivot = [0, 0, 0],
}: Omit<Joint, 'dh' | 'parts' | 'homeDeg'> & {
  readonly homeDeg?: number;
  readonly axis: DegreeOfFreedom['axis'];
  readonly pivot?: DegreeOfFreedom['pivot'];
}): DegreeOfFreedom => ({
  name,
  kind: 'rotation',
  pivot,
  axis,
  low: lowDeg * RAD,
  high: highDeg * RAD,
  speedPerS: speedDegPerS * RAD,
  home: homeDeg * RAD,
});
