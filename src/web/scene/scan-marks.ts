import {
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  Mesh,
  MeshBasicMaterial,
  Points,
  PointsMaterial,
} from 'three';
import { isEcho, NUMBERS_PER_BEAM, type Scan } from '../overlays/overlay.ts';
import { paletteColour } from './palette.ts';

const FILL_OPACITY = { fan: 0.07, cones: 0.08 } as const;
const STALE_SHARE = 0.4;
const DOT_M = 0.06;
/** Arcs are drawn as so many straight pieces. */
const ARC_PIECES = 6;

interface Drawn {
  scan: Scan | undefined;
  readonly fill: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly dots: Points<BufferGeometry, PointsMaterial>;
}

/** What range sensors see: a faint fill in the robot's colour, and a dot for each echo. Only touched when a scan came: frames cost nothing. */
export class ScanMarks implements Disposable {
  readonly group = new Group();
  readonly #drawn = new Map<string, Drawn>();
  #round: CanvasTexture | undefined;

  /** Scans are compared as objects: whoever measures anew makes another. */
  set(scans: readonly Scan[]): void {
    const wanted = new Set(scans.map(({ id }) => id));
    for (const [id, drawn] of this.#drawn) {
      if (wanted.has(id)) continue;
      this.#drop(drawn);
      this.#drawn.delete(id);
    }
    for (const scan of scans) {
      let drawn = this.#drawn.get(scan.id);
      if (!drawn) {
        drawn = this.#make();
        this.#drawn.set(scan.id, drawn);
      }
      if (drawn.scan !== scan) write(drawn, scan);
    }
    this.group.updateMatrixWorld(true);
  }

  [Symbol.dispose](): void {
    for (const drawn of this.#drawn.values()) this.#drop(drawn);
    this.#drawn.clear();
    this.#round?.dispose();
  }

  #make(): Drawn {
    this.#round ??= roundTexture();
    const basic = { transparent: true, depthWrite: false, toneMapped: false, fog: false } as const;
    const fill = new Mesh(new BufferGeometry(), new MeshBasicMaterial({ ...basic, side: DoubleSide }));
    const dots = new Points(new BufferGeometry(), new PointsMaterial({ ...basic, size: DOT_M, map: this.#round, alphaTest: 0.5 }));
    for (const mark of [fill, dots]) mark.frustumCulled = false;
    fill.renderOrder = 4;
    dots.renderOrder = 5;
    this.group.add(fill, dots);
    return { scan: undefined, fill, dots };
  }

  #drop({ fill, dots }: Drawn): void {
    for (const mark of [fill, dots]) {
      mark.removeFromParent();
      mark.geometry.dispose();
      mark.material.dispose();
    }
  }
}

function write(drawn: Drawn, scan: Scan): void {
  const { fill, dots } = drawn;
  drawn.scan = scan;
  const colour = new Color(paletteColour(scan.paint).paint);
  const share = scan.isStale ? STALE_SHARE : 1;
  fill.material.color.copy(colour);
  fill.material.opacity = FILL_OPACITY[scan.look] * share;
  dots.material.color.copy(colour);
  dots.material.opacity = share;
  setPositions(fill.geometry, scan.look === 'fan' ? fanOf(scan) : conesOf(scan));
  setPositions(dots.geometry, echoesOf(scan));
}

/** Into the array that is there, if it is large enough. */
function setPositions(geometry: BufferGeometry, positions: Float32Array): void {
  const known = geometry.getAttribute('position');
  if (known instanceof BufferAttribute && known.array.length >= positions.length) {
    (known.array as Float32Array).set(positions);
    known.needsUpdate = true;
  } else {
    // What is on the graphics card is of another size.
    geometry.dispose();
    geometry.setAttribute('position', new BufferAttribute(positions, 3).setUsage(DynamicDrawUsage));
  }
  geometry.setDrawRange(0, positions.length / 3);
}

/** A triangle between each two beams that lie beside each other. */
function fanOf({ beams, heightM }: Scan): Float32Array {
  const count = beams.length / NUMBERS_PER_BEAM;
  const positions = new Float32Array(Math.max(0, count - 1) * 9);
  for (let i = 0, at = 0; i + 1 < count; i++, at += 9) {
    const from = i * NUMBERS_PER_BEAM;
    putPoint(positions, at, beams[from] ?? 0, beams[from + 1] ?? 0, heightM);
    putEnd(positions, at + 3, beams, from, heightM);
    putEnd(positions, at + 6, beams, from + NUMBERS_PER_BEAM, heightM);
  }
  return positions;
}

/** Sound goes as far at the edge of its cone as in its middle. */
function conesOf({ beams, halfRad, heightM }: Scan): Float32Array {
  const count = beams.length / NUMBERS_PER_BEAM;
  const positions = new Float32Array(count * ARC_PIECES * 9);
  let at = 0;
  for (let i = 0; i < count; i++) {
    const [x = 0, y = 0, cos = 1, sin = 0, metres = 0] = beams.subarray(i * NUMBERS_PER_BEAM, (i + 1) * NUMBERS_PER_BEAM);
    const middleRad = Math.atan2(sin, cos);
    for (let piece = 0; piece < ARC_PIECES; piece++) {
      putPoint(positions, at, x, y, heightM);
      for (const edge of [0, 1]) {
        const rad = middleRad + halfRad * ((2 * (piece + edge)) / ARC_PIECES - 1);
        putPoint(positions, at + 3 + 3 * edge, x + metres * Math.cos(rad), y + metres * Math.sin(rad), heightM);
      }
      at += 9;
    }
  }
  return positions;
}

function echoesOf({ beams, rangeM, heightM }: Scan): Float32Array {
  const positions = new Float32Array((beams.length / NUMBERS_PER_BEAM) * 3);
  let at = 0;
  for (let from = 0; from < beams.length; from += NUMBERS_PER_BEAM) {
    if (!isEcho(beams[from + 4] ?? 0, rangeM)) continue;
    putEnd(positions, at, beams, from, heightM);
    at += 3;
  }
  return positions.subarray(0, at);
}

function putEnd(positions: Float32Array, at: number, beams: Float32Array, from: number, z: number): void {
  const metres = beams[from + 4] ?? 0;
  putPoint(
    positions,
    at,
    (beams[from] ?? 0) + (beams[from + 2] ?? 0) * metres,
    (beams[from + 1] ?? 0) + (beams[from + 3] ?? 0) * metres,
    z,
  );
}

function putPoint(positions: Float32Array, at: number, x: number, y: number, z: number): void {
  positions[at] = x;
  positions[at + 1] = y;
  positions[at + 2] = z;
}

/** Points are square by nature. */
function roundTexture(): CanvasTexture {
  const side = 32;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [side, side];
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = '#FFFFFF';
    context.beginPath();
    context.arc(side / 2, side / 2, side / 2 - 1, 0, 2 * Math.PI);
    context.fill();
  }
  return new CanvasTexture(canvas);
}
