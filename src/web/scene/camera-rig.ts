import { Matrix4, PerspectiveCamera, Quaternion, Vector3 } from 'three';
import type { Pose } from '../../core/base/pose.ts';
import type { CameraMode, CameraMove, CameraView } from './camera-view.ts';
import { damped, eased } from './easing.ts';
import { FIRST_DIRECTION } from './framing.ts';

/** An eye, written over each frame: where it is, where it looks, what is up for it. */
export interface Eye {
  readonly position: Vector3;
  readonly forward: Vector3;
  readonly up: Vector3;
}

/** Where those are whom the camera goes with. Each fills `eye` and returns false when there is nobody (any more). */
export interface Subjects {
  /** Forward is its heading. */
  base(entity: string, eye: Eye): boolean;
  eyes(mode: CameraMode & { kind: 'entity' | 'person' }, eye: Eye): boolean;
}

export const LENS_RAD = (35 * Math.PI) / 180;
const GLIDE_MS = 320;
const DAMPING = 0.08;
const LOWEST_RAD = (2 * Math.PI) / 180;
const HIGHEST_RAD = Math.PI / 2;
const DISTANCE_M = { least: 0.15, most: 400 } as const;
const FOLLOW = { behindM: 1.75, aboveM: 1.2, lookAtM: 0.3 } as const;

class Orbit {
  readonly target = new Vector3(0, 0, 0.4);
  distanceM = 6;
  azimuthRad = FIRST_DIRECTION.azimuthRad;
  elevationRad = FIRST_DIRECTION.elevationRad;

  set(view: CameraView): void {
    this.target.set(view.target[0], view.target[1], Math.max(0, view.target[2]));
    this.distanceM = clamp(view.distanceM, DISTANCE_M.least, DISTANCE_M.most);
    this.azimuthRad = view.azimuthRad;
    this.elevationRad = clamp(view.elevationRad, LOWEST_RAD, HIGHEST_RAD);
  }

  copy(other: Orbit): void {
    this.target.copy(other.target);
    this.distanceM = other.distanceM;
    this.azimuthRad = other.azimuthRad;
    this.elevationRad = other.elevationRad;
  }

  /** Returns whether it is still on its way. */
  approach(goal: Orbit, share: number): boolean {
    const left =
      Math.abs(goal.azimuthRad - this.azimuthRad) +
      Math.abs(goal.elevationRad - this.elevationRad) +
      (Math.abs(goal.distanceM - this.distanceM) + goal.target.distanceTo(this.target)) / this.distanceM;
    if (left < 2e-4) {
      this.copy(goal);
      return left > 0;
    }
    this.target.lerp(goal.target, share);
    this.distanceM += (goal.distanceM - this.distanceM) * share;
    this.azimuthRad += (goal.azimuthRad - this.azimuthRad) * share;
    this.elevationRad += (goal.elevationRad - this.elevationRad) * share;
    return true;
  }
}

/** Where the camera is and how it gets there. The hand moves the goal; the camera follows it with damping, or glides after a cut. */
export class CameraRig {
  readonly camera: PerspectiveCamera = new PerspectiveCamera(35, 1, 0.05, 500);
  mode: CameraMode = { kind: 'orbit' };
  motion: 'full' | 'reduced' = 'full';
  readonly #now = new Orbit();
  readonly #goal = new Orbit();
  /** To come back to from the top. */
  #beforeTop: Pick<CameraView, 'azimuthRad' | 'elevationRad'> = FIRST_DIRECTION;
  /** By hand, while following: turned and nearer than it would be. */
  #headingOffset = 0;
  readonly #eye: Eye = { position: new Vector3(), forward: new Vector3(1, 0, 0), up: new Vector3(0, 0, 1) };
  readonly #wanted = { position: new Vector3(), turn: new Quaternion() };
  readonly #glide = { fromMs: -1, position: new Vector3(), turn: new Quaternion() };
  readonly #right = new Vector3();
  readonly #up = new Vector3();
  readonly #back = new Vector3();
  readonly #basis = new Matrix4();
  #lastMs = 0;
  #changed = true;

  constructor() {
    this.camera.up.set(0, 0, 1);
  }

  resize(aspect: number): void {
    this.camera.aspect = aspect;
    this.#changed = true;
  }

  getView(): CameraView {
    const { target, distanceM, azimuthRad, elevationRad } = this.#goal;
    return { target: [target.x, target.y, target.z], distanceM, azimuthRad, elevationRad };
  }

  setView(view: CameraView, move: CameraMove, nowMs: number): void {
    this.#begin(move, nowMs);
    this.#goal.set(view);
    this.#now.copy(this.#goal);
    this.#changed = true;
  }

