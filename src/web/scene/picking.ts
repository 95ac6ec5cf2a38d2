import { MATRIX_NUMBERS } from './affine.ts';
import type { Actor, Batch } from './batch.ts';
import type { PickMesh } from './compiled-model.ts';

/** A ray in world coordinates; the direction has unit length. Written over for each cast. */
export class Ray {
  x = 0;
  y = 0;
  z = 0;
  dx = 0;
  dy = 0;
  dz = -1;
}

/** What a ray met first. Written over by each cast. */
export class Hit {
  actor: Actor | undefined;
  body = 0;
  distanceM = Number.POSITIVE_INFINITY;
}

const local = new Ray();

/** The nearest triangle of all entities: spheres first, then boxes of bodies, then their triangles. Returns whether there is one. */
export function cast(batches: Iterable<Batch>, ray: Ray, hit: Hit): boolean {
  hit.actor = undefined;
  hit.distanceM = Number.POSITIVE_INFINITY;
  for (const batch of batches) for (const actor of batch.actors) castAtActor(actor, batch, ray, hit);
  return hit.actor !== undefined;
}

function castAtActor(actor: Actor, batch: Batch, ray: Ray, hit: Hit): void {
  const base = batch.matrices[0];
  if (base === undefined) return;
  const at = actor.instance * MATRIX_NUMBERS;
  const nearest = distanceToBall(ray, base[at + 12] ?? 0, base[at + 13] ?? 0, base[at + 14] ?? 0, batch.compiled.reachM);
  if (nearest === undefined || nearest > hit.distanceM) return;
  const { bodies } = batch.compiled;
  for (let body = 0; body < bodies.length; body++) {
    const pick = bodies[body]?.pick;
    const matrices = batch.matrices[body];
    if (pick === undefined || matrices === undefined) continue;
    intoBody(ray, matrices, at);
    if (entryIntoBox(local, pick) > hit.distanceM) continue;
    const distance = distanceToMesh(local, pick, hit.distanceM);
    if (distance >= hit.distanceM) continue;
    hit.distanceM = distance;
    hit.actor = actor;
    hit.body = body;
  }
}

/** Bodies are only turned and moved, never scaled: distances stay as they are. */
function intoBody(ray: Ray, m: Float32Array, at: number): void {
  const x = ray.x - (m[at + 12] ?? 0);
  const y = ray.y - (m[at + 13] ?? 0);
  const z = ray.z - (m[at + 14] ?? 0);
  const [a, b, c] = [m[at] ?? 1, m[at + 1] ?? 0, m[at + 2] ?? 0];
  const [d, e, f] = [m[at + 4] ?? 0, m[at + 5] ?? 1, m[at + 6] ?? 0];
  const [g, h, i] = [m[at + 8] ?? 0, m[at + 9] ?? 0, m[at + 10] ?? 1];
  local.x = a * x + b * y + c * z;
  local.y = d * x + e * y + f * z;
  local.z = g * x + h * y + i * z;
  local.dx = a * ray.dx + b * ray.dy + c * ray.dz;
  local.dy = d * ray.dx + e * ray.dy + f * ray.dz;
  local.dz = g * ray.dx + h * ray.dy + i * ray.dz;
}

/** 0 from inside; undefined when it passes by. */
function distanceToBall(ray: Ray, x: number, y: number, z: number, radius: number): number | undefined {
  const [ox, oy, oz] = [x - ray.x, y - ray.y, z - ray.z];
  const along = ox * ray.dx + oy * ray.dy + oz * ray.dz;
  const away = ox * ox + oy * oy + oz * oz;
  if (away < radius * radius) return 0;
  const aside = away - along * along;
  if (along < 0 || aside > radius * radius) return undefined;
  return along - Math.sqrt(radius * radius - aside);
}

function entryIntoBox(ray: Ray, { low, high }: PickMesh): number {
  let entry = 0;
  let exit = Number.POSITIVE_INFINITY;
  for (let axis = 0; axis < 3; axis++) {
    const from = axis === 0 ? ray.x : axis === 1 ? ray.y : ray.z;
    const along = axis === 0 ? ray.dx : axis === 1 ? ray.dy : ray.dz;
    const inverse = 1 / (along || 1e-12);
    const one = ((low[axis] ?? 0) - from) * inverse;
    const other = ((high[axis] ?? 0) - from) * inverse;
    entry = Math.max(entry, Math.min(one, other));
    exit = Math.min(exit, Math.max(one, other));
  }
  return entry <= exit ? entry : Number.POSITIVE_INFINITY;
}

/** Möller and Trumbore, front faces and back faces alike. Infinity when nothing is nearer than `limit`. */
function distanceToMesh(ray: Ray, { positions: p, indices }: PickMesh, limit: number): number {
  let nearest = limit;
  for (let i = 0; i < indices.length; i += 3) {
    const a = (indices[i] ?? 0) * 3;
    const b = (indices[i + 1] ?? 0) * 3;
    const c = (indices[i + 2] ?? 0) * 3;
    const ax = p[a] ?? 0;
    const ay = p[a + 1] ?? 0;
    const az = p[a + 2] ?? 0;
    const e1x = (p[b] ?? 0) - ax;
    const e1y = (p[b + 1] ?? 0) - ay;
    const e1z = (p[b + 2] ?? 0) - az;
    const e2x = (p[c] ?? 0) - ax;
    const e2y = (p[c + 1] ?? 0) - ay;
    const e2z = (p[c + 2] ?? 0) - az;
    const hx = ray.dy * e2z - ray.dz * e2y;
    const hy = ray.dz * e2x - ray.dx * e2z;
    const hz = ray.dx * e2y - ray.dy * e2x;
    const determinant = e1x * hx + e1y * hy + e1z * hz;
    if (determinant > -1e-14 && determinant < 1e-14) continue;
    const inverse = 1 / determinant;
    const sx = ray.x - ax;
    const sy = ray.y - ay;
    const sz = ray.z - az;
    const u = inverse * (sx * hx + sy * hy + sz * hz);
    if (u < 0 || u > 1) continue;
    const qx = sy * e1z - sz * e1y;
    const qy = sz * e1x - sx * e1z;
    const qz = sx * e1y - sy * e1x;
    const v = inverse * (ray.dx * qx + ray.dy * qy + ray.dz * qz);
    if (v < 0 || u + v > 1) continue;
    const distance = inverse * (e2x * qx + e2y * qy + e2z * qz);
    if (distance > 1e-6 && distance < nearest) nearest = distance;
  }
  return nearest < limit ? nearest : Number.POSITIVE_INFINITY;
}
