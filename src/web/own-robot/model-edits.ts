import { compose, ORIGIN, type Pose } from '../../core/base/pose.ts';
import type { DegreeOfFreedom, GripperFacts, Link, Model, ModelKind, SensorMount } from '../../core/robots/model.ts';

/** How a model's degrees of freedom are edited: each gives a new model, and what is not spoken of stays as it stands while all values are zero. */

/** A turn of this much either way, until somebody says otherwise. */
const FIRST_TURN_RAD = Math.PI / 2;
const FIRST_STROKE_M = 0.2;

const ranges = {
  rotation: { low: -FIRST_TURN_RAD, high: FIRST_TURN_RAD, home: 0, speedPerS: 1 },
  translation: { low: 0, high: FIRST_STROKE_M, home: 0, speedPerS: 0.2 },
} as const;

export function withDof(model: Model, index: number, change: Partial<DegreeOfFreedom>): Model {
  const dofs = model.dofs.map((dof, i) => (i === index ? changed(dof, change) : dof));
  const isGeometry = 'kind' in change || 'pivot' in change || 'axis' in change;
  return { ...model, dofs, ...(isGeometry && WITHOUT_DH) };
}

function changed(dof: DegreeOfFreedom, change: Partial<DegreeOfFreedom>): DegreeOfFreedom {
  const isOtherKind = change.kind !== undefined && change.kind !== dof.kind;
  const next = { ...dof, ...(isOtherKind && change.kind && ranges[change.kind]), ...change };
  // Whoever moves one limit past the other means the range to be there.
  const [low, high] = 'high' in change ? [Math.min(next.low, next.high), next.high] : [next.low, Math.max(next.low, next.high)];
  return { ...next, low, high, home: Math.min(high, Math.max(low, next.home)) };
}

/** Rows that no longer tell where the links are. */
const WITHOUT_DH = { dh: undefined };
/** What has something to drive is a robot, and must not be fixed to the floor. */
const STILL: readonly ModelKind[] = ['furniture', 'part', 'equipment'];

/** The last one, or the one before the wheels, which must stay last. Nothing moves with it yet. */
export function withNewDof(model: Model): { readonly model: Model; readonly index: number } {
  const index = model.drive ? Math.max(0, model.dofs.length - 2) : model.dofs.length;
  const dof: DegreeOfFreedom = { name: freeName(model), kind: 'rotation', pivot: [0, 0, 0], axis: [0, 0, 1], ...ranges.rotation };
  const shifted = renumbered(model, (i) => (i >= index ? i + 1 : i));
  const kind = model.dofs.length === 0 && STILL.includes(model.kind) ? 'arm' : model.kind;
  return { model: { ...shifted, ...WITHOUT_DH, kind, dofs: model.dofs.toSpliced(index, 0, dof) }, index };
}

function freeName({ dofs }: Model): string {
  const names = new Set(dofs.map(({ name }) => name));
  for (let number = dofs.length + 1; ; number++) if (!names.has(`J${number}`)) return `J${number}`;
}

/** Wheels and legs follow how the base travels: they cannot be taken away from it. */
export const isNeeded = ({ drive, gait }: Model, index: number): boolean =>
  drive?.wheels.includes(index) === true || gait?.legs.some(({ hipDof, kneeDof }) => hipDof === index || kneeDof === index) === true;

/** What moved with it is fixed where it stands at zero. */
export function withoutDof(model: Model, index: number): Model {
  const still = model.tool?.gripper?.dof === index ? withGripper(model, undefined) : model;
  const fixed = { ...still, links: model.links.map((link) => (link.dof === index ? { ...link, dof: undefined } : link)) };
  const shifted = renumbered(fixed, (i) => (i > index ? i - 1 : i));
  return { ...shifted, ...WITHOUT_DH, dofs: model.dofs.toSpliced(index, 1) };
}

function renumbered(model: Model, next: (index: number) => number): Model {
  const { drive, gait, tool } = model;
  return {
    ...model,
    ...(tool?.gripper && { tool: { ...tool, gripper: { ...tool.gripper, dof: next(tool.gripper.dof) } } }),
    links: model.links.map((link) => (link.dof === undefined ? link : { ...link, dof: next(link.dof) })),
    ...(drive && { drive: { ...drive, wheels: [next(drive.wheels[0]), next(drive.wheels[1])] } }),
    ...(gait && { gait: { ...gait, legs: gait.legs.map((leg) => ({ ...leg, hipDof: next(leg.hipDof), kneeDof: next(leg.kneeDof) })) } }),
  };
}

/** A link with all that hangs on it; `dof` undefined fixes it to its parent. */
export function withMovedLink(model: Model, link: number, dof: number | undefined): Model {
  return { ...model, ...WITHOUT_DH, links: model.links.map((each, i) => (i === link ? { ...each, dof } : each)) };
}

export interface PartPlace {
  readonly link: number;
  readonly part: number;
}

