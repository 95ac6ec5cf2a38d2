import { compose, inverse, type Pose } from '../core/base/pose.ts';
import { at, chain, turned } from '../core/geometry/placement.ts';
import type { Part } from '../core/geometry/shape.ts';
import type { DegreeOfFreedom, Link, Model } from '../core/robots/model.ts';
import { finished, idFrom, nameFrom, nameFromPath } from './body.ts';
import { refusal } from './import-error.ts';
import type { ImportOptions } from './imported-body.ts';
import { applied, ofPose } from './matrix.ts';
import type { Meshes } from './meshes.ts';
import type { SourceFolder } from './source-folder.ts';
import { readUrdf, type Triple, type UrdfJoint } from './urdf-document.ts';
import { type Following, followingOf, type Note, notesInto, treeOf, type UrdfNode } from './urdf-tree.ts';
import { VisualParts } from './urdf-visuals.ts';
import { type StandingNode, USUAL_SPEED_M_PER_S, type Wheels, wheelsOf } from './urdf-wheels.ts';

/** What a joint without end counts to. */
const ENDLESS = 1e6;
const FASTEST = 1e4;
const USUAL_RAD_PER_S = 1;
const USUAL_M_PER_S = 0.25;
const SAME = 1e-12;

export function urdfModel(file: string, folder: SourceFolder, meshes: Meshes, options: ImportOptions): Model {
  const document = readUrdf(file, folder.read(file));
  const nodes = treeOf(file, document);
  const note = notesInto(file, meshes.problems);
  const unitM = options.unitM ?? 1;
  const visuals = new VisualParts(file, folder, meshes, { unitM, shows: shownKind(nodes) }, note);
  const base = options.up === 'y' ? turned([1, 0, 0], Math.PI / 2) : at(0, 0, 0);
  const standing = standingNodes(nodes, base, unitM, (node) => visuals.of(node.link));
  const wheels = wheelsOf(standing, meshes.encoded, unitM);
  if (wheels && !wheels.saysSpeed)
    note(wheels.left.place, `the wheels of "${wheels.left.name}" say no velocity: ${USUAL_SPEED_M_PER_S} m/s is taken`);
  const builder = new UrdfModelBuilder({ file, nodes, unitM, base: wheels ? compose(wheels.standing, base) : base, wheels, note });
  const links = builder.links(new Map(standing.map(({ node, parts }) => [node, parts])));
  const name = nameFrom(options.name ?? document.name, nameFrom(nameFromPath(file), 'Robot'));
  const { kind, tool } = kindOf(links, wheels);
  return finished(file, {
    id: options.id ?? idFrom(name),
    name,
    kind,
    summary: summaryOf(nodes, builder.dofs, wheels),
    links,
    dofs: builder.dofs,
    ...(wheels && { drive: { ...wheels.drive, wheels: [builder.dofs.length - 2, builder.dofs.length - 1] } }),
    ...(tool !== undefined && { tool: { link: tool, at: at(0, 0, 0) } }),
  });
}

function summaryOf(nodes: readonly UrdfNode[], dofs: readonly DegreeOfFreedom[], wheels: Wheels | undefined): string {
  const driven = wheels ? dofs.slice(0, -2) : dofs;
  const rotations = driven.filter((dof) => dof.kind === 'rotation').length;
  const rolls = wheels ? `, drives on ${wheels.rolling.size} wheels` : '';
  return `Imported from URDF: ${nodes.length} links, ${rotations} rotations, ${driven.length - rotations} translations${rolls}`;
}

/** Where every link stands while all joints are at zero, and what it looks like. */
function standingNodes(
  nodes: readonly UrdfNode[],
  base: Pose,
  unitM: number,
  partsOf: (node: UrdfNode) => readonly Part[],
): StandingNode[] {
  const poses = new Map<string, Pose>();
  return nodes.map((node) => {
    const { joint, link } = node;
    const pose = joint ? compose(poses.get(joint.parent) ?? base, inMetres(joint.origin, unitM)) : base;
    poses.set(link.name, pose);
    return { node, pose, parts: partsOf(node) };
  });
}

const inMetres = (pose: Pose, unitM: number): Pose => ({ ...pose, x: pose.x * unitM, y: pose.y * unitM, z: pose.z * unitM });

/** A robot that only says what it collides with is shown by that. */
const shownKind = (nodes: readonly UrdfNode[]): 'visuals' | 'collisions' =>
  nodes.some(({ link }) => link.visuals.length > 0) ? 'visuals' : 'collisions';

interface Building {
  readonly file: string;
  readonly nodes: readonly UrdfNode[];
  readonly unitM: number;
  readonly base: Pose;
  readonly wheels: Wheels | undefined;
  readonly note: Note;
}

