import { createHash } from 'node:crypto';
import { MalformedError } from '../../core/base/errors.ts';
import { boundsOf, decodeMesh, type Mesh } from '../../core/geometry/mesh.ts';
import type { Shape } from '../../core/geometry/shape.ts';
import type { Model } from '../../core/robots/model.ts';

type MeshShape = Extract<Shape, { kind: 'mesh' }>;

/** How far what a model says of a mesh may be off: numbers get rounded on their way. */
const SLACK_M = 1e-3;

export const meshShapesOf = ({ links }: Model): MeshShape[] =>
  links.flatMap(({ parts }) => parts.flatMap(({ shape }) => (shape.kind === 'mesh' ? [shape] : [])));

/** The hash of each. Throws MalformedError when one is no mesh, or is not what the model says of it. */
export function hashesOfChecked(model: Model, meshes: readonly Uint8Array[]): string[] {
  const shapes = meshShapesOf(model);
  return meshes.map((bytes) => {
    const hash = createHash('sha256').update(bytes).digest('hex');
    const mesh = decodeMesh(bytes);
    for (const shape of shapes) if (shape.mesh === hash) requireTruth(shape, mesh);
    return hash;
  });
}

/** Collisions are reckoned with what the model says. */
function requireTruth({ mesh: hash, lowM, highM, triangles }: MeshShape, mesh: Mesh): void {
  const count = mesh.indices.length / 3;
  if (count !== triangles) throw new MalformedError(`mesh ${hash} has ${count} triangles, not ${triangles}`);
  const bounds = boundsOf(mesh);
  const isOff = (said: readonly number[], found: readonly number[]) =>
    said.some((value, axis) => Math.abs(value - (found[axis] ?? 0)) > SLACK_M);
  if (bounds && (isOff(lowM, bounds.low) || isOff(highM, bounds.high)))
    throw new MalformedError(`mesh ${hash} reaches from ${bounds.low.join(', ')} to ${bounds.high.join(', ')} m, not as its part says`);
}