/** A part of a link moves in it from now on: it goes to a link of its own, which hangs on the one it was in, in the same frame. */
export function withMovedPart(model: Model, { link, part }: PartPlace, dof: number): Model {
  const moved = model.links[link]?.parts[part];
  if (!moved) return model;
  const links = withoutPart(model.links, { link, part });
  const own = links.findIndex((each) => each.parent === link && each.dof === dof && isOrigin(each.origin) && each.factor === undefined);
  if (own !== -1) return { ...model, links: links.map((each, i) => (i === own ? { ...each, parts: [...each.parts, moved] } : each)) };
  const name = model.dofs[dof]?.name ?? 'moved';
  return { ...model, links: [...links, { name, parent: link, dof, origin: ORIGIN, parts: [moved] }] };
}

/** The part goes back to the link that its own hangs on, and stays where it stands at zero. */
export function withFixedPart(model: Model, { link, part }: PartPlace): Model {
  const from = model.links[link];
  const moved = from?.parts[part];
  if (!from || !moved || from.parent < 0) return model;
  const back = { ...moved, at: compose(from.origin, moved.at) };
  const links = withoutPart(model.links, { link, part }).map((each, i) =>
    i === from.parent ? { ...each, parts: [...each.parts, back] } : each,
  );
  return withoutEmptyLeaf({ ...model, links }, link);
}

const withoutPart = (links: readonly Link[], { link, part }: PartPlace): Link[] =>
  links.map((each, i) => (i === link ? { ...each, parts: each.parts.toSpliced(part, 1) } : each));

function withoutEmptyLeaf(model: Model, link: number): Model {
  const isUsed = model.tool?.link === link || model.mounts?.some((mount) => mount.link === link);
  const isLeaf = model.links.every(({ parent }) => parent !== link) && !isUsed;
  if (!isLeaf || model.links[link]?.parts.length !== 0) return model;
  const next = (i: number) => (i > link ? i - 1 : i);
  return {
    ...model,
    links: model.links.toSpliced(link, 1).map((each) => ({ ...each, parent: next(each.parent) })),
    ...(model.tool && { tool: { ...model.tool, link: next(model.tool.link) } }),
    ...(model.mounts && { mounts: model.mounts.map((mount) => ({ ...mount, link: next(mount.link) })) }),
  };
}

/** The tool's frame; the base's own is where it begins. */
export const withTool = (model: Model, change: { readonly link?: number; readonly at?: Pose }): Model => ({
  ...model,
  tool: { link: 0, at: ORIGIN, ...model.tool, ...change },
});

export const withoutTool = (model: Model): Model => ({ ...model, tool: undefined });

/** Its fingers, if it has any, stand about the tool's frame. */
export const withGripper = (model: Model, gripper: GripperFacts | undefined): Model => ({
  ...model,
  tool: { link: 0, at: ORIGIN, ...model.tool, gripper },
});

/** What can be a gap between fingers, and how wide it gets. */
export const gaps = ({ dofs }: Model): GripperFacts[] =>
  dofs.flatMap(({ kind, high }, dof) => (kind === 'translation' && high > 0 ? [{ dof, widestM: high }] : []));

export function withNewMount(model: Model): Model {
  const mounts = model.mounts ?? [];
  const names = new Set(mounts.map(({ name }) => name));
  const name = Array.from({ length: mounts.length + 1 }, (_, i) => `Sensor ${i + 1}`).find((each) => !names.has(each)) ?? 'Sensor';
  return { ...model, mounts: [...mounts, { name, kind: 'laser', link: 0, at: { ...ORIGIN, z: model.extent.heightM } }] };
}

export const withMount = (model: Model, index: number, change: Partial<SensorMount>): Model => ({
  ...model,
  mounts: model.mounts?.map((mount, i) => (i === index ? changedMount(mount, change) : mount)),
});

/** What another kind of sensor can do says nothing about this one. */
function changedMount(mount: SensorMount, change: Partial<SensorMount>): SensorMount {
  const { name, kind, link, at } = mount;
  return change.kind === undefined || change.kind === kind ? { ...mount, ...change } : { name, kind, link, at, ...change };
}

export function withoutMount(model: Model, index: number): Model {
  const mounts = model.mounts?.toSpliced(index, 1) ?? [];
  return { ...model, mounts: mounts.length === 0 ? undefined : mounts };
}

const isOrigin = ({ x, y, z, qw }: Pose): boolean => x === 0 && y === 0 && z === 0 && Math.abs(qw) === 1;

type Point = [number, number, number];

/** The middle of all meshes that a degree of freedom moves directly, in the frame its pivot is in; undefined when there are none. */
export function middleOfMoved(model: Model, dof: number): Point | undefined {
  const [low, high]: [Point, Point] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (const link of model.links.filter((each) => each.dof === dof)) {
    for (const { shape, at } of link.parts) {
      if (shape.kind !== 'mesh') continue;
      for (let corner = 0; corner < 8; corner++) {
        const [x, y, z] = [0, 1, 2].map((axis) => ((corner >> axis) & 1 ? shape.highM : shape.lowM)[axis] ?? 0);
        const placed = compose(compose(link.origin, at), { ...ORIGIN, x: x ?? 0, y: y ?? 0, z: z ?? 0 });
        for (const [axis, value] of [placed.x, placed.y, placed.z].entries()) {
          low[axis] = Math.min(low[axis] ?? value, value);
          high[axis] = Math.max(high[axis] ?? value, value);
        }
      }
    }
  }
  return low[0] <= high[0] ? [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2] : undefined;
}
