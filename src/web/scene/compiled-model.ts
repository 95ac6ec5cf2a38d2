import { BufferAttribute, BufferGeometry } from 'three';
import { compose } from '../../core/base/pose.ts';
import { boundsOf } from '../../core/geometry/mesh.ts';
import type { Paint, Part } from '../../core/geometry/shape.ts';
import { isOfBuilding, type Model } from '../../core/robots/model.ts';
import { type Chain, chainOf } from './chain.ts';
import { surfaceOf } from './look.ts';
import { meshSolid } from './mesh-solid.ts';
import { type MeshSource, NO_MESHES } from './mesh-source.ts';
import { AMBER, boxEdges, GREY } from './placeholder-model.ts';
import { type Detail, solidOf } from './shape-solid.ts';
import { type PaintedTriangles, placedTriangles, type Solid } from './solid.ts';
import { type PrintMaterial, printMaterial, vertexPaint } from './surface-material.ts';

/** A model made ready for drawing and picking: for each body of its chain everything that moves together, as one mesh. */
export interface CompiledModel {
  readonly model: Model;
  readonly detail: Detail;
  readonly chain: Chain;
  readonly bodies: readonly CompiledBody[];
  readonly triangles: number;
  /** Nothing but lines on the floor: drawn as paint of the theme, without light and shadow. */
  readonly isFloorPaint: boolean;
  /** Soft dark spots under what stands on the floor, in the entity's frame. */
  readonly feet: readonly Foot[];
  /** Of all parts at home, round the entity's origin. */
  readonly reachM: number;
  /** Meshes that boxes stand for, and whether they are still coming. */
  readonly standIns: ReadonlyMap<string, 'coming' | 'missing'>;
}

export interface CompiledBody {
  readonly opaque: BufferGeometry | undefined;
  readonly glass: BufferGeometry | undefined;
  /** What has pictures on it: each its own. */
  readonly printed: readonly PrintedGeometry[];
  readonly pick: PickMesh | undefined;
}

export interface PrintedGeometry {
  readonly geometry: BufferGeometry;
  readonly material: PrintMaterial;
}

/** What rays are cast against: all triangles of a body, in its own frame. */
export interface PickMesh {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
  readonly low: Corner;
  readonly high: Corner;
}

export interface Foot {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly halfX: number;
  readonly halfY: number;
}

interface PaintedSolid {
  readonly solid: PaintedTriangles;
  readonly paint: Paint;
  /** What is printed on it. */
  readonly picture?: ImageBitmap | undefined;
}

export function compileModel(model: Model, detail: Detail, meshes: MeshSource = NO_MESHES): CompiledModel {
  const chain = chainOf(model);
  const standIns = new Map<string, 'coming' | 'missing'>();
  const solids: PaintedSolid[][] = chain.bodies.map(() => []);
  model.links.forEach((link, index) => {
    const inBody = chain.linkInBody[index];
    const list = solids[chain.linkBody[index] ?? 0];
    if (inBody === undefined || list === undefined) return;
    for (const part of link.parts) {
      const at = compose(inBody, part.at);
      for (const { solid, ...look } of solidsOf(part, detail, meshes, standIns)) list.push({ ...look, solid: placedTriangles(solid, at) });
    }
  });
  const bodies = solids.map(compileBody);
  const triangles = bodies.reduce((sum, body) => sum + (body.pick?.indices.length ?? 0) / 3, 0);
  const isFloorPaint = model.extent.heightM < FOOT_HEIGHT_M && model.kind !== 'structure';
  const feet = isFloorPaint ? [] : feetOf(model, solids[0] ?? []);
  return { model, detail, chain, bodies, triangles, isFloorPaint, feet, reachM: reachOf(model, bodies), standIns };
}

/** Whether a mesh that a box stands for has come, or can no longer be hoped for. */
export const isOutdated = ({ standIns }: CompiledModel, meshes: MeshSource): boolean =>
  [...standIns].some(([hash, kind]) => meshes.get(hash).kind !== kind);

/** One solid a part, but for a mesh that cannot be had: a grey box with an amber edge. */
function solidsOf(
  { shape, paint }: Part,
  detail: Detail,
  meshes: MeshSource,
  standIns: Map<string, 'coming' | 'missing'>,
): (Omit<PaintedSolid, 'solid'> & { solid: Solid | PaintedTriangles })[] {
  if (shape.kind !== 'mesh') return [{ solid: solidOf(shape, detail), paint }];
  const state = meshes.get(shape.mesh);
  if (state.kind === 'here') return [{ solid: meshSolid(state.mesh), paint, picture: state.picture }];
  standIns.set(shape.mesh, state.kind);
  const box = solidOf(shape, detail);
  if (state.kind === 'coming') return [{ solid: box, paint }];
  const edges = boxEdges(shape.lowM, shape.highM);
  return [{ solid: box, paint: GREY }, ...edges.map((edge) => ({ solid: solidOf(edge, 'coarse'), paint: AMBER }))];
}

