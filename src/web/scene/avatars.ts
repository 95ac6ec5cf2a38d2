import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Quaternion,
  Vector3,
} from 'three';
import type { Person } from '../link/world-link.ts';
import type { Eye } from './camera-rig.ts';
import { damped } from './easing.ts';
import { paletteColour } from './palette.ts';
import type { Ray } from './picking.ts';
import { putIntoRoom } from './room-light.ts';
import { solidOf } from './shape-solid.ts';
import { placed, type Solid, SolidBuilder } from './solid.ts';

const FRUSTUM = { lengthM: 0.62, halfWidthM: 0.27, halfHeightM: 0.18, barM: 0.0035 } as const;
const BODY = { lengthM: 0.15, widthM: 0.11, heightM: 0.11 } as const;
/** Around the camera body, for the pointer. */
const PICK_RADIUS_M = 0.13;
const TAG_ABOVE_M = 0.2;
/** Their poses come ten times a second; between two they are drawn on the way. */
const APPROACH = 0.18;

/** Somebody else: a camera body with what it sees, in their colour. */
class AvatarFigure {
  readonly group = new Group();
  readonly goal = { position: new Vector3(), turn: new Quaternion() };
  readonly tagAt = new Vector3();
  isNew = true;

  constructor(parts: Group['children']) {
    this.group.add(...parts);
  }
}

/** Everybody but oneself. */
export class Avatars implements Disposable {
  readonly group = new Group();
  readonly #figures = new Map<string, AvatarFigure>();
  readonly #body = geometryOf(bodySolid());
  readonly #edges = geometryOf(edgesSolid());
  readonly #faces = facesGeometry();
  readonly #materials = new Map<number, { body: MeshStandardMaterial; edges: MeshBasicMaterial; faces: MeshBasicMaterial }>();

  set(people: readonly Person[]): void {
    const seen = new Set<string>();
    for (const person of people) {
      if (person.avatar === undefined || person.presence !== 'here') continue;
      seen.add(person.id);
      const figure = this.#figures.get(person.id) ?? this.#add(person);
      const { x, y, z, qx, qy, qz, qw } = person.avatar.pose;
      figure.goal.position.set(x, y, z);
      figure.goal.turn.set(qx, qy, qz, qw);
    }
    for (const [id, figure] of this.#figures) {
      if (seen.has(id)) continue;
      this.group.remove(figure.group);
      this.#figures.delete(id);
    }
  }

  has(person: string): boolean {
    return this.#figures.has(person);
  }

  /** Above the camera body; kept up by `update`. */
  tagOf(person: string): Vector3 | undefined {
    return this.#figures.get(person)?.tagAt;
  }

  /** Returns whether anybody moved. */
  update(seconds: number): boolean {
    let moved = false;
    for (const figure of this.#figures.values()) {
      const { group, goal } = figure;
      const isThere = group.position.distanceToSquared(goal.position) < 1e-8 && Math.abs(group.quaternion.dot(goal.turn)) > 1 - 1e-9;
      if (isThere && !figure.isNew) continue;
      moved = true;
      const share = figure.isNew ? 1 : damped(APPROACH, seconds);
      figure.isNew = false;
      group.position.lerp(goal.position, share);
      group.quaternion.slerp(goal.turn, share);
      group.updateMatrix();
      group.updateMatrixWorld(true);
      figure.tagAt.copy(group.position);
      figure.tagAt.z += TAG_ABOVE_M;
    }
    return moved;
  }

  /** What somebody sees; false when nobody is there. */
  eyeOf(person: string, eye: Eye): boolean {
    const figure = this.#figures.get(person);
    if (figure === undefined) return false;
    eye.position.copy(figure.group.position);
    eye.forward.set(1, 0, 0).applyQuaternion(figure.group.quaternion);
    eye.up.set(0, 0, 1).applyQuaternion(figure.group.quaternion);
    return true;
  }

