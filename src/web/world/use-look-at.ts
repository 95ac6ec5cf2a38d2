import { useEffect } from 'react';
import type { Room } from './room.ts';

/** Frames until what has just come is in its place, and the view has its size. */
const FRAMES = 3;

/** From as much farther back: what it stands among is seen, too. */
const STEP_BACK = 2.6;

/** Selects an entity and brings it into view, as soon as it is drawn; once. */
export function useLookAt(room: Room, entity: string | undefined): void {
  useEffect(() => {
    if (entity === undefined) return;
    let handle = 0;
    const lookIn = (frames: number) => {
      handle = requestAnimationFrame(() => {
        if (frames > 0) return lookIn(frames - 1);
        room.select(entity);
        room.scene.frame([entity], 'cut');
        const view = room.scene.getView();
        room.scene.setView({ ...view, distanceM: view.distanceM * STEP_BACK }, 'cut');
      });
    };
    const end = room.link.entities.subscribe(() => look());
    const look = () => {
      if (!room.link.entities.get().has(entity)) return;
      end();
      lookIn(FRAMES);
    };
    look();
    return () => {
      end();
      cancelAnimationFrame(handle);
    };
  }, [room, entity]);
}
