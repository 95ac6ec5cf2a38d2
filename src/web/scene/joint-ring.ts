import {
  BoxGeometry,
  Color,
  DoubleSide,
  Group,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Quaternion,
  ShaderMaterial,
  Vector3,
} from 'three';
import type { DegreeOfFreedom } from '../../core/robots/model.ts';
import type { Actor } from './batch.ts';
import type { ChainBody } from './chain.ts';
import type { PickMesh } from './compiled-model.ts';
import type { Look } from './look.ts';
import { copyMatrix } from './outline.ts';

/** Of the link. */
const RADIUS_SHARE = 0.6;
const RADIUS_M = { least: 0.07, most: 0.45 } as const;

/** The range of the selected degree of freedom, drawn over everything: a ring round a joint, a bar along a slide. */
export class JointRing implements Disposable {
  readonly group = new Group();
  /** Outside the ring: where its tag is. */
  readonly tagAt = new Vector3();
  readonly #uniforms = {
    accent: { value: new Color() },
    warn: { value: new Color() },
    bright: { value: new Color() },
    low: { value: 0 },
    high: { value: 0 },
    now: { value: 0 },
  };
  readonly #disc: Mesh<PlaneGeometry, ShaderMaterial>;
  readonly #bar = new Group();
  readonly #pieces: Readonly<Record<'range' | 'share' | 'low' | 'high' | 'now', Mesh<BoxGeometry, MeshBasicMaterial>>>;
  readonly #box = new BoxGeometry(1, 1, 1);
  readonly #parent = new Matrix4();
  readonly #frame = new Matrix4();
  readonly #axis = new Vector3();
  readonly #zero = new Vector3();
  readonly #side = new Vector3();
  readonly #pivot = new Vector3();
  readonly #turn = new Quaternion();
  #actor: Actor | undefined;
  #body: ChainBody | undefined;
  #dof: DegreeOfFreedom | undefined;
  #radius: number = RADIUS_M.least;

  constructor() {
    const material = new ShaderMaterial({
      uniforms: this.#uniforms,
      transparent: true,
      depthTest: false,
      depthWrite: false,
      side: DoubleSide,
      vertexShader:
        'varying vec2 vAt;\nvoid main() {\n  vAt = position.xy * 1.3;\n  gl_Position = projectionMatrix * modelViewMatrix * vec4(vAt, 0.0, 1.0);\n}',
      fragmentShader: RING,
    });
    this.#disc = new Mesh(new PlaneGeometry(2, 2), material);
    this.#pieces = { range: this.#piece(0.16), share: this.#piece(0.55), low: this.#piece(1), high: this.#piece(1), now: this.#piece(1) };
    this.group.add(this.#disc, this.#bar);
    this.group.visible = false;
    this.group.renderOrder = 10;
    this.#disc.renderOrder = 10;
    this.#disc.frustumCulled = false;
    this.group.matrixAutoUpdate = false;
  }

  setLook(look: Look): void {
    this.#uniforms.accent.value.set(look.accent).convertLinearToSRGB();
    this.#uniforms.warn.value.set(look.warn).convertLinearToSRGB();
    this.#uniforms.bright.value.set(look.accentText).convertLinearToSRGB();
    for (const piece of [this.#pieces.range, this.#pieces.share]) piece.material.color.set(look.accent);
    for (const piece of [this.#pieces.low, this.#pieces.high]) piece.material.color.set(look.warn);
    this.#pieces.now.material.color.set(look.accentText);
  }

  get isShown(): boolean {
    return this.group.visible;
  }

  show(actor: Actor | undefined, dofIndex: number | undefined): void {
    const chain = actor?.batch.compiled.chain;
    const body = dofIndex === undefined ? -1 : (chain?.bodies.findIndex(({ dof }) => dof === dofIndex) ?? -1);
    this.#actor = actor;
    this.#body = chain?.bodies[body];
    this.#dof = dofIndex === undefined ? undefined : actor?.batch.compiled.model.dofs[dofIndex];
    this.group.visible = body > 0 && this.#dof !== undefined;
    if (!this.group.visible || this.#body === undefined || this.#dof === undefined) return;
    this.#disc.visible = this.#dof.kind === 'rotation';
    this.#bar.visible = !this.#disc.visible;
    this.#aim(this.#body, actor?.batch.compiled.bodies[body]?.pick);
    this.#setLimits(this.#dof);
  }

  /** Puts it where the joint is now. */
  update(): void {
    const [actor, body, dof] = [this.#actor, this.#body, this.#dof];
    if (!this.group.visible || actor === undefined || body === undefined || dof === undefined) return;
    copyMatrix(this.#parent, actor, body.parent);
    this.group.matrix.multiplyMatrices(this.#parent, this.#frame);
    this.group.updateMatrixWorld(true);
    const now = actor.batch.valueOf(actor, body.dof);
    this.#uniforms.now.value = now;
    if (dof.kind === 'translation') {
      stretch(this.#pieces.share, Math.min(0, now), Math.max(0, now), 0.022);
      stretch(this.#pieces.now, now - 0.004, now + 0.004, 0.06);
    }
    this.tagAt.set(dof.kind === 'rotation' ? -1.32 : 0.14, 0, dof.kind === 'rotation' ? 0 : now).applyMatrix4(this.group.matrixWorld);
  }

  get value(): number {
    return this.#uniforms.now.value;
  }

  [Symbol.dispose](): void {
    this.#disc.geometry.dispose();
    this.#disc.material.dispose();
    this.#box.dispose();
    for (const piece of Object.values(this.#pieces)) piece.material.dispose();
  }

  /** A frame in the parent body: z along the axis, x where the link points at zero, as long as the ring is wide. */
  #aim(body: ChainBody, pick: PickMesh | undefined): void {
    this.#axis.set(...body.axis);
    this.#pivot.set(...body.pivot);
    const middle = this.#zero.set(0, 0, 0);
    if (pick) middle.set(pick.low[0] + pick.high[0], pick.low[1] + pick.high[1], pick.low[2] + pick.high[2]).multiplyScalar(0.5);
    const { x, y, z, qx, qy, qz, qw } = body.origin;
    middle.applyQuaternion(this.#turn.set(qx, qy, qz, qw));
    middle.add(this.#side.set(x, y, z)).sub(this.#pivot);
    // Along the axis the ring goes where the link is, which may be far from the pivot.
    this.#pivot.addScaledVector(this.#axis, middle.dot(this.#axis));
    middle.addScaledVector(this.#axis, -middle.dot(this.#axis));
    const span = pick ? Math.hypot(pick.high[0] - pick.low[0], pick.high[1] - pick.low[1], pick.high[2] - pick.low[2]) : 0.3;
    this.#radius = Math.min(RADIUS_M.most, Math.max(RADIUS_M.least, RADIUS_SHARE * Math.max(2 * middle.length(), span * 0.55)));
    if (middle.length() < 0.01) middle.set(Math.abs(this.#axis.x) < 0.9 ? 1 : 0, Math.abs(this.#axis.x) < 0.9 ? 0 : 1, 0).cross(this.#axis);
    const zero = middle.normalize();
    this.#side.crossVectors(this.#axis, zero);
    const scale = body.kind === 'rotation' ? this.#radius : 1;
    this.#frame.makeBasis(zero, this.#side, this.#axis).scale(new Vector3(scale, scale, body.kind === 'rotation' ? scale : 1));
    this.#frame.setPosition(this.#pivot);
  }

  #setLimits(dof: DegreeOfFreedom): void {
    this.#uniforms.low.value = dof.low;
    this.#uniforms.high.value = dof.high;
    if (dof.kind !== 'translation') return;
    stretch(this.#pieces.range, dof.low, dof.high, 0.018);
    stretch(this.#pieces.low, dof.low - 0.003, dof.low + 0.003, 0.05);
    stretch(this.#pieces.high, dof.high - 0.003, dof.high + 0.003, 0.05);
  }

  #piece(opacity: number): Mesh<BoxGeometry, MeshBasicMaterial> {
    const material = new MeshBasicMaterial({
      transparent: true,
      opacity,
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
      fog: false,
    });
    const mesh = new Mesh(this.#box, material);
    mesh.renderOrder = 10;
    this.#bar.add(mesh);
    return mesh;
  }
}

function stretch(mesh: Mesh, from: number, to: number, width: number): void {
  mesh.position.set(0, 0, (from + to) / 2);
  mesh.scale.set(width, width, Math.max(1e-4, to - from));
}

const RING = `
uniform vec3 accent;
uniform vec3 warn;
uniform vec3 bright;
uniform float low;
uniform float high;
uniform float now;
varying vec2 vAt;
const float TURN = 6.28318530718;
// How far an angle is past another, the way the joint turns: 0 to a full turn.
float past(float angle, float from) { return mod(angle - from, TURN); }
float tick(float angle, float at, float radius, float inner, float outer, float halfWidth) {
  float off = abs(mod(angle - at + TURN * 0.5, TURN) - TURN * 0.5) * radius;
  float pixel = fwidth(radius);
  return (1.0 - smoothstep(halfWidth, halfWidth + pixel, off)) * smoothstep(inner - pixel, inner, radius) * (1.0 - smoothstep(outer, outer + pixel, radius));
}
void main() {
  float radius = length(vAt);
  float angle = atan(vAt.y, vAt.x);
  float pixel = fwidth(radius);
  float inDisc = 1.0 - smoothstep(1.0 - pixel, 1.0, radius);
  float inRange = step(past(angle, low), min(high - low, TURN));
  float from = min(0.0, now);
  float inShare = step(past(angle, from), min(abs(now), TURN));
  float edge = (1.0 - smoothstep(pixel * 0.8, pixel * 1.8, abs(radius - 1.0))) * inRange;
  float alpha = max(0.16 * inRange, 0.55 * inShare * inRange) * inDisc;
  alpha = max(alpha, 0.75 * edge);
  vec3 colour = accent;
  float isBounded = step(high - low, TURN - 0.01);
  float limit = max(tick(angle, low, radius, 0.86, 1.1, 0.014), tick(angle, high, radius, 0.86, 1.1, 0.014)) * isBounded;
  colour = mix(colour, warn, limit);
  alpha = max(alpha, limit);
  float current = tick(angle, now, radius, 0.0, 1.08, 0.012);
  colour = mix(colour, bright, current);
  alpha = max(alpha, current);
  if (alpha < 0.004) discard;
  gl_FragColor = vec4(colour, alpha);
}`;