  /** Nobody sees the frustum they look out of: the one whose eyes are lent is left out, the others are there. */
  hideOnly(person: string | undefined): void {
    for (const [id, { group }] of this.#figures) group.visible = id !== person;
  }

  /** Who is hit nearer than `limitM`. */
  cast(ray: Ray, limitM: number): string | undefined {
    let [nearest, found]: [number, string | undefined] = [limitM, undefined];
    for (const [id, { group }] of this.#figures) {
      const [x, y, z] = [group.position.x - ray.x, group.position.y - ray.y, group.position.z - ray.z];
      const along = x * ray.dx + y * ray.dy + z * ray.dz;
      const aside = x * x + y * y + z * z - along * along;
      if (along > 0.3 && along < nearest && aside < PICK_RADIUS_M * PICK_RADIUS_M) [nearest, found] = [along, id];
    }
    return found;
  }

  [Symbol.dispose](): void {
    for (const geometry of [this.#body, this.#edges, this.#faces]) geometry.dispose();
    for (const materials of this.#materials.values()) for (const material of Object.values(materials)) material.dispose();
  }

  #add(person: Person): AvatarFigure {
    const { body, edges, faces } = this.#paint(person.colour);
    const parts = [new Mesh(this.#body, body), new Mesh(this.#edges, edges), new Mesh(this.#faces, faces)];
    parts.forEach((mesh, i) => {
      mesh.castShadow = i === 0;
      mesh.renderOrder = i === 0 ? 2 : 4;
    });
    const figure = new AvatarFigure(parts);
    figure.group.matrixAutoUpdate = false;
    this.group.add(figure.group);
    this.#figures.set(person.id, figure);
    return figure;
  }

  #paint(colour: number) {
    const known = this.#materials.get(colour);
    if (known) return known;
    const paint = new Color(paletteColour(colour).paint);
    const made = {
      body: putIntoRoom(new MeshStandardMaterial({ color: paint, roughness: 0.62 })),
      edges: new MeshBasicMaterial({ color: paint, transparent: true, opacity: 0.9, toneMapped: false }),
      faces: new MeshBasicMaterial({
        color: paint,
        transparent: true,
        opacity: 0.12,
        side: DoubleSide,
        depthWrite: false,
        toneMapped: false,
      }),
    };
    this.#materials.set(colour, made);
    return made;
  }
}

/** A rounded box with a lens in front; it looks along x. */
function bodySolid(): Solid {
  const solid = new SolidBuilder();
  const { lengthM, widthM, heightM } = BODY;
  const level = { qx: 0, qy: 0, qz: 0, qw: 1 };
  const forward = { qx: 0, qy: Math.SQRT1_2, qz: 0, qw: Math.SQRT1_2 };
  solid.add(
    placed(solidOf({ kind: 'box', sizeM: [lengthM, widthM, heightM], edgeM: 0.032 }, 'fine'), { x: -lengthM / 2, y: 0, z: 0, ...level }),
  );
  solid.add(placed(solidOf({ kind: 'cylinder', radiusM: 0.036, heightM: 0.05 }, 'fine'), { x: -0.012, y: 0, z: 0, ...forward }));
  return solid;
}

const CORNERS = [
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
] as const;

function cornerPoints(): [number, number, number][] {
  const { lengthM, halfWidthM, halfHeightM } = FRUSTUM;
  return CORNERS.map(([y, z]) => [lengthM, y * halfWidthM, z * halfHeightM]);
}

function edgesSolid(): Solid {
  const solid = new SolidBuilder();
  const corners = cornerPoints();
  corners.forEach((corner, i) => {
    const next = corners[(i + 1) % corners.length] ?? corner;
    const start: [number, number, number] = [0.04, corner[1] * 0.06, corner[2] * 0.06];
    for (const points of [
      [start, corner],
      [corner, next],
    ])
      solid.add(solidOf({ kind: 'tube', points, radiusM: FRUSTUM.barM }, 'coarse'));
  });
  return solid;
}

function facesGeometry(): BufferGeometry {
  const corners = cornerPoints();
  const points = corners.flatMap((corner, i) => [[0.04, 0, 0], corner, corners[(i + 1) % corners.length] ?? corner].flat());
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(points), 3));
  return geometry;
}

function geometryOf(solid: Solid): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(solid.positions), 3));
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(solid.normals), 3));
  geometry.setIndex([...solid.indices]);
  return geometry;
}
