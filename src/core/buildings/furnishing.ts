import { planarPose } from '../base/pose.ts';
import { type Furnishing, rounded, type Site, type SiteConcern, type SiteFloor } from '../maps/maps.ts';
import { draftOf, type Model } from '../robots/robots.ts';
import type { Building, PlacedDraft } from './building.ts';
import { siteEntityId } from './site-entity.ts';

export interface Furnished {
  readonly building: Building;
  /** Pieces of which there is no model, or none to furnish with. */
  readonly concerns: readonly SiteConcern[];
}

/** The building with the furniture that its site names. Models are those of the catalog: the building neither brings nor takes them away. */
export function furnished(building: Building, site: Site, modelOf: (id: string) => Model | undefined): Furnished {
  const concerns: SiteConcern[] = [];
  const pieces = site.furniture.flatMap((piece, index): PlacedDraft[] => {
    const floor = site.floors.find(({ id }) => id === piece.floor);
    const model = modelOf(piece.model);
    if (floor && model?.kind === 'furniture') return [placed(piece, index, floor, model)];
    const message = model ? `${piece.model} is no furniture but ${model.kind}` : `there is no model ${piece.model} in the catalog`;
    const remedy = 'name a model of kind furniture: `manyhands catalog list` has them';
    concerns.push({ severity: 'error', code: 'unknown-furniture', place: `furniture[${index}].model`, message, remedy });
    return [];
  });
  return { building: { ...building, entities: [...building.entities, ...pieces] }, concerns };
}

function placed({ at, yawRad, aboveM, name }: Furnishing, index: number, floor: SiteFloor, model: Model): PlacedDraft {
  const pose = { ...planarPose(rounded(at[0]), rounded(at[1]), yawRad), z: rounded(floor.heightM + aboveM) };
  const draft = draftOf(model, { name, pose });
  return { id: siteEntityId(floor.id, `${index + 1}-${model.id}`, draft), draft, model };
}
