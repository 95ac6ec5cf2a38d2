import { ORIGIN } from '../../../core/base/pose.ts';
import { draftOf } from '../../../core/robots/draft.ts';
import type { Model } from '../../../core/robots/model.ts';
import { IDLE_CONTROL } from '../../../core/world/control.ts';
import type { EntityInfo } from '../../link/world-link.ts';
import type { ModelSource } from '../../scene/model-source.ts';
import { Scene, type Theme } from '../../scene/scene.ts';

const WIDTH_PX = 320;
const HEIGHT_PX = 200;
const ENTITY = 'model';

/** By the model itself, so that a changed one gets a new picture. They stay for the next time: a catalog is small. */
const made: Record<Theme, WeakMap<Model, string>> = { light: new WeakMap(), dark: new WeakMap() };

/** Pictures of models, made one after the other in a scene of their own that nobody sees. Dispose it when the catalog closes. */
export class ModelPictures implements Disposable {
  readonly #scene: Scene;
  readonly #host: HTMLElement;
  readonly #theme: Theme;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(models: ModelSource, theme: Theme) {
    this.#theme = theme;
    this.#host = document.createElement('div');
    this.#host.style.cssText = `position:fixed;left:-9999px;width:${WIDTH_PX}px;height:${HEIGHT_PX}px;visibility:hidden`;
    document.body.append(this.#host);
    this.#scene = new Scene(this.#host, { models, theme, motion: 'reduced', quality: 'best' });
  }

  /** An address for an image. */
  of(model: Model): Promise<string> {
    const picture = this.#last.then(() => made[this.#theme].get(model) ?? this.#take(model));
    this.#last = picture.catch(() => undefined);
    return picture;
  }

  async #take(model: Model): Promise<string> {
    if (this.#isClosed) throw new Error('the catalog was closed before this picture was made');
    const draft = draftOf(model, { pose: ORIGIN, colour: 1 });
    this.#scene.setEntities(new Map([[ENTITY, standing(draft)]]));
    const frame = { layout: 1, worldMs: 0, poses: Float32Array.of(0, 0, 0, 0, 0, 0, 1), values: Float32Array.from(draft.initial.values) };
    this.#scene.draw(frame, performance.now());
    this.#scene.frame([ENTITY], 'cut');
    this.#scene.draw(frame, performance.now());
    const url = URL.createObjectURL(await this.#scene.picture(WIDTH_PX, HEIGHT_PX, this.#scene.getView()));
    made[this.#theme].set(model, url);
    return url;
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    void this.#last.then(() => {
      this.#scene[Symbol.dispose]();
      this.#host.remove();
    });
  }
}

const standing = (draft: ReturnType<typeof draftOf>): EntityInfo => ({
  id: ENTITY,
  description: { ...draft, floor: draft.floor ?? 'f0' },
  slot: 0,
  valuesAt: 0,
  owner: ENTITY,
  isMine: true,
  isLive: true,
  epoch: 1,
  control: IDLE_CONTROL,
  isWorking: false,
  ageMs: 0,
});
