import { textToBytes } from '../core/base/bytes.ts';
import { MisuseError } from '../core/base/errors.ts';
import { compose, inverse, type Pose } from '../core/base/pose.ts';
import { sha256 } from '../core/base/sha-256.ts';
import { decodeMesh, type Mesh } from '../core/geometry/mesh.ts';
import { at, rollPitchYaw, turned } from '../core/geometry/placement.ts';
import type { Part, Shape } from '../core/geometry/shape.ts';
import type { DegreeOfFreedom, Link, Model } from '../core/robots/model.ts';
import { meshOfShape } from './export-shapes.ts';
import { writeGlb } from './gltf-writer.ts';
import { applied, ofPose } from './matrix.ts';

const ON_LINE_M = 1e-9;
/** From the axes of glTF, y up, to ours. */
const Y_UP_POSE = turned([1, 0, 0], Math.PI / 2);

const namedColours: Readonly<Record<string, string>> = {
  own: '#e07a3f',
  bone: '#e8e4da',
  graphite: '#3a3d42',
  foot: '#2b2b2b',
  steel: '#9aa0a6',
  aluminium: '#c9ccd1',
  rubber: '#1f1f1f',
  wood: '#b58a5a',
  glass: '#bcd7e6',
  lamp: '#fff2c2',
};

/** `robot.urdf`, and a GLB for each mesh and each shape that URDF has no word for. */
export function exportedFiles(model: Model, meshes: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  const writer = new UrdfWriter(model, meshes);
  return writer.files();
}

class UrdfWriter {
  readonly #model: Model;
  readonly #meshes: ReadonlyMap<string, Uint8Array>;
  readonly #files = new Map<string, Uint8Array>();
  readonly #lines: string[] = [];
  readonly #jointNames = new Set<string>();
  readonly #linkNames: string[];
  readonly #taken = new Set<string>();
  /** The joint that stands for each degree of freedom; the others mimic it. */
  readonly #masters = new Map<number, { readonly joint: string; readonly factor: number }>();

  constructor(model: Model, meshes: ReadonlyMap<string, Uint8Array>) {
    this.#model = model;
    this.#meshes = meshes;
    this.#linkNames = model.links.map(({ name }) => unique(name, this.#taken));
    for (const { name } of model.dofs) this.#jointNames.add(name);
    for (const [index, { name }] of model.dofs.entries()) {
      const movers = model.links.filter(({ dof, factor }) => dof === index && factor !== 0);
      const factor = (movers.find((link) => (link.factor ?? 1) === 1) ?? movers[0])?.factor ?? 1;
      this.#masters.set(index, { joint: name, factor });
    }
  }

