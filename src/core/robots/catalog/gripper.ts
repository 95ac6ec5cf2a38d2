import { box, cylinder } from '../../geometry/parts.ts';
import { at } from '../../geometry/placement.ts';
import type { DegreeOfFreedom, Link, Model } from '../model.ts';

/** A hand with two parallel fingers, in metres. */
export interface Gripper {
  /** Where the flange is, along the z of the arm's last link. */
  readonly flangeM: number;
  /** From the flange to the tips of the fingers. */
  readonly lengthM: number;
  readonly widestM: number;
  readonly homeM: number;
}

/** Bolts a gripper to the last link. It adds one degree of freedom, the gap between the fingers, and the tool's frame at their tips. */
export function withGripper<A extends Pick<Model, 'links' | 'dofs'>>(arm: A, gripper: Gripper): A & Pick<Model, 'links' | 'dofs' | 'tool'> {
  const last = arm.links.length - 1;
  const { flangeM, lengthM, widestM, homeM } = gripper;
  const gap: DegreeOfFreedom = {
    name: 'Gripper',
    kind: 'translation',
    pivot: [0, 0, 0],
    axis: [0, 1, 0],
    low: 0,
    high: widestM,
    speedPerS: 0.12,
    accelerationPerS2: 1,
    home: homeM,
  };
  return {
    ...arm,
    links: [...arm.links, ...hand(gripper, { on: last, dof: arm.dofs.length })],
    dofs: [...arm.dofs, gap],
    tool: { link: last, at: at(0, 0, flangeM + lengthM), gripper: { dof: arm.dofs.length, widestM } },
  };
}

function hand({ flangeM, lengthM, widestM }: Gripper, { on, dof }: { on: number; dof: number }): Link[] {
  const palm = lengthM * 0.5;
  const depth = Math.max(0.034, lengthM * 0.3);
  const across = widestM + 0.04;
  const palmLink: Link = {
    name: 'hand',
    parent: on,
    origin: at(0, 0, flangeM),
    parts: [
      cylinder('steel', depth * 0.72, palm * 0.34),
      box('foot', [depth * 0.94, across * 0.62, palm * 0.5], at(0, 0, palm * 0.5)),
      box('graphite', [depth, across, palm * 0.36], at(0, 0, palm * 0.8)),
    ],
  };
  // The fingers meet at y = 0 when the gap is closed; each goes half of it.
  const finger = (name: string, side: 1 | -1): Link => ({
    name,
    parent: on + 1,
    dof,
    factor: side / 2,
    origin: at(0, 0, palm),
    parts: [
      box('foot', [depth * 0.7, 0.018, lengthM * 0.16], at(0, side * 0.013, lengthM * 0.05)),
      box('foot', [depth * 0.56, 0.012, lengthM - palm], at(0, side * 0.0085, (lengthM - palm) / 2)),
      box('rubber', [depth * 0.6, 0.003, (lengthM - palm) * 0.45], at(0, side * 0.0017, (lengthM - palm) * 0.74)),
    ],
  });
  return [palmLink, finger('left finger', 1), finger('right finger', -1)];
}
