import { Color, Group, ShaderMaterial } from 'three';
import { isOfBuilding, type ModelKind } from '../../core/robots/model.ts';
import type { ShapeDrawing } from './batch.ts';
import { collisionGeometries } from './collision-geometry.ts';
import type { CompiledModel } from './compiled-model.ts';
import type { Look } from './look.ts';

export type ShapeTint = keyof Look['shapes'];

export function shapeTintOf(kind: ModelKind): ShapeTint {
  if (isOfBuilding(kind)) return 'furniture';
  if (kind === 'part' || kind === 'furniture') return kind;
  return 'robot';
}

/** The bodies that stand for what is drawn when somebody asks what touches what: see-through, with their edges, in one tint a kind. */
export class CollisionShapes implements Disposable {
  readonly group = new Group();
  readonly #materials: Readonly<Record<ShapeTint, ShaderMaterial>> = {
    robot: shapeMaterial(),
    part: shapeMaterial(),
    furniture: shapeMaterial(),
  };

  constructor() {
    this.group.matrixAutoUpdate = false;
  }

  setLook({ shapes }: Look): void {
    for (const [tint, { uniforms }] of Object.entries(this.#materials)) {
      const colour: unknown = uniforms.tint?.value;
      if (colour instanceof Color) colour.set(shapes[tint as ShapeTint]).convertLinearToSRGB();
    }
  }

  of({ model, chain }: CompiledModel): ShapeDrawing {
    return { group: this.group, geometries: collisionGeometries(model, chain), material: this.#materials[shapeTintOf(model.kind)] };
  }

  [Symbol.dispose](): void {
    for (const material of Object.values(this.#materials)) material.dispose();
  }
}

/** Colours go to the screen as they are. Edges are as wide on every shape, for they are drawn in pixels. */
function shapeMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { tint: { value: new Color() } },
    transparent: true,
    depthWrite: false,
    // What stands for a body often has the very same surface.
    polygonOffset: true,
    polygonOffsetFactor: -1,
    polygonOffsetUnits: -4,
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
  });
}

const VERTEX = `
attribute vec3 rim;
varying vec3 vRim;
varying vec3 vView;
void main() {
  vRim = rim;
  vec4 view = modelViewMatrix * instanceMatrix * vec4(position, 1.0);
  vView = view.xyz;
  gl_Position = projectionMatrix * view;
}`;

const FRAGMENT = `
uniform vec3 tint;
varying vec3 vRim;
varying vec3 vView;
void main() {
  vec3 width = max(fwidth(vRim), vec3(1e-6));
  vec3 away = smoothstep(width * 0.5, width * 1.5, vRim);
  float line = 1.0 - min(min(away.x, away.y), away.z);
  vec3 normal = normalize(cross(dFdx(vView), dFdy(vView)));
  float aside = 1.0 - abs(dot(normal, normalize(vView)));
  gl_FragColor = vec4(tint, mix(0.2 + 0.22 * aside, 0.9, line));
}`;
