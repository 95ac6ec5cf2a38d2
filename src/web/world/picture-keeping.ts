import { explain } from '../../core/base/errors.ts';
import { hasGraphicsCard } from '../scene/graphics-card.ts';
import type { Room } from './room.ts';
import { cameraOf } from './saved-view.ts';

const FIRST_AFTER_MS = 6_000;
const EVERY_MS = 60_000;
export const PICTURE_PX = { width: 720, height: 400 };

/** While somebody has the world open, the lobby shows it as it is. Returns what ends it. */
export function keepPicture(room: Room): () => void {
  // A large picture holds up a page without a graphics card for seconds; somebody with one will come by, and the lobby makes the first.
  if (!room.may('operator') || !hasGraphicsCard()) return () => undefined;
  const take = async () => {
    const isSettled = room.link.status.get().kind === 'open' && room.samples.count.get() > 0 && room.link.entities.get().size > 0;
    // Even with a slow one, whoever drives would be let go of.
    const isDriving = (room.link.me.get()?.controls.length ?? 0) > 0;
    if (!isSettled || isDriving || document.visibilityState !== 'visible' || isDark()) return;
    const view = room.card?.view;
    await room.hub.putPicture(room.world, await room.scene.picture(PICTURE_PX.width, PICTURE_PX.height, view && cameraOf(view)));
  };
  const takeQuietly = () => void take().catch((error: unknown) => room.report(`The lobby's picture was not renewed: ${explain(error)}`));
  const first = setTimeout(takeQuietly, FIRST_AFTER_MS);
  const timer = setInterval(takeQuietly, EVERY_MS);
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}

/** Pictures on one shelf are all light: a page in dark colours leaves the one that is there. */
const isDark = (): boolean => document.documentElement.dataset.mantineColorScheme === 'dark';
