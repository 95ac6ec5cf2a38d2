import { BufferAttribute, BufferGeometry } from 'three';
import { compose } from '../../core/base/pose.ts';
import type { Part } from '../../core/geometry/shape.ts';
import type { Model } from '../../core/robots/model.ts';
import { type Chain, chainOf } from './chain.ts';
import { surfaceOf } from './look.ts';
import { type Detail, solidOf } from './shape-solid.ts';
import { placed, type Solid } from './solid.ts';
import { vertexPaint } from './surface-material.ts';

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
}

export interface CompiledBody {
  readonly opaque: BufferGeometry | undefined;
  readonly glass: BufferGeometry | undefined;
  readonly pick: PickMesh | undefined;
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
  readonly solid: Solid;
  readonly part: Part;
}

export function compileModel(model: Model, detail: Detail): CompiledModel {
  const chain = chainOf(model);
  const solids: PaintedSolid[][] = chain.bodies.map(() => []);
  model.links.forEach((link, index) => {
    const inBody = chain.linkInBody[index];
    const list = solids[chain.linkBody[index] ?? 0];
    if (inBody === undefined || list === undefined) return;
    for (const part of link.parts) list.push({ part, solid: placed(solidOf(part.shape, detail), compose(inBody, part.at)) });
  });
  const bodies = solids.map(compileBody);
  const triangles = bodies.reduce((sum, body) => sum + (body.pick?.indices.length ?? 0) / 3, 0);
  const isFloorPaint = model.extent.heightM < FOOT_HEIGHT_M;
  const feet = isFloorPaint ? [] : feetOf(model, solids[0] ?? []);
  return { model, detail, chain, bodies, triangles, isFloorPaint, feet, reachM: reachOf(model, bodies) };
}

export function disposeModel(compiled: CompiledModel): void {
  for (const body of compiled.bodies) {
    body.opaque?.dispose();
    body.glass?.dispose();
  }
}

function compileBody(solids: readonly PaintedSolid[]): CompiledBody {
  const isGlass = ({ part }: PaintedSolid) => surfaceOf(part.paint).opacity < 1;
  return {
    opaque: geometryOf(solids.filter((solid) => !isGlass(solid))),
    glass: geometryOf(solids.filter(isGlass)),
    pick: pickMeshOf(solids),
  };
}

function geometryOf(solids: readonly PaintedSolid[]): BufferGeometry | undefined {
  if (solids.length === 0) return undefined;
  const { positions, indices } = joined(solids);
  const vertices = positions.length / 3;
  const normals = new Float32Array(positions.length);
  const colours = new Float32Array(positions.length);
  const surfaces = new Float32Array(vertices * 4);
  let vertex = 0;
  for (const { solid, part } of solids) {
    normals.set(solid.normals, vertex * 3);
    const paint = vertexPaint(surfaceOf(part.paint));
    const end = vertex + solid.positions.length / 3;
    for (; vertex < end; vertex++) {
      colours.set(paint.colour, vertex * 3);
      surfaces.set(paint.surface, vertex * 4);
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
  return { ...mesh, ...boundsOf(mesh.positions) };
}

type Corner = readonly [number, number, number];

function boundsOf(positions: ArrayLike<number>): { low: Corner; high: Corner } {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    const axis = (i % 3) as 0 | 1 | 2;
    const value = positions[i] ?? 0;
    low[axis] = Math.min(low[axis], value);
    high[axis] = Math.max(high[axis], value);
  }
  return { low, high };
}

/** Lower than this above the base plane counts as standing on it. */
const FOOT_HEIGHT_M = 0.02;
/** Bolts and rims are no feet. */
const SMALLEST_FOOT_M = 0.012;

function feetOf(model: Model, solids: readonly PaintedSolid[]): Foot[] {
  // Parts are carried about.
  if (model.kind === 'part') return [];
  const feet: Foot[] = [];
  for (const { solid } of solids) {
    const { low, high } = boundsOf(solid.positions);
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
