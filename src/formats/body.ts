import { idFromName } from '../core/base/ids.ts';
import { compose, type Pose } from '../core/base/pose.ts';
import type { Part, Shape } from '../core/geometry/shape.ts';
import { linkPoses } from '../core/robots/kinematics.ts';
import type { Model } from '../core/robots/model.ts';
import { modelSchema } from '../core/robots/model-schema.ts';
import { ImportError } from './import-error.ts';
import { applied, ofPose } from './matrix.ts';

export type Unmeasured = Omit<Model, 'extent'>;

/** The model with what follows from its geometry; refused if the catalog would not take it. */
export function finished(file: string, model: Unmeasured): Model {
  const whole = { ...model, extent: { radiusM: 1, heightM: 1 } };
  const parsed = modelSchema.safeParse({ ...whole, extent: extentOf(whole) });
  if (parsed.success) return parsed.data;
  throw new ImportError(
    parsed.error.issues
      .slice(0, 5)
      .map((issue) => ({ file, message: `the catalog would refuse it: ${issue.path.join('.')}: ${issue.message}` })),
  );
}

function extentOf(model: Model): Model['extent'] {
  const poses = linkPoses(model, []);
  let [radiusM, heightM] = [0.01, 0.01];
  for (const [index, { parts }] of model.links.entries()) {
    for (const part of parts) {
      for (const [x, y, z] of cornersOf(part, poses[index])) {
        radiusM = Math.max(radiusM, Math.hypot(x, y));
        heightM = Math.max(heightM, z);
      }
    }
  }
  return { radiusM: Math.min(1000, radiusM), heightM: Math.min(1000, heightM) };
}

export function cornersOf({ shape, at }: Part, link: Pose | undefined): [number, number, number][] {
  const matrix = ofPose(link ? compose(link, at) : at);
  const [low, high] = boxOf(shape);
  return [0, 1, 2, 3, 4, 5, 6, 7].map((corner) =>
    applied(matrix, corner & 1 ? high[0] : low[0], corner & 2 ? high[1] : low[1], corner & 4 ? high[2] : low[2]),
  );
}

type Box = readonly [low: readonly [number, number, number], high: readonly [number, number, number]];

/** Of the shapes that imports make; others stand as a point. */
function boxOf(shape: Shape): Box {
  if (shape.kind === 'mesh') return [shape.lowM, shape.highM];
  if (shape.kind === 'box') {
    const [x, y, z] = shape.sizeM;
    return [
      [-x / 2, -y / 2, -z / 2],
      [x / 2, y / 2, z / 2],
    ];
  }
  const radius = shape.kind === 'sphere' || shape.kind === 'cylinder' ? shape.radiusM : 0;
  const low = shape.kind === 'sphere' ? -radius : 0;
  const high = shape.kind === 'cylinder' ? shape.heightM : radius;
  return [
    [-radius, -radius, low],
    [radius, radius, high],
  ];
}

/** "robots/kuka KR5.urdf" is called "kuka KR5". */
export const nameFromPath = (path: string): string => (path.split('/').at(-1) ?? path).replace(/(\.[a-z0-9]{2,5}){1,2}$/i, '').trim();

/** A name of at most 80 letters, of those that are one. */
export function nameFrom(text: string, otherwise: string): string {
  const plain = text
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\p{Surrogate}/gu, '')
    .trim()
    .slice(0, 80)
    .replace(/\p{Surrogate}/gu, '')
    .trim();
  return plain === '' ? otherwise : plain;
}

export const idFrom = (name: string): string => idFromName(name);
