import { type Model, meshesOf } from '../../../core/robots/model.ts';
import type { ModelCatalog } from '../../hub-api/model-catalog.ts';
import { LONE_ENTITY, loneEntity, loneFrame } from '../../own-robot/lone-entity.ts';
import { type MeshSource, settled } from '../../scene/mesh-source.ts';
import { Scene, type Theme } from '../../scene/scene.ts';
import { keptQuality } from '../kept-choice.ts';

const WIDTH_PX = 320;
const HEIGHT_PX = 200;

/** By the model itself, so that a changed one gets a new picture. They stay for the next time: a catalog is small. */
const made: Record<Theme, WeakMap<Model, string>> = { light: new WeakMap(), dark: new WeakMap() };

/** Pictures of models, made one after the other in a scene of their own that nobody sees. Dispose it when the catalog closes. */
export class ModelPictures implements Disposable {
  readonly #scene: Scene;
  readonly #meshes: MeshSource;
  readonly #host: HTMLElement;
  readonly #theme: Theme;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(models: ModelCatalog, theme: Theme) {
    this.#meshes = models.meshes;
    this.#theme = theme;
    this.#host = document.createElement('div');
    this.#host.style.cssText = `position:fixed;left:-9999px;width:${WIDTH_PX}px;height:${HEIGHT_PX}px;visibility:hidden`;
    document.body.append(this.#host);
    this.#scene = new Scene(this.#host, { models, meshes: models.meshes, theme, motion: 'reduced', quality: keptQuality.get() });
  }

  /** An address for an image. */
  of(model: Model): Promise<string> {
    const picture = this.#last.then(() => made[this.#theme].get(model) ?? this.#take(model));
    this.#last = picture.catch(() => undefined);
    return picture;
  }

  async #take(model: Model): Promise<string> {
    if (this.#isClosed) throw new Error('the catalog was closed before this picture was made');
    await settled(this.#meshes, meshesOf(model));
    const entity = loneEntity(model);
    this.#scene.setEntities(new Map([[LONE_ENTITY, entity]]));
    const frame = loneFrame(entity.description.initial.values);
    this.#scene.draw(frame, performance.now());
    this.#scene.frame([LONE_ENTITY], 'cut');
    this.#scene.draw(frame, performance.now());
    const shadows = keptQuality.get() === 'light' ? 'off' : 'full';
    const url = URL.createObjectURL(await this.#scene.picture(WIDTH_PX, HEIGHT_PX, this.#scene.getView(), shadows));
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