  files(): Map<string, Uint8Array> {
    this.#lines.push('<?xml version="1.0"?>', `<robot name=${quoted(this.#model.name)}>`);
    const written = new Set<number>();
    for (const [index, link] of this.#model.links.entries()) {
      this.#link(this.#linkNames[index] ?? '', link.parts);
      // A base that does not stand at the origin of the model: URDF has no place for it but a fixed joint.
      if (index === 0 && !isOrigin(link.origin)) this.#rooted(link.origin);
      if (index > 0) this.#joint(index, link, written);
    }
    for (const { name, link, at: place } of this.#model.mounts ?? []) this.#mount(unique(name, this.#taken), link, place);
    this.#lines.push('</robot>', '');
    return new Map([['robot.urdf', textToBytes(this.#lines.join('\n'))], ...this.#files]);
  }

  #rooted(origin: Pose): void {
    const root = unique('world', this.#taken);
    this.#lines.push(`  <link name=${quoted(root)}/>`);
    this.#fixed(root, this.#linkNames[0] ?? '', origin);
  }

  /** URDF knows frames but no sensors: whoever reads it finds where one sits, by its name. */
  #mount(name: string, link: number, place: Pose): void {
    this.#lines.push(`  <link name=${quoted(name)}/>`);
    this.#fixed(this.#linkNames[link] ?? '', name, place);
  }

  #joint(index: number, link: Link, written: Set<number>): void {
    const [parent, child] = [this.#linkNames[link.parent] ?? '', this.#linkNames[index] ?? ''];
    const dof = link.dof === undefined ? undefined : this.#model.dofs[link.dof];
    if (!dof || link.factor === 0) {
      this.#fixed(parent, child, link.origin);
      return;
    }
    const offLine = dof.kind === 'rotation' && distanceFromLine(link.origin, dof) > ON_LINE_M;
    const frame = offLine ? at(dof.pivot[0], dof.pivot[1], dof.pivot[2]) : link.origin;
    const axis = applied(ofPose({ ...inverse({ ...frame, x: 0, y: 0, z: 0 }), x: 0, y: 0, z: 0 }), ...dof.axis);
    // What turns about a line that is not at its own origin hangs on a link that is.
    const moved = offLine ? unique(`${child} pivot`, this.#taken) : child;
    if (offLine) this.#lines.push(`  <link name=${quoted(moved)}/>`);
    this.#moving(link, dof, { parent, moved, frame, axis }, written);
    if (offLine) this.#fixed(moved, child, compose(inverse(frame), link.origin));
  }

  #moving(
    { dof: index = 0, factor = 1 }: Link,
    dof: DegreeOfFreedom,
    {
      parent,
      moved,
      frame,
      axis,
    }: { readonly parent: string; readonly moved: string; readonly frame: Pose; readonly axis: readonly number[] },
    written: Set<number>,
  ): void {
    const master = this.#masters.get(index) ?? { joint: dof.name, factor: 1 };
    const isMaster = !written.has(index) && factor === master.factor;
    if (isMaster) written.add(index);
    const name = isMaster ? master.joint : unique(`${moved} joint`, this.#jointNames);
    const isEndless = dof.kind === 'rotation' && dof.low <= -1e6 && dof.high >= 1e6;
    const type = dof.kind === 'translation' ? 'prismatic' : isEndless ? 'continuous' : 'revolute';
    const [low, high] = [dof.low * factor, dof.high * factor].sort((a, b) => a - b);
    const speed = dof.speedPerS * Math.abs(factor);
    this.#lines.push(
      `  <joint name=${quoted(name)} type="${type}">`,
      `    ${originElement(frame)}`,
      `    <parent link=${quoted(parent)}/>`,
      `    <child link=${quoted(moved)}/>`,
      `    <axis xyz="${axis.map(figure).join(' ')}"/>`,
      `    <limit ${isEndless ? '' : `lower="${figure(low ?? 0)}" upper="${figure(high ?? 0)}" `}effort="0" velocity="${figure(speed)}"/>`,
      ...(isMaster ? [] : [`    <mimic joint=${quoted(master.joint)} multiplier="${figure(factor / master.factor)}"/>`]),
      '  </joint>',
    );
  }

  #fixed(parent: string, child: string, origin: Pose): void {
    this.#lines.push(
      `  <joint name=${quoted(unique(`${child} joint`, this.#jointNames))} type="fixed">`,
      `    ${originElement(origin)}`,
      `    <parent link=${quoted(parent)}/>`,
      `    <child link=${quoted(child)}/>`,
      '  </joint>',
    );
  }

  #link(name: string, parts: readonly Part[]): void {
    if (parts.length === 0) {
      this.#lines.push(`  <link name=${quoted(name)}/>`);
      return;
    }
    this.#lines.push(`  <link name=${quoted(name)}>`);
    for (const part of parts) this.#visual(part);
    this.#lines.push('  </link>');
  }

  #visual({ shape, at: place, paint }: Part): void {
    const { pose, geometry } = this.#geometry(shape, place);
    this.#lines.push(
      '    <visual>',
      `      ${originElement(pose)}`,
      `      <geometry>${geometry}</geometry>`,
      `      <material name=${quoted(paint)}><color rgba="${rgbaOf(paint)}"/></material>`,
      '    </visual>',
    );
  }

  #geometry(shape: Shape, place: Pose): { pose: Pose; geometry: string } {
    if (shape.kind === 'box') return { pose: place, geometry: `<box size="${shape.sizeM.map(figure).join(' ')}"/>` };
    if (shape.kind === 'sphere') return { pose: place, geometry: `<sphere radius="${figure(shape.radiusM)}"/>` };
    if (shape.kind === 'cylinder') {
      const geometry = `<cylinder radius="${figure(shape.radiusM)}" length="${figure(shape.heightM)}"/>`;
      return { pose: compose(place, at(0, 0, shape.heightM / 2)), geometry };
    }
    // The GLB stands upright by itself, and the tools of ROS take its numbers as they are: so the visual turns it.
    return { pose: compose(place, Y_UP_POSE), geometry: `<mesh filename=${quoted(this.#meshFile(shape))}/>` };
  }

  #meshFile(shape: Shape): string {
    const glb = writeGlb(shape.kind === 'mesh' ? this.#meshOf(shape.mesh) : meshOfShape(shape));
    const path = `meshes/${(shape.kind === 'mesh' ? shape.mesh : sha256(glb)).slice(0, 16)}.glb`;
    this.#files.set(path, glb);
    return path;
  }

  #meshOf(hash: string): Mesh {
    const bytes = this.#meshes.get(hash);
    if (!bytes) throw new MisuseError(`mesh ${hash} of ${this.#model.name} was not given: it cannot be exported without`);
    return decodeMesh(bytes);
  }
}

function distanceFromLine(origin: Pose, { pivot, axis }: DegreeOfFreedom): number {
  const [x, y, z] = [origin.x - pivot[0], origin.y - pivot[1], origin.z - pivot[2]];
  const length = Math.hypot(...axis);
  const cross = [y * axis[2] - z * axis[1], z * axis[0] - x * axis[2], x * axis[1] - y * axis[0]];
  return Math.hypot(...cross) / length;
}

/** The name, or the name with a number behind it if it is taken; taken from then on. */
function unique(name: string, taken: Set<string>): string {
  let free = name;
  for (let i = 2; taken.has(free); i++) free = `${name} ${i}`;
  taken.add(free);
  return free;
}

const isOrigin = ({ x, y, z, qw }: Pose): boolean => x === 0 && y === 0 && z === 0 && Math.abs(qw) === 1;

const figure = (value: number): string => String(Object.is(value, -0) ? 0 : value);

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const quoted = (text: string): string =>
  `"${text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? '').replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')}"`;

function rgbaOf(paint: string): string {
  const hex = namedColours[paint] ?? paint;
  return `${[1, 3, 5].map((i) => figure(Number((Number.parseInt(hex.slice(i, i + 2), 16) / 255).toFixed(4)))).join(' ')} 1`;
}

/** Roll, pitch and yaw about fixed axes. */
function originElement(pose: Pose): string {
  return `<origin xyz="${[pose.x, pose.y, pose.z].map(figure).join(' ')}" rpy="${rollPitchYaw(pose).map(figure).join(' ')}"/>`;
}
