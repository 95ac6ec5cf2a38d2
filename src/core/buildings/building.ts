import type { EntityDraft } from '../api/messages.ts';
import type { Site, SiteFloor } from '../maps/maps.ts';
import { draftOf, type Model } from '../robots/robots.ts';
import { contentHash } from './content.ts';
import { doorsOf } from './doors.ts';
import { elevatorFittings } from './elevator-fittings.ts';
import type { Fitting } from './fitting.ts';
import { signsOf } from './signs.ts';
import { slabsOf } from './slabs.ts';
import { wallsOf } from './walls.ts';

/** All that a site puts into a world. */
export interface Building {
  /** Each once; the id is made of what it is. */
  readonly models: readonly Model[];
  readonly entities: readonly PlacedDraft[];
}

export interface PlacedDraft {
  readonly id: string;
  readonly draft: EntityDraft;
  readonly model: Model;
}

const LONGEST_WORD = 20;

/** The same site makes the same ids: what has not changed of it can stay as it stands. */
export function buildingOf(site: Site): Building {
  const fittings = [
    ...site.floors.flatMap((floor) => fittingsOf(floor, site).map((fitting) => ({ floor, fitting }))),
    ...site.elevators.flatMap((elevator) => elevatorFittings(elevator, site)),
  ];
  const models = new Map<string, Model>();
  const entities = fittings.map(({ floor, fitting: { part, name, model: described, pose } }): PlacedDraft => {
    const id = `site-${described.kind}-${contentHash(described)}`;
    const model = models.get(id) ?? { ...described, id };
    models.set(id, model);
    const draft = draftOf(model, { name, pose });
    return { id: `site_${wordOf(floor.id)}_${wordOf(part)}_${contentHash(draft)}`, draft, model };
  });
  return { models: [...models.values()], entities };
}

/** Whether an entity came with a site: so it goes with it, too. */
export const isOfSite = (entity: string): boolean => /^site_[a-z0-9-]+_[a-z0-9-]+_[0-9a-f]{16}$/.test(entity);

function fittingsOf(floor: SiteFloor, site: Site): Fitting[] {
  return [...slabsOf(floor), ...wallsOf(floor, site.wallHeightM), ...doorsOf(floor, site.wallHeightM), ...signsOf(floor, site)];
}

const wordOf = (id: string): string => id.replaceAll('_', '-').slice(0, LONGEST_WORD);
