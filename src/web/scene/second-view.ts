import { CameraRig, type Subjects } from './camera-rig.ts';
import type { CameraMode, CameraView } from './camera-view.ts';
import type { Stage } from './stage.ts';

/** A second, small view: drawn into `canvas` (of any size, 2D) at most ten times a second. */
export interface SecondView {
  readonly canvas: HTMLCanvasElement;
  readonly from: (CameraMode & { kind: 'entity' | 'person' | 'follow' }) | CameraView;
}

const EVERY_MS = 100;

/** Draws the small view whenever it is time. */
export class SecondViewing {
  readonly #rig = new CameraRig();
  #view: SecondView | undefined;
  #drawnMs = 0;

  constructor() {
    this.#rig.motion = 'reduced';
  }

  set(view: SecondView | undefined): void {
    this.#view = view;
    this.#drawnMs = Number.NEGATIVE_INFINITY;
    if (view === undefined) return;
    this.#rig.resize(view.canvas.width / Math.max(1, view.canvas.height));
    if ('kind' in view.from) this.#rig.setMode(view.from, 0);
    else this.#rig.setView(view.from, 'cut', 0);
  }

  isDue(nowMs: number): boolean {
    return this.#view !== undefined && nowMs - this.#drawnMs >= EVERY_MS;
  }

  draw(stage: Stage, subjects: Subjects, nowMs: number): void {
    if (this.#view === undefined) return;
    this.#drawnMs = nowMs;
    this.#rig.update(nowMs, subjects);
    stage.renderInto(this.#view.canvas, this.#rig.camera);
  }
}
