import {
  AdditiveBlending,
  type BufferGeometry,
  Color,
  type Matrix4,
  Mesh,
  MeshBasicMaterial,
  type PerspectiveCamera,
  PlaneGeometry,
  ShaderMaterial,
  Scene as ThreeScene,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { MATRIX_NUMBERS } from './affine.ts';
import type { Actor } from './batch.ts';

interface Outlined {
  actor: Actor | undefined;
  geometries: unknown;
  readonly pieces: { readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>; readonly body: number }[];
}

/**
 * Draws the selected into red of a mask and the hovered into green, widens both by some pixels and takes the mask away: the line is as wide
 * on any shape, and is seen through other things, since the mask knows nothing of them.
 */
export class Outline implements Disposable {
  readonly #scene = new ThreeScene();
  readonly #screen = new ThreeScene();
  readonly #mask: WebGLRenderTarget;
  readonly #red = flat('#ff0000');
  readonly #green = flat('#00ff00');
  readonly #selected: Outlined = { actor: undefined, geometries: undefined, pieces: [] };
  readonly #hovered: Outlined = { actor: undefined, geometries: undefined, pieces: [] };
  readonly #uniforms;
  readonly #plane: Mesh<PlaneGeometry, ShaderMaterial>;
  readonly #clear = new Color();

  /** `isSmooth`: see `Stage`. */
  constructor({ isSmooth }: { isSmooth: boolean }) {
    this.#mask = new WebGLRenderTarget(4, 4, { samples: isSmooth ? 4 : 0, depthBuffer: false });
    this.#uniforms = {
      mask: { value: this.#mask.texture },
      texel: { value: new Vector2() },
      pixelRatio: { value: 1 },
      selectedColour: { value: new Color() },
      hoveredColour: { value: new Color() },
    };
    const material = new ShaderMaterial({
      uniforms: this.#uniforms,
      transparent: true,
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
      vertexShader: 'varying vec2 vUv;\nvoid main() {\n  vUv = position.xy * 0.5 + 0.5;\n  gl_Position = vec4(position.xy, 0.0, 1.0);\n}',
      fragmentShader: isSmooth ? WIDEN : WIDEN_COARSELY,
    });
    this.#plane = new Mesh(new PlaneGeometry(2, 2), material);
    this.#plane.frustumCulled = false;
    this.#screen.add(this.#plane);
    for (const scene of [this.#scene, this.#screen]) scene.matrixWorldAutoUpdate = false;
  }

  /** Colours as they are on the screen. */
  setColours(selected: string, hovered: string): void {
    this.#uniforms.selectedColour.value.set(selected).convertLinearToSRGB();
    this.#uniforms.hoveredColour.value.set(hovered).convertLinearToSRGB();
  }

  select(actor: Actor | undefined): void {
    this.#outline(this.#selected, actor, this.#red);
  }

  hover(actor: Actor | undefined): void {
    this.#outline(this.#hovered, actor, this.#green);
  }

  resize(widthPx: number, heightPx: number, pixelRatio: number): void {
    this.#mask.setSize(widthPx, heightPx);
    this.#uniforms.texel.value.set(1 / widthPx, 1 / heightPx);
    this.#uniforms.pixelRatio.value = pixelRatio;
  }

  /** Over what has been drawn already. */
  render(renderer: WebGLRenderer, camera: PerspectiveCamera): void {
    if (this.#selected.actor === undefined && this.#hovered.actor === undefined) return;
    follow(this.#selected);
    follow(this.#hovered);
    const { autoClear } = renderer;
    const clearAlpha = renderer.getClearAlpha();
    renderer.getClearColor(this.#clear);
    renderer.setRenderTarget(this.#mask);
    renderer.setClearColor(0, 0);
    renderer.autoClear = true;
    renderer.render(this.#scene, camera);
    renderer.setRenderTarget(null);
    renderer.setClearColor(this.#clear, clearAlpha);
    renderer.autoClear = false;
    renderer.render(this.#screen, camera);
    renderer.autoClear = autoClear;
  }

  [Symbol.dispose](): void {
    this.#mask.dispose();
    this.#red.dispose();
    this.#green.dispose();
    this.#plane.geometry.dispose();
    this.#plane.material.dispose();
  }

  #outline(outlined: Outlined, actor: Actor | undefined, material: MeshBasicMaterial): void {
    const bodies = actor?.batch.compiled.bodies;
    if (outlined.actor === actor && outlined.geometries === bodies) return;
    outlined.actor = actor;
    outlined.geometries = bodies;
    for (const { mesh } of outlined.pieces) this.#scene.remove(mesh);
    outlined.pieces.length = 0;
    bodies?.forEach(({ opaque, glass }, body) => {
      for (const geometry of [opaque, glass]) {
        if (geometry === undefined) continue;
        const mesh = new Mesh(geometry, material);
        mesh.frustumCulled = false;
        mesh.matrixAutoUpdate = false;
        mesh.matrixWorldAutoUpdate = false;
        outlined.pieces.push({ mesh, body });
        this.#scene.add(mesh);
      }
    });
  }
}

function follow({ actor, pieces }: Outlined): void {
  if (actor === undefined) return;
  for (const { mesh, body } of pieces) copyMatrix(mesh.matrixWorld, actor, body);
}

/** Of a body of an entity, as it is drawn. */
export function copyMatrix(to: Matrix4, actor: Actor, body: number): void {
  const matrices = actor.batch.matrices[body];
  if (matrices === undefined) return;
  const at = actor.instance * MATRIX_NUMBERS;
  for (let i = 0; i < MATRIX_NUMBERS; i++) to.elements[i] = matrices[at + i] ?? 0;
}

// Added up, so that a hovered thing over a selected one leaves the other's channel alone; depth does not matter.
function flat(colour: string): MeshBasicMaterial {
  return new MeshBasicMaterial({
    color: colour,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
    fog: false,
    blending: AdditiveBlending,
    transparent: true,
  });
}

const WIDEN = `
uniform sampler2D mask;
uniform vec2 texel;
uniform float pixelRatio;
uniform vec3 selectedColour;
uniform vec3 hoveredColour;
varying vec2 vUv;
const float TURN = 6.28318530718;
void main() {
  vec2 inside = texture2D(mask, vUv).rg;
  vec2 wide = vec2(0.0);
  vec2 near = vec2(0.0);
  vec2 glow = vec2(0.0);
  for (int i = 0; i < 16; i++) {
    vec2 way = vec2(cos(TURN * float(i) / 16.0), sin(TURN * float(i) / 16.0)) * texel * pixelRatio;
    wide = max(wide, max(texture2D(mask, vUv + way * 2.0).rg, texture2D(mask, vUv + way * 1.0).rg));
    near = max(near, texture2D(mask, vUv + way * 1.0).rg);
    glow += texture2D(mask, vUv + way * 5.0).rg + texture2D(mask, vUv + way * 9.0).rg * 0.6;
  }
  float line = clamp(wide.r - inside.r, 0.0, 1.0);
  float halo = clamp(glow.r / 25.6, 0.0, 1.0) * (1.0 - inside.r) * 0.32;
  float selectedAlpha = max(line, halo);
  float hoveredAlpha = 0.5 * clamp(near.g - inside.g, 0.0, 1.0) * (1.0 - line);
  float alpha = max(selectedAlpha, hoveredAlpha);
  if (alpha < 0.004) discard;
  gl_FragColor = vec4(selectedAlpha >= hoveredAlpha ? selectedColour : hoveredColour, alpha);
}`;

/** Without the halo, and with a fifth of the samples: where the processor draws, all of them took longer than the whole world did. */
const WIDEN_COARSELY = `
uniform sampler2D mask;
uniform vec2 texel;
uniform float pixelRatio;
uniform vec3 selectedColour;
uniform vec3 hoveredColour;
varying vec2 vUv;
const float TURN = 6.28318530718;
void main() {
  vec2 inside = texture2D(mask, vUv).rg;
  vec2 near = vec2(0.0);
  vec2 far = vec2(0.0);
  for (int i = 0; i < 8; i++) {
    vec2 way = vec2(cos(TURN * float(i) / 8.0), sin(TURN * float(i) / 8.0)) * texel * pixelRatio;
    near = max(near, texture2D(mask, vUv + way).rg);
    far = max(far, texture2D(mask, vUv + way * 2.0).rg);
  }
  float line = clamp(max(near.r, far.r) - inside.r, 0.0, 1.0);
  float hoveredAlpha = 0.5 * clamp(near.g - inside.g, 0.0, 1.0) * (1.0 - line);
  float alpha = max(line, hoveredAlpha);
  if (alpha < 0.004) discard;
  gl_FragColor = vec4(line >= hoveredAlpha ? selectedColour : hoveredColour, alpha);
}`;
