import type { WorldCard } from '../../core/api/http.ts';
import type { Guidance } from '../guidance/guidance.ts';
import type { HubApi } from '../hub-api/hub-api.ts';
import { ModelCatalog, tellModels } from '../hub-api/model-catalog.ts';
import type { Visit } from '../join/name-gate.tsx';
import { connectWorldLink, type WorldLink } from '../link/link.ts';
import type { Theme } from '../scene/scene.ts';
import { isDrivable } from './groups.ts';
import { keepPicture } from './picture-keeping.ts';
import { Room } from './room.ts';

export interface Entering {
  readonly world: string;
  readonly visit: Visit;
  readonly hub: HubApi;
  /** What the hub says of this world, if it may. */
  readonly card: WorldCard | undefined;
  readonly theme: Theme;
  readonly motion: 'full' | 'reduced';
}

declare global {
  interface Window {
    /** For whoever looks at a page from outside, by hand or by a test: the link to the world it is in. Nothing of the page itself reads it. */
    manyhands?: {
      readonly link: WorldLink;
      /** Where robots are sent, and what is drawn of plans and sensors. */
      readonly guidance?: Guidance;
      /** The map that is open in the editor: its text, and what stands in the way. */
      readonly map?: {
        readonly text: string;
        readonly walls: readonly { readonly from: readonly number[]; readonly to: readonly number[] }[];
      };
      /** The monitor: where a robot is drawn in its map, in pixels. */
      readonly monitor?: { placeOf(entity: string): readonly [number, number] | undefined };
    };
  }
}

/** Constructs all that a visit needs. It stands here and not in main.tsx, so that whoever only looks at the lobby loads none of it. */
export function enterWorld({ world, visit, hub, card, theme, motion }: Entering): Room {
  const models = new ModelCatalog(hub);
  const link = connectWorldLink({
    url: hub.doorOf(world),
    world,
    name: visit.name,
    token: visit.token,
    isRobot: (entity) => isDrivable(entity, models),
  });
  const room = new Room({ world, card, role: visit.role, link, hub, models, theme, motion });
  room.atEnd(tellModels(models, link));
  room.atEnd(
    link.door.subscribe(() => {
      const door = link.door.get();
      if (door !== undefined) hub.moveTo(door);
    }),
  );
  room.atEnd(link.catalog.subscribe(() => models.heard(link.catalog.get())));
  room.atEnd(whenBack(link, () => models.heard(undefined)));
  room.atEnd(() => models[Symbol.dispose]());
  room.atEnd(keepPicture(room));
  window.manyhands = { link, guidance: room.guide.guidance };
  room.atEnd(() => {
    if (window.manyhands?.link === link) delete window.manyhands;
  });
  return room;
}

/** Whenever the link is open again after it was lost. Returns what ends it. */
function whenBack({ status }: WorldLink, act: () => void): () => void {
  let wasLost = false;
  return status.subscribe(() => {
    const { kind } = status.get();
    if (kind === 'open' && wasLost) act();
    wasLost = kind === 'lost' || (wasLost && kind !== 'open');
  });
}
