import {
  BoxGeometry,
  CanvasTexture,
  Color,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  NearestFilter,
  PlaneGeometry,
  Quaternion,
  Vector3,
} from 'three';
import type { KnownFloor, SeenCells } from '../overlays/overlay.ts';
import { seenPicture } from '../overlays/seen-picture.ts';
import { OVER_FLOOR_M } from './goal-shape.ts';
import type { Look } from './look.ts';

/** As walls of buildings are. */
export interface WallSize {
  readonly thickM: number;
  readonly highM: number;
}

const UP = new Vector3(0, 0, 1);
const WHITE = [255, 255, 255] as const;
const SEEN_OPACITY = 0.45;

/** A building as one robot knows it, in place of the one that is there: walls where they were seen, and the floor where it was. What was not seen is not drawn. */
export class KnownMarks implements Disposable {
  readonly group = new Group();
  readonly #material = new MeshLambertMaterial({ color: new Color('#EAE7E0') });
  readonly #box = new BoxGeometry(1, 1, 1).translate(0, 0, 0.5);
  readonly #floor = new PlaneGeometry(1, 1);
  #tint = new Color('#FFFFFF');
  #drawn: Disposable[] = [];

  setLook(look: Look): void {
    this.#tint = new Color(look.accent).lerp(new Color('#FFFFFF'), 0.6);
    for (const mesh of this.group.children)
      if (mesh instanceof Mesh && mesh.material instanceof MeshBasicMaterial) mesh.material.color = this.#tint;
  }

  set(floors: readonly KnownFloor[], size: WallSize): void {
    for (const mesh of this.#drawn) mesh[Symbol.dispose]();
    this.group.clear();
    this.#drawn = floors.flatMap((floor) => [this.#drawWalls(floor, size), this.#drawSeen(floor.seen, floor.heightM)]);
    this.group.updateMatrixWorld(true);
  }

  [Symbol.dispose](): void {
    this.set([], { thickM: 0, highM: 0 });
    for (const part of [this.#box, this.#floor, this.#material]) part.dispose();
  }

  #drawWalls({ walls, heightM }: KnownFloor, { thickM, highM }: WallSize): Disposable {
    const mesh = new InstancedMesh(this.#box, this.#material, walls.length / 4);
    const [matrix, at, turn, scale] = [new Matrix4(), new Vector3(), new Quaternion(), new Vector3()];
    for (let i = 0; i < walls.length; i += 4) {
      const [ax = 0, ay = 0, bx = 0, by = 0] = walls.subarray(i, i + 4);
      at.set((ax + bx) / 2, (ay + by) / 2, heightM);
      turn.setFromAxisAngle(UP, Math.atan2(by - ay, bx - ax));
      scale.set(Math.hypot(bx - ax, by - ay), thickM, highM);
      mesh.setMatrixAt(i / 4, matrix.compose(at, turn, scale));
    }
    mesh.frustumCulled = false;
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    this.group.add(mesh);
    return { [Symbol.dispose]: () => mesh.dispose() };
  }

  #drawSeen(seen: SeenCells, heightM: number): Disposable {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [Math.max(1, seen.columns), Math.max(1, seen.rows)];
    canvas.getContext('2d')?.putImageData(seenPicture(seen, WHITE), 0, 0);
    const map = new CanvasTexture(canvas);
    [map.magFilter, map.minFilter, map.generateMipmaps] = [NearestFilter, NearestFilter, false];
    const material = new MeshBasicMaterial({
      map,
      color: this.#tint,
      transparent: true,
      opacity: SEEN_OPACITY,
      depthWrite: false,
      fog: false,
    });
    const mesh = new Mesh(this.#floor, material);
    const [wideM, deepM] = [seen.columns * seen.cellM, seen.rows * seen.cellM];
    mesh.scale.set(Math.max(wideM, 1e-6), Math.max(deepM, 1e-6), 1);
    mesh.position.set(seen.x + wideM / 2, seen.y + deepM / 2, heightM + OVER_FLOOR_M / 2);
    mesh.renderOrder = 3;
    this.group.add(mesh);
    return {
      [Symbol.dispose]: () => {
        map.dispose();
        material.dispose();
      },
    };
  }
}
