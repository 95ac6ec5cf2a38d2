import { type HubApi, HubError } from '../hub-api/hub-api.ts';
import { ModelCatalog } from '../hub-api/model-catalog.ts';
import { connectWorldLink } from '../link/link.ts';
import type { WorldLink } from '../link/world-link.ts';
import { Scene } from '../scene/scene.ts';
import { PICTURE_PX } from '../world/picture-keeping.ts';
import { cameraOf, type SavedView } from '../world/saved-view.ts';

const PATIENCE_MS = 15_000;
const LOOK_EVERY_MS = 200;

export interface Sitter {
  readonly world: string;
  readonly view: SavedView | undefined;
  readonly name: string;
  readonly token: string;
}

/** Looks into a world that nobody has been in yet, makes a picture of it for all lobbies, and leaves. */
export async function portray(hub: HubApi, { world, view, name, token }: Sitter): Promise<void> {
  using models = new ModelCatalog(hub);
  using link = connectWorldLink({ url: hub.doorOf(world), world, name, token });
  const host = document.createElement('div');
  host.style.cssText = `position:fixed;left:-9999px;visibility:hidden;width:${PICTURE_PX.width}px;height:${PICTURE_PX.height}px`;
  document.body.append(host);
  using scene = new Scene(host, { models, meshes: models.meshes, theme: 'light', motion: 'reduced', quality: 'best' });
  try {
    if (!(await isFurnished(link, models))) return;
    scene.setEntities(link.entities.get());
    scene.draw(link.frame(), performance.now());
    await hub.putPicture(world, await scene.picture(PICTURE_PX.width, PICTURE_PX.height, view && cameraOf(view)));
  } catch (error) {
    // Without the right to it, or without the hub, the card stays without a picture: that is all.
    if (!(error instanceof HubError)) throw error;
  } finally {
    host.remove();
  }
}

async function isFurnished(link: WorldLink, models: ModelCatalog): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_EVERY_MS) {
    const isThere = link.frame() !== undefined && link.entities.get().size > 0 && models.state.get().kind === 'ready';
    if (isThere) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return false;
}