  setMode(mode: CameraMode, nowMs: number): void {
    const before = this.mode;
    this.#begin('glide', nowMs);
    if (before.kind === 'top') Object.assign(this.#goal, this.#beforeTop);
    if (before.kind === 'entity' || before.kind === 'person') this.#orbitFromEye();
    if (mode.kind === 'top') {
      const { azimuthRad, elevationRad } = this.#goal;
      this.#beforeTop = { azimuthRad, elevationRad: Math.min(elevationRad, (75 * Math.PI) / 180) };
      // As maps are: x to the right, y up.
      this.#goal.azimuthRad = -Math.PI / 2;
      this.#goal.elevationRad = HIGHEST_RAD;
    }
    if (mode.kind === 'follow') {
      this.#headingOffset = 0;
      this.#goal.distanceM = Math.hypot(FOLLOW.behindM, FOLLOW.aboveM - FOLLOW.lookAtM);
      this.#goal.elevationRad = Math.atan2(FOLLOW.aboveM - FOLLOW.lookAtM, FOLLOW.behindM);
    }
    this.mode = mode;
    this.#now.copy(this.#goal);
    this.#changed = true;
  }

  /** By the hand, in radians. From an eye this goes back to orbiting. */
  orbit(azimuthRad: number, elevationRad: number): void {
    if (this.mode.kind === 'entity' || this.mode.kind === 'person') this.#leaveSubject();
    this.#goal.azimuthRad += azimuthRad;
    this.#headingOffset += azimuthRad;
    if (this.mode.kind === 'top') {
      if (elevationRad < -0.01) this.mode = { kind: 'orbit' };
      else return;
    }
    this.#goal.elevationRad = clamp(this.#goal.elevationRad + elevationRad, LOWEST_RAD, HIGHEST_RAD);
  }

  /** By the hand, in shares of the picture's height: what is at the target stays under the pointer. */
  pan(sideways: number, upwards: number): void {
    if (this.mode.kind !== 'orbit' && this.mode.kind !== 'top') this.#leaveSubject();
    const span = 2 * this.#goal.distanceM * Math.tan(LENS_RAD / 2);
    this.#axes(this.#goal);
    this.#goal.target.addScaledVector(this.#right, -sideways * span).addScaledVector(this.#up, -upwards * span);
    this.#goal.target.z = Math.max(0, this.#goal.target.z);
  }

  /** Nearer (below 1) or farther, with `point` staying where it is in the picture. */
  zoom(factor: number, point: Vector3 | undefined): void {
    if (this.mode.kind === 'entity' || this.mode.kind === 'person') this.#leaveSubject();
    const before = this.#goal.distanceM;
    this.#goal.distanceM = clamp(before * factor, DISTANCE_M.least, DISTANCE_M.most);
    if (point === undefined || this.mode.kind === 'follow') return;
    const share = 1 - this.#goal.distanceM / before;
    this.#goal.target.lerp(point, share);
    this.#goal.target.z = Math.max(0, this.#goal.target.z);
  }

  /** Of the camera as an avatar has it: looks along x, z up. (A camera of three looks along -z, y up.) */
  pose(): Pose {
    const { position, quaternion } = this.camera;
    const { x, y, z, w } = quaternion;
    return {
      x: position.x,
      y: position.y,
      z: position.z,
      qx: (x + y - z - w) / 2,
      qy: (w - x + y - z) / 2,
      qz: (w + x + y + z) / 2,
      qw: (w + x - y - z) / 2,
    };
  }

  /** Returns whether the camera moved. Allocates nothing. */
  update(nowMs: number, subjects: Subjects): boolean {
    const seconds = Math.min(0.1, Math.max(0, (nowMs - this.#lastMs) / 1000));
    this.#lastMs = nowMs;
    let moved = this.#changed;
    this.#changed = false;
    if (this.mode.kind === 'entity' || this.mode.kind === 'person') {
      if (subjects.eyes(this.mode, this.#eye)) this.#lookFromEye();
      else this.#leaveSubject();
      moved = true;
    } else {
      if (this.mode.kind === 'follow') moved = this.#followBase(this.mode.entity, subjects, seconds) || moved;
      const isUnderWay = this.#now.approach(this.#goal, this.motion === 'reduced' ? 1 : damped(DAMPING, seconds));
      moved = isUnderWay || moved;
      this.#lookFromOrbit();
    }
    const isGliding = this.#glide.fromMs >= 0;
    if (isGliding || moved) this.#apply(nowMs);
    return moved || isGliding;
  }

  get distanceM(): number {
    return this.#now.distanceM;
  }

  get target(): Vector3 {
    return this.#now.target;
  }

  #begin(move: CameraMove, nowMs: number): void {
    if (move === 'cut' || this.motion === 'reduced') {
      this.#glide.fromMs = -1;
      return;
    }
    this.#glide.fromMs = nowMs;
    this.#glide.position.copy(this.camera.position);
    this.#glide.turn.copy(this.camera.quaternion);
  }

  #leaveSubject(): void {
    if (this.mode.kind === 'entity' || this.mode.kind === 'person') this.#orbitFromEye();
    this.mode = { kind: 'orbit' };
    this.#changed = true;
  }

  /** Goes on from where the eye was, round a point in front of it. */
  #orbitFromEye(): void {
    const { position, forward } = this.#eye;
    this.#goal.distanceM = 2;
    this.#goal.elevationRad = clamp(Math.asin(clamp(-forward.z, -1, 1)), LOWEST_RAD, HIGHEST_RAD);
    this.#goal.azimuthRad = Math.atan2(-forward.y, -forward.x);
    this.#goal.target.copy(position).addScaledVector(forward, 2);
    this.#goal.target.z = Math.max(0, this.#goal.target.z);
    this.#now.copy(this.#goal);
  }

  #followBase(entity: string, subjects: Subjects, seconds: number): boolean {
    if (!subjects.base(entity, this.#eye)) {
      this.#leaveSubject();
      return true;
    }
    const { position, forward } = this.#eye;
    this.#goal.target.set(position.x, position.y, position.z + FOLLOW.lookAtM);
    this.#now.target.copy(this.#goal.target);
    const behind = Math.atan2(-forward.y, -forward.x) + this.#headingOffset;
    const turn = Math.atan2(Math.sin(behind - this.#goal.azimuthRad), Math.cos(behind - this.#goal.azimuthRad));
    this.#goal.azimuthRad += turn * (this.motion === 'reduced' ? 1 : damped(0.12, seconds));
    return true;
  }

  #axes(orbit: Orbit): void {
    const [cosA, sinA] = [Math.cos(orbit.azimuthRad), Math.sin(orbit.azimuthRad)];
    const [cosE, sinE] = [Math.cos(orbit.elevationRad), Math.sin(orbit.elevationRad)];
    this.#right.set(-sinA, cosA, 0);
    this.#up.set(-sinE * cosA, -sinE * sinA, cosE);
    this.#back.set(cosE * cosA, cosE * sinA, sinE);
  }

  #lookFromOrbit(): void {
    this.#axes(this.#now);
    this.#basis.makeBasis(this.#right, this.#up, this.#back);
    this.#wanted.turn.setFromRotationMatrix(this.#basis);
    this.#wanted.position.copy(this.#now.target).addScaledVector(this.#back, this.#now.distanceM);
  }

  #lookFromEye(): void {
    this.#back.copy(this.#eye.forward).negate().normalize();
    this.#right.crossVectors(this.#eye.up, this.#back).normalize();
    this.#up.crossVectors(this.#back, this.#right);
    this.#basis.makeBasis(this.#right, this.#up, this.#back);
    this.#wanted.turn.setFromRotationMatrix(this.#basis);
    this.#wanted.position.copy(this.#eye.position);
  }

  #apply(nowMs: number): void {
    const { camera } = this;
    camera.position.copy(this.#wanted.position);
    camera.quaternion.copy(this.#wanted.turn);
    if (this.#glide.fromMs >= 0) {
      const share = eased((nowMs - this.#glide.fromMs) / GLIDE_MS);
      camera.position.lerpVectors(this.#glide.position, this.#wanted.position, share);
      camera.quaternion.slerpQuaternions(this.#glide.turn, this.#wanted.turn, share);
      if (share >= 1) this.#glide.fromMs = -1;
    }
    const isEye = this.mode.kind === 'entity' || this.mode.kind === 'person';
    camera.near = isEye ? 0.03 : clamp(this.#now.distanceM * 0.02, 0.02, 0.5);
    camera.far = Math.max(200, 8 * this.#now.distanceM);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** A camera that stands, for one picture. */
export function standingRig(
  aspect: number,
  view: CameraView | ((lens: { readonly verticalRad: number; readonly aspect: number }) => CameraView),
  subjects: Subjects,
): CameraRig {
  const rig = new CameraRig();
  rig.resize(aspect);
  rig.setView(typeof view === 'function' ? view({ verticalRad: LENS_RAD, aspect }) : view, 'cut', 0);
  rig.update(0, subjects);
  return rig;
}