class UrdfModelBuilder {
  readonly dofs: DegreeOfFreedom[] = [];
  readonly #file: string;
  readonly #nodes: readonly UrdfNode[];
  readonly #unitM: number;
  readonly #base: Pose;
  readonly #wheels: Wheels | undefined;
  readonly #note: Note;
  readonly #joints: ReadonlyMap<string, UrdfJoint>;
  /** The degree of freedom that each joint made. */
  readonly #dofOf = new Map<string, number>();

  constructor({ file, nodes, unitM, base, wheels, note }: Building) {
    this.#file = file;
    this.#nodes = nodes;
    this.#unitM = unitM;
    this.#base = base;
    this.#wheels = wheels;
    this.#note = note;
    this.#joints = new Map(nodes.flatMap(({ joint }) => (joint ? [[joint.name, joint] as const] : [])));
    for (const { joint } of nodes) {
      if (joint && isMovable(joint) && !wheels?.rolling.has(joint.name) && this.#masterOf(joint) === undefined) this.#addDof(joint);
    }
    // Wheels come last: they follow from how the base travels.
    if (wheels) for (const joint of [wheels.left, wheels.right]) this.#addWheel(joint, wheels);
  }

  links(parts: ReadonlyMap<UrdfNode, readonly Part[]>): Link[] {
    const links: Link[] = [];
    const indexOf = new Map<string, number>();
    for (const node of this.#nodes) {
      const { joint } = node;
      const parent = joint ? (indexOf.get(joint.parent) ?? 0) : -1;
      const base: Link = { name: '', parent: -1, origin: this.#base, parts: [] };
      for (const link of joint ? this.#hung(joint, parent, links.length) : [base]) links.push(link);
      const last = links.pop();
      if (!last) continue;
      indexOf.set(node.link.name, links.length);
      links.push({ ...last, name: nameFrom(node.link.name, 'link'), parts: parts.get(node) ?? [] });
    }
    return links;
  }

  /** The link below a joint; for one that mimics another about a line of its own, a frame before it in which the two lines are one. */
  #hung(joint: UrdfJoint, parent: number, next: number): Link[] {
    const origin = this.#originOf(joint);
    if (!isMovable(joint)) {
      if (joint.type !== 'fixed')
        this.#note(joint.place, `joint "${joint.name}" is ${joint.type}: the whole body moves so, and here its link is fixed`);
      return [{ name: '', parent, origin, parts: [] }];
    }
    const own = this.#dofOf.get(joint.name);
    if (own !== undefined) return [{ name: '', parent, dof: own, origin, parts: [] }];
    const following = this.#masterOf(joint);
    const dof = following && this.#dofOf.get(following.master.name);
    const moved = dof === undefined ? undefined : this.dofs[dof];
    if (!following || dof === undefined || !moved)
      throw refusal(this.#file, `joint "${joint.name}" mimics one that does not move`, joint.place);
    const factor = following.multiplier * this.#forward(following.master);
    const axis = this.#axisOf(joint);
    const atOffset = compose(origin, this.#offset(joint, following.offset));
    if (near([origin.x, origin.y, origin.z], moved.pivot) && near(axis, moved.axis))
      return [{ name: '', parent, dof, factor, origin: atOffset, parts: [] }];
    const [px, py, pz] = moved.pivot;
    const frame = chain(at(origin.x, origin.y, origin.z), between(moved.axis, axis), at(-px, -py, -pz));
    return [
      { name: nameFrom(`${joint.name} frame`, 'frame'), parent, origin: frame, parts: [] },
      { name: '', parent: next, dof, factor, origin: compose(inverse(frame), atOffset), parts: [] },
    ];
  }

  #offset(joint: UrdfJoint, offset: number): Pose {
    if (joint.type !== 'prismatic') return turned(joint.axis, offset);
    const scale = (offset * this.#unitM) / Math.hypot(...joint.axis);
    return at(joint.axis[0] * scale, joint.axis[1] * scale, joint.axis[2] * scale);
  }

  /** The joint that this one mimics, if both turn or both slide. */
  #masterOf(joint: UrdfJoint): Following | undefined {
    const rolling = this.#wheels?.rolling.get(joint.name);
    if (rolling) return { master: rolling.with, multiplier: rolling.factor * this.#forward(rolling.with), offset: 0 };
    if (!joint.mimic) return undefined;
    const following = followingOf(this.#file, joint, this.#joints);
    if (isMovable(following.master) && isSliding(following.master) === isSliding(joint)) return following;
    this.#note(joint.place, `joint "${joint.name}" mimics "${following.master.name}", which moves in another way: here it moves by itself`);
    return undefined;
  }

  /** 1, or -1 for a wheel whose joint counts backward: as a degree of freedom each counts forward. */
  #forward(joint: UrdfJoint): number {
    return Math.sign(this.#wheels?.rolling.get(joint.name)?.factor ?? 1);
  }

  #addWheel(joint: UrdfJoint, { drive }: Wheels): void {
    const { x, y, z } = this.#originOf(joint);
    const [ax, ay, az] = this.#axisOf(joint);
    const forward = this.#forward(joint);
    this.#dofOf.set(joint.name, this.dofs.length);
    this.dofs.push({
      name: nameFrom(joint.name, `joint ${this.dofs.length + 1}`),
      kind: 'rotation',
      pivot: [x, y, z],
      axis: [forward * ax, forward * ay, forward * az],
      low: -ENDLESS,
      high: ENDLESS,
      speedPerS: drive.speedMPerS / drive.wheelRadiusM,
      home: 0,
    });
  }

  #addDof(joint: UrdfJoint): void {
    const { x, y, z } = this.#originOf(joint);
    const sliding = isSliding(joint);
    const scale = sliding ? this.#unitM : 1;
    const { low, high } = this.#rangeOf(joint, scale);
    const given = joint.limit?.velocity;
    const usual = sliding ? USUAL_M_PER_S : USUAL_RAD_PER_S;
    if (given === undefined || !(given > 0)) {
      this.#note(joint.place, `joint "${joint.name}" says no velocity: ${usual} ${sliding ? 'm/s' : 'rad/s'} is taken`);
    }
    this.#dofOf.set(joint.name, this.dofs.length);
    this.dofs.push({
      name: nameFrom(joint.name, `joint ${this.dofs.length + 1}`),
      kind: sliding ? 'translation' : 'rotation',
      pivot: [x, y, z],
      axis: this.#axisOf(joint),
      low,
      high,
      speedPerS: given !== undefined && given > 0 ? Math.max(1e-6, Math.min(FASTEST, given * scale)) : usual,
      home: Math.min(high, Math.max(low, 0)),
    });
  }

  #rangeOf(joint: UrdfJoint, scale: number): { low: number; high: number } {
    if (joint.type === 'continuous') return { low: -ENDLESS, high: ENDLESS };
    if (!joint.limit) throw refusal(this.#file, `joint "${joint.name}" is ${joint.type} and has no <limit>`, joint.place);
    const { lower, upper } = joint.limit;
    if (lower === upper) this.#note(joint.place, `joint "${joint.name}" cannot move: its limits are both ${lower}`);
    return { low: Math.max(-ENDLESS, lower * scale), high: Math.min(ENDLESS, upper * scale) };
  }

  /** In the frame of the parent link. */
  #axisOf(joint: UrdfJoint): Triple {
    const length = Math.hypot(...joint.axis);
    if (!(length > 1e-9)) throw refusal(this.#file, `joint "${joint.name}" has an axis that points nowhere`, joint.place);
    const [x, y, z] = joint.axis;
    return applied(ofPose({ ...joint.origin, x: 0, y: 0, z: 0 }), x / length, y / length, z / length);
  }

  #originOf({ origin }: UrdfJoint): Pose {
    return inMetres(origin, this.#unitM);
  }
}

const isMovable = ({ type }: UrdfJoint): boolean => type === 'revolute' || type === 'continuous' || type === 'prismatic';
const isSliding = ({ type }: UrdfJoint): boolean => type === 'prismatic';
const near = (a: Triple, b: Triple): boolean => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) < SAME;

/** The shortest turn from one direction to another, both of unit length. */
function between(from: Triple, to: Triple): Pose {
  const cross: Triple = [from[1] * to[2] - from[2] * to[1], from[2] * to[0] - from[0] * to[2], from[0] * to[1] - from[1] * to[0]];
  const sine = Math.hypot(...cross);
  const cosine = from[0] * to[0] + from[1] * to[1] + from[2] * to[2];
  if (sine > SAME) return turned(cross, Math.atan2(sine, cosine));
  if (cosine > 0) return at(0, 0, 0);
  // Opposite: a half turn about anything across.
  return turned(Math.abs(from[0]) < 0.9 ? [0, -from[2], from[1]] : [from[2], 0, -from[0]], Math.PI);
}

/** What it is by its limbs: those are chains of at least three joints that move one after the other. */
function kindOf(links: readonly Link[], wheels: Wheels | undefined): { readonly kind: Model['kind']; readonly tool?: number | undefined } {
  const depth: number[] = [];
  for (const { parent, dof } of links) depth.push((depth[parent] ?? 0) + (dof === undefined ? 0 : 1));
  const inner = new Set(links.map(({ parent }) => parent));
  const ends = links.map((_, i) => i).filter((i) => !inner.has(i) && (depth[i] ?? 0) >= 3);
  const branch = (link: number): number => {
    let at = link;
    while ((depth[links[at]?.parent ?? -1] ?? 0) > 0) at = links[at]?.parent ?? -1;
    return at;
  };
  const limbs = new Set(ends.map(branch)).size;
  const [first] = ends;
  const tool =
    first === undefined || limbs > 1 ? undefined : ends.reduce((best, i) => ((depth[i] ?? 0) > (depth[best] ?? 0) ? i : best), first);
  if (wheels) return { kind: 'wheeled', tool };
  return { kind: limbs > 1 ? 'legged' : limbs === 1 ? 'arm' : 'equipment', tool };
}
