import { DirectionalLight, Fog, HemisphereLight, type Object3D, type Scene as ThreeScene } from 'three';
import type { Look } from './look.ts';

/** Where the key light comes from: the right front. */
const KEY_DIRECTION = { x: 3.2, y: -4.2, z: 7.5 } as const;
const FOG_M = { near: 9, far: 30 } as const;

/** The side of the shadow map in pixels, until `setShadows` is told another. */
const SHADOW_PX = 2048;

/** Hemisphere, a key light with the only shadow, and a cool fill from behind. The room's reflections are in the materials. */
export class Lighting implements Disposable {
  readonly #scene: ThreeScene;
  readonly #hemisphere = new HemisphereLight();
  readonly #key = new DirectionalLight();
  readonly #fill = new DirectionalLight();
  #fittedRadius = 0;

  constructor(scene: ThreeScene) {
    this.#scene = scene;
    this.#hemisphere.position.set(0, 0, 1);
    this.#fill.position.set(-3, 4.5, 7);
    const { shadow } = this.#key;
    this.#key.castShadow = true;
    shadow.mapSize.setScalar(SHADOW_PX);
    shadow.radius = 5;
    shadow.bias = -0.0004;
    shadow.normalBias = 0.012;
    shadow.intensity = 0.9;
    scene.fog = new Fog('#000000', FOG_M.near, FOG_M.far);
    const lights: Object3D[] = [this.#hemisphere, this.#key, this.#key.target, this.#fill];
    for (const light of lights) scene.add(light);
  }

  setLook(look: Look): void {
    this.#hemisphere.color.set(look.hemisphere.sky);
    this.#hemisphere.groundColor.set(look.hemisphere.ground);
    this.#hemisphere.intensity = look.hemisphere.intensity;
    this.#key.color.set(look.key.colour);
    this.#key.intensity = look.key.intensity;
    this.#fill.color.set(look.fill.colour);
    this.#fill.intensity = look.fill.intensity;
    this.#scene.fog?.color.set(look.skyTop).lerp(this.#fill.color.clone().set(look.skyBottom), 0.4);
  }

  /** Of the floor that shadows fall on. */
  setFloorHeight(heightM: number): void {
    const { target, position } = this.#key;
    position.z += heightM - target.position.z;
    target.position.z = heightM;
    target.updateMatrixWorld();
    this.#key.updateMatrixWorld();
  }

  /** Shadows fall within this sphere. Returns whether the light moved: its map must then be drawn again. */
  fit(x: number, y: number, radiusM: number): boolean {
    const { target, position } = this.#key;
    const isNear = Math.hypot(target.position.x - x, target.position.y - y) < radiusM * 0.08;
    const isSameSize = radiusM <= this.#fittedRadius && radiusM > this.#fittedRadius * 0.7;
    if (isNear && isSameSize) return false;
    const fitted = radiusM * 1.15;
    this.#fittedRadius = fitted;
    const length = Math.hypot(KEY_DIRECTION.x, KEY_DIRECTION.y, KEY_DIRECTION.z);
    const away = (fitted + 8) / length;
    const { z } = target.position;
    target.position.set(x, y, z);
    position.set(x + KEY_DIRECTION.x * away, y + KEY_DIRECTION.y * away, z + KEY_DIRECTION.z * away);
    const { camera } = this.#key.shadow;
    camera.left = -fitted;
    camera.right = fitted;
    camera.bottom = -fitted;
    camera.top = fitted;
    camera.near = 0.5;
    camera.far = 2 * fitted + 16;
    camera.updateProjectionMatrix();
    target.updateMatrixWorld();
    this.#key.updateMatrixWorld();
    return true;
  }

  /** 9 to 30 m for a cell; what is watched from farther away stays clear. */
  fogFrom(distanceM: number): void {
    if (!(this.#scene.fog instanceof Fog)) return;
    this.#scene.fog.near = Math.max(FOG_M.near, 1.6 * distanceM);
    this.#scene.fog.far = Math.max(FOG_M.far, 5 * distanceM);
  }

  /** The side of the shadow map in pixels; 0 for no shadows. Returns what it was. */
  setShadows(sidePx: number): number {
    const { shadow, castShadow } = this.#key;
    const before = castShadow ? shadow.mapSize.x : 0;
    this.#key.castShadow = sidePx > 0;
    if (sidePx > 0 && shadow.mapSize.x !== sidePx) {
      shadow.mapSize.setScalar(sidePx);
      shadow.map?.dispose();
      shadow.map = null;
    }
    return before;
  }

  [Symbol.dispose](): void {
    this.#key.dispose();
    this.#fill.dispose();
  }
}
