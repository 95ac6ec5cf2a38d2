import { z } from 'zod';
import { accelerationSchema, poseSchema } from '../api/messages.ts';
import { isId } from '../base/ids.ts';
import { MOST_MESH_TRIANGLES } from '../geometry/mesh.ts';
import type { Paint } from '../geometry/shape.ts';
import { MODEL_KINDS, type Model, SENSOR_KINDS } from './model.ts';
import { sensorParametersSchema } from './sensor-schema.ts';

/** What may be put into a catalog. Everything is bounded: one row of it is drawn by every page that looks at the world. */

export const MOST_LINKS = 256;
export const MOST_PARTS_OF_LINK = 400;
export const MOST_PARTS = 2000;
export const MOST_POINTS = 500;
const MOST_DOFS = 256;
const MOST_MOUNTS = 64;

const id = z.string().refine(isId, 'must be 1 to 64 of a-z, 0-9, _ and -');
const text = z.string().trim().min(1).max(80);
const line = z.string().trim().min(1).max(400);
const metres = z.number().min(-1000).max(1000);
const size = z.number().positive().max(1000);
const point = z.tuple([metres, metres, metres]).readonly();
const value = z.number().min(-1e6).max(1e6);
const dofIndex = z.number().int().min(0).max(MOST_DOFS);

const shapeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('box'), sizeM: z.tuple([size, size, size]).readonly(), edgeM: z.number().min(0).max(1).optional() }),
  z.object({ kind: z.literal('cylinder'), radiusM: size, heightM: size }),
  z.object({
    kind: z.literal('lathe'),
    profile: z
      .array(z.tuple([z.number().min(0).max(1000), metres]).readonly())
      .min(2)
      .max(MOST_POINTS)
      .readonly(),
  }),
  z.object({ kind: z.literal('sphere'), radiusM: size }),
  z.object({ kind: z.literal('plate'), fromRadiusM: size, toRadiusM: size, lengthM: size, thicknessM: size }),
  z.object({
    kind: z.literal('extrusion'),
    outline: z
      .array(z.tuple([metres, metres]).readonly())
      .min(3)
      .max(MOST_POINTS)
      .readonly(),
    heightM: size,
  }),
  z.object({ kind: z.literal('tube'), points: z.array(point).min(2).max(MOST_POINTS).readonly(), radiusM: size }),
  z.object({
    kind: z.literal('mesh'),
    mesh: z.string().regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of a mesh, in hexadecimal'),
    lowM: point,
    highM: point,
    triangles: z.number().int().min(0).max(MOST_MESH_TRIANGLES),
  }),
]);

