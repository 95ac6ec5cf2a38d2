import { BufferAttribute, BufferGeometry, ShaderMaterial } from 'three';
import type { Foot } from './compiled-model.ts';

/** A blob reaches this far past the foot that makes it. */
const SPREAD = 1.45;
const LEAST_SPREAD_M = 0.045;
/** Over the floor, so that the two do not flicker. */
const LIFT_M = 0.003;

/** A quad under every foot, in the entity's frame; `corner` runs from -1 to 1. */
export function blobGeometry(feet: readonly Foot[]): BufferGeometry | undefined {
  if (feet.length === 0) return undefined;
  const positions: number[] = [];
  const corners: number[] = [];
  const indices: number[] = [];
  feet.forEach((foot, i) => {
    const reachX = Math.max(foot.halfX * SPREAD, foot.halfX + LEAST_SPREAD_M);
    const reachY = Math.max(foot.halfY * SPREAD, foot.halfY + LEAST_SPREAD_M);
    for (const [cx, cy] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const) {
      positions.push(foot.x + cx * reachX, foot.y + cy * reachY, foot.z + LIFT_M);
      corners.push(cx, cy);
    }
    indices.push(4 * i, 4 * i + 1, 4 * i + 2, 4 * i, 4 * i + 2, 4 * i + 3);
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute('corner', new BufferAttribute(new Float32Array(corners), 2));
  geometry.setIndex(indices);
  return geometry;
}

/** A soft radial spot, 55 % black at its centre: it grounds things even with shadows off. */
export function blobMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: -2,
    polygonOffsetUnits: -2,
    vertexShader: `
      attribute vec2 corner;
      varying vec2 vCorner;
      void main() {
        vCorner = corner;
        gl_Position = projectionMatrix * viewMatrix * instanceMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: `
      varying vec2 vCorner;
      void main() {
        float reach = 1.0 - smoothstep(0.0, 1.0, length(vCorner));
        gl_FragColor = vec4(0.0, 0.0, 0.0, 0.55 * reach);
      }`,
  });
}
