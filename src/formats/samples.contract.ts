import { textToBytes } from '../core/base/bytes.ts';
import { writeGlb } from './gltf-writer.ts';

/** Small files of every format, each right as it is; tests change them. */

export const asciiStl = `solid wedge
facet normal 0 0 -1
 outer loop
  vertex 0 0 0
  vertex 0 0.2 0
  vertex 0.1 0 0
 endloop
endfacet
facet normal 0 -1 0
 outer loop
  vertex 0 0 0
  vertex 0.1 0 0
  vertex 0 0 0.3
 endloop
endfacet
endsolid wedge
`;

export function binaryStl(triangles: readonly (readonly number[])[], header = ''): Uint8Array {
  const bytes = new Uint8Array(84 + 50 * triangles.length);
  bytes.set(textToBytes(header));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, triangles.length, true);
  for (const [i, corners] of triangles.entries()) {
    for (const [k, value] of corners.entries()) view.setFloat32(84 + 50 * i + 12 + 4 * k, value, true);
  }
  return bytes;
}

export const someTriangles = [
  [0, 0, 0, 1, 0, 0, 0, 1, 0],
  [0, 0, 0, 0, 1, 0, 0, 0, 1],
];

export const obj = `# a roof
mtllib roof.mtl
o roof
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0.5 0.5 1
usemtl red
f 1 2 3 4
usemtl blue
f 1/1/1 2/2/2 5
f -4 -3 -1
`;
export const mtl = 'newmtl red\nKd 1 0 0\nnewmtl blue\nKd 0 0 1\n';

export const glb = writeGlb({
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3),
  indices: Uint32Array.of(0, 2, 1, 0, 1, 3),
  colours: Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255),
});

const floats = (...values: number[]): string => Buffer.from(Float32Array.from(values).buffer).toString('base64');

export const gltf = {
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [
    { children: [1], scale: [2, 2, 2] },
    { mesh: 0, translation: [0, 1, 0], rotation: [0, 0, 0, 1] },
  ] as object[],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }] as object[],
  materials: [{ pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1] } }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }] as object[],
  bufferViews: [{ buffer: 0, byteLength: 36 }] as object[],
  buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${floats(0, 0, 0, 1, 0, 0, 0, 0, 1)}` }] as object[],
};

/** Interleaved, normalised and sparse numbers, a matrix that mirrors, a skin, two scenes. */
export const sparseGltf = {
  ...gltf,
  scene: 1,
  scenes: [{ nodes: [1] }, { nodes: [0] }],
  nodes: [
    { children: [1], matrix: [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1] },
    { mesh: 0, skin: 0 },
  ],
  meshes: [{ primitives: [{ attributes: { POSITION: 0, COLOR_0: 1 }, indices: 2, material: 0, mode: 5 }] }],
  accessors: [
    {
      bufferView: 0,
      componentType: 5126,
      count: 3,
      type: 'VEC3',
      sparse: { count: 1, indices: { bufferView: 1, componentType: 5121 }, values: { bufferView: 0, byteOffset: 16 } },
    },
    { bufferView: 0, byteOffset: 12, componentType: 5121, normalized: true, count: 3, type: 'VEC4' },
    { bufferView: 1, componentType: 5121, count: 3, type: 'SCALAR' },
  ],
  bufferViews: [
    { buffer: 0, byteLength: 48, byteStride: 16 },
    { buffer: 0, byteOffset: 48, byteLength: 4 },
  ],
  buffers: [
    {
      byteLength: 52,
      uri: `data:;base64,${Buffer.concat([Buffer.from(Float32Array.of(0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 1, 1).buffer), Buffer.of(1, 0, 2, 0)]).toString('base64')}`,
    },
  ],
};

export const dae = `<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
 <asset><unit name="centimetre" meter="0.01"/><up_axis>Z_UP</up_axis></asset>
 <library_effects><effect id="paint"><profile_COMMON><technique sid="t"><phong><diffuse><color>0 1 0 1</color></diffuse></phong></technique></profile_COMMON></effect></library_effects>
 <library_materials><material id="green"><instance_effect url="#paint"/></material></library_materials>
 <library_geometries><geometry id="plate" name="plate"><mesh>
  <source id="places"><float_array id="numbers" count="12">0 0 0 100 0 0 100 100 0 0 100 0</float_array>
   <technique_common><accessor source="#numbers" count="4" stride="3"/></technique_common></source>
  <vertices id="corners"><input semantic="POSITION" source="#places"/></vertices>
  <polylist material="m" count="1"><input semantic="VERTEX" source="#corners" offset="0"/><vcount>4</vcount><p>0 1 2 3</p></polylist>
 </mesh></geometry></library_geometries>
 <library_visual_scenes><visual_scene id="scene"><node id="a"><translate>0 0 50</translate><node id="b"><scale>2 1 1</scale>
  <instance_geometry url="#plate"><bind_material><technique_common><instance_material symbol="m" target="#green"/></technique_common></bind_material></instance_geometry>
 </node></node></visual_scene></library_visual_scenes>
 <scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>
