import { compose, type Pose } from '../core/base/pose.ts';
import { at } from '../core/geometry/placement.ts';
import type { Paint, Part, Shape } from '../core/geometry/shape.ts';
import { scaling } from './matrix.ts';
import { isGeometry, type Meshes, paintOf } from './meshes.ts';
import { channel } from './obj.ts';
import type { SourceFolder } from './source-folder.ts';
import type { UrdfLink, UrdfVisual } from './urdf-document.ts';
import type { Note } from './urdf-tree.ts';

/** Stands where a mesh is missing. */
const PLACEHOLDER_M = 0.1;
export const PLACEHOLDER_PAINT: Paint = '#ff00ff';

/** What the links of a URDF look like. */
export class VisualParts {
  readonly #file: string;
  readonly #folder: SourceFolder;
  readonly #meshes: Meshes;
  readonly #unitM: number;
  readonly #shows: 'visuals' | 'collisions';
  readonly #note: Note;

  constructor(
    file: string,
    folder: SourceFolder,
    meshes: Meshes,
    { unitM, shows }: { readonly unitM: number; readonly shows: 'visuals' | 'collisions' },
    note: Note,
  ) {
    this.#file = file;
    this.#folder = folder;
    this.#meshes = meshes;
    this.#unitM = unitM;
    this.#shows = shows;
    this.#note = note;
  }

  of(link: UrdfLink): Part[] {
    return link[this.#shows].flatMap((visual) => this.#parts(visual));
  }

  #parts(visual: UrdfVisual): Part[] {
    const { origin, shape, rgba, place } = visual;
    const unit = this.#unitM;
    const pose: Pose = { ...origin, x: origin.x * unit, y: origin.y * unit, z: origin.z * unit };
    const paint: Paint = rgba ? paintOf([channel(rgba[0] ?? 0), channel(rgba[1] ?? 0), channel(rgba[2] ?? 0)]) : 'bone';
    const one = (made: Shape, atPose: Pose, ...sizes: number[]): Part[] => {
      if (sizes.every((size) => size > 0)) return [{ shape: made, at: atPose, paint }];
      this.#note(place, `a ${shape.kind} without size is not shown`);
      return [];
    };
    switch (shape.kind) {
      case 'box': {
        const [x, y, z] = shape.size;
        return one({ kind: 'box', sizeM: [x * unit, y * unit, z * unit] }, pose, x, y, z);
      }
      case 'sphere':
        return one({ kind: 'sphere', radiusM: shape.radius * unit }, pose, shape.radius);
      case 'cylinder': {
        const heightM = shape.length * unit;
        // Ours stands on its origin, theirs has it in the middle.
        return one(
          { kind: 'cylinder', radiusM: shape.radius * unit, heightM },
          compose(pose, at(0, 0, -heightM / 2)),
          shape.radius,
          heightM,
        );
      }
      case 'mesh':
        return this.#meshParts(shape, pose, visual, paint);
    }
  }

  #meshParts({ filename, scale }: Extract<UrdfVisual['shape'], { kind: 'mesh' }>, pose: Pose, { place }: UrdfVisual, paint: Paint): Part[] {
    const path = this.#folder.find(this.#file, filename);
    if (path === undefined || !isGeometry(path)) {
      const why = path === undefined ? 'is not among the files' : 'is of a format that is not known';
      this.#note(place, `the mesh "${filename.slice(0, 200)}" ${why}: a box stands in its place`);
      const side = PLACEHOLDER_M;
      return [{ shape: { kind: 'box', sizeM: [side, side, side] }, at: pose, paint: PLACEHOLDER_PAINT }];
    }
    const geometry = this.#meshes.geometry(path);
    // A mesh in a URDF is meant as it is: its unit counts, its idea of up does not. The tools of ROS do the same.
    const unit = this.#unitM * (geometry.unitM ?? 1);
    const matrix = scaling(scale[0] * unit, scale[1] * unit, scale[2] * unit);
    return geometry.pieces.map((piece) => ({ ...this.#meshes.part(path, piece, matrix, paint), at: pose }));
  }
}
