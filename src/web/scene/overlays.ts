import { Group } from 'three';
import type { GraphLines, KnownFloor, PathLine, Scan } from '../overlays/overlay.ts';
import { GraphMarks } from './graph-marks.ts';
import { KnownMarks, type WallSize } from './known-marks.ts';
import type { Look } from './look.ts';
import { PathMarks } from './path-marks.ts';
import { ScanMarks } from './scan-marks.ts';

/** Plans, sensors and knowledge in the 3D view. Set when they change; a frame only draws them. */
export class Overlays implements Disposable {
  /** Shown on the screen and in no picture of the world. */
  readonly marks = new Group();
  readonly #paths = new PathMarks();
  readonly #graphs = new GraphMarks();
  readonly #scans = new ScanMarks();
  readonly #known = new KnownMarks();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
    this.marks.add(this.#graphs.group, this.#scans.group, this.#paths.group, this.#known.group);
  }

  setPaths(paths: readonly PathLine[]): void {
    this.#paths.set(paths);
    this.#changed();
  }

  setGraphs(graphs: readonly GraphLines[]): void {
    this.#graphs.set(graphs);
    this.#changed();
  }

  setScans(scans: readonly Scan[]): void {
    this.#scans.set(scans);
    this.#changed();
  }

  setKnown(floors: readonly KnownFloor[], size: WallSize): void {
    this.#known.set(floors, size);
    this.#changed();
  }

  setLook(look: Look): void {
    this.#paths.setLook(look);
    this.#graphs.setLook(look);
    this.#known.setLook(look);
  }

  /** The camera is so far away from what it looks at. */
  fit(distanceM: number): void {
    this.#paths.fit(distanceM);
  }

  [Symbol.dispose](): void {
    for (const part of [this.#paths, this.#graphs, this.#scans, this.#known]) part[Symbol.dispose]();
  }
}
