import { planarPose } from '../base/pose.ts';
import { cabinModel, type ShaftStop, shaftModel } from '../elevators/elevators.ts';
import { type Elevator, rounded, type Site, type SiteFloor } from '../maps/maps.ts';
import type { Fitting } from './fitting.ts';

/** The shaft of an elevator, with its doors and buttons, and the cabin in it, at the lowest stop. */
export function elevatorFittings({ id, name, facingRad, stops }: Elevator, site: Site): { floor: SiteFloor; fitting: Fitting }[] {
  const served = stops.flatMap(({ floor: stop, at }) => {
    const floor = site.floors.find((known) => known.id === stop);
    return floor ? [{ floor, at }] : [];
  });
  const lowest = served[0];
  if (!lowest) return [];
  const { floor, at } = lowest;
  const landings = served.map(
    ({ floor: { name: called, heightM } }): ShaftStop => ({ name: called, heightM: rounded(heightM - floor.heightM) }),
  );
  const pose = { ...planarPose(rounded(at[0]), rounded(at[1]), facingRad), z: floor.heightM };
  return [
    { floor, fitting: { part: `elevator-${id}`, name, model: shaftModel(landings, site.wallHeightM), pose } },
    { floor, fitting: { part: `cabin-${id}`, name: `${name}, cabin`, model: cabinModel, pose } },
  ];
}
