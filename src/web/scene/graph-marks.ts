import { BufferAttribute, BufferGeometry, Color, Group, LineBasicMaterial, LineSegments, Points, PointsMaterial } from 'three';
import type { GraphLines } from '../overlays/overlay.ts';
import { OVER_FLOOR_M } from './goal-shape.ts';
import type { Look } from './look.ts';

const NODE_PX = 3;

/** What a planner built: thin lines and dots on the floor, in the grey of the grid. */
export class GraphMarks implements Disposable {
  readonly group = new Group();
  readonly #lines = new LineSegments(
    new BufferGeometry(),
    new LineBasicMaterial({ transparent: true, opacity: 0.28, depthTest: false, depthWrite: false, toneMapped: false, fog: false }),
  );
  readonly #dots = new Points(
    new BufferGeometry(),
    new PointsMaterial({
      size: NODE_PX,
      sizeAttenuation: false,
      transparent: true,
      opacity: 0.75,
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
      fog: false,
    }),
  );

  constructor() {
    for (const mark of [this.#lines, this.#dots]) {
      mark.frustumCulled = false;
      mark.renderOrder = 6;
    }
    this.group.add(this.#lines, this.#dots);
    this.group.visible = false;
  }

  setLook(look: Look): void {
    const colour = new Color(look.grid.colour);
    this.#lines.material.color.copy(colour);
    this.#dots.material.color.copy(colour);
  }

  set(graphs: readonly GraphLines[]): void {
    const nodes = graphs.reduce((sum, graph) => sum + graph.nodes.length / 2, 0);
    const positions = new Float32Array(nodes * 3);
    const indices: number[] = [];
    let first = 0;
    for (const graph of graphs) {
      for (let i = 0; i * 2 < graph.nodes.length; i++)
        positions.set([graph.nodes[2 * i] ?? 0, graph.nodes[2 * i + 1] ?? 0, graph.heightM + OVER_FLOOR_M], (first + i) * 3);
      for (const node of graph.edges) indices.push(first + node);
      first += graph.nodes.length / 2;
    }
    const position = new BufferAttribute(positions, 3);
    this.#lines.geometry.dispose();
    this.#dots.geometry.dispose();
    this.#lines.geometry = new BufferGeometry().setAttribute('position', position).setIndex(indices);
    this.#dots.geometry = new BufferGeometry().setAttribute('position', position);
    this.group.visible = nodes > 0;
    this.group.updateMatrixWorld(true);
  }

  [Symbol.dispose](): void {
    for (const { geometry, material } of [this.#lines, this.#dots]) {
      geometry.dispose();
      material.dispose();
    }
  }
}
