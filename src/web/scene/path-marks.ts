import { Color, Group, type MeshBasicMaterial } from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import type { PathLine } from '../overlays/overlay.ts';
import { GoalShape, markMaterial, OVER_FLOOR_M } from './goal-shape.ts';
import type { Look } from './look.ts';
import { paletteColour } from './palette.ts';

const WIDTH_PX = 3;
const DASH = { on: 0.62, off: 0.38 } as const;
/** So many dashes on a way as long as the camera is away. */
const DASHES = 80;
/** Of what is behind a wall. */
const HIDDEN_OPACITY = 0.28;

interface Drawn {
  readonly line: PathLine;
  readonly dashes: readonly LineMaterial[];
  readonly goal: { readonly shape: GoalShape; readonly material: MeshBasicMaterial } | undefined;
  dispose(): void;
}

/** Ways on the floor: dashed, as thick from near as from far, and faint behind walls; at the end a ring. Floors that are not looked at are clipped away. */
export class PathMarks implements Disposable {
  readonly group = new Group();
  readonly #drawn = new Map<string, Drawn>();
  #look: Look | undefined;
  #dashScale = 1;
  #distanceM = 6;

  setLook(look: Look): void {
    this.#look = look;
    for (const { line, dashes, goal } of this.#drawn.values()) {
      const colour = this.#colourOf(line);
      for (const { color } of dashes) color.copy(colour);
      goal?.material.color.copy(colour);
    }
  }

  /** Lines are compared as objects: whoever changes one makes another. */
  set(lines: readonly PathLine[]): void {
    const wanted = new Map(lines.map((line) => [line.id, line]));
    for (const [id, drawn] of this.#drawn) {
      if (wanted.get(id) === drawn.line) continue;
      drawn.dispose();
      this.#drawn.delete(id);
    }
    for (const line of lines) if (!this.#drawn.has(line.id)) this.#drawn.set(line.id, this.#draw(line));
    this.group.updateMatrixWorld(true);
  }

  /** Dashes and rings are as large on the screen from near as from far. Allocates nothing. */
  fit(distanceM: number): void {
    if (distanceM === this.#distanceM) return;
    this.#distanceM = distanceM;
    // In steps: dashes that change with every move of the camera would swim.
    this.#dashScale = 2 ** (Math.round(Math.log2(DASHES / Math.max(0.5, distanceM)) * 2) / 2);
    for (const { dashes, goal } of this.#drawn.values()) {
      for (const material of dashes) material.dashScale = this.#dashScale;
      goal?.shape.fit(distanceM);
    }
  }

  [Symbol.dispose](): void {
    this.set([]);
  }

  #draw(line: PathLine): Drawn {
    const colour = this.#colourOf(line);
    const positions = positionsOf(line);
    const geometry = new LineSegmentsGeometry();
    const dashes = positions.length === 0 ? [] : (['behind', 'before'] as const).map((layer) => this.#dashed(colour, layer));
    if (dashes.length > 0) geometry.setPositions(positions);
    const meshes = dashes.map((material, layer) => {
      const mesh = new LineSegments2(geometry, material);
      mesh.computeLineDistances();
      mesh.frustumCulled = false;
      mesh.renderOrder = 7 + layer;
      return mesh;
    });
    const material = markMaterial(colour);
    const goal = line.goal && { shape: new GoalShape(line.goal, material), material };
    goal?.shape.fit(this.#distanceM);
    for (const mark of [...meshes, ...(goal ? [goal.shape.group] : [])]) this.group.add(mark);
    const dispose = () => {
      for (const mesh of meshes) mesh.removeFromParent();
      for (const part of [geometry, material, ...dashes]) part.dispose();
      goal?.shape[Symbol.dispose]();
    };
    return { line, dashes, goal, dispose };
  }

  #dashed(color: Color, layer: 'behind' | 'before'): LineMaterial {
    return new LineMaterial({
      ...{ color, linewidth: WIDTH_PX, dashed: true, dashSize: DASH.on, gapSize: DASH.off, dashScale: this.#dashScale },
      ...{ transparent: true, opacity: layer === 'behind' ? HIDDEN_OPACITY : 1, depthWrite: false, depthTest: layer === 'before' },
      ...{ toneMapped: false, fog: false },
    });
  }

  #colourOf({ paint }: PathLine): Color {
    return new Color(paint === 'accent' ? (this.#look?.accent ?? '#000000') : paletteColour(paint).paint);
  }
}

/** Both ends of each piece, three numbers each. */
function positionsOf({ stretches }: PathLine): Float32Array {
  const long = stretches.filter(({ points }) => points.length >= 4);
  const positions = new Float32Array(long.reduce((sum, { points }) => sum + (points.length / 2 - 1) * 6, 0));
  let at = 0;
  for (const { points, heightM } of long) {
    for (let i = 0; i + 3 < points.length; i += 2) {
      for (const corner of [i, i + 2]) {
        positions[at++] = points[corner] ?? 0;
        positions[at++] = points[corner + 1] ?? 0;
        positions[at++] = heightM + OVER_FLOOR_M;
      }
    }
  }
  return positions;
}
