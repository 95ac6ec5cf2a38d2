import { z } from 'zod';

/** As much of glTF 2.0 as shows geometry and base colours. */

const index = z.number().int().min(0);
const floats = (length: number) => z.array(z.number()).length(length);

const extensions = z.record(z.string(), z.unknown());

const accessor = z.object({
  bufferView: index.optional(),
  byteOffset: index.default(0),
  componentType: z.number().int(),
  normalized: z.boolean().optional(),
  count: index,
  type: z.string(),
  sparse: z
    .object({
      count: index,
      indices: z.object({ bufferView: index, byteOffset: index.default(0), componentType: z.number().int() }),
      values: z.object({ bufferView: index, byteOffset: index.default(0) }),
    })
    .optional(),
});

const primitive = z.object({
  attributes: z.record(z.string(), index),
  indices: index.optional(),
  material: index.optional(),
  mode: z.number().int().default(4),
  extensions: extensions.optional(),
});

const node = z.object({
  name: z.string().optional(),
  mesh: index.optional(),
  skin: index.optional(),
  children: z.array(index).default([]),
  matrix: floats(16).optional(),
  translation: floats(3).optional(),
  rotation: floats(4).optional(),
  scale: floats(3).optional(),
});

const material = z.object({
  pbrMetallicRoughness: z.object({ baseColorFactor: floats(4).optional(), baseColorTexture: z.unknown().optional() }).optional(),
  extensions: z
    .object({
      KHR_materials_pbrSpecularGlossiness: z
        .object({ diffuseFactor: floats(4).optional(), diffuseTexture: z.unknown().optional() })
        .optional(),
    })
    .optional(),
});

export const gltfSchema = z.object({
  asset: z.object({ version: z.string() }),
  scene: index.optional(),
  scenes: z.array(z.object({ nodes: z.array(index).default([]) })).default([]),
  nodes: z.array(node).default([]),
  meshes: z.array(z.object({ name: z.string().optional(), primitives: z.array(primitive) })).default([]),
  accessors: z.array(accessor).default([]),
  bufferViews: z
    .array(
      z.object({
        buffer: index,
        byteOffset: index.default(0),
        byteLength: index,
        byteStride: index.optional(),
        extensions: extensions.optional(),
      }),
    )
    .default([]),
  buffers: z.array(z.object({ uri: z.string().optional(), byteLength: index })).default([]),
  materials: z.array(material).default([]),
  extensionsRequired: z.array(z.string()).default([]),
});

export type GltfDocument = z.infer<typeof gltfSchema>;
export type GltfNode = z.infer<typeof node>;
export type GltfPrimitive = z.infer<typeof primitive>;
export type GltfAccessor = z.infer<typeof accessor>;
