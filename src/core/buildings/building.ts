import type { EntityDraft } from '../api/messages.ts';
import type { Site, SiteFloor } from '../maps/maps.ts';
import { draftOf, type Model } from '../robots/robots.ts';
import { doorsOf } from './doors.ts';
import { elevatorFittings } from './elevator-fittings.ts';
import type { Fitting } from './fitting.ts';
import type { Plate } from './plates.ts';
import { NO_PICTURES, type PictureOf, plates, signsOf } from './signs.ts';
import { siteEntityId, siteModelId } from './site-entity.ts';
import { slabsOf } from './slabs.ts';
import { wallsOf } from './walls.ts';

/** All that a site puts into a world. */
export interface Building {
  /** Each once; the id is made of what it is. */
  readonly models: readonly Model[];
  /** Encoded, by their hash: all that the models show. */
  readonly meshes: ReadonlyMap<string, Uint8Array>;
  readonly entities: readonly PlacedDraft[];
}

export interface PlacedDraft {
  readonly id: string;
  readonly draft: EntityDraft;
  readonly model: Model;
}

/** The same site with the same pictures makes the same ids: what has not changed of it can stay as it stands. */
export function buildingOf(site: Site, pictureOf: PictureOf = NO_PICTURES): Building {
  const plateOf = plates(pictureOf);
  const fittings = [
    ...site.floors.flatMap((floor) => fittingsOf(floor, site, plateOf).map((fitting) => ({ floor, fitting }))),
    ...site.elevators.flatMap((elevator) => elevatorFittings(elevator, site)),
  ];
  const models = new Map<string, Model>();
  const entities = fittings.map(({ floor, fitting: { part, name, model: described, pose } }): PlacedDraft => {
    const id = siteModelId(described);
    const model = models.get(id) ?? { ...described, id };
    models.set(id, model);
    const draft = draftOf(model, { name, pose });
    return { id: siteEntityId(floor.id, part, draft), draft, model };
  });
  const meshes = new Map(fittings.flatMap(({ fitting }) => [...(fitting.meshes ?? [])]));
  return { models: [...models.values()], meshes, entities };
}

function fittingsOf(floor: SiteFloor, site: Site, plateOf: (file: string) => Plate): Fitting[] {
  const { wallHeightM } = site;
  return [...slabsOf(floor), ...wallsOf(floor, wallHeightM), ...doorsOf(floor, wallHeightM), ...signsOf(floor, site, plateOf)];
}