const namedPaints = ['own', 'bone', 'graphite', 'foot', 'steel', 'aluminium', 'rubber', 'wood', 'glass', 'lamp'] as const;
const isPaint = (paint: unknown): boolean =>
  typeof paint === 'string' && (/^#[0-9a-f]{6}$/i.test(paint) || namedPaints.some((named) => named === paint));
const paintSchema = z.custom<Paint>(isPaint, `must be #rrggbb or one of ${namedPaints.join(', ')}`);

const partSchema = z.object({ shape: shapeSchema, at: poseSchema, paint: paintSchema });

const linkSchema = z.object({
  name: text,
  parent: z.number().int().min(-1).max(MOST_LINKS),
  dof: dofIndex.optional(),
  origin: poseSchema,
  parts: z.array(partSchema).max(MOST_PARTS_OF_LINK).readonly(),
  factor: z.number().min(-1000).max(1000).optional(),
  period: size.optional(),
});

const dofSchema = z
  .object({
    name: text,
    kind: z.enum(['rotation', 'translation']),
    pivot: point,
    axis: point.refine((axis) => Math.hypot(...axis) > 1e-6, 'an axis must point somewhere'),
    low: value,
    high: value,
    speedPerS: z.number().positive().max(1e4),
    accelerationPerS2: accelerationSchema.optional(),
    home: value,
  })
  .refine((dof) => dof.low <= dof.home && dof.home <= dof.high, 'home must lie between low and high');

const dhRowSchema = z.object({ d: metres, a: metres, alpha: z.number().min(-7).max(7), offset: z.number().min(-7).max(7) });

const driveSchema = z.object({
  wheelRadiusM: size,
  trackM: size,
  speedMPerS: z.number().positive().max(100),
  turnRadPerS: z.number().positive().max(100),
  accelerationMPerS2: accelerationSchema.optional(),
  turnRadPerS2: accelerationSchema.optional(),
  wheels: z.tuple([dofIndex, dofIndex]).readonly(),
});

const legSchema = z.object({
  hipDof: dofIndex,
  kneeDof: dofIndex,
  upperM: size,
  lowerM: size,
  phase: z.number().min(0).max(1),
  bend: z.union([z.literal(1), z.literal(-1)]),
});

const gaitSchema = z.object({
  legs: z.array(legSchema).min(1).max(16).readonly(),
  strideM: size,
  liftM: size,
  heightM: size,
  turnRadiusM: size,
});

const toolSchema = z.object({
  link: z.number().int().min(0).max(MOST_LINKS),
  at: poseSchema,
  gripper: z.object({ dof: dofIndex, widestM: size }).optional(),
});

const mountSchema = z.object({
  name: text,
  kind: z.enum(SENSOR_KINDS),
  link: z.number().int().min(0).max(MOST_LINKS),
  at: poseSchema,
  ...sensorParametersSchema.shape,
});

export const modelSchema: z.ZodType<Model> = z
  .object({
    id,
    name: text,
    kind: z.enum(MODEL_KINDS),
    summary: line,
    approximate: line.optional(),
    links: z.array(linkSchema).min(1).max(MOST_LINKS).readonly(),
    dofs: z.array(dofSchema).max(MOST_DOFS).readonly(),
    dh: z.array(dhRowSchema).min(1).max(16).readonly().optional(),
    drive: driveSchema.optional(),
    gait: gaitSchema.optional(),
    tool: toolSchema.optional(),
    mounts: z.array(mountSchema).max(MOST_MOUNTS).readonly().optional(),
    massKg: z.number().min(1e-4).max(1e5).optional(),
    friction: z.number().min(0).max(2).optional(),
    extent: z.object({ radiusM: size, heightM: size }),
  })
  .superRefine((model, context) => {
    for (const message of contradictions(model)) context.addIssue({ code: 'custom', message });
  });

/** What is wrong between the fields of a model, though each is right by itself. */
function* contradictions({ links, dofs, dh, drive, gait, tool, mounts = [] }: Model): Generator<string> {
  for (const [index, { name, parent, dof }] of links.entries()) {
    if (index === 0 ? parent !== -1 : parent < 0 || parent >= index) {
      yield `link ${index} (${name}) has parent ${parent}; the base has -1, every other link one that comes before it`;
    }
    if (dof !== undefined && dof >= dofs.length)
      yield `link ${index} (${name}) is moved by ${dof}; there are ${dofs.length} degrees of freedom`;
  }
  const parts = links.reduce((sum, link) => sum + link.parts.length, 0);
  if (parts > MOST_PARTS) yield `${parts} parts; at most ${MOST_PARTS} are allowed`;
  const names = new Set(dofs.map(({ name }) => name));
  if (names.size < dofs.length) yield 'two degrees of freedom have the same name';
  if (dh && dh.length > dofs.length) yield `${dh.length} Denavit-Hartenberg rows for ${dofs.length} degrees of freedom`;
  if (drive) yield* drive.wheels.filter((wheel) => wheel < dofs.length - 2 || wheel >= dofs.length).map(notLast);
  const moved = gait?.legs.flatMap(({ hipDof, kneeDof }) => [hipDof, kneeDof]) ?? [];
  yield* moved.filter((dof) => dof >= dofs.length).map((dof) => `a leg moves degree of freedom ${dof}, which is not there`);
  if (tool?.gripper && tool.gripper.dof >= dofs.length)
    yield `the gripper is degree of freedom ${tool.gripper.dof}; there are ${dofs.length}`;
  if (tool && tool.link >= links.length) yield `the tool is on link ${tool.link}; there are ${links.length}`;
  for (const { name, link } of mounts) if (link >= links.length) yield `sensor ${name} is on link ${link}; there are ${links.length}`;
  if (new Set(mounts.map(({ name }) => name)).size < mounts.length) yield 'two sensors have the same name';
}

const notLast = (wheel: number): string => `wheel ${wheel} is not among the last two degrees of freedom`;