export function disposeModel(compiled: CompiledModel): void {
  for (const body of compiled.bodies) {
    body.opaque?.dispose();
    body.glass?.dispose();
    for (const { geometry, material } of body.printed) {
      geometry.dispose();
      material.map?.dispose();
      material.dispose();
    }
  }
}

function compileBody(solids: readonly PaintedSolid[]): CompiledBody {
  const plain = solids.filter(({ picture }) => picture === undefined);
  const isGlass = ({ paint }: PaintedSolid) => surfaceOf(paint).opacity < 1;
  return {
    opaque: geometryOf(plain.filter((solid) => !isGlass(solid))),
    glass: geometryOf(plain.filter(isGlass)),
    printed: solids.flatMap(printedGeometry),
    pick: pickMeshOf(solids),
  };
}

function printedGeometry({ picture, ...painted }: PaintedSolid): PrintedGeometry[] {
  const { places } = painted.solid;
  const geometry = geometryOf([painted]);
  if (!picture || !places || !geometry) return [];
  geometry.setAttribute('uv', new BufferAttribute(places, 2));
  return [{ geometry, material: printMaterial(picture) }];
}

function geometryOf(solids: readonly PaintedSolid[]): BufferGeometry | undefined {
  if (solids.length === 0) return undefined;
  const { positions, indices } = joined(solids);
  const vertices = positions.length / 3;
  const normals = new Float32Array(positions.length);
  const colours = new Float32Array(positions.length);
  const surfaces = new Float32Array(vertices * 4);
  let vertex = 0;
  for (const { solid, paint } of solids) {
    normals.set(solid.normals, vertex * 3);
    if (solid.colours) colours.set(solid.colours, vertex * 3);
    const { colour, surface } = vertexPaint(surfaceOf(paint));
    // What brings its own colours does not take the entity's.
    const own = solid.colours ? 0 : surface[3];
    const end = vertex + solid.positions.length / 3;
    for (; vertex < end; vertex++) {
      if (!solid.colours) colours.set(colour, vertex * 3);
      surfaces.set([surface[0], surface[1], surface[2], own], vertex * 4);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  geometry.setAttribute('color', new BufferAttribute(colours, 3));
  geometry.setAttribute('surface', new BufferAttribute(surfaces, 4));
  geometry.setIndex(new BufferAttribute(indices, 1));
  return geometry;
}

function joined(solids: readonly PaintedSolid[]): { positions: Float32Array<ArrayBuffer>; indices: Uint32Array<ArrayBuffer> } {
  const positions = new Float32Array(solids.reduce((sum, { solid }) => sum + solid.positions.length, 0));
  const indices = new Uint32Array(solids.reduce((sum, { solid }) => sum + solid.indices.length, 0));
  let [vertexAt, indexAt] = [0, 0];
  for (const { solid } of solids) {
    positions.set(solid.positions, vertexAt * 3);
    for (const index of solid.indices) indices[indexAt++] = index + vertexAt;
    vertexAt += solid.positions.length / 3;
  }
  return { positions, indices };
}

function pickMeshOf(solids: readonly PaintedSolid[]): PickMesh | undefined {
  if (solids.length === 0) return undefined;
  const mesh = joined(solids);
  const bounds = boundsOf(mesh);
  return bounds && { ...mesh, ...bounds };
}

type Corner = readonly [number, number, number];

/** Lower than this above the base plane counts as standing on it. */
const FOOT_HEIGHT_M = 0.02;
/** Bolts and rims are no feet. */
const SMALLEST_FOOT_M = 0.012;

function feetOf(model: Model, solids: readonly PaintedSolid[]): Foot[] {
  // Parts are carried about, signs hang; a spot as long as a wall would reach far past its ends.
  if (model.kind === 'part' || isOfBuilding(model.kind)) return [];
  const feet: Foot[] = [];
  for (const { solid } of solids) {
    const { low, high } = boundsOf(solid) ?? { low: [0, 0, 0], high: [0, 0, 0] };
    if (low[2] > FOOT_HEIGHT_M || high[2] < 0.004) continue;
    const [halfX, halfY] = [(high[0] - low[0]) / 2, (high[1] - low[1]) / 2];
    if (Math.max(halfX, halfY) < SMALLEST_FOOT_M) continue;
    feet.push({ x: (high[0] + low[0]) / 2, y: (high[1] + low[1]) / 2, z: low[2], halfX, halfY });
  }
  return feet.filter((foot) => !feet.some((other) => other !== foot && isWithin(foot, other)));
}

function isWithin(foot: Foot, other: Foot): boolean {
  const isSmaller = foot.halfX * foot.halfY < other.halfX * other.halfY;
  return isSmaller && Math.abs(foot.x - other.x) < other.halfX && Math.abs(foot.y - other.y) < other.halfY;
}

function reachOf(model: Model, bodies: readonly CompiledBody[]): number {
  const { radiusM, heightM } = model.extent;
  let reach = Math.hypot(radiusM, heightM);
  for (const { pick } of bodies) if (pick !== undefined) reach = Math.max(reach, Math.hypot(...pick.high), Math.hypot(...pick.low));
  return reach;
}
