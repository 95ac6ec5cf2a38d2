import { compose, ORIGIN } from '../../core/base/pose.ts';
import { linkPoses } from '../../core/robots/kinematics.ts';
import type { Model } from '../../core/robots/model.ts';
import { FrameLoop } from '../scene/frame-loop.ts';
import type { MeshSource } from '../scene/mesh-source.ts';
import { Scene, type Theme } from '../scene/scene.ts';
import { keptQuality } from '../world/kept-choice.ts';
import { LONE_ENTITY, loneEntity, loneFrame } from './lone-entity.ts';

export interface LoneStageOptions {
  readonly meshes: MeshSource;
  readonly theme: Theme;
  readonly motion: 'full' | 'reduced';
}

/** One model alone on the floor, to be turned and looked at. */
export class LoneStage implements Disposable {
  readonly #scene: Scene;
  readonly #listeners = new Set<() => void>();
  #model: Model | undefined;
  #frame = loneFrame([]);
  readonly #loop: FrameLoop;

  constructor(host: HTMLElement, { meshes, theme, motion }: LoneStageOptions) {
    const models = {
      get: () => this.#model,
      subscribe: (onChange: () => void) => {
        this.#listeners.add(onChange);
        return () => void this.#listeners.delete(onChange);
      },
    };
    const quality = keptQuality.get();
    this.#scene = new Scene(host, { models, meshes, theme, motion, quality });
    this.#loop = new FrameLoop((nowMs) => this.#scene.draw(this.#frame, nowMs), quality);
  }

  /** `values`: of its degrees of freedom. Looked at afresh only when its size has changed: whoever edits a model has turned it as they need it. */
  show(model: Model, values: readonly number[]): void {
    const before = this.#model;
    this.#frame = loneFrame(values);
    this.#showFrames(model, values);
    if (before === model) return;
    this.#model = model;
    // A model of another id is drawn in another batch: the old one must not stay.
    if (before && before.id !== model.id) this.#scene.setEntities(new Map());
    for (const tell of [...this.#listeners]) tell();
    this.#scene.setEntities(new Map([[LONE_ENTITY, loneEntity(model)]]));
    this.#scene.draw(this.#frame, performance.now());
    if (before?.extent.radiusM !== model.extent.radiusM || before.extent.heightM !== model.extent.heightM)
      this.#scene.frame([LONE_ENTITY], 'cut');
  }

  /** The ring of one degree of freedom is drawn round it. */
  point(dof: number | undefined): void {
    this.#scene.select(dof === undefined ? undefined : LONE_ENTITY, dof);
  }

  /** Of its tool and its sensors. */
  #showFrames(model: Model, values: readonly number[]): void {
    const links = linkPoses(model, values);
    const frames = [...(model.tool ? [model.tool] : []), ...(model.mounts ?? [])];
    const lengthM = Math.min(0.25, 0.25 * Math.hypot(model.extent.radiusM, model.extent.heightM));
    this.#scene.showFrames(
      frames.map(({ link, at }) => compose(links[link] ?? ORIGIN, at)),
      lengthM,
    );
  }

  setTheme(theme: Theme): void {
    this.#scene.setTheme(theme);
  }

  [Symbol.dispose](): void {
    this.#loop[Symbol.dispose]();
    this.#scene[Symbol.dispose]();
  }
}