`;

export const vrml = `#VRML V2.0 utf8
# two boxes and a pyramid
DEF Body Transform { translation 0 1 0 children [
  DEF Cube Shape { appearance Appearance { material Material { diffuseColor 1 0 0 } } geometry Box { size 1 2 3 } }
] }
Transform { translation 5 0 0, rotation 0 1 0 1.5707963 children USE Cube }
Shape { geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0, 1 0 0, 1 0 1, 0 0 1, 0.5 1 0.5 ] }
  coordIndex [ 0, 1, 2, 3, -1, 0 4 1 -1 1 4 2 -1 2 4 3 -1 3 4 0 ] } }
Script { eventIn SFBool press field SFInt32 count 3 url "javascript: function press() {}" }
ROUTE Body.translation TO Body.set_translation
`;

/** Prototypes, what they stand for, and another file; faces that are not convex. */
export const vrmlOfParts = `#VRML V2.0 utf8
PROTO Brick [ field SFVec3f size 1 1 1 exposedField SFColor paint 1 0 0 field MFNode on [] eventIn SFTime go ] {
  Group { children [ Shape { appearance Appearance { material Material { diffuseColor IS paint } } geometry Box { size IS size } } Group { children IS on } ] }
}
PROTO Wall [ field SFVec3f stone 1 2 1 ] { Group { children [ DEF B Brick { size IS stone } Transform { translation 3 0 0 children USE B } ] } }
EXTERNPROTO Far [ field SFVec3f size ] [ "b.wrl#Far" ]
Brick { paint 0 1 0 on [ Shape { geometry Sphere { radius 0.5 } } ] } Wall { stone 2 2 2 } Far { size 1 2 3 } Inline { url "b.wrl" }
Switch { whichChoice 0 choice LOD { level [ Shape { geometry Extrusion { crossSection [ 1 0, 0 1, -1 0, 0 -0.5, 1 0 ] spine [ 0 0 0, 0 1 0, 1 2 0 ] scale [ 1 1, 0.5 1 ] orientation [ 0 1 0 0.3 ] } } ] } }
Shape { geometry IndexedFaceSet { convex FALSE colorPerVertex FALSE color Color { color [ 1 0 0, 0 0 1 ] } colorIndex [ 1 0 ]
  coord Coordinate { point [ 0 0 0, 2 0 0, 2 1 0, 1 1 0, 1 2 0, 0 2 0 ] } coordIndex [ 2 3 4 5 0 1 -1 0 1 2 -1 ] } }
Shape { geometry ElevationGrid { xDimension 2 zDimension 2 height [ 0 1 0 1 ] ccw FALSE } }
`;

export const urdf = `<?xml version="1.0"?>
<robot name="gripper">
  <material name="blue"><color rgba="0 0 1 1"/></material>
  <link name="base"><visual><geometry><box size="0.4 0.4 0.1"/></geometry><material name="blue"/></visual></link>
  <link name="hand"><visual><origin xyz="0 0 0.2"/><geometry><mesh filename="package://grip/meshes/hand.stl" scale="2 2 2"/></geometry></visual></link>
  <link name="left"><visual><geometry><cylinder radius="0.02" length="0.1"/></geometry></visual></link>
  <link name="right"><visual><geometry><sphere radius="0.02"/></geometry></visual></link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="hand"/><origin xyz="0 0 0.1" rpy="0 0 1.5"/>
    <axis xyz="0 0 1"/><limit lower="-2" upper="2" effort="1" velocity="3"/></joint>
  <joint name="close" type="prismatic"><parent link="hand"/><child link="left"/><origin xyz="0 0.05 0.3"/>
    <axis xyz="0 1 0"/><limit lower="0" upper="0.04" effort="1" velocity="0.1"/></joint>
  <joint name="follow" type="prismatic"><parent link="hand"/><child link="right"/><origin xyz="0 -0.05 0.3" rpy="3.14159265358979 0 0"/>
    <axis xyz="0 1 0"/><limit lower="0" upper="0.04" effort="1" velocity="0.1"/><mimic joint="close" multiplier="0.5" offset="0.01"/></joint>
</robot>
`;

export const filesOf = (files: Readonly<Record<string, string | Uint8Array>>): Map<string, Uint8Array> =>
  new Map(Object.entries(files).map(([path, file]) => [path, typeof file === 'string' ? textToBytes(file) : file]));
